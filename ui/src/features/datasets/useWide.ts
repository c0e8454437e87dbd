import { useSyncExternalStore } from "react";

const wide = window.matchMedia("(min-width: 1024px)");

function subscribe(listener: () => void): () => void {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}

/** Whether there is room for a table; below, rows are cards. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}
