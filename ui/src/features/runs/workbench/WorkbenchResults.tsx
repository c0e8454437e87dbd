import { useMemo, useState } from "react";
import type { Dataset, Project, Prompt } from "@/api/types";
import { CaseImportDialog } from "@/features/datasets";
import { may } from "@/features/people/projects";
import { BaselineBanner } from "@/features/results";
import { GridFilters, isFiltered, orderOf, RowKindLinks, RunBanner } from "@/features/runs";
import { useStoredFlag } from "@/shared/theme/useStoredFlag";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { measuredBy } from "./cells/measuredBy";
import { WorkbenchGrid } from "./grid/WorkbenchGrid";
import { PastRunNotice } from "./history/PastRunNotice";
import { DropZone } from "./layout/DropZone";
import { wantedOf, withBaseline, withCell, withMetric, withWanted, type WorkbenchUrlState } from "./workbenchUrlState";
import type { Metric, Setup } from "./setup/runSetup";
import { RunBar } from "./toolbar/RunBar";
import type { RunButtonProps } from "./toolbar/RunButton";
import { ScoreButton } from "./toolbar/ScoreButton";
import { useRunForecast } from "./toolbar/useRunForecast";
import { ViewButtons } from "./toolbar/ViewButtons";
import { WorkbenchToolbar } from "./toolbar/WorkbenchToolbar";
import type { useDatasetFile } from "./useDatasetFile";
import type { ShownRun } from "./useShownRun";

interface WorkbenchResultsProps {
  project: Project;
  prompt: Prompt;
  setup: Setup;
  onSetup: (part: Partial<Setup>) => void;
  dataset: Dataset | null;
  shown: ShownRun;
  file: ReturnType<typeof useDatasetFile>;
  place: WorkbenchUrlState;
  onPlace: (place: WorkbenchUrlState, replace?: boolean) => void;
  runButton: RunButtonProps | null;
  address: () => string;
}

/** The right half: what runs, how far it is, and the grid. */
export function WorkbenchResults({
  project,
  prompt,
  setup,
  onSetup,
  dataset,
  shown,
  file,
  place,
  onPlace,
  runButton,
  address,
}: WorkbenchResultsProps) {
  const { slug } = project;
  const [metric, setMetric] = useState<Metric>("grade");
  const [filtering, setFiltering] = useState(false);
  const [compact, setCompact] = useStoredFlag("edison.workbench-compact", false);
  const open = project.archived_at === null;
  const forecast = useRunForecast(slug, prompt, setup, open && may(project, "start_runs") && shown.active === null);
  const { active, historical } = shown;
  const run = useMemo(() => shown.run && measuredBy(shown.run, place.metric), [shown.run, place.metric]);
  // The address may name a metric that another run had.
  const measured = run?.metric.key === place.metric ? place.metric : undefined;
  const wanted = wantedOf(withMetric(place, measured));
  // The kind of rows has links of its own, which are always in sight.
  const { show: _, flagged: __, ...further } = wanted;
  const filtered = isFiltered(further);
  const showFilters = run !== null && (filtering || filtered);
  const toggleFilters = () => {
    setFiltering(!showFilters);
    // Rows that are hidden by something out of sight would puzzle people.
    if (filtered) onPlace(withWanted(place, orderOf(wanted)));
  };
  return (
    <DropZone onFile={open && may(project, "edit_datasets") ? file.send : null}>
      <div className="shrink-0 border-b border-line">
        <WorkbenchToolbar
          project={project}
          variables={prompt.variables}
          setup={setup}
          onSetup={onSetup}
          dataset={dataset}
          metric={metric}
          onMetric={setMetric}
          uploading={file.busy}
          onFile={file.send}
        />
        <RunBar
          project={project}
          setup={setup}
          forecast={forecast}
          active={active}
          last={historical ? null : run}
          button={runButton}
        >
          <ScoreButton project={project} run={run} />
          <ViewButtons
            filters={run && { open: showFilters, active: filtered, onToggle: toggleFilters }}
            results={run && { project: slug, run: run.id }}
            density={{ compact, onCompact: setCompact }}
            onHistory={() => onPlace({ ...place, panel: "history" })}
            address={address}
          />
        </RunBar>
      </div>
      {run && historical && <PastRunNotice run={run} onBack={() => onPlace({})} />}
      {run && (
        <div className="shrink-0 empty:hidden [&>*]:rounded-none">
          <RunBanner project={project} run={run} />
        </div>
      )}
      {run && (
        <BaselineBanner
          project={project}
          run={run}
          baseline={place.baseline}
          onBaseline={(baseline) => onPlace(withBaseline(place, baseline), true)}
          metric={measured}
          onMetric={(next) => onPlace(withMetric(place, next), true)}
          onCompare={(baseline, column, otherColumn) =>
            onPlace({
              run: run.id,
              compare: baseline,
              ...(measured ? { metric: measured } : {}),
              ...(column ? { column } : {}),
              ...(otherColumn ? { other_column: otherColumn } : {}),
            })
          }
        />
      )}
      {run && (
        <div className="shrink-0 border-b border-line px-3 py-1">
          <RowKindLinks project={slug} run={run} wanted={wanted} searchOf={(next) => withWanted(place, next)} />
        </div>
      )}
      {showFilters && (
        <div className="shrink-0 border-b border-line px-4 py-2">
          <GridFilters
            project={slug}
            run={run}
            wanted={wanted}
            onChange={(next, replace) => onPlace(withWanted(place, next), replace)}
            kindSearch={null}
          />
        </div>
      )}
      {shown.error !== null && (
        <div className="p-4">
          <ErrorState error={shown.error} onRetry={shown.retry} />
          {place.run && (
            <p className="mt-3 text-center">
              <Button variant="secondary" size="sm" onClick={() => onPlace({})}>
                Back to the current run
              </Button>
            </p>
          )}
        </div>
      )}
      {shown.error === null && shown.loading && (
        <div className="p-4">
          <RowSkeletons count={8} label="Loading results" />
        </div>
      )}
      {shown.error === null && !shown.loading && (
        <div className="flex min-h-0 min-w-0 flex-1">
          <WorkbenchGrid
            project={project}
            run={run}
            historical={historical}
            targets={setup.targets}
            onTargets={(targets) => onSetup({ targets })}
            metric={metric}
            onMetric={setMetric}
            wanted={wanted}
            onWanted={(next, replace) => onPlace(withWanted(place, next), replace)}
            cell={place.cell ?? null}
            onCell={(cell) => onPlace(withCell(place, cell), place.cell !== undefined)}
            hasGrader={setup.grader !== null}
            compact={compact}
            dataset={setup.dataset?.id ?? null}
            variables={prompt.variables}
            caseCount={dataset?.cases ?? (setup.dataset ? 0 : 1)}
          />
        </div>
      )}
      {file.asked && (
        <CaseImportDialog
          project={slug}
          dataset={null}
          open
          begun={file.asked}
          showLabel="Use this dataset"
          onClose={file.close}
          onShow={(made) => {
            onSetup({ dataset: { id: made.id, name: made.name } });
            file.close();
          }}
        />
      )}
    </DropZone>
  );
}
