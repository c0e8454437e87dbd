/** What the address of a run's results can say: the view, what is compared, and the cells behind a number. */
import { FACETS, RESULT_VIEWS, type ResultsUrlState } from "@/features/results";
import { share, whole } from "./runSearch";
import { flag, number, oneOf, text } from "./searchParams";

export function resultsSearch(search: Record<string, unknown>): ResultsUrlState {
  const { view, ...rest } = {
    ...oneOf(search, "view", RESULT_VIEWS),
    ...text(search, "criterion"),
    ...whole(search, "base"),
    ...text(search, "metric"),
    ...flag(search, "unit"),
    ...share(search, "minimum"),
    ...share(search, "quality"),
    ...amount(search, "price"),
    ...whole(search, "cell"),
  };
  const { cells } = flag(search, "cells");
  return {
    ...(view && view !== "overview" ? { view } : {}),
    ...rest,
    ...(cells
      ? {
          cells,
          ...whole(search, "column"),
          ...text(search, "of"),
          ...share(search, "from"),
          ...share(search, "to"),
          ...oneOf(search, "facet", FACETS),
          ...text(search, "group"),
          ...flag(search, "best"),
        }
      : {}),
  };
}

/** Dollars, as anyone may have typed them. */
function amount<Key extends string>(search: Record<string, unknown>, key: Key): { [K in Key]?: number } {
  const found = number(search, key);
  const value = found[key];
  return value !== undefined && value >= 0 && value <= 1_000 ? found : {};
}
