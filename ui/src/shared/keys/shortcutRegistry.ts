/**
 * All keyboard shortcuts of the product and where they work: the help shows them, and a test finds keys that are bound
 * twice. The labelling screen has its own list, because its keys depend on the question. Pure.
 */

export interface Shortcut {
  /** Pressed together with Ctrl, or one after the other; `either` means any one of them. */
  keys: readonly string[];
  text: string;
  either?: boolean;
}

export interface RoomShortcut {
  /** Pressed after G. */
  key: string;
  text: string;
  /** Behind the address of the project. */
  path: string;
}

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

/** One help, wherever it is opened: a screen with keys of its own shows those. */
export const HELP: Shortcut = { keys: ["?"], text: "Show the keyboard shortcuts" };

export const EVERYWHERE: readonly Shortcut[] = [
  { keys: ["Ctrl", "K"], text: "Search and run commands" },
  { keys: ["C"], text: "New project" },
  { keys: ["G", "P"], text: "Go to projects" },
  ...ROOM_SHORTCUTS.map(({ key, text }) => ({ keys: ["G", key.toUpperCase()], text })),
  { keys: ["G", "A"], text: "Go to your account" },
  { keys: ["["], text: "Collapse or open the side rail" },
  HELP,
];

/** Those of the grid need the focus in it: Tab goes there, or a click on a cell. */
export const WORKBENCH: readonly Shortcut[] = [
  { keys: ["Ctrl", "↵"], text: "Run the prompt, from anywhere on the screen" },
  { keys: ["Ctrl", "Shift", "Z"], text: "Wrap long lines in the editor" },
  { keys: ["↑", "↓", "←", "→"], text: "Move from cell to cell", either: true },
  { keys: ["↵"], text: "Open the cell" },
  { keys: ["Esc"], text: "Close the open panel or dialog" },
  { keys: ["1", "…", "9"], text: "Go to a column", either: true },
  { keys: ["G", "G"], text: "Show scores" },
  { keys: ["G", "T"], text: "Show tokens" },
  { keys: ["G", "C"], text: "Show costs" },
  { keys: ["G", "L"], text: "Show latencies" },
  { keys: ["+"], text: "Thumbs up" },
  { keys: ["-"], text: "Thumbs down" },
  { keys: ["F"], text: "Flag for review" },
  { keys: ["R"], text: "Run the cell again" },
  { keys: ["S"], text: "Show all answers to a case side by side" },
];

export const VOTING: readonly Shortcut[] = [
  { keys: ["1", "←"], text: "The left answer is better", either: true },
  { keys: ["2", "→"], text: "The right answer is better", either: true },
  { keys: ["T"], text: "They are equally good" },
  { keys: ["B"], text: "Both are bad" },
  { keys: ["U"], text: "Undo the last vote" },
  HELP,
];

export const REVIEW: readonly Shortcut[] = [
  { keys: ["."], text: "Approve the suggestion" },
  { keys: [","], text: "Reject the suggestion" },
  { keys: ["E"], text: "Edit the suggestion" },
];

/** Keys with two meanings where both lists apply, or that begin a sequence and mean something alone. */
export function conflictsIn(...lists: readonly (readonly Shortcut[])[]): string[] {
  const meanings = new Map<string, Set<string>>();
  for (const { keys, text, either } of lists.flat())
    for (const chord of either ? keys : [keys.join(" ")])
      meanings.set(chord, (meanings.get(chord) ?? new Set<string>()).add(text));
  const twice = [...meanings].filter(([, texts]) => texts.size > 1).map(([chord]) => chord);
  const begins = [...meanings.keys()].filter((chord) =>
    [...meanings.keys()].some((one) => one.startsWith(`${chord} `)),
  );
  return [...new Set([...twice, ...begins])];
}
