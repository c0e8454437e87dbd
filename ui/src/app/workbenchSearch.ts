/**
 * What the address of the workbench can say: the run looked at, the open cell, a comparison,
 * filters. All of it can be shared.
 */
import { COMPARISON_KINDS, WORKBENCH_PANELS, type WorkbenchUrlState } from "@/features/runs/workbench";
import { runSearch, share, whole } from "./runSearch";
import { oneOf, text } from "./searchParams";

export function workbenchSearch(search: Record<string, unknown>): WorkbenchUrlState {
  const compared = text(search, "compare").compare !== undefined;
  return {
    ...runSearch(search),
    ...text(search, "run"),
    ...text(search, "baseline"),
    ...text(search, "metric"),
    ...oneOf(search, "panel", WORKBENCH_PANELS),
    ...(compared
      ? {
          ...text(search, "compare"),
          ...oneOf(search, "kind", COMPARISON_KINDS),
          ...whole(search, "other_column"),
          ...share(search, "minimum"),
        }
      : {}),
  };
}
