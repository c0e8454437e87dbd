/** Boards in words. Pure. */
import { type Scale, scaleOf, UNIT } from "@/shared/charts/estimateText";
import { countOf, truncate } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import type { Board, BoardRow } from "./types";

/** On which scale the grades of a board read. */
export function scaleFor({ scale }: Pick<Board, "scale">): Scale {
  return scale === null ? UNIT : scaleOf(scale);
}

/** "Score, of 10". */
export function measureWords({ panel }: Pick<Board, "panel">, scale: Scale): string {
  const measure = panel.length === 1 ? truncate(visibleText(panel[0] ?? ""), 40) : "Score";
  return scale.top === 1 ? `${measure}, from 0 to 1` : `${measure}, of ${scale.top}`;
}

/** "12 entries on Riddles v3, 200 cases, tagged logic". */
export function aboutWords({
  rows,
  dataset_name: dataset,
  dataset_version: version,
  cases,
  tag,
}: Pick<Board, "rows" | "dataset_name" | "dataset_version" | "cases" | "tag">): string {
  return (
    `${countOf(rows.length, "entry", "entries")} on ${dataset} v${version}, ` +
    `${countOf(cases, "case")}${tag === null ? "" : ` tagged ${tag}`}`
  );
}

type Ranked = { rank: number | null; rank_low: number | null; rank_high: number | null };

/** Tied entries share a rank and are marked with a sign. */
export function rankText({ rank }: Ranked, all: readonly Ranked[]): string {
  if (rank === null) return "–";
  return all.filter((other) => other.rank === rank).length > 1 ? `=${rank}` : String(rank);
}

/**
 * The true place, most likely: "1 to 3"; null where it is the rank and nothing else. Nobody need be certainly better
 * than one that is most likely fourth.
 */
export function rankRange({ rank, rank_low: low, rank_high: high }: Ranked): string | null {
  if (low === null || high === null) return null;
  if (low === high) return low === rank ? null : String(low);
  return `${low} to ${high}`;
}

export function rankWords(one: Ranked, all: readonly Ranked[]): string {
  if (one.rank === null) return "No rank: too many scores are missing";
  const shared = rankText(one, all).startsWith("=") ? ", shared" : "";
  const range = rankRange(one);
  return `Rank ${one.rank}${shared}${range ? `. About 95% sure that its true place is ${range}` : ""}`;
}

export const ROW_ORDERS = ["rank", "cost", "latency"] as const;
export type RowOrder = (typeof ROW_ORDERS)[number];
export const ORDER_NAMES: Record<RowOrder, string> = { rank: "Rank", cost: "Cost", latency: "Latency" };

const LAST = Number.POSITIVE_INFINITY;

/** What is not known comes last; what is alike stays in the order of rank. */
export function inOrder(rows: readonly BoardRow[], order: RowOrder): BoardRow[] {
  if (order === "rank") return [...rows];
  const of = ({ cost_per_answer_usd: cost, latency_p50_ms: latency }: BoardRow) =>
    (order === "cost" ? cost?.value : latency) ?? LAST;
  return rows.toSorted((one, other) => compare(of(one), of(other)));
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
