/** What a project event means for comments in the cache. Pure. */
import type { ProjectEvent } from "@/api/types";
import { commentsKey } from "./keys";

/** Names of mentioned people and the right to write change with the members. */
const OF_COMMENTS = /^(comment|member)\.|^project\.(archived|restored)$/;

export function staleComments(project: string, { type }: Pick<ProjectEvent, "type">): (readonly unknown[])[] {
  return OF_COMMENTS.test(type) ? [commentsKey(project)] : [];
}
