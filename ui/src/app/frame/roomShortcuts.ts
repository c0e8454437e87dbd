/** The rooms of a project and the key after G that leads there: what the help says is what is done. Pure. */

interface RoomShortcut {
  key: string;
  text: string;
  /** Behind the address of the project. */
  path: string;
}

/** G G, G T, G C and G L belong to the grid of the workbench. */
export const ROOM_SHORTCUTS: readonly RoomShortcut[] = [
  { key: "h", text: "Go to project home", path: "" },
  { key: "w", text: "Go to the workbench", path: "/workbench" },
  { key: "o", text: "Go to prompts", path: "/prompts" },
  { key: "d", text: "Go to datasets", path: "/datasets" },
  { key: "r", text: "Go to runs", path: "/runs" },
  { key: "e", text: "Go to experiments", path: "/experiments" },
  { key: "b", text: "Go to the arena and its leaderboards", path: "/arena" },
  { key: "j", text: "Go to judges and rubrics", path: "/judges" },
  { key: "n", text: "Go to annotation queues", path: "/annotate" },
  { key: "v", text: "Go to reviews", path: "/reviews" },
  { key: "u", text: "Go to suites and monitors", path: "/suites" },
  { key: "q", text: "Go to alerts", path: "/alerts" },
  { key: "y", text: "Go to reports", path: "/reports" },
  { key: "i", text: "Go to models", path: "/models" },
  { key: "k", text: "Go to credentials (keys)", path: "/settings/credentials" },
  { key: "m", text: "Go to project members", path: "/settings/members" },
  { key: "s", text: "Go to project settings", path: "/settings/general" },
];
