/** How the parts of a recipe read. Pure. */
import { countOf } from "@/shared/format/quantities";
import type { DatasetPart, PromptPart, Suite, Thresholds } from "./types";

/** "Short answers · production (v3)", "Short answers v2": a label says that it is followed, a number that it stays. */
export function promptWords({
  prompt_name: name,
  version,
  label,
  resolved,
}: Pick<PromptPart, "prompt_name" | "version" | "label" | "resolved">): string {
  if (version !== null) return `${name} v${version}`;
  const now = resolved === null ? "none yet" : `v${resolved}`;
  return `${name} · ${label === null || label === "latest" ? "newest" : label} (${now})`;
}

export function datasetWords({ name, version, newest }: Pick<DatasetPart, "name" | "version" | "newest">): string {
  return version === null ? `${name} · newest (v${newest})` : `${name} v${version}`;
}

const SPLITS: Record<string, string> = { train: "training only", holdout: "hold-out only", none: "without a split" };

/** Which cases take part; null: all of them. */
export function choiceWords({ split, tags, first, ids }: Suite["recipe"]["choice"]): string | null {
  const parts = [
    split && SPLITS[split],
    tags.length > 0 && `tagged ${tags.join(" and ")}`,
    ids.length > 0 && `${countOf(ids.length, "chosen case")}`,
    first && `the first ${first.toLocaleString("en")}`,
  ];
  return parts.filter(Boolean).join(", ") || null;
}

interface ThresholdWords {
  name: string;
  text: string;
}

export function thresholdWords({
  score,
  pass_rate: rate,
  cost_usd: cost,
  latency_p95_ms: latency,
  scorers,
}: Thresholds): ThresholdWords[] {
  return [
    ...(score === null ? [] : [{ name: "Score", text: `at least ${score}` }]),
    ...(rate === null ? [] : [{ name: "Pass rate", text: `at least ${Math.round(rate * 1_000) / 10}%` }]),
    ...(cost === null ? [] : [{ name: "Cost", text: `at most $${cost}` }]),
    ...(latency === null ? [] : [{ name: "Latency, 95%", text: `at most ${latency.toLocaleString("en")} ms` }]),
    ...scorers.map(({ scorer, mean, pass_share: pass }) => ({
      name: scorer,
      text: [mean !== null && `mean at least ${mean}`, pass !== null && `passes at least ${Math.round(pass * 100)}%`]
        .filter(Boolean)
        .join(", "),
    })),
  ];
}

/** "a" and then "b, c and d". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
