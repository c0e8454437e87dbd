import { useSyncExternalStore } from "react";

// One clock for the page: a timer per time stamp would be hundreds of timers on an audit log.
let now = new Date();
const listeners = new Set<() => void>();
window.setInterval(() => {
  now = new Date();
  listeners.forEach((listener) => listener());
}, 30_000);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current time, rounded to half a minute. Components that use it render again as it changes. */
export function useClock(): Date {
  return useSyncExternalStore(subscribe, () => now);
}
