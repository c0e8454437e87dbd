import type { Dataset, Project } from "@/api/types";
import { may } from "@/features/people/projects";
import type { Metric, Setup } from "../setup/runSetup";
import { WorkbenchDatasetPicker, UploadButton } from "./WorkbenchDatasetPicker";
import { GraderPicker } from "./GraderPicker";
import { MetricPill } from "./MetricPill";
import { RunOptions } from "./RunOptions";
import { ScorerPicker } from "./ScorerPicker";

interface WorkbenchToolbarProps {
  project: Project;
  variables: readonly string[];
  setup: Setup;
  onSetup: (part: Partial<Setup>) => void;
  dataset: Dataset | null;
  metric: Metric;
  onMetric: (metric: Metric) => void;
  uploading: boolean;
  onFile: (file: File) => void;
}

/** What is shown of the answers, and what the next run is made of. */
export function WorkbenchToolbar({
  project,
  variables,
  setup,
  onSetup,
  dataset,
  metric,
  onMetric,
  uploading,
  onFile,
}: WorkbenchToolbarProps) {
  const { slug } = project;
  return (
    <div
      role="group"
      aria-label="Next run"
      className="flex min-h-12 min-w-0 shrink-0 flex-wrap items-center gap-1.5 px-4 pt-2 pb-1"
    >
      <MetricPill metric={metric} onMetric={onMetric} />
      <GraderPicker
        project={slug}
        grader={setup.grader}
        usual={setup.targets[0]?.model ?? null}
        onChange={(grader) => onSetup({ grader })}
      />
      <ScorerPicker project={slug} scorers={setup.scorers} onChange={(scorers) => onSetup({ scorers })} />
      <WorkbenchDatasetPicker
        project={slug}
        dataset={setup.dataset}
        known={dataset}
        variables={variables}
        onChange={(chosen) => onSetup({ dataset: chosen })}
      />
      {may(project, "edit_datasets") && project.archived_at === null && (
        <UploadButton busy={uploading} onFile={onFile} />
      )}
      <RunOptions setup={setup} onChange={onSetup} />
    </div>
  );
}
