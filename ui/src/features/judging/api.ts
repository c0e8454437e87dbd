/** Rubrics, judges and passports in the cache, and what can be done to them. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ExamBody, ExamKind, Judge, JudgeBody, Rubric, RubricBody } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery } from "@/shared/http/queries";

const PAGE = 50;
/** As many as a picker can show; the server gives no more at once. */
const MANY = 100;

export const rubricsKey = (project: string) => ["rubrics", project] as const;
export const rubricKey = (project: string, rubric: string) => ["rubric", project, rubric] as const;
export const judgesKey = (project: string) => ["judges", project] as const;
export const judgeKey = (project: string, judge: string) => ["judge", project, judge] as const;
export const passportsKey = (project: string) => ["passport", project] as const;

export function rubricListQuery(project: string) {
  return pagedQuery([...rubricsKey(project), "list"], "/api/v1/projects/{project}/rubrics", {
    path: { project },
    query: { limit: PAGE },
  });
}

export function rubricChoicesQuery(project: string) {
  return getQuery([...rubricsKey(project), "few"], "/api/v1/projects/{project}/rubrics", {
    path: { project },
    query: { limit: MANY },
  });
}

/** No version: the newest. */
export function rubricQuery(project: string, rubric: string, version?: number) {
  return getQuery([...rubricKey(project, rubric), version ?? "newest"], "/api/v1/projects/{project}/rubrics/{rubric}", {
    path: { project, rubric },
    query: { version },
  });
}

export function judgeListQuery(project: string) {
  return pagedQuery([...judgesKey(project), "list"], "/api/v1/projects/{project}/judges", {
    path: { project },
    query: { limit: PAGE },
  });
}

/** Judges to choose from in a picker. */
export function judgeChoicesQuery(project: string) {
  return getQuery([...judgesKey(project), "few"], "/api/v1/projects/{project}/judges", {
    path: { project },
    query: { limit: MANY },
  });
}

export function judgeQuery(project: string, judge: string, version?: number) {
  return getQuery([...judgeKey(project, judge), version ?? "newest"], "/api/v1/projects/{project}/judges/{judge}", {
    path: { project, judge },
    query: { version },
  });
}

export function passportQuery(project: string, judge: string, version?: number) {
  return getQuery(
    [...passportsKey(project), judge, version ?? "newest"],
    "/api/v1/projects/{project}/judges/{judge}/passport",
    { path: { project, judge }, query: { version } },
  );
}

/** What each size of passport costs and finds. A pairwise judge needs no run. */
export function passportSizesQuery(
  project: string,
  judge: string,
  version: number,
  run: string | null,
  kinds: readonly ExamKind[] = [],
) {
  return getQuery(
    [...passportsKey(project), judge, version, "sizes", run, kinds],
    "/api/v1/projects/{project}/judges/{judge}/passport-sizes",
    { path: { project, judge }, query: { version, ...(run === null ? {} : { run, kinds: [...kinds] }) } },
  );
}

/** Null: a new rubric; else a new version of this one. */
export function useSaveRubric(project: string, rubric: string | null) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: RubricBody): Promise<Rubric> =>
      rubric === null
        ? callApi("POST", "/api/v1/projects/{project}/rubrics", { path: { project }, body })
        : callApi("POST", "/api/v1/projects/{project}/rubrics/{rubric}/versions", { path: { project, rubric }, body }),
    onSuccess: async (saved) => {
      void cache.invalidateQueries({ queryKey: rubricsKey(project) });
      await cache.invalidateQueries({ queryKey: rubricKey(project, saved.id) });
    },
  });
}

export function useArchiveRubric(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (rubric: string) =>
      callApi("DELETE", "/api/v1/projects/{project}/rubrics/{rubric}", { path: { project, rubric } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: rubricsKey(project) }),
  });
}

export function useSaveJudge(project: string, judge: string | null) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: JudgeBody): Promise<Judge> =>
      judge === null
        ? callApi("POST", "/api/v1/projects/{project}/judges", { path: { project }, body })
        : callApi("POST", "/api/v1/projects/{project}/judges/{judge}/versions", { path: { project, judge }, body }),
    onSuccess: async (saved) => {
      void cache.invalidateQueries({ queryKey: judgesKey(project) });
      void cache.invalidateQueries({ queryKey: passportsKey(project) });
      await cache.invalidateQueries({ queryKey: judgeKey(project, saved.id) });
    },
  });
}

export function useArchiveJudge(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (judge: string) =>
      callApi("DELETE", "/api/v1/projects/{project}/judges/{judge}", { path: { project, judge } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: judgesKey(project) }),
  });
}

/** Start an exam: the judge judges answers again under changes that should not matter. */
export function useExamine(project: string, judge: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ExamBody) =>
      callApi("POST", "/api/v1/projects/{project}/judges/{judge}/exams", { path: { project, judge }, body }),
    onSuccess: (_, { run }) => {
      void cache.invalidateQueries({ queryKey: passportsKey(project) });
      void cache.invalidateQueries({ queryKey: ["run", project, run] });
    },
  });
}
