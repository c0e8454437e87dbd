/** Prompts: lists, one prompt with its draft, its versions, and the rendered prompt. */
import { keepPreviousData } from "@tanstack/react-query";
import type { PromptKind } from "@/api/types";
import { getQuery, pagedQuery, postQuery } from "@/shared/http/queries";
import type { ContentBody } from "./draft/draftContent";
import { promptKey, promptsKey } from "./keys";

export { promptKey, promptsKey };

export interface PromptFilter {
  search?: string;
  kind?: PromptKind;
}

export const PROMPT_KINDS = ["generator", "grader"] as const satisfies readonly PromptKind[];

const PAGE = 50;
const VERSIONS_PAGE = 30;
/** Rendered prompts are dropped soon, because every key that is typed renders another. */
const KEEP_RENDERED_MS = 15_000;

export const versionsKey = (project: string, prompt: string) => [...promptKey(project, prompt), "versions"] as const;

export function promptListQuery(project: string, filter: PromptFilter) {
  return pagedQuery(
    [...promptsKey(project), filter],
    "/api/v1/projects/{project}/prompts",
    { path: { project }, query: { limit: PAGE, ...filter } },
    { placeholderData: keepPreviousData },
  );
}

/** The first few that fit a word, for the command palette. */
export function fewPromptsQuery(project: string, search: string, limit = 6) {
  return getQuery(
    [...promptsKey(project), "few", search, limit],
    "/api/v1/projects/{project}/prompts",
    { path: { project }, query: { limit, search: search || undefined } },
    { placeholderData: keepPreviousData },
  );
}

export function promptQuery(project: string, prompt: string) {
  return getQuery(promptKey(project, prompt), "/api/v1/projects/{project}/prompts/{prompt}", {
    path: { project, prompt },
  });
}

export function versionListQuery(project: string, prompt: string) {
  return pagedQuery(versionsKey(project, prompt), "/api/v1/projects/{project}/prompts/{prompt}/versions", {
    path: { project, prompt },
    query: { limit: VERSIONS_PAGE },
  });
}

export function versionQuery(project: string, prompt: string, number: number) {
  return getQuery(
    [...promptKey(project, prompt), "version", number],
    "/api/v1/projects/{project}/prompts/{prompt}/versions/{number}",
    { path: { project, prompt, number } },
  );
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
  return getQuery(
    [...promptKey(project, prompt), "lineage", metric ?? null, target ?? null],
    "/api/v1/projects/{project}/prompts/{prompt}/lineage",
    { path: { project, prompt }, query: { metric: metric || undefined, target: target || undefined } },
    { placeholderData: keepPreviousData },
  );
}

export function compareQuery(project: string, prompt: string, a: number, b: number) {
  return getQuery(
    // Not below the prompt's own key: two versions never change, whatever happens to the prompt.
    ["prompt-compare", project, prompt, a, b],
    "/api/v1/projects/{project}/prompts/{prompt}/compare",
    { path: { project, prompt }, query: { a, b } },
    { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
  );
}

export function renderQuery(
  project: string,
  content: ContentBody,
  values: Record<string, unknown>,
  model: { name: string; provider: string } | null = null,
) {
  return postQuery(
    ["prompt-rendered", project, content, values, model?.name, model?.provider],
    "/api/v1/projects/{project}/prompts/render",
    { path: { project }, body: { content, values, model: model?.name ?? "", provider: model?.provider ?? "" } },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: KEEP_RENDERED_MS, placeholderData: keepPreviousData },
  );
}
