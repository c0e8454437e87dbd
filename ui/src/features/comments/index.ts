/** What the screens of runs, datasets, prompts, experiments and leaderboards need. */
export { COMMENT_FILTERS, type CommentListPlace } from "./commentUrlState";
export { CommentThreads } from "./CommentThreads";
export { staleComments } from "./events";
export { useOpenThreads } from "./useOpenThreads";
