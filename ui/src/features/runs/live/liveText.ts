/**
 * What models are saying at this moment, for the cells in sight. It is never kept:
 * the finished cell has the whole answer.
 */
import { useSyncExternalStore } from "react";

interface LiveText {
  attempt: number;
  /** The end of what was said so far. */
  text: string;
  /** How much was said so far. */
  length: number;
}

const texts = new Map<string, LiveText>();
const listeners = new Map<string, Set<() => void>>();
const keyOf = (run: string, ordinal: number) => `${run} ${ordinal}`;

export function say(run: string, ordinal: number, said: LiveText): void {
  const key = keyOf(run, ordinal);
  const before = texts.get(key);
  if (before && isOld(before, said)) return;
  texts.set(key, said);
  listeners.get(key)?.forEach((listener) => listener());
}

/**
 * A word may come late; but fewer words that are not the same, or none, are a call that was made again after it broke.
 */
function isOld(before: LiveText, said: LiveText): boolean {
  if (before.attempt !== said.attempt) return before.attempt > said.attempt;
  return said.length > 0 && said.length < before.length && before.text.startsWith(said.text);
}

/** The run is no longer followed, or these cells have their answers. */
export function forget(run: string, ordinals?: readonly number[]): void {
  const keys = ordinals
    ? ordinals.map((ordinal) => keyOf(run, ordinal))
    : [...texts.keys()].filter((key) => key.startsWith(`${run} `));
  for (const key of keys) if (texts.delete(key)) listeners.get(key)?.forEach((listener) => listener());
}

export function useLiveText(run: string, ordinal: number): LiveText | null {
  const key = keyOf(run, ordinal);
  return useSyncExternalStore(
    (listener) => {
      const all = listeners.get(key) ?? new Set();
      listeners.set(key, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(key);
      };
    },
    () => texts.get(key) ?? null,
  );
}

/** A frame of the stream; null: not one we understand. Pure. */
export function readFrame(data: unknown): ({ ordinal: number } & LiveText) | null {
  if (typeof data !== "object" || data === null) return null;
  const { ordinal, attempt, text, length } = data as Record<string, unknown>;
  if (
    typeof ordinal !== "number" ||
    typeof attempt !== "number" ||
    typeof text !== "string" ||
    typeof length !== "number"
  )
    return null;
  return { ordinal, attempt, text, length };
}
