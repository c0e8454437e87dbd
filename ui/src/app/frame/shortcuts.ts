/** Keyboard shortcuts: single keys and two-key sequences, silent while someone types. */
import { useEffect, useEffectEvent } from "react";

export type Shortcuts = Record<string, () => void>;

const SEQUENCE_MS = 1_000;

/** "mod+k" for Ctrl or Cmd, the plain key otherwise; null for keys that are none of our business. */
export function keyName(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): string | null {
  if (event.altKey || event.key.length !== 1) return null;
  const key = event.key.toLowerCase();
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
}

/** The shortcut that this key completes, given the key before it. */
export function matchShortcut(names: readonly string[], previous: string | null, key: string): string | null {
  const sequence = previous ? `${previous} ${key}` : null;
  if (sequence && names.includes(sequence)) return sequence;
  return names.includes(key) ? key : null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useEffectEvent(() => shortcuts);
  useEffect(() => {
    let previous: { key: string; at: number } | null = null;
    const listen = (event: KeyboardEvent) => {
      const key = keyName(event);
      if (!key) return;
      const withModifier = key.startsWith("mod+");
      if (
        !withModifier &&
        (isTyping(event.target) || document.querySelector("[role=dialog],[role=menu],[role=listbox]"))
      )
        return;
      const before = previous && event.timeStamp - previous.at < SEQUENCE_MS ? previous.key : null;
      previous = { key, at: event.timeStamp };
      const all = current();
      const found = matchShortcut(Object.keys(all), before, key);
      if (!found) return;
      event.preventDefault();
      previous = null;
      all[found]?.();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
