/** What models are saying at this moment, for the cells in sight. It is never kept: the finished cell has the whole answer. */
import { useSyncExternalStore } from "react";

export interface LiveText {
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
  // An attempt that was given up may still have a word on the way.
  if (before && (before.attempt > said.attempt || (before.attempt === said.attempt && before.length > said.length))) return;
  texts.set(key, said);
  listeners.get(key)?.forEach((listener) => listener());
}

/** The run is no longer followed, or these cells have their answers. */
export function forget(run: string, ordinals?: readonly number[]): void {
  const keys = ordinals ? ordinals.map((ordinal) => keyOf(run, ordinal)) : [...texts.keys()].filter((key) => key.startsWith(`${run} `));
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
  if (typeof ordinal !== "number" || typeof attempt !== "number" || typeof text !== "string" || typeof length !== "number") return null;
  return { ordinal, attempt, text, length };
}
