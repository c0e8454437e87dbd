import { useRef } from "react";

// What opens over the page stands outside #root, so this is always something a person can come back to.
let lastOnPage: HTMLElement | null = null;
function remember({ target }: Event): void {
  const control =
    target instanceof Element ? target.closest("#root :is(a, button, input, textarea, [tabindex])") : null;
  if (control instanceof HTMLElement) lastOnPage = control;
}
document.addEventListener("focusin", remember);
// A select takes no focus when it is pressed with the mouse.
document.addEventListener("pointerdown", remember, { capture: true });

/** Dialogs here are opened by state, not by a trigger of their own, so they remember themselves who had the focus. */
export function useFocusReturn() {
  const cameFrom = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      cameFrom.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const before = cameFrom.current;
      // A choice in a menu or a list is gone by now; what opened that menu is not.
      const back =
        before instanceof HTMLElement && before.isConnected && before !== document.body ? before : lastOnPage;
      if (back?.isConnected) back.focus();
    },
  };
}
