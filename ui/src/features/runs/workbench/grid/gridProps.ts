import type { Project, RunReport } from "@/api/types";
import type { TargetPart, WantedRows } from "@/features/runs";
import type { Metric } from "../setup/runSetup";

export interface WorkbenchGridProps {
  project: Project;
  run: RunReport | null;
  historical: boolean;
  targets: readonly TargetPart[];
  onTargets: (targets: readonly TargetPart[]) => void;
  metric: Metric;
  onMetric: (metric: Metric) => void;
  wanted: WantedRows;
  onWanted: (wanted: WantedRows, replace?: boolean) => void;
  cell: number | null;
  onCell: (ordinal: number | null) => void;
  hasGrader: boolean;
  /** The dataset of the next run, and what the prompt takes from it. */
  dataset: string | null;
  variables: readonly string[];
  caseCount: number;
  compact: boolean;
}
