import { useQuery } from "@tanstack/react-query";
import type { Rubric, RunReport } from "@/api/types";
import { judgeQuery, rubricQuery } from "@/features/judging";

interface KnownRubric {
  /** Null: there is none, or it is not here yet. */
  rubric: Rubric | null;
  pending: boolean;
}

/** The rubric by which the run's judges go, in the version that was pinned. */
export function useRubric(project: string, run: RunReport): KnownRubric {
  const spec = run.scorers.find(({ number, kind }) => kind === "judge" && run.grade_scorers.includes(number))?.spec;
  const id = typeof spec?.["judge"] === "string" ? spec["judge"] : "";
  const version = typeof spec?.["version"] === "number" ? spec["version"] : undefined;
  const judge = useQuery({ ...judgeQuery(project, id, version), enabled: id !== "", staleTime: Infinity });
  const used = judge.data?.rubric ?? null;
  const rubric = useQuery({
    ...rubricQuery(project, used?.id ?? "", used?.version),
    enabled: used !== null,
    staleTime: Infinity,
  });
  return { rubric: rubric.data ?? null, pending: judge.isLoading || rubric.isLoading };
}
