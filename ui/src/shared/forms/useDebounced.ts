import { useEffect, useState } from "react";

const SETTLE_MS = 300;

/** The value once it has stood still for a while, so that typing does not become a request per key. */
export function useDebounced<Value>(value: Value, delayMs = SETTLE_MS): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), delayMs);
    return () => window.clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
