/** Whether the dialog for a new project is open; see NewProjectOpener. */
import { useSyncExternalStore } from "react";

let open = false;
const listeners = new Set<() => void>();

export function setNewProjectOpen(next: boolean): void {
  open = next;
  listeners.forEach((listener) => listener());
}

export function openNewProject(): void {
  setNewProjectOpen(true);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useNewProjectOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open);
}
