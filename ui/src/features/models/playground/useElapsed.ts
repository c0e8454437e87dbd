import { useEffect, useState } from "react";

/** Milliseconds since then, ten times a second, while someone waits. */
export function useElapsed(since: number, running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(() => setNow(Date.now()), 100);
    return () => window.clearInterval(timer);
  }, [running]);
  return Math.max(0, now - since);
}
