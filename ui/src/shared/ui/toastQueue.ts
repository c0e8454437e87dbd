/** At most three toasts at a time; the others wait until one has gone, so that none passes unseen. */

export const VISIBLE_TOASTS = 3;

type Show = (gone: () => void) => void;

const shown = new Set<string>();
const waiting: { key: string; show: Show }[] = [];
let count = 0;

/** A key says "this very toast": while it stands or waits, it does not come a second time. */
export function queueToast(show: Show, key = `toast-${count++}`): void {
  if (shown.has(key) || waiting.some((other) => other.key === key)) return;
  waiting.push({ key, show });
  advance();
}

function advance(): void {
  while (shown.size < VISIBLE_TOASTS) {
    const next = waiting.shift();
    if (!next) return;
    shown.add(next.key);
    next.show(() => {
      if (shown.delete(next.key)) advance();
    });
  }
}
