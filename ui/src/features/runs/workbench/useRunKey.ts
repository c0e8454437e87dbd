/** Ctrl or Cmd and Enter run from anywhere on the screen, except from a dialog over it. */
import { useEffect, useEffectEvent } from "react";

export function useRunKey(run: () => void): void {
  const press = useEffectEvent(run);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || event.repeat) return;
      const dialog = event.target instanceof Element ? event.target.closest("[role=dialog]") : null;
      // The small windows of the toolbar belong to the screen.
      if (dialog && !dialog.hasAttribute("data-run-keys")) return;
      event.preventDefault();
      press();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
