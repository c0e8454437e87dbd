/** What happened to boards of the arena, as plain sentences. Pure; the names are data and are shown as text. */
import type { ProjectEvent } from "@/api/types";

/** Null for events of other things. */
export function boardNews({ type, data }: Pick<ProjectEvent, "type" | "data">): string | null {
  const { name } = data as { name?: unknown };
  const board = typeof name === "string" && name ? `the leaderboard “${name}”` : "a leaderboard";
  switch (type) {
    case "board.created":
      return `created ${board}`;
    case "board.changed":
      return `changed ${board}`;
    case "board.removed":
      return `removed ${board}`;
    default:
      return null;
  }
}
