/** How the change of a prompt is taken back: it depends on how the suite names the version. Pure. */
import type { Change } from "../types";

export interface Versions {
  prompt: string;
  old: number;
  new: number;
}

interface NamedPrompt {
  prompt: string;
  version?: number | null;
  label?: string | null;
}

type Rollback =
  /** A label that the suite and programs follow is moved. */
  | { kind: "label"; label: string; now: number }
  /** The suite follows the newest version: the old text becomes the newest. */
  | { kind: "newest" }
  /** The suite itself names the version. */
  | { kind: "pinned" }
  | { kind: "done" };

/** Versions of a prompt that can be compared; other changes have none. */
export function versionsOf({ what, entity_id: prompt, old, new: now }: Change): Versions | null {
  const [before, after] = [numberOf(old), numberOf(now)];
  return what === "prompt" && prompt && before && after ? { prompt, old: before, new: after } : null;
}

function numberOf(version: string | null): number | null {
  const found = /^v(\d+)$/.exec(version ?? "")?.[1];
  return found ? Number(found) : null;
}

export function rollbackOf(
  named: readonly NamedPrompt[],
  prompt: { id: string; labels: Record<string, number> },
  old: number,
): Rollback | null {
  const found = named.find((one) => one.prompt === prompt.id);
  if (!found) return null;
  if (found.version) return found.version === old ? { kind: "done" } : { kind: "pinned" };
  if (!found.label || found.label === "latest") return { kind: "newest" };
  const now = prompt.labels[found.label];
  if (now === undefined) return null;
  return now === old ? { kind: "done" } : { kind: "label", label: found.label, now };
}
