import { useQuery } from "@tanstack/react-query";
import type { CommentSubjectKind } from "@/api/types";
import { openThreadsQuery } from "./api";

const NONE: ReadonlyMap<string, number> = new Map();

/** The number of open threads on each part of a subject that has any, such as the cells of a run. */
export function useOpenThreads(
  project: string,
  kind: CommentSubjectKind,
  subject: string,
): ReadonlyMap<string, number> {
  return useQuery(openThreadsQuery(project, kind, subject)).data ?? NONE;
}
