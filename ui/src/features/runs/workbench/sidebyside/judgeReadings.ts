/** What judges say of an answer, criterion by criterion, and how answers are put in order by it. Pure. */
import type { Cell, RunReport } from "@/api/types";

type Score = Cell["scores"][number];

export interface Reading {
  scorer: number;
  judge: string;
  /** As the judge gave it, on the criterion's own scale. */
  score: number | null;
  value: number;
  why: string;
}

export interface CriterionReadings {
  name: string;
  readings: Reading[];
  /** From 0 to 1, over all judges. */
  mean: number;
}

/** Scorers that examine a judge, or compare two answers, say nothing of this answer alone. */
export function judgesOf(run: Pick<RunReport, "scorers">): ReadonlySet<number> {
  return new Set(run.scorers.filter(({ kind, spec }) => kind === "judge" && !spec["exam"]).map(({ number }) => number));
}

/** In the order of the rubric, where it is known; the store keeps none. */
export function readingsOf(
  scores: readonly Score[],
  judges: ReadonlySet<number>,
  rubric: readonly string[] = [],
): CriterionReadings[] {
  const found = new Map<string, Reading[]>();
  for (const score of scores) {
    if (!judges.has(score.scorer)) continue;
    for (const [name, said] of entriesOf(score.details["criteria"])) {
      const value = numberIn(said["value"]);
      if (value === null) continue;
      const reading = {
        scorer: score.scorer,
        judge: score.name,
        score: numberIn(said["score"]),
        value,
        why: typeof said["why"] === "string" ? said["why"] : "",
      };
      found.set(name, [...(found.get(name) ?? []), reading]);
    }
  }
  const placeOf = (name: string) => (rubric.includes(name) ? rubric.indexOf(name) : rubric.length);
  return [...found]
    .map(([name, readings]) => ({ name, readings, mean: meanOf(readings.map(({ value }) => value)) }))
    .toSorted((a, b) => placeOf(a.name) - placeOf(b.name));
}

/** What judges warn of, in words: "policyViolation" is "policy violation". */
export function warningsOf(scores: readonly Score[], judges: ReadonlySet<number>): string[] {
  const raised = scores
    .filter(({ scorer }) => judges.has(scorer))
    .flatMap(({ details }) =>
      Object.entries(recordOf(details["flags"]))
        .filter(([, on]) => on === true)
        .map(([name]) => name),
    );
  return [...new Set(raised)].map((name) => name.replaceAll(/([A-Z])/g, " $1").toLowerCase());
}

/** The names of all criteria that any of these answers was judged by. */
export function criteriaIn(all: readonly (readonly CriterionReadings[])[]): string[] {
  return [...new Set(all.flatMap((readings) => readings.map(({ name }) => name)))];
}

const ANSWER_ORDERS = ["grid", "best", "worst", "name"] as const;
export type AnswerOrder = (typeof ANSWER_ORDERS)[number];

interface Placed {
  name: string;
  /** Null: not judged. Such an answer is neither best nor worst and comes last. */
  value: number | null;
}

export function inOrder<One extends Placed>(answers: readonly One[], order: AnswerOrder): One[] {
  if (order === "grid") return [...answers];
  if (order === "name") return answers.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  const sign = order === "best" ? -1 : 1;
  return answers.toSorted((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return sign * (a.value - b.value);
  });
}

/** The number of characters that are shown before an answer is expanded. */
export const CUT = 200;

/** Never in the middle of a character that takes two places. */
export function beginning(text: string): string {
  if (text.length <= CUT) return text;
  const last = text.charCodeAt(CUT - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? CUT - 1 : CUT);
}

/** 8.5/10 on the rubric's own scale; from 0 to 1 where there is none. */
export function onScale(value: number, scale: number | null): string {
  if (scale === null || scale === 1) return value.toFixed(2);
  const own = value * scale;
  return `${Number.isInteger(own) ? own : own.toFixed(1)}/${scale}`;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function entriesOf(given: unknown): [string, Record<string, unknown>][] {
  return Object.entries(recordOf(given)).map(([name, said]) => [name, recordOf(said)]);
}

function recordOf(given: unknown): Record<string, unknown> {
  return typeof given === "object" && given !== null && !Array.isArray(given) ? (given as Record<string, unknown>) : {};
}

function numberIn(given: unknown): number | null {
  return typeof given === "number" && Number.isFinite(given) ? given : null;
}
