/** The columns of the results grid and their widths, by the room there is. Pure. */

export const HEADER_PX = 48;
const END_PX = 48;

/** Least widths. In a narrow grid the input and one answer still fit, so the expected answer gives way. */
const WIDE = { number: 56, input: 200, expected: 120, answer: 240 };
const NARROW = { number: 48, input: 120, expected: 0, answer: 170 };
/** The least width for the number, the input, the expected answer, one answer and the button that adds a column. */
const NARROW_BELOW = WIDE.number + WIDE.input + WIDE.expected + WIDE.answer + END_PX;

export interface GridShape {
  showInput: boolean;
  showExpected: boolean;
  /** How many columns stand before the first answer. */
  lead: number;
  numberPx: number;
  /** The left edge up to which columns stay while the others scroll. */
  stickyPx: number;
  template: string;
  minWidth: number;
}

interface WantedGrid {
  /** Zero until it is known. */
  width: number;
  showCase: boolean;
  answers: number;
  hasEnd: boolean;
}

export function gridShape({ width, showCase, answers, hasEnd }: WantedGrid): GridShape {
  const narrow = width > 0 && width < NARROW_BELOW;
  const { number, input, expected, answer: least } = narrow ? NARROW : WIDE;
  const showExpected = showCase && !narrow;
  const stickyPx = number + (showCase ? input : 0);
  // In a narrow grid one answer takes all that is left of the width; the others are a swipe away.
  const answer = narrow ? Math.max(least, width - stickyPx - (answers === 1 && hasEnd ? END_PX : 0)) : least;
  const template = [
    `${number}px`,
    showCase && `minmax(${input}px, 1fr)`,
    showExpected && `minmax(${expected}px, 0.6fr)`,
    answers > 0 && `repeat(${answers}, minmax(${answer}px, 1.4fr))`,
    hasEnd && `${END_PX}px`,
  ];
  return {
    showInput: showCase,
    showExpected,
    lead: 1 + Number(showCase) + Number(showExpected),
    numberPx: number,
    stickyPx,
    template: template.filter(Boolean).join(" "),
    minWidth: stickyPx + (showExpected ? expected : 0) + answers * answer + (hasEnd ? END_PX : 0),
  };
}
