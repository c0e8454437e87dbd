/** What happened to comments, as plain sentences. The events do not hold the text. Pure. */
import type { ProjectEvent } from "@/api/types";

const SUBJECTS: Record<string, string> = {
  cell: "a cell of a run",
  case: "a case",
  version: "a prompt version",
  run: "a run",
  experiment: "an experiment",
  board: "a leaderboard",
  suggestion: "a suggestion",
};

/** Null for events of other things. */
export function commentNews({ type, data }: Pick<ProjectEvent, "type" | "data">): string | null {
  const { id, thread, kind, changed } = data as { id?: string; thread?: string; kind?: string; changed?: string[] };
  const subject = SUBJECTS[kind ?? ""] ?? "something";
  const how = changed?.[0];
  switch (type) {
    case "comment.added":
      return id === thread ? `commented on ${subject}` : `replied to a comment on ${subject}`;
    case "comment.changed":
      return how === "deleted" ? `deleted a comment on ${subject}` : `edited a comment on ${subject}`;
    case "comment.resolved":
      return how === "opened" ? `opened a thread on ${subject} again` : `resolved a thread on ${subject}`;
    default:
      return null;
  }
}
