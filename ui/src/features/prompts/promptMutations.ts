/** Everything that changes a prompt. What the server answers goes where the screens read it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Prompt, PromptKind } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { promptKey, promptsKey, versionsKey } from "./api";
import { type ContentBody, contentOf } from "./draft/draftContent";

export function usePromptWritten(project: string) {
  const cache = useQueryClient();
  return (prompt: Prompt) => {
    cache.setQueryData(promptKey(project, prompt.id), prompt);
    void cache.invalidateQueries({ queryKey: promptsKey(project) });
  };
}

/** A version was made or a label moved: the prompt, its list of versions and all lists are behind. */
function useStale(project: string, prompt: string) {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: promptKey(project, prompt) }),
      cache.invalidateQueries({ queryKey: promptsKey(project) }),
    ]);
}

export function useCreatePrompt(project: string) {
  const written = usePromptWritten(project);
  return useMutation({
    mutationFn: ({ text = "", ...body }: { name: string; kind: PromptKind; description: string; text?: string }) =>
      callApi("POST", "/api/v1/projects/{project}/prompts", {
        path: { project },
        body: { ...body, content: contentOf(text) },
      }),
    onSuccess: written,
  });
}

export function sendDraft(project: string, prompt: string, content: ContentBody, revision: number): Promise<Prompt> {
  return callApi("PATCH", "/api/v1/projects/{project}/prompts/{prompt}", {
    path: { project, prompt },
    body: { content, revision },
  });
}

export function useDescribePrompt(project: string, prompt: string) {
  const written = usePromptWritten(project);
  return useMutation({
    mutationFn: (body: { name?: string; description?: string }) =>
      callApi("PATCH", "/api/v1/projects/{project}/prompts/{prompt}", { path: { project, prompt }, body }),
    onSuccess: written,
  });
}

export function useSaveVersion(project: string, prompt: string) {
  const stale = useStale(project, prompt);
  return useMutation({
    mutationFn: (body: { changelog: string; revision: number; parent?: number }) =>
      callApi("POST", "/api/v1/projects/{project}/prompts/{prompt}/versions", { path: { project, prompt }, body }),
    onSuccess: stale,
  });
}

export function useRestoreVersion(project: string, prompt: string) {
  const stale = useStale(project, prompt);
  return useMutation({
    mutationFn: (number: number) =>
      callApi("POST", "/api/v1/projects/{project}/prompts/{prompt}/versions/{number}/restore", {
        path: { project, prompt, number },
      }),
    onSuccess: stale,
  });
}

export function useForkVersion(project: string, prompt: string) {
  const written = usePromptWritten(project);
  return useMutation({
    mutationFn: ({ number, name }: { number: number; name: string }) =>
      callApi("POST", "/api/v1/projects/{project}/prompts/{prompt}/versions/{number}/fork", {
        path: { project, prompt, number },
        body: { name },
      }),
    onSuccess: written,
  });
}

export function useDuplicatePrompt(project: string, prompt: string) {
  const written = usePromptWritten(project);
  return useMutation({
    mutationFn: () =>
      callApi("POST", "/api/v1/projects/{project}/prompts/{prompt}/duplicate", { path: { project, prompt }, body: {} }),
    onSuccess: written,
  });
}

export function useRemovePrompt(project: string, prompt: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("DELETE", "/api/v1/projects/{project}/prompts/{prompt}", { path: { project, prompt } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: promptsKey(project) }),
  });
}

/** Null takes the label away. */
interface LabelMove {
  label: string;
  number: number | null;
}

export function useMoveLabel(project: string, prompt: string) {
  const written = usePromptWritten(project);
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ label, number }: LabelMove) => {
      const path = { project, prompt, label };
      return number === null
        ? callApi("DELETE", "/api/v1/projects/{project}/prompts/{prompt}/labels/{label}", { path })
        : callApi("PUT", "/api/v1/projects/{project}/prompts/{prompt}/labels/{label}", { path, body: { number } });
    },
    onSuccess: async (moved) => {
      written(moved);
      await cache.invalidateQueries({ queryKey: versionsKey(project, prompt) });
    },
  });
}

/** `{name}` as other tools write it becomes `{{name}}`, in every text that is given. */
export function convertTexts(project: string, texts: readonly string[]): Promise<string[]> {
  return Promise.all(
    texts.map(async (text) => {
      if (!text.includes("{")) return text;
      const converted = await callApi("POST", "/api/v1/projects/{project}/prompts/convert", {
        path: { project },
        body: { text },
      });
      return converted.text;
    }),
  );
}
