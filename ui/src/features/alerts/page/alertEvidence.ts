/** The numbers behind an alert, read from its facts; what is not known is left out. Pure. */
import { UNIT, valueText } from "@/shared/charts/estimateText";
import { countOf, formatLatency, formatMoney, formatPercent } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import type { Alert, Finding } from "../types";

/** By how much something moved, with its interval. */
export interface Moved {
  value: number;
  low: number;
  high: number;
  base: number;
  now: number;
  cases: number;
  baseRuns: number;
}

interface EvidenceFact {
  name: string;
  value: string;
}

export interface Evidence {
  /** The scores of the answers. */
  answers: Moved | null;
  /** The grades of frozen answers: they cannot change, so what moves is the judge. */
  frozen: Moved | null;
  facts: EvidenceFact[];
}

type Facts = Record<string, unknown>;

export function evidenceOf({ rule, facts }: Pick<Finding, "rule" | "facts">): Evidence {
  const own = movedOf(facts);
  const canary = movedOf(facts["canary"]);
  if (rule === "judge_drift") return { answers: null, frozen: own, facts: [] };
  return { answers: own, frozen: own ? canary : null, facts: own ? [] : plainFacts(rule, facts) };
}

function movedOf(facts: unknown): Moved | null {
  if (typeof facts !== "object" || facts === null) return null;
  const { shift, low, high, base, now, cases, base_runs: baseRuns } = facts as Facts;
  if (![shift, low, high, base, now, cases].every(isNumber)) return null;
  return {
    value: Number(shift),
    low: Number(low),
    high: Number(high),
    base: Number(base),
    now: Number(now),
    cases: Number(cases),
    baseRuns: isNumber(baseRuns) ? baseRuns : 1,
  };
}

function plainFacts(rule: Alert["rule"], facts: Facts): EvidenceFact[] {
  const score = (key: string) => number(facts, key, (value) => valueText(UNIT, value));
  const money = (key: string) => number(facts, key, (value) => formatMoney(value / 1_000_000));
  const time = (key: string) => number(facts, key, formatLatency);
  const ratio = number(facts, "ratio", (value) => `${value.toFixed(1)} times`);
  const runs = number(facts, "runs", (value) => countOf(value, "run"));
  const rows: [string, string | null][] = (() => {
    switch (rule) {
      case "threshold": {
        const share = facts["measure"] === "pass_rate";
        const read = (key: string) => (share ? number(facts, key, formatPercent) : score(key));
        const { scorer } = facts;
        return [
          ["Scorer", typeof scorer === "string" ? visibleText(scorer) : null],
          [share ? "Pass rate now" : "Score now", read("now")],
          ["Limit", read("limit")],
          ["Cases", number(facts, "cases", String)],
        ];
      }
      case "change_point":
        return [
          ["Before", score("before")],
          ["Since then", score("after")],
          ["Runs compared", runs],
        ];
      case "latency":
        return [
          ["Now", time("now_ms")],
          ["Usual", time("usual_ms")],
          ["Difference", ratio],
          ["Compared with", runs],
        ];
      case "cost":
        return [
          ["Cost per answer now", money("now_micro")],
          ["Usual", money("usual_micro")],
          ["Difference", ratio],
          ["Compared with", runs],
        ];
      case "predicted":
        return [
          ["Now", score("now")],
          [
            "Change per day",
            number(facts, "per_day", (value) =>
              value < 0 ? `−${Math.abs(value).toFixed(3)}` : `+${value.toFixed(3)}`,
            ),
          ],
          ["Forecast", score("then")],
          ["Best forecast", score("then_high")],
          ["Limit", score("limit")],
          ["Computed from", runs],
        ];
      default:
        return [];
    }
  })();
  return rows.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}

function number(facts: Facts, key: string, format: (value: number) => string): string | null {
  const value = facts[key];
  return isNumber(value) ? format(value) : null;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
