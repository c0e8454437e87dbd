/** Two texts word by word: what stayed, what went, what came. Pure. */

export interface Piece {
  kind: "same" | "gone" | "new";
  text: string;
}

/** Beyond this much work the middle is shown as replaced whole: a screen must not hang on two long texts. */
const MOST_WORK = 1_000_000;

export function diffWords(before: string, after: string): Piece[] {
  const a = before.match(/\s+|[^\s]+/gu) ?? [];
  const b = after.match(/\s+|[^\s]+/gu) ?? [];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const found = bridged(
    joined([...pieces("same", a.slice(0, start)), ...middle, ...pieces("same", end > 0 ? a.slice(-end) : [])]),
  );
  return alike(found)
    ? found
    : joined([...pieces("gone", [before]), ...pieces("new", [after])].filter(({ text }) => text !== ""));
}

function pieces(kind: Piece["kind"], words: readonly string[]): Piece[] {
  return words.map((text) => ({ kind, text }));
}

function diffMiddle(a: readonly string[], b: readonly string[]): Piece[] {
  if (a.length * b.length > MOST_WORK) return [...pieces("gone", a), ...pieces("new", b)];
  const width = b.length + 1;
  // common[i * width + j]: how many words the rest of a from i and the rest of b from j have in common, in order.
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [was, is] = [a[i], b[j]];
    if (was !== undefined && was === is) {
      found.push({ kind: "same", text: was });
      i++;
      j++;
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      found.push({ kind: "gone", text: was });
      i++;
    } else if (is !== undefined) {
      found.push({ kind: "new", text: is });
      j++;
    }
  }
  return found;
}

function joined(parts: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.kind === part.kind) result[result.length - 1] = { kind: part.kind, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}

/** Below this share of letters in common, two texts read better one after the other than woven into each other. */
const LEAST_ALIKE = 0.35;

function alike(parts: readonly Piece[]): boolean {
  const letters = (kind: Piece["kind"]) =>
    parts.filter((part) => part.kind === kind).reduce((sum, { text }) => sum + text.trim().length, 0);
  const [same, gone, added] = [letters("same"), letters("gone"), letters("new")];
  return gone === 0 || added === 0 || same / (same + Math.max(gone, added)) >= LEAST_ALIKE;
}

/** A lone space between two changes belongs to both: "old words" and "new words", not word by word. */
function bridged(parts: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  let [gone, added] = ["", ""];
  const flush = () => {
    if (gone) result.push({ kind: "gone", text: gone });
    if (added) result.push({ kind: "new", text: added });
    [gone, added] = ["", ""];
  };
  parts.forEach((part, index) => {
    const next = parts[index + 1];
    if (part.kind === "gone") gone += part.text;
    else if (part.kind === "new") added += part.text;
    else if (part.text.trim() === "" && gone && added && next && next.kind !== "same") {
      gone += part.text;
      added += part.text;
    } else {
      flush();
      result.push(part);
    }
  });
  flush();
  return result;
}
