/** Which judges score a run: what may be chosen together, and the scorers that come of it. Pure. */
import type { Judge, RunReport } from "@/api/types";

/** As many judges as mark the same answer; more cost more than they tell. */
export const MOST_JUDGES = 5;

export interface ScoreChoice {
  /** Ids of judges that mark each answer. */
  judges: readonly string[];
  /** The judge that compares answers; null: none does. */
  pairwise: string | null;
}

export const NO_CHOICE: ScoreChoice = { judges: [], pairwise: null };

export function markers(judges: readonly Judge[]): Judge[] {
  return judges.filter(({ mode, archived }) => mode !== "pairwise" && !archived);
}

export function comparers(judges: readonly Judge[]): Judge[] {
  return judges.filter(({ mode, archived }) => mode === "pairwise" && !archived);
}

/** The version of this judge that has scored the run already; exams do not count. */
export function scoredVersion(run: Pick<RunReport, "scorers">, judge: string): number | null {
  const versions = run.scorers
    .filter(({ kind, spec }) => (kind === "judge" || kind === "pairwise") && spec["judge"] === judge && !spec["exam"])
    .map(({ spec }) => Number(spec["version"] ?? 0));
  return versions.length > 0 ? Math.max(...versions) : null;
}

export function toggled(choice: ScoreChoice, judge: string, on: boolean): ScoreChoice {
  const rest = choice.judges.filter((id) => id !== judge);
  return { ...choice, judges: on ? [...rest, judge] : rest };
}

/** The rubric that the composite of a run goes by: that of the judge who scored it first. */
export function rubricOf(run: Pick<RunReport, "scorers">, judges: readonly Judge[]): Judge["rubric"] {
  for (const { kind, spec } of run.scorers) {
    if (kind !== "judge" || spec["exam"]) continue;
    const rubric = judges.find(({ id }) => id === spec["judge"])?.rubric;
    if (rubric) return rubric;
  }
  return null;
}

/** Judges of other rubrics score too, but as a set of their own: the composite is of one rubric only. */
export function otherRubrics(
  choice: ScoreChoice,
  judges: readonly Judge[],
  composite: Judge["rubric"] = null,
): Judge[] {
  const chosen = choice.judges.flatMap((id) => judges.filter((judge) => judge.id === id && judge.rubric !== null));
  const first = composite ?? chosen[0]?.rubric;
  return first ? chosen.filter(({ rubric }) => rubric?.id !== first.id || rubric.version !== first.version) : [];
}

export function specsOf(choice: ScoreChoice): Record<string, unknown>[] {
  return [
    ...choice.judges.map((judge) => ({ kind: "judge", judge })),
    ...(choice.pairwise ? [{ kind: "pairwise", judge: choice.pairwise }] : []),
  ];
}
