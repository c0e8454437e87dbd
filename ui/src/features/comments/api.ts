/** Comments: the threads of a subject or of the project, the number of threads, and every change of them. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CommentSubjectKind } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery } from "@/shared/http/queries";
import { commentsKey } from "./keys";
import type { Subject } from "./types";

const PAGE = 20;

export function subjectThreadsQuery(project: string, { kind, id, part }: Subject) {
  return pagedQuery([...commentsKey(project), "subject", kind, id, part ?? ""], "/api/v1/projects/{project}/comments", {
    path: { project },
    query: { limit: PAGE, kind, subject: id, part },
  });
}

export interface ThreadListFilter {
  open?: boolean | undefined;
  mentionsMe?: boolean | undefined;
  kind?: CommentSubjectKind | undefined;
}

export function threadListQuery(project: string, { open, mentionsMe, kind }: ThreadListFilter) {
  return pagedQuery(
    [...commentsKey(project), "list", open ?? null, mentionsMe ?? false, kind ?? null],
    "/api/v1/projects/{project}/comments",
    { path: { project }, query: { limit: PAGE, open, mentions_me: mentionsMe, kind } },
    { placeholderData: keepPreviousData },
  );
}

/** The number of open threads by part, such as the ordinal of a cell. */
export function openThreadsQuery(project: string, kind: CommentSubjectKind, subject: string) {
  return getQuery(
    [...commentsKey(project), "counts", kind, subject],
    "/api/v1/projects/{project}/comments/counts",
    { path: { project }, query: { kind, subject } },
    {
      select: ({ items }): ReadonlyMap<string, number> =>
        new Map(items.filter(({ open }) => open > 0).map(({ part, open }) => [part, open])),
    },
  );
}

export function exportUrl(project: string): string {
  return `/api/v1/projects/${encodeURIComponent(project)}/comments/export`;
}

function useRead(project: string) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: commentsKey(project) });
}

export function useStartThread(project: string, { kind, id, part }: Subject) {
  return useMutation({
    mutationFn: (text: string) =>
      callApi("POST", "/api/v1/projects/{project}/comments", {
        path: { project },
        body: { kind, subject: id, part: part ?? "", text },
      }),
    onSuccess: useRead(project),
  });
}

export function useReply(project: string, comment: string) {
  return useMutation({
    mutationFn: (text: string) =>
      callApi("POST", "/api/v1/projects/{project}/comments/{comment}/replies", {
        path: { project, comment },
        body: { text },
      }),
    onSuccess: useRead(project),
  });
}

export function useEditComment(project: string, comment: string) {
  return useMutation({
    mutationFn: (text: string) =>
      callApi("PATCH", "/api/v1/projects/{project}/comments/{comment}", { path: { project, comment }, body: { text } }),
    onSuccess: useRead(project),
  });
}

export function useDeleteComment(project: string, comment: string) {
  return useMutation({
    mutationFn: () =>
      callApi("DELETE", "/api/v1/projects/{project}/comments/{comment}", { path: { project, comment } }),
    onSuccess: useRead(project),
  });
}

export function useResolve(project: string, thread: string) {
  const read = useRead(project);
  return useMutation({
    mutationFn: (resolved: boolean) =>
      resolved
        ? callApi("POST", "/api/v1/projects/{project}/comments/{comment}/resolve", {
            path: { project, comment: thread },
          })
        : callApi("POST", "/api/v1/projects/{project}/comments/{comment}/reopen", {
            path: { project, comment: thread },
          }),
    // Somebody else may have done it already.
    onSettled: read,
  });
}
