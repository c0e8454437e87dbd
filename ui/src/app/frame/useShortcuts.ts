/** Keyboard shortcuts: single keys and two-key sequences, silent while someone types. */
import { useEffect, useEffectEvent } from "react";
import { beginSequence, endSequence, SEQUENCE_MS } from "@/shared/keys/sequence";

type Shortcuts = Record<string, () => void>;

/** "mod+k" for Ctrl or Cmd, the plain key otherwise; null for keys that are none of our business. */
export function keyName(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): string | null {
  if (event.altKey || event.key.length !== 1) return null;
  const key = event.key.toLowerCase();
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
}

/** The shortcut that this key completes, given the key before it. Within a sequence a key is never one of its own. */
export function matchShortcut(names: readonly string[], previous: string | null, key: string): string | null {
  const begun = previous !== null && names.some((name) => name.startsWith(`${previous} `));
  const wanted = begun ? `${previous} ${key}` : key;
  return names.includes(wanted) ? wanted : null;
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
      const names = Object.keys(current());
      const begins = names.some((name) => name.startsWith(`${key} `));
      const before = previous && event.timeStamp - previous.at < SEQUENCE_MS ? previous.key : null;
      previous = begins && before === null ? { key, at: event.timeStamp } : null;
      if (previous) beginSequence(event.timeStamp);
      else endSequence();
      // The grid of the workbench has keys of its own: what it took is not ours. Where it took a G, ours may follow.
      if (event.defaultPrevented) return;
      const found = matchShortcut(names, before, key);
      if (!found) return;
      event.preventDefault();
      previous = null;
      current()[found]?.();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
