import type { GridRow } from "@/api/types";

export function rowName(row: Pick<GridRow, "position" | "trial">, trials: number): string {
  return trials > 1 ? `Case ${row.position + 1}, trial ${row.trial + 1}` : `Case ${row.position + 1}`;
}
