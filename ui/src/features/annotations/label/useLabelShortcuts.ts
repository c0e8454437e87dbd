/** Keys of the labelling screen. They come before those of the whole product, and are silent while someone types. */
import { useEffect, useEffectEvent } from "react";
import { inSequence } from "@/shared/keys/sequence";

export function useLabelShortcuts(onKey: (key: string) => boolean, onSend: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (document.querySelector("[role=dialog],[role=menu],[role=listbox]")) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") return taken(event, onSend);
    if (event.ctrlKey || event.metaKey || event.altKey || inSequence(event.timeStamp)) return;
    if (target && ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName)) {
      if (event.key === "Escape") target.blur();
      else if (event.key === "Enter" && target.tagName === "INPUT") taken(event, () => onKey("Enter"));
      return;
    }
    // A link or a button that has the focus keeps its Enter; the values to choose from do not need it.
    if (event.key === "Enter" && target?.closest("a, button") && !target.closest("[data-answer]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (onKey(key)) taken(event, () => undefined);
  });
  useEffect(() => {
    // Caught on the way down: the product's own shortcuts listen on the way up.
    window.addEventListener("keydown", handle, { capture: true });
    return () => window.removeEventListener("keydown", handle, { capture: true });
  }, []);
}

function taken(event: KeyboardEvent, act: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  act();
}
