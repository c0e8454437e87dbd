/** Cost against quality in words. Pure. */
import { estimateText, type Interval, type Scale } from "@/shared/charts/estimateText";
import { countOf, formatLatency, formatMoney } from "@/shared/format/quantities";
import { listed, nameIn, type Names } from "../entryNames";
import { STANDING_HINTS, standingOf } from "../entryStanding";
import type { BoardRow } from "../types";

/** Money for one answer, with its interval where that is more than one number. */
export function costWords(cost: Interval): string {
  const [low, high] = [formatMoney(cost.low), formatMoney(cost.high)];
  return low === high ? formatMoney(cost.value) : `${formatMoney(cost.value)} (${low} to ${high})`;
}

/** A few names, then the number of the others. */
const MOST_NAMES = 3;

/** Without a full stop: it stands within sentences too. */
export function beatenWords(row: BoardRow, names: Names): string {
  const standing = standingOf(row);
  if (standing === null) return "Not rated: the score or the price is missing";
  const [first] = row.beaten_by;
  if (standing === "frontier" || !first) return STANDING_HINTS[standing];
  if (standing === "close") return first.sentence.replace(/\.$/, "") || STANDING_HINTS.close;
  const by = row.beaten_by.filter(({ clear }) => clear).map(({ entry }) => nameIn(names, entry));
  const few = by.length > MOST_NAMES ? [...by.slice(0, MOST_NAMES - 1), `${by.length - MOST_NAMES + 1} more`] : by;
  return `Clearly beaten by ${listed(few)}`;
}

/** One contestant in one breath. */
export function spotWords(row: BoardRow, names: Names, scale: Scale): string {
  const { grade, cost_per_answer_usd: cost, latency_p50_ms: latency } = row;
  const parts = [
    grade && estimateText(scale, grade),
    cost && `${costWords(cost)} per answer`,
    latency !== null && `${formatLatency(latency)} median latency`,
  ].filter(Boolean);
  return `${row.name}: ${parts.join(", ")}. ${beatenWords(row, names)}.`;
}

/** Which entries are not in the drawing, and why. */
export function missingWords(rows: readonly BoardRow[]): string | null {
  const ungraded = rows.filter(({ grade }) => grade === null);
  const unpriced = rows.filter(({ grade, cost_per_answer_usd: cost }) => grade !== null && cost === null);
  const parts = [lack(unpriced, "no known price"), lack(ungraded, "no score")].filter((part) => part !== null);
  return parts.length > 0 ? `Not drawn: ${parts.join("; ")}.` : null;
}

function lack(rows: readonly BoardRow[], what: string): string | null {
  if (rows.length === 0) return null;
  const who =
    rows.length > MOST_NAMES ? countOf(rows.length, "entry", "entries") : listed(rows.map(({ name }) => name));
  return `${who} ${rows.length === 1 ? "has" : "have"} ${what}`;
}
