/** What the header shows: are we hearing the server right now? */
import { useSyncExternalStore } from "react";

export type ConnectionState = "idle" | "connecting" | "live" | "reconnecting";

const states = new Map<string, ConnectionState>();
const listeners = new Set<() => void>();

export function setConnection(stream: string, state: ConnectionState): void {
  if (state === "idle") states.delete(stream);
  else states.set(stream, state);
  listeners.forEach((listener) => listener());
}

/** One word for all streams together: the worst one counts. */
export function overallState(all: Iterable<ConnectionState>): ConnectionState {
  const seen = new Set(all);
  if (seen.has("reconnecting")) return "reconnecting";
  if (seen.has("connecting")) return "connecting";
  return seen.has("live") ? "live" : "idle";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(subscribe, () => overallState(states.values()));
}
