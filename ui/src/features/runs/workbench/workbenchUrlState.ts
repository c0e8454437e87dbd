/** Where on the workbench someone is: it stands in the address, so that a link opens the same view. Pure. */
import { filterOf, orderOf, type WantedRows } from "@/features/runs";

export const COMPARISON_KINDS = ["fixed", "broken", "still_failing", "flaky", "unchanged", "incomparable"] as const;
export type ComparisonKind = (typeof COMPARISON_KINDS)[number];

/** What is open over the workbench. */
export const WORKBENCH_PANELS = ["history", "improve", "generate", "scorers"] as const;

export interface WorkbenchUrlState extends WantedRows {
  /** The run looked at; without it the newest. */
  run?: string;
  cell?: number;
  /** The earlier run that `run` is compared with. With it, `column` is the column of `run`. */
  compare?: string;
  other_column?: number;
  kind?: ComparisonKind;
  /** The smallest difference that matters, from 0 to 1. */
  minimum?: number;
  panel?: (typeof WORKBENCH_PANELS)[number];
}

export function wantedOf(place: WorkbenchUrlState): WantedRows {
  const { baseline, metric } = place;
  return {
    ...filterOf(place),
    ...orderOf(place),
    ...(baseline ? { baseline } : {}),
    ...(metric ? { metric } : {}),
  };
}

/** The same view, but of rows chosen otherwise. */
export function withWanted({ run, panel, baseline, metric }: WorkbenchUrlState, wanted: WantedRows): WorkbenchUrlState {
  return {
    ...wanted,
    ...(run ? { run } : {}),
    ...(panel ? { panel } : {}),
    ...(baseline ? { baseline } : {}),
    ...(metric ? { metric } : {}),
  };
}

/** The same view, measured by another metric; without one by the metric of the run. */
export function withMetric(place: WorkbenchUrlState, metric: string | undefined): WorkbenchUrlState {
  const { metric: _, ...rest } = place;
  return metric ? { ...rest, metric } : rest;
}

/** The same view, compared with another baseline; without one with the run before. */
export function withBaseline(place: WorkbenchUrlState, baseline: string | undefined): WorkbenchUrlState {
  const { baseline: _, ...rest } = place;
  return baseline ? { ...rest, baseline } : rest;
}

/** The rows that are shown, if they are those that changed sides. */
export function flippedOf({ show }: WantedRows): "fixed" | "broken" | null {
  return show === "fixed" || show === "broken" ? show : null;
}

export function withCell(place: WorkbenchUrlState, cell: number | null): WorkbenchUrlState {
  const { cell: _, ...rest } = place;
  return cell === null ? rest : { ...rest, cell };
}

/** For sharing: the newest run today is not the newest tomorrow, so the address names it. */
export function pinned(place: WorkbenchUrlState, run: string | null): WorkbenchUrlState {
  const { panel: _, ...rest } = place;
  return run ? { ...rest, run } : rest;
}
