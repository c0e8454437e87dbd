/** A rewritten text as separate changes, each of which can be accepted or left out. Pure. */
import { commonOf } from "../versions/diffRows";

export interface Hunk {
  /** Numbers of the first line before and after, from 1. */
  old: number;
  new: number;
  removed: readonly string[];
  added: readonly string[];
}

/** The changes between two texts, line by line, in order. */
export function hunksOf(before: string, after: string): Hunk[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...commonOf(a, b), [a.length, b.length] as const]) {
    if (x > i || y > j) hunks.push({ old: i + 1, new: j + 1, removed: a.slice(i, x), added: b.slice(j, y) });
    [i, j] = [x + 1, y + 1];
  }
  return hunks;
}

/** The text with the accepted changes only; `accepted` holds places in `hunks`. */
export function withHunks(before: string, hunks: readonly Hunk[], accepted: ReadonlySet<number>): string {
  const lines = before.split("\n");
  const result: string[] = [];
  let at = 0;
  hunks.forEach(({ old, removed, added }, place) => {
    result.push(...lines.slice(at, old - 1), ...(accepted.has(place) ? added : removed));
    at = old - 1 + removed.length;
  });
  return [...result, ...lines.slice(at)].join("\n");
}

/** One change as lines of a unified diff, with one line before and after it. */
export function hunkLines(before: string, { old, new: now, removed, added }: Hunk): string[] {
  const lines = before.split("\n");
  const above = old > 1 ? lines.slice(old - 2, old - 1) : [];
  const below = lines.slice(old - 1 + removed.length, old + removed.length);
  return [
    `@@ -${old - above.length},1 +${now - above.length},1 @@`,
    ...above.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...below.map((line) => ` ${line}`),
  ];
}
