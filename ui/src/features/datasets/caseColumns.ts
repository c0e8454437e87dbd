/** The columns of the table of cases and the room they take. Pure. */
import type { Case } from "@/api/types";
import { valueText } from "./caseText";

export const ROW_HEIGHTS = ["small", "medium", "large"] as const;
export type RowHeight = (typeof ROW_HEIGHTS)[number];

/** In pixels: all rows are of one height, so that a jump to the ten-thousandth needs no measuring. */
export const ROW_PX: Record<RowHeight, number> = { small: 37, medium: 57, large: 117 };
export const CLAMPS: Record<RowHeight, string> = {
  small: "line-clamp-1",
  medium: "line-clamp-2",
  large: "line-clamp-5",
};
/** Of the image of a file. */
export const THUMBS: Record<RowHeight, string> = { small: "max-h-5", medium: "max-h-10", large: "max-h-24" };
export const TAGS_SHOWN: Record<RowHeight, number> = { small: 1, medium: 2, large: 8 };

/** More would be a wall of slivers; the rest is in the panel of each case. */
const VALUES_SHOWN = 8;
const SAMPLE = 50;
const FIXED = { mark: 88, tags: 176, difficulty: 96, split: 104 };

export function shownNames(columns: readonly string[]): readonly string[] {
  return columns.slice(0, VALUES_SHOWN);
}

interface Width {
  least: number;
  /** Its part of the room that is left; none for columns of short words. */
  share: number;
}

/** As much room as the texts of the first cases need: `plan` is narrow, `question` is wide. */
function widthFor(texts: readonly string[], heading: string): Width {
  const filled = texts
    .filter(Boolean)
    .map((text) => text.length)
    .sort((a, b) => a - b);
  const usual = filled[Math.floor(filled.length * 0.9)] ?? 0;
  const least = Math.max(heading.length * 8 + 28, 96);
  if (usual <= 14) return { least: Math.min(Math.max(least, usual * 8 + 28), 200), share: 0 };
  return { least: Math.max(least, usual <= 40 ? 180 : 240), share: usual <= 40 ? 2 : usual <= 120 ? 4 : 6 };
}

export interface Layout {
  /** For `grid-template-columns`. */
  template: string;
  minWidth: number;
}

export function layoutOf(names: readonly string[], cases: readonly Case[]): Layout {
  const sample = cases.slice(0, SAMPLE);
  const shown = names.length > 0 ? names : [""];
  const widths = [
    ...shown.map((name) =>
      widthFor(
        sample.map((one) => valueText(one.values[name])),
        name,
      ),
    ),
    widthFor(
      sample.map((one) => one.expected ?? ""),
      "Expected",
    ),
  ];
  // Something has to take what room is left.
  const rest = widths.some(({ share }) => share > 0) ? 0 : 1;
  const flexible = widths.map(({ least, share }) =>
    share + rest > 0 ? `minmax(${least}px, ${share + rest}fr)` : `${least}px`,
  );
  const fixed = FIXED.mark + FIXED.tags + FIXED.difficulty + FIXED.split;
  return {
    template: `${FIXED.mark}px ${flexible.join(" ")} ${FIXED.tags}px ${FIXED.difficulty}px ${FIXED.split}px`,
    minWidth: fixed + widths.reduce((sum, { least }) => sum + least, 0),
  };
}

/** One line is enough where every text is short. */
const ONE_LINE = 28;

export function fittingHeight(columns: readonly string[], cases: readonly Case[]): RowHeight {
  const short = (text: string) => text.length <= ONE_LINE && !text.includes("\n");
  const fits = ({ values, expected, tags }: Case) =>
    shownNames(columns).every((name) => short(valueText(values[name]))) && short(expected ?? "") && tags.length <= 1;
  return cases.length > 0 && cases.slice(0, SAMPLE).every(fits) ? "small" : "medium";
}
