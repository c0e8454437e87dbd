/** Prompts in the cache: lists, one prompt with its draft, its versions, and what it comes to with values put in. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { PromptKind } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";
import type { ContentBody } from "./draft/draftContent";

export interface PromptFilter {
  search?: string;
  kind?: PromptKind;
}

export const PROMPT_KINDS = ["generator", "grader"] as const satisfies readonly PromptKind[];

const PAGE = 50;
const VERSIONS_PAGE = 30;
/** What was rendered a moment ago is soon of no use: every key typed makes another. */
const KEEP_RENDERED_MS = 15_000;

export const promptsKey = (project: string) => ["prompts", project] as const;
export const promptKey = (project: string, prompt: string) => ["prompt", project, prompt] as const;
export const versionsKey = (project: string, prompt: string) => [...promptKey(project, prompt), "versions"] as const;

export function promptListQuery(project: string, filter: PromptFilter) {
  return infiniteQueryOptions({
    queryKey: [...promptsKey(project), filter],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/prompts", {
          params: { path: { project }, query: { limit: PAGE, ...filter, ...(pageParam ? { cursor: pageParam } : {}) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
    placeholderData: keepPreviousData,
  });
}

/** The first few that fit a word, for the command palette. */
export function fewPromptsQuery(project: string, search: string, limit = 6) {
  return queryOptions({
    queryKey: [...promptsKey(project), "few", search, limit],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/prompts", {
          params: { path: { project }, query: { limit, ...(search ? { search } : {}) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function promptQuery(project: string, prompt: string) {
  return queryOptions({
    queryKey: promptKey(project, prompt),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/v1/projects/{project}/prompts/{prompt}", { params: { path: { project, prompt } }, signal })),
  });
}

export function versionListQuery(project: string, prompt: string) {
  return infiniteQueryOptions({
    queryKey: versionsKey(project, prompt),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/prompts/{prompt}/versions", {
          params: {
            path: { project, prompt },
            query: { limit: VERSIONS_PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
  });
}

export function versionQuery(project: string, prompt: string, number: number) {
  return queryOptions({
    queryKey: [...promptKey(project, prompt), "version", number],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/prompts/{prompt}/versions/{number}", {
          params: { path: { project, prompt, number } },
          signal,
        }),
      ),
  });
}

/**
 * Below the prompt's own key: a version that is saved makes it stale. Scores come from elsewhere,
 * so it is read again on every visit.
 */
export interface WantedScores {
  metric?: string | undefined;
  /** The model whose scores are shown. */
  target?: string | undefined;
}

export function lineageQuery(project: string, prompt: string, { metric, target }: WantedScores = {}) {
  return queryOptions({
    queryKey: [...promptKey(project, prompt), "lineage", metric ?? null, target ?? null],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/prompts/{prompt}/lineage", {
          params: {
            path: { project, prompt },
            query: { ...(metric ? { metric } : {}), ...(target ? { target } : {}) },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function compareQuery(project: string, prompt: string, a: number, b: number) {
  return queryOptions({
    // Not below the prompt's own key: two versions never change, whatever happens to the prompt.
    queryKey: ["prompt-compare", project, prompt, a, b],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/prompts/{prompt}/compare", {
          params: { path: { project, prompt }, query: { a, b } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

export function renderQuery(
  project: string,
  content: ContentBody,
  values: Record<string, unknown>,
  model: { name: string; provider: string } | null = null,
) {
  return queryOptions({
    queryKey: ["prompt-rendered", project, content, values, model?.name, model?.provider],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/prompts/render", {
          params: { path: { project } },
          body: { content, values, model: model?.name ?? "", provider: model?.provider ?? "" },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEEP_RENDERED_MS,
    placeholderData: keepPreviousData,
  });
}
