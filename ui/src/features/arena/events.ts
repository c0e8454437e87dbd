/** What a project event means for the boards we have in the cache. Pure. */
import type { ProjectEvent } from "@/api/types";
import { boardKey, boardsBelow, boardsKey } from "./keys";

const OF_BOARDS = new Set(["board.created", "board.changed", "board.removed"]);
/** A run that is scored again has other grades. */
const OF_RUNS = new Set(["run.completed"]);

export function staleBoards(
  project: string,
  { type, data }: Pick<ProjectEvent, "type" | "data">,
): (readonly unknown[])[] {
  if (OF_RUNS.has(type)) return [boardsBelow(project)];
  if (!OF_BOARDS.has(type)) return [];
  const { id } = data as { id?: unknown };
  return [boardsKey(project), typeof id === "string" ? boardKey(project, id) : boardsBelow(project)];
}
