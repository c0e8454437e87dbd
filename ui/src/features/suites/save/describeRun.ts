/** A run that is saved as a suite, in one line. Pure. */
import type { RunReport } from "@/api/types";
import { chosenScorers, versionWords } from "@/features/runs";
import { countOf } from "@/shared/format/quantities";

export function describeRun({ number, plan, scorers: all }: Pick<RunReport, "number" | "plan" | "scorers">): string {
  const scorers = chosenScorers(all);
  const models = [...new Set(plan.columns.map(({ model_name: name }) => name))];
  return (
    `Run #${number}: ${versionWords(plan.columns)}, ${countOf(plan.cases, "case")}, ` +
    `${models.join(", ")}, ${scorers.length === 0 ? "no scorer" : countOf(scorers.length, "scorer")}.`
  );
}
