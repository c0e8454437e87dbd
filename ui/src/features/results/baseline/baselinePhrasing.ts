/** The verdict of all targets of a run against its baseline, in words. Pure. */
import type { BaselineVerdict, ColumnChange, RunReport } from "@/api/types";
import { changeText, type Scale } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import { VERDICT_WORDS, type VerdictWord } from "@/shared/verdicts/verdictPhrasing";

const NAMED_AT_MOST = 3;

/** "+0.12 better"; "identical" and "not scored" where there is no difference to show. */
export function changeWords({ identical, comparison }: ColumnChange, scale: Scale): string {
  if (identical) return "identical";
  if (!comparison.effect) return "not scored";
  return `${changeText(scale, comparison.effect.value)} ${VERDICT_WORDS[comparison.verdict].toLowerCase()}`;
}

/** "Better than run #4 with demo-quick; cannot tell with demo-careful." */
export function verdictSentence({ baseline, columns }: Pick<BaselineVerdict, "baseline" | "columns">): string {
  if (!baseline) return "";
  const against = `run #${baseline.number}`;
  const [only] = columns;
  if (columns.length === 1 && only) return only.comparison.sentence;
  const groups = new Map<VerdictWord | "identical", string[]>();
  for (const { identical, comparison, model_name: name } of columns) {
    const key = identical ? "identical" : comparison.verdict;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const parts = [...groups].map(([word, names]) => `${phrase(word, against)} with ${listed(names)}`);
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function phrase(word: VerdictWord | "identical", against: string): string {
  switch (word) {
    case "better":
    case "worse":
      return `${word} than ${against}`;
    case "better_on_these_cases":
      return `better than ${against} on these cases`;
    case "worse_on_these_cases":
      return `worse than ${against} on these cases`;
    case "cannot_tell":
      return `cannot tell a difference from ${against}`;
    case "inconclusive":
      return `no verdict against ${against}`;
    case "identical":
      return `the same answers as in ${against}`;
  }
}

function listed(names: readonly string[]): string {
  const few = [...new Set(names)];
  if (few.length > NAMED_AT_MOST) return countOf(names.length, "target");
  return few.length < 2 ? few.join("") : `${few.slice(0, -1).join(", ")} and ${few.at(-1)}`;
}

const WORSE: ReadonlySet<VerdictWord> = new Set(["worse", "worse_on_these_cases"]);
const CHANGED: ReadonlySet<VerdictWord> = new Set([...WORSE, "better", "better_on_these_cases"]);

interface OtherMetric {
  key: string;
  words: string;
  worse: boolean;
}

/** "length is worse, 20 broken": the other metrics with a difference, those that got worse first. */
export function otherMetricWords({ others }: Pick<BaselineVerdict, "others">): OtherMetric[] {
  const said = others.flatMap(({ metric, verdict, fixed_rows: fixed, broken_rows: broken }) => {
    if (verdict === null || !CHANGED.has(verdict)) return [];
    const worse = WORSE.has(verdict);
    const [main, rest] = worse
      ? [part(broken, "broken"), part(fixed, "fixed")]
      : [part(fixed, "fixed"), part(broken, "broken")];
    const words = [`${metric.key} is ${VERDICT_WORDS[verdict].toLowerCase()}`, ...main, ...rest].join(", ");
    return [{ key: metric.key, words, worse }];
  });
  return [...said.filter(({ worse }) => worse), ...said.filter(({ worse }) => !worse)];
}

function part(count: number, word: string): string[] {
  return count > 0 ? [`${count.toLocaleString("en")} ${word}`] : [];
}

/** Whether any target is worse by any shared metric: then nothing around the verdict may look calm. */
export function isWorse({ columns, others }: Pick<BaselineVerdict, "columns" | "others">): boolean {
  return (
    columns.some(({ identical, comparison }) => !identical && WORSE.has(comparison.verdict)) ||
    others.some(({ verdict }) => verdict !== null && WORSE.has(verdict))
  );
}

/** The worst news first: what a person must not miss. */
const ORDER: readonly VerdictWord[] = [
  "worse",
  "worse_on_these_cases",
  "inconclusive",
  "cannot_tell",
  "better_on_these_cases",
  "better",
];

/** One word for all targets: the word they share, or the least good of them. Null: nothing was compared. */
export function overallVerdict(columns: readonly ColumnChange[]): VerdictWord | null {
  const words = new Set(columns.filter(({ identical }) => !identical).map(({ comparison }) => comparison.verdict));
  return ORDER.find((word) => words.has(word)) ?? null;
}

/** The version to make production: the only one of a run that is better than its baseline. */
export function betterVersion(
  plan: Pick<RunReport["plan"], "columns">,
  verdict: Pick<BaselineVerdict, "baseline" | "columns" | "others">,
): { prompt: string; version: number } | null {
  const [first] = plan.columns;
  if (!first || !verdict.baseline || overallVerdict(verdict.columns) !== "better" || isWorse(verdict)) return null;
  if (plan.columns.some(({ version_id: id }) => id !== first.version_id)) return null;
  return { prompt: first.prompt_id, version: first.version };
}
