/** Keys of a review. Silent while someone types or a dialog is open, and before those of the whole product. */
import { useEffect, useEffectEvent } from "react";
import { inSequence } from "@/shared/keys/sequence";

export function useReviewKeys(keys: Record<string, () => void>): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (inSequence(event.timeStamp)) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target && (target.isContentEditable || target.closest("input, textarea, select, [contenteditable=true]")))
      return;
    if (document.querySelector("[role=dialog],[role=alertdialog],[role=menu],[role=listbox]")) return;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  useEffect(() => {
    // Caught on the way down: the product's own shortcuts listen on the way up.
    window.addEventListener("keydown", handle, { capture: true });
    return () => window.removeEventListener("keydown", handle, { capture: true });
  }, []);
}
