/** Which rows on the screen are older than what happened. Pure but for the set it keeps. */
import type { GridRow } from "@/api/types";

const OPEN = new Set(["open", "calling"]);

/** Rows that some event named, until they were read again; everything, when an event named none. */
export class StaleRows {
  private readonly rows = new Set<number>();
  private all = false;
  private readonly readSince = new Set<number>();

  constructor(private readonly columns: number) {}

  note(cells: readonly number[] | null): void {
    if (cells === null) {
      this.all = true;
      this.readSince.clear();
    } else for (const ordinal of cells) this.rows.add(Math.floor(ordinal / Math.max(1, this.columns)));
  }

  has(row: number): boolean {
    return this.rows.has(row) || (this.all && !this.readSince.has(row));
  }

  clean(rows: readonly number[]): void {
    for (const row of rows) {
      this.rows.delete(row);
      if (this.all) this.readSince.add(row);
    }
  }
}

/** Of the rows in sight: those with news, and those that wait for an answer while the run works. */
export function rowsToRead(shown: readonly GridRow[], dirty: StaleRows, working: boolean): number[] {
  return shown
    .filter((row) => dirty.has(row.row) || (working && row.cells.some((cell) => OPEN.has(cell.state))))
    .map((row) => row.row);
}

/** The cells an event names; null: it does not say which. */
export function cellsOf(data: unknown): number[] | null {
  const cells = typeof data === "object" && data !== null ? (data as { cells?: unknown }).cells : null;
  return Array.isArray(cells) ? cells.filter((cell): cell is number => typeof cell === "number") : null;
}
