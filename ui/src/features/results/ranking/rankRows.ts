/** What duels say about the order of the columns. Pure. */
import type { DotRow } from "@/shared/charts/DotWhisker";
import { valueText, SHARE } from "@/shared/charts/estimateText";
import { countOf, formatPercent } from "@/shared/format/quantities";
import { nameOf } from "../columnNames";
import type { ColumnResult, Match, Pairwise, Ranked } from "@/api/types";

/** Tied columns share a rank and are marked with a sign. */
export function rankText({ rank }: Pick<Ranked, "rank">, items: readonly Pick<Ranked, "rank">[]): string {
  return items.filter((other) => other.rank === rank).length > 1 ? `=${rank}` : String(rank);
}

/** In words, with how sure the rank is. */
export function rankWords(item: Ranked, items: readonly Ranked[]): string {
  const shared = rankText(item, items).startsWith("=") ? ", shared" : "";
  return item.rank_low === item.rank_high
    ? `${item.rank}${shared}`
    : `${item.rank}${shared}, between ${item.rank_low} and ${item.rank_high}`;
}

export function rankRows(items: readonly Ranked[], columns: readonly ColumnResult[]): DotRow[] {
  return inOrder(items).map((item) => ({
    key: String(item.column),
    lead: rankText(item, items),
    label: nameOf(item.column, columns),
    interval: { value: item.strength, low: item.low, high: item.high },
    text: item.win_rate ? `${valueText(SHARE, item.win_rate.value)} won` : "",
  }));
}

export function inOrder(items: readonly Ranked[]): Ranked[] {
  return [...items].sort((one, other) => one.rank - other.rank || other.strength - one.strength);
}

export function matchWords(row: string, column: string, { wins, losses, ties, flips }: Match): string {
  const all = wins + losses + ties;
  if (all === 0) return `${row} and ${column} had no duels`;
  const turned = flips > 0 ? `, ${flips} of them because the verdict changed with the order` : "";
  return `${row} against ${column}: ${wins} won, ${losses} lost, ${ties} tied${turned}, of ${all}`;
}

export function flipWords({ flip_rate: flips }: Pick<Pairwise, "flip_rate">): string | null {
  if (!flips) return null;
  if (flips.value === 0)
    return (
      "The judge saw each pair in both orders, " +
      `and in none of ${countOf(flips.n, "duel")} did the order change the verdict.`
    );
  const size =
    flips.value < 0.1
      ? "This is a low share."
      : flips.value < 0.25
        ? "Such duels count as ties."
        : "This is a high share: the position of an answer affects the judge too much.";
  return (
    "The judge saw each pair in both orders and changed its verdict in " +
    `${formatPercent(flips.value)} of ${countOf(flips.n, "duel")}. ${size}`
  );
}
