/** What of a prompt can be folded away: what a tag encloses, and what stands further in. Pure. */

/** Lines are counted from one. */
export interface Lines {
  count: number;
  text: (line: number) => string;
}

const OPENING = /^\s*<([A-Za-z][\w.:-]{0,60})(?:\s[^<>]{0,200})?>/;

/** The last line of what folds behind this one; null if nothing does. */
export function foldEnd(lines: Lines, line: number): number | null {
  return enclosedEnd(lines, line) ?? indentedEnd(lines, line);
}

/** From an opening tag to the line before the one that closes it: both tags stay in sight. */
function enclosedEnd(lines: Lines, line: number): number | null {
  const name = OPENING.exec(lines.text(line))?.[1];
  if (name === undefined) return null;
  const tags = new RegExp(`<(/?)${name.replaceAll(".", "\\.")}(?:\\s[^<>]{0,200})?(/?)>`, "g");
  let depth = 0;
  for (let at = line; at <= lines.count; at++) {
    for (const [, closing, alone] of lines.text(at).matchAll(tags)) {
      if (alone) continue;
      depth += closing ? -1 : 1;
      if (depth === 0) return at > line + 1 ? at - 1 : null;
    }
  }
  return null;
}

function indentedEnd(lines: Lines, line: number): number | null {
  const own = indentOf(lines.text(line));
  if (own === null) return null;
  let end: number | null = null;
  for (let at = line + 1; at <= lines.count; at++) {
    const indent = indentOf(lines.text(at));
    if (indent === null) continue;
    if (indent <= own) break;
    end = at;
  }
  return end;
}

/** Null for a line that says nothing. */
function indentOf(text: string): number | null {
  const found = /\S/.exec(text.replaceAll("\t", "    "));
  return found ? found.index : null;
}
