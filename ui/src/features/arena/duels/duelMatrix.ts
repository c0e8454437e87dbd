/** What duels say about the order of the entries. Pure. */
import type { DotRow } from "@/shared/charts/DotWhisker";
import { formatPercent } from "@/shared/format/quantities";
import { nameIn, type Names } from "../entryNames";
import { type Contestant, DUEL_SOURCES, type DuelBook, type Duels, type DuelSource, type Meeting } from "../types";
import { rankText } from "../leaderboardPhrasing";

export const SOURCE_NAMES: Record<DuelSource, string> = { both: "Both", judges: "Judges", votes: "People" };

/** Why a source cannot be looked at; undefined: it can. */
export function refusal(book: DuelBook, source: DuelSource): string | undefined {
  if (book[source]) return undefined;
  if (source === "judges") return "No pairwise judge has scored these runs";
  return source === "votes" ? "There are no votes yet" : "There are no duels yet";
}

/** The one that is asked for, or else the first that says something. */
export function shownSource(book: DuelBook, wanted: DuelSource): DuelSource | null {
  return [wanted, ...DUEL_SOURCES].find((source) => book[source] !== null) ?? null;
}

export function strengthRows(items: readonly Contestant[], names: Names): DotRow[] {
  return items.map((item) => ({
    key: String(item.entry),
    lead: rankText(item, items),
    label: nameIn(names, item.entry),
    interval: { value: item.strength, low: item.low, high: item.high },
    text: item.duels > 0 ? `${formatPercent(item.wins / item.duels)} won` : "no duels",
  }));
}

interface MatrixRow {
  entry: number;
  /** In the order of the rows; null: itself. */
  cells: readonly (Meeting | null)[];
}

const NONE: Meeting = { wins: 0, losses: 0, ties: 0, n: 0 };

/** The strongest first, in both directions: wins gather above the diagonal. */
export function matrixOf(
  { items, matrix }: Pick<Duels, "items" | "matrix">,
  entries: DuelBook["entries"],
): MatrixRow[] {
  const at = new Map(entries.map(({ entry }, index) => [entry, index]));
  const meeting = (row: number, column: number) => matrix[at.get(row) ?? -1]?.[at.get(column) ?? -1] ?? NONE;
  return items.map((row) => ({
    entry: row.entry,
    cells: items.map((column) => (row.entry === column.entry ? null : meeting(row.entry, column.entry))),
  }));
}

/** What part of their meetings the row won; a tie is half for both. Null: they did not meet. */
export function wonShare({ wins, ties, n }: Meeting): number | null {
  return n === 0 ? null : (wins + ties / 2) / n;
}

/** A short name for a row, by which its column is headed: A to Z, then AA. */
export function letterOf(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : `${letterOf(Math.floor(place / 26) - 1)}${letter}`;
}

export function meetingWords(row: string, column: string, { wins, losses, ties, n }: Meeting): string {
  if (n === 0) return `${row} and ${column} had no duels`;
  return `${row} against ${column}: ${count(wins)} won, ${count(losses)} lost, ${count(ties)} tied, of ${count(n)}`;
}

/** Duels of judges may count in parts. */
export function count(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}
