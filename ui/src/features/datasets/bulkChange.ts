/** A bulk change of cases: its form values, its summary and the body of the request. Pure. */
import type { Split } from "@/api/types";
import type { BulkChange } from "./api";
import { SPLIT_NAMES } from "./datasetKinds";

export const KEEP = "keep";

export interface BulkValues {
  add: string[];
  remove: string[];
  split: Split | typeof KEEP;
  /** "keep", "none" or a number as text. */
  difficulty: string;
}

export const UNCHANGED: BulkValues = { add: [], remove: [], split: KEEP, difficulty: KEEP };

export function toBulkChange({ add, remove, split, difficulty }: BulkValues): BulkChange {
  return {
    ...(add.length > 0 ? { add_tags: add } : {}),
    ...(remove.length > 0 ? { remove_tags: remove } : {}),
    ...(split === KEEP ? {} : { split }),
    ...(difficulty === "none"
      ? { clear_difficulty: true }
      : difficulty === KEEP
        ? {}
        : { difficulty: Number(difficulty) }),
  };
}

/** What is about to happen; null when nothing is. */
export function bulkSentence({ add, remove, split, difficulty }: BulkValues): string | null {
  const parts = [
    add.length > 0 && `adds ${quoted(add)}`,
    remove.length > 0 && `removes ${quoted(remove)}`,
    split !== KEEP &&
      (split === "none"
        ? "removes the cases from their split"
        : `moves the cases to ${SPLIT_NAMES[split].toLowerCase()}`),
    difficulty !== KEEP && (difficulty === "none" ? "clears the difficulty" : `sets difficulty ${difficulty}`),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const text = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}` : (parts[0] ?? "");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function quoted(tags: readonly string[]): string {
  return tags.map((tag) => `“${tag}”`).join(", ");
}
