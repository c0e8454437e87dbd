/** The server's lines of a unified diff as rows to show, in one column or in two. Pure. */

export interface DiffRow {
  kind: "same" | "removed" | "added" | "gap";
  /** Numbers of the line before and after; null where it does not exist. */
  old: number | null;
  new: number | null;
  text: string;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

export function rowsOf(lines: readonly string[]): DiffRow[] {
  let old = 1;
  let now = 1;
  return lines.map((line) => {
    const hunk = HUNK.exec(line);
    if (hunk) {
      old = Math.max(1, Number(hunk[1]));
      now = Math.max(1, Number(hunk[3]));
      return { kind: "gap", old: null, new: null, text: `Line ${now}` };
    }
    const text = line.slice(1);
    if (line.startsWith("-")) return { kind: "removed", old: old++, new: null, text };
    if (line.startsWith("+")) return { kind: "added", old: null, new: now++, text };
    return { kind: "same", old: old++, new: now++, text };
  });
}

export interface Pair {
  left: DiffRow | null;
  right: DiffRow | null;
  /** Where the two differ, if one took the place of the other. */
  cuts: [Bit[], Bit[]] | null;
}

/** Removed lines are beside the added lines that replaced them. */
export function pairsOf(rows: readonly DiffRow[]): Pair[] {
  const pairs: Pair[] = [];
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      const [left, right] = [removed[index] ?? null, added[index] ?? null];
      pairs.push({ left, right, cuts: left && right ? cutsOf(left.text, right.text) : null });
    }
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (row.kind === "removed") {
      // Added lines before it belong to an earlier change.
      if (added.length > 0) flush();
      removed.push(row);
    } else if (row.kind === "added") added.push(row);
    else {
      flush();
      pairs.push({ left: row, right: row, cuts: null });
    }
  }
  flush();
  return pairs;
}

interface UnifiedLine {
  row: DiffRow;
  bits: Bit[] | null;
}

/** In one column: all that was removed at a place, then all that was added there. */
export function unifiedOf(pairs: readonly Pair[]): UnifiedLine[] {
  const lines: UnifiedLine[] = [];
  let added: UnifiedLine[] = [];
  for (const { left, right, cuts } of pairs) {
    if (left === right && left) {
      lines.push(...added, { row: left, bits: null });
      added = [];
      continue;
    }
    if (left) lines.push({ row: left, bits: cuts?.[0] ?? null });
    if (right) added.push({ row: right, bits: cuts?.[1] ?? null });
  }
  return [...lines, ...added];
}

export interface Bit {
  text: string;
  changed: boolean;
}

/** Comparing word by word takes time with the product of their numbers; longer lines are marked as a whole. */
const MOST_STEPS = 40_000;

/** Where two lines differ, word by word. Null if they have too little in common for that to help. */
export function cutsOf(one: string, other: string): [Bit[], Bit[]] | null {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.length * b.length > MOST_STEPS) return null;
  const common = commonOf(a, b);
  const kept = common.reduce((sum, [index]) => sum + (a[index]?.trim().length ?? 0), 0);
  if (kept * 2 < Math.max(one.length, other.length)) return null;
  return [bitsOf(a, new Set(common.map(([index]) => index))), bitsOf(b, new Set(common.map(([, index]) => index)))];
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** The longest sequence of words, or of lines, that both have, as pairs of places. */
export function commonOf(a: readonly string[], b: readonly string[]): [number, number][] {
  const longest = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = longest[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

function bitsOf(words: readonly string[], common: ReadonlySet<number>): Bit[] {
  const bits: Bit[] = [];
  words.forEach((text, index) => {
    const changed = !common.has(index);
    const last = bits.at(-1);
    if (last?.changed === changed) last.text += text;
    else bits.push({ text, changed });
  });
  return bits;
}

export function countsOf(rows: readonly DiffRow[]): { added: number; removed: number } {
  return {
    added: rows.filter(({ kind }) => kind === "added").length,
    removed: rows.filter(({ kind }) => kind === "removed").length,
  };
}
