/** Rubrics, judges and passports in the cache, and what can be done to them. */
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  ExamBody,
  ExamKind,
  Judge,
  JudgeBody,
  JudgePage,
  Passport,
  PassportSizeChoice,
  Rubric,
  RubricBody,
  RubricPage,
} from "@/api/types";
import { api, unwrap } from "@/shared/http/client";

const PAGE = 50;
/** As many as a picker can show; the server gives no more at once. */
const MANY = 100;

export const rubricsKey = (project: string) => ["rubrics", project] as const;
export const rubricKey = (project: string, rubric: string) => ["rubric", project, rubric] as const;
export const judgesKey = (project: string) => ["judges", project] as const;
export const judgeKey = (project: string, judge: string) => ["judge", project, judge] as const;
export const passportsKey = (project: string) => ["passport", project] as const;

export function rubricListQuery(project: string) {
  return infiniteQueryOptions({
    queryKey: [...rubricsKey(project), "list"],
    queryFn: ({ pageParam, signal }): Promise<RubricPage> =>
      unwrap(
        api.GET("/api/v1/projects/{project}/rubrics", {
          params: { path: { project }, query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
  });
}

export function rubricChoicesQuery(project: string) {
  return queryOptions({
    queryKey: [...rubricsKey(project), "few"],
    queryFn: ({ signal }): Promise<RubricPage> =>
      unwrap(
        api.GET("/api/v1/projects/{project}/rubrics", {
          params: { path: { project }, query: { limit: MANY } },
          signal,
        }),
      ),
  });
}

/** No version: the newest. */
export function rubricQuery(project: string, rubric: string, version?: number) {
  return queryOptions({
    queryKey: [...rubricKey(project, rubric), version ?? "newest"],
    queryFn: ({ signal }): Promise<Rubric> =>
      unwrap(
        api.GET("/api/v1/projects/{project}/rubrics/{rubric}", {
          params: { path: { project, rubric }, query: version === undefined ? {} : { version } },
          signal,
        }),
      ),
  });
}

export function judgeListQuery(project: string) {
  return infiniteQueryOptions({
    queryKey: [...judgesKey(project), "list"],
    queryFn: ({ pageParam, signal }): Promise<JudgePage> =>
      unwrap(
        api.GET("/api/v1/projects/{project}/judges", {
          params: { path: { project }, query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
  });
}

/** For whoever offers judges to choose from. */
export function judgeChoicesQuery(project: string) {
  return queryOptions({
    queryKey: [...judgesKey(project), "few"],
    queryFn: ({ signal }): Promise<JudgePage> =>
      unwrap(
        api.GET("/api/v1/projects/{project}/judges", { params: { path: { project }, query: { limit: MANY } }, signal }),
      ),
  });
}

export function judgeQuery(project: string, judge: string, version?: number) {
  return queryOptions({
    queryKey: [...judgeKey(project, judge), version ?? "newest"],
    queryFn: ({ signal }): Promise<Judge> =>
      unwrap(
        api.GET("/api/v1/projects/{project}/judges/{judge}", {
          params: { path: { project, judge }, query: version === undefined ? {} : { version } },
          signal,
        }),
      ),
  });
}

export function passportQuery(project: string, judge: string, version?: number) {
  return queryOptions({
    queryKey: [...passportsKey(project), judge, version ?? "newest"],
    queryFn: ({ signal }): Promise<Passport> =>
      unwrap(
        api.GET("/api/v1/projects/{project}/judges/{judge}/passport", {
          params: { path: { project, judge }, query: version === undefined ? {} : { version } },
          signal,
        }),
      ),
  });
}

/** What each size of passport costs and finds. A pairwise judge needs no run. */
export function passportSizesQuery(
  project: string,
  judge: string,
  version: number,
  run: string | null,
  kinds: readonly ExamKind[] = [],
) {
  return queryOptions({
    queryKey: [...passportsKey(project), judge, version, "sizes", run, kinds],
    queryFn: ({ signal }): Promise<PassportSizeChoice[]> =>
      unwrap(
        api.GET("/api/v1/projects/{project}/judges/{judge}/passport-sizes", {
          params: { path: { project, judge }, query: { version, ...(run === null ? {} : { run, kinds: [...kinds] }) } },
          signal,
        }),
      ),
  });
}

/** Null: a new rubric; else a new version of this one. */
export function useSaveRubric(project: string, rubric: string | null) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: RubricBody): Promise<Rubric> =>
      rubric === null
        ? unwrap(api.POST("/api/v1/projects/{project}/rubrics", { params: { path: { project } }, body }))
        : unwrap(
            api.POST("/api/v1/projects/{project}/rubrics/{rubric}/versions", {
              params: { path: { project, rubric } },
              body,
            }),
          ),
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
      unwrap(api.DELETE("/api/v1/projects/{project}/rubrics/{rubric}", { params: { path: { project, rubric } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: rubricsKey(project) }),
  });
}

export function useSaveJudge(project: string, judge: string | null) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: JudgeBody): Promise<Judge> =>
      judge === null
        ? unwrap(api.POST("/api/v1/projects/{project}/judges", { params: { path: { project } }, body }))
        : unwrap(
            api.POST("/api/v1/projects/{project}/judges/{judge}/versions", {
              params: { path: { project, judge } },
              body,
            }),
          ),
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
      unwrap(api.DELETE("/api/v1/projects/{project}/judges/{judge}", { params: { path: { project, judge } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: judgesKey(project) }),
  });
}

/** Asks the judge about answers it has judged before, in ways that a sound judge does not mind. */
export function useExamine(project: string, judge: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ExamBody) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/judges/{judge}/exams", { params: { path: { project, judge } }, body }),
      ),
    onSuccess: (_, { run }) => {
      void cache.invalidateQueries({ queryKey: passportsKey(project) });
      void cache.invalidateQueries({ queryKey: ["run", project, run] });
    },
  });
}
