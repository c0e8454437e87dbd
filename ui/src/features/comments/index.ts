/** What the screens of runs, datasets, prompts, experiments and leaderboards need. */
export { CommentThreads } from "./CommentThreads";
export { staleComments } from "./events";
export { useOpenThreads } from "./useOpenThreads";
