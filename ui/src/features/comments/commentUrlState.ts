/** What the address of the list of comments can say. */
import type { ThreadListFilter } from "./api";

export const COMMENT_FILTERS = ["open", "mentions", "resolved", "all"] as const;
export type ShownComments = (typeof COMMENT_FILTERS)[number];

export interface CommentListPlace {
  /** Left out: open threads. */
  show?: ShownComments;
}

export const FILTER_OF: Record<ShownComments, ThreadListFilter> = {
  open: { open: true },
  mentions: { open: true, mentionsMe: true },
  resolved: { open: false },
  all: {},
};
