/** Any request may be the one that learns the session has ended; whoever owns navigation listens here. */

type Listener = () => void;
const listeners = new Set<Listener>();

export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportSessionLost(): void {
  listeners.forEach((listener) => listener());
}
