/** Rectangles and lines of a drawing: what covers what. Pure. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Segment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** The shared area; 0 where they do not touch. */
export function overlap(one: Box, other: Box): number {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const tall = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && tall > 0 ? wide * tall : 0;
}

export function isInside(one: Box, frame: Box): boolean {
  return one.left >= frame.left && one.right <= frame.right && one.top >= frame.top && one.bottom <= frame.bottom;
}

/** Whether a line goes through a box (Liang and Barsky). */
export function crosses({ x1, y1, x2, y2 }: Segment, box: Box): boolean {
  const [dx, dy] = [x2 - x1, y2 - y1];
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [-dx, x1 - box.left],
    [dx, box.right - x1],
    [-dy, y1 - box.top],
    [dy, box.bottom - y1],
  ] as const) {
    if (step === 0) {
      if (room < 0) return false;
    } else if (step < 0) {
      from = Math.max(from, room / step);
    } else {
      to = Math.min(to, room / step);
    }
  }
  return from < to;
}

/** The place of a box that is nearest to a point. */
export function nearestOf(box: Box, x: number, y: number): { x: number; y: number } {
  return { x: Math.min(box.right, Math.max(box.left, x)), y: Math.min(box.bottom, Math.max(box.top, y)) };
}

const NARROW = new Set("iljtfr.,:;'|!()[] ·");
const WIDE = new Set("mwMW@%");

/** How wide words are in the typeface of the product, a little too wide rather than too narrow. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const letter of text) {
    if (NARROW.has(letter)) ems += 0.36;
    else if (WIDE.has(letter)) ems += 0.92;
    else if ((letter.codePointAt(0) ?? 0) >= 0x2e80) ems += 1.05;
    else if (/[A-Z0-9]/.test(letter)) ems += 0.68;
    else ems += 0.6;
  }
  return ems * size;
}
