/** Keys of the voting screen. They come before those of the whole product, and are silent while a dialog is open. */
import { useEffect, useEffectEvent } from "react";
import { inSequence } from "@/shared/keys/sequence";
import { type Wish, wishOf } from "./voteShortcuts";

export function useVoteKeys(onWish: (wish: Wish) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (inSequence(event.timeStamp)) return;
    if (document.querySelector("[role=dialog],[role=menu],[role=listbox]")) return;
    if (event.target instanceof HTMLElement && ["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName)) return;
    const wish = wishOf(event.key);
    if (wish === null) return;
    event.preventDefault();
    event.stopPropagation();
    // A key that is held down is one vote, not fifty.
    if (!event.repeat) onWish(wish);
  });
  useEffect(() => {
    // Caught on the way down: the product's own shortcuts listen on the way up.
    window.addEventListener("keydown", handle, { capture: true });
    return () => window.removeEventListener("keydown", handle, { capture: true });
  }, []);
}
