/**
 * Where among the results someone is: the view, the column that others are held against,
 * the cells behind a number. Pure.
 */

export const RESULT_VIEWS = ["overview", "models", "criteria", "slices", "ranking"] as const;
export type ResultView = (typeof RESULT_VIEWS)[number];
export const FACETS = ["tag", "length", "difficulty", "split", "model"] as const;
export type Facet = (typeof FACETS)[number];

/** Which cells are behind a number. */
export interface WantedCells {
  column?: number;
  /** A criterion, whose values count instead of the grade. */
  of?: string;
  from?: number;
  to?: number;
  facet?: Facet;
  group?: string;
  best?: boolean;
}

export interface ResultsUrlState extends WantedCells {
  view?: Exclude<ResultView, "overview">;
  criterion?: string;
  base?: number;
  /** The key of the metric; without it the one that comes first. */
  metric?: string;
  /** Read on 0 to 1 instead of the metric's own scale. */
  unit?: boolean;
  /** The smallest difference that matters, from 0 to 1. */
  minimum?: number;
  /** What is needed of a model: the least score, from 0 to 1, and the most dollars for one case. */
  quality?: number;
  price?: number;
  /** The list of cells is open. */
  cells?: boolean;
  /** The cell that is read. */
  cell?: number;
}

export function wantedCells({ column, of, from, to, facet, group, best }: ResultsUrlState): WantedCells {
  return {
    ...(column === undefined ? {} : { column }),
    ...(of ? { of } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(facet && group ? { facet, group } : {}),
    ...(best ? { best } : {}),
  };
}

/** The same place without an open list. */
export function withoutCells({
  view,
  criterion,
  base,
  metric,
  unit,
  minimum,
  quality,
  price,
}: ResultsUrlState): ResultsUrlState {
  return {
    ...(view ? { view } : {}),
    ...(criterion ? { criterion } : {}),
    ...(base ? { base } : {}),
    ...(metric ? { metric } : {}),
    ...(unit ? { unit } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(quality === undefined ? {} : { quality }),
    ...(price === undefined ? {} : { price }),
  };
}

export function withCells(place: ResultsUrlState, wanted: WantedCells): ResultsUrlState {
  return { ...withoutCells(place), ...wanted, cells: true };
}
