/** How marks of judges read. Pure. */
import { type Scale, valueText } from "@/shared/charts/estimateText";
import type { JudgedQuestion, ReviewJudge, Verdict } from "./types";

/** Marks are kept from 0 to 1; people read them out of ten. */
export const OUT_OF_TEN: Scale = { top: 10, digits: 1, suffix: "" };

export function markText(value: number | null): string {
  return value === null ? "–" : valueText(OUT_OF_TEN, value);
}

/** As short as tells judges apart: one that was made for a model is known by it. */
export function headOf(
  { name, model_name: model }: Pick<ReviewJudge, "name" | "model_name">,
  all: readonly Pick<ReviewJudge, "name" | "model_name">[],
): string {
  const alone = all.filter((one) => one.model_name === model).length === 1;
  return alone && name.startsWith(model) ? model : name;
}

/** What one judge said of a question; null when it was not asked. */
export function verdictOf({ verdicts }: Pick<JudgedQuestion, "verdicts">, scorer: number): Verdict | null {
  return verdicts.find((one) => one.scorer === scorer) ?? null;
}

export const VERDICT_STATES: Record<Exclude<Verdict["state"], "scored">, string> = {
  pending: "waiting",
  error: "failed",
  not_applicable: "not applicable",
};
