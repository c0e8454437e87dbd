/** Any request can find out that the session has ended. The router subscribes here. */

type Listener = () => void;
const listeners = new Set<Listener>();

export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportSessionLost(): void {
  listeners.forEach((listener) => listener());
}
