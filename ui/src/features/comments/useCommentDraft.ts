/** What was typed and not sent stays in this tab, until it is sent. */
import { useState } from "react";
import { NOTHING_WRITTEN, type Writing } from "./commentText";

const keyOf = (name: string) => `edison.comment.${name}`;

function readDraft(name: string): Writing | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as Partial<Writing> | null;
    return typeof found?.text === "string" ? { text: found.text, people: found.people ?? {} } : null;
  } catch {
    return null;
  }
}

export function hasDraft(name: string): boolean {
  return readDraft(name) !== null;
}

export function forgetDraft(name: string): void {
  sessionStorage.removeItem(keyOf(name));
}

export function useCommentDraft(name: string, start: Writing = NOTHING_WRITTEN) {
  const [writing, setWriting] = useState(() => readDraft(name) ?? start);
  const write = (next: Writing) => {
    setWriting(next);
    if (next.text.trim() === "" || next.text === start.text) forgetDraft(name);
    else sessionStorage.setItem(keyOf(name), JSON.stringify(next));
  };
  return [writing, write] as const;
}
