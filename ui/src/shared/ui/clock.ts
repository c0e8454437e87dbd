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

/** The time, to half a minute: what shows it is drawn anew as time passes. */
export function useClock(): Date {
  return useSyncExternalStore(subscribe, () => now);
}

/** From where something is seen: what is newer than the clock's last tick happened just now, not in the future. */
export function seenFrom(when: Date, clock: Date): Date {
  return when > clock && when.getTime() - clock.getTime() < 60_000 ? when : clock;
}
