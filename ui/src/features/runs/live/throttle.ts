/** At most one call in so many milliseconds; what comes in between is done once, at the end. */
interface Throttled {
  ask: () => void;
  stop: () => void;
}

export function throttled(action: () => void, everyMs: number, clock: () => number = Date.now): Throttled {
  let last = Number.NEGATIVE_INFINITY;
  let timer: number | undefined;
  const act = () => {
    timer = undefined;
    last = clock();
    action();
  };
  return {
    ask: () => {
      if (timer !== undefined) return;
      const wait = last + everyMs - clock();
      if (wait <= 0) act();
      else timer = window.setTimeout(act, wait);
    },
    stop: () => window.clearTimeout(timer),
  };
}
