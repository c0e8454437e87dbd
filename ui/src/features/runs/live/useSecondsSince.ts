import { useEffect, useState } from "react";

/** The seconds that have passed since a moment, counted on while it runs. */
export function useSecondsSince(moment: number, running: boolean): number {
  const [now, setNow] = useState(moment);
  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(() => setNow(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, [running]);
  return running ? Math.max(0, (now - moment) / 1_000) : 0;
}
