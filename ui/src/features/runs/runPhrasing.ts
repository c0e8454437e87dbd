/** How columns, times and plans read. Pure. */
import type { RunColumn, RunReport } from "@/api/types";
import { UNIT, valueText } from "@/shared/charts/estimateText";
import {
  countOf,
  formatLatency,
  formatMoney,
  formatPercent,
  formatTokens,
  readMoney,
} from "@/shared/format/quantities";

type Named = Pick<RunColumn, "model_name" | "prompt_name" | "version" | "parameters"> &
  Partial<Pick<RunColumn, "application_version">>;

/** What tells a column from the others: the version if there are several, the parameters that were set. */
export function columnDetail(column: Named, all: readonly Named[]): string {
  if (typeof column.application_version === "string") return column.application_version;
  const several = new Set(all.map((other) => `${other.prompt_name} ${other.version}`)).size > 1;
  const prompts = new Set(all.map((other) => other.prompt_name)).size > 1;
  const version = several ? (prompts ? `${column.prompt_name} v${column.version}` : `v${column.version}`) : "";
  const words = parameterWords(column.parameters);
  const same = all.every((other) => parameterWords(other.parameters) === words);
  return [version, same ? "" : words].filter(Boolean).join(" · ");
}

export function columnName(column: Named, all: readonly Named[]): string {
  const detail = columnDetail(column, all);
  return detail ? `${column.model_name} (${detail})` : column.model_name;
}

const SHORT: Record<string, string> = {
  temperature: "temp",
  max_tokens: "max",
  top_p: "top p",
  top_k: "top k",
  reasoning_effort: "effort",
  frequency_penalty: "freq. penalty",
  presence_penalty: "pres. penalty",
};

export function parameterWords(parameters: Record<string, unknown>): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(
      ([name, value]) =>
        `${SHORT[name] ?? name.replaceAll("_", " ")} ${Array.isArray(value) ? value.join(", ") : String(value)}`,
    )
    .join(" · ");
}

/** The parameters that all columns share. */
export function commonParameters(columns: readonly Named[]): string {
  const words = new Set(columns.map(({ parameters }) => parameterWords(parameters)));
  return words.size === 1 ? ([...words][0] ?? "") : "";
}

/** "Answers v3", or all of them when there are several. The name of an application includes its version. */
export function versionWords(columns: readonly Pick<RunColumn, "prompt_name" | "version">[]): string {
  const byPrompt = new Map<string, Set<number>>();
  for (const { prompt_name: name, version } of columns)
    byPrompt.set(name, (byPrompt.get(name) ?? new Set()).add(version));
  return [...byPrompt]
    .map(([name, versions]) =>
      [name, [...versions].flatMap((number) => (number === 0 ? [] : [`v${number}`])).join(", ")].join(" ").trimEnd(),
    )
    .join("; ");
}

export function planWords(plan: { columns: readonly unknown[]; cases: number; trials: number }): string {
  const parts = [countOf(plan.columns.length, "column"), countOf(plan.cases, "case")];
  if (plan.trials > 1) parts.push(countOf(plan.trials, "trial"));
  return parts.join(" × ");
}

/** 42 s, 3 min 12 s, 2 h 05 min. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
  return `${Math.floor(whole / 3_600)} h ${String(Math.floor((whole % 3_600) / 60)).padStart(2, "0")} min`;
}

/** An estimated duration, rounded. */
export function roughly(seconds: number): string {
  if (seconds < 1) return "about a second";
  if (seconds < 90) return `about ${Math.ceil(seconds)} s`;
  if (seconds < 5_400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${(seconds / 3_600).toFixed(1)} h`;
}

/** One score of one answer, on 0 to 1. */
export function scoreText(value: number): string {
  return valueText(UNIT, value);
}

/** "16.5K of 20K input tokens (83%) read from the provider's cache, saved $0.03" */
export function cachingWords(caching: NonNullable<RunReport["caching"]>): string {
  const { read_tokens: read, prompt_tokens: all, share, saved_usd: savedUsd } = caching;
  const saved = readMoney(savedUsd);
  const effect =
    saved === null
      ? "saving unknown: a model has no price"
      : saved < 0
        ? `cost ${formatMoney(-saved)} more than it saved`
        : `saved ${formatMoney(saved)}`;
  const { latency_read: fast, latency_other: other } = caching;
  const times = [
    ...(fast ? [`${countOf(fast.calls, "call")} with it took ${formatLatency(fast.mean_ms)} on average`] : []),
    ...(fast && other ? [`${other.calls.toLocaleString("en")} without it ${formatLatency(other.mean_ms)}`] : []),
  ].join(", ");
  return `${formatTokens(read)} of ${formatTokens(all)} input tokens (${formatPercent(share)}) read from the provider's cache, ${effect}${times && `; ${times}`}`;
}
