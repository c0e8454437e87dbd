/** What a monitor does, in few words. Pure. */
import { countOf } from "@/shared/format/quantities";
import type { Monitor } from "../types";

export function baselineWords(baseline: Monitor["baseline"]): string {
  if (baseline.kind === "run") return "a chosen run";
  return baseline.runs === 1 ? "the last good run" : `the last ${baseline.runs} good runs`;
}

const QUALITY = [
  "drop",
  "drop_share",
  "threshold_score",
  "threshold_pass_rate",
  "change_point",
  "judge_drift",
  "predicted_below",
] as const;
const MONEY_AND_TIME = ["latency_ratio", "cost_ratio", "budget"] as const;
const RUNS = ["missed", "failed"] as const;

/** The subjects a monitor watches; the rules themselves stand in its form. */
export function rulesWords(rules: Monitor["rules"]): string {
  const any = (names: readonly (keyof Monitor["rules"])[]) =>
    names.some((name) => rules[name] !== null && rules[name] !== false);
  const parts = [any(QUALITY) && "quality", any(MONEY_AND_TIME) && "time and money", any(RUNS) && "failed runs"].filter(
    (part) => part !== false,
  );
  if (parts.length === 0) return "nothing";
  return parts.length === 1 ? String(parts[0]) : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** "3 monitors, 1 switched off". */
export function countWords(monitors: readonly Pick<Monitor, "enabled">[]): string {
  const off = monitors.filter(({ enabled }) => !enabled).length;
  return `${countOf(monitors.length, "monitor")}${off > 0 ? `, ${off} switched off` : ""}`;
}
