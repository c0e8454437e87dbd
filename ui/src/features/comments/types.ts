import type { CommentSubjectKind, CommentThread } from "@/api/types";

export type PostedComment = CommentThread["comments"][number];

/** What is commented on. The part is the ordinal of a cell, the id of a case or the number of a version. */
export interface Subject {
  kind: CommentSubjectKind;
  id: string;
  part?: string;
}
