import { Link } from "@tanstack/react-router";
import { Plus, Sigma } from "lucide-react";
import type { Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { CellSheet, isWorking, ScoreRunButton } from "@/features/runs";
import { scaleOf } from "@/shared/charts/estimateText";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { AdviceView } from "./advice/AdviceView";
import { ResultsAsOf } from "./ResultsAsOf";
import { MetricChoice } from "./MetricChoice";
import { CellsSheet } from "./cells/CellsSheet";
import { CriteriaView } from "./criteria/CriteriaView";
import { ResultsOverview } from "./overview/ResultsOverview";
import {
  type ResultsUrlState,
  type ResultView,
  type WantedCells,
  wantedCells,
  withCells,
  withoutCells,
} from "./resultsUrlState";
import { RankingView } from "./ranking/RankingView";
import { gradeScale } from "./gradeScale";
import { SlicesView } from "./slices/SlicesView";
import type { Results } from "@/api/types";
import { ViewLinks } from "./ViewLinks";

interface ResultsScreenProps {
  project: Project;
  run: RunReport;
  results: Results;
  place: ResultsUrlState;
  onPlace: (place: ResultsUrlState, replace?: boolean) => void;
}

export function ResultsScreen({ project, run, results, place, onPlace }: ResultsScreenProps) {
  const { slug } = project;
  const scale = gradeScale(results, place.unit);
  const view: ResultView = place.view ?? "overview";
  const still = withoutCells(place);
  const onCells = (wanted: WantedCells) => onPlace(withCells(place, wanted));
  const onCell = (cell: number) => onPlace({ ...place, cell }, place.cell !== undefined);
  const shownScale = place.of
    ? scaleOf(results.columns[0]?.criteria.find(({ name }) => name === place.of)?.scale ?? scale.top)
    : scale;
  const bare =
    results.measure.scorers.length === 0 &&
    results.columns.every(({ graded, composite }) => graded === 0 && composite === null);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <ViewLinks project={slug} run={run.id} place={still} view={view} />
        <MetricChoice
          results={results}
          unit={place.unit ?? false}
          onMetric={(metric) => onPlace({ ...still, metric }, true)}
          onUnit={(unit) => onPlace(withUnit(still, unit), true)}
        />
        <ResultsAsOf results={results} />
      </div>
      {view === "overview" && results.sentence && <p className="max-w-4xl text-base text-ink">{results.sentence}</p>}
      {bare && view === "overview" ? (
        <EmptyState
          icon={<Sigma />}
          title={isWorking(run.state) ? "No answer has a score yet" : "This run has no scorer"}
          action={<ScoreRunButton project={project} run={run} label="Score with a judge" />}
        >
          {isWorking(run.state)
            ? "Numbers appear here as soon as the first answers are scored."
            : "Add a scorer, or a judge with a rubric. Models are not called again, so you pay only for the judging."}
        </EmptyState>
      ) : (
        <>
          {view === "overview" && (
            <ResultsOverview
              project={slug}
              run={run}
              results={results}
              scale={scale}
              onCells={onCells}
              onBase={(base) => onPlace({ ...still, base }, true)}
              onMinimum={(minimum) => onPlace(withMinimum(still, minimum), true)}
            />
          )}
          {view === "models" && (
            <AdviceView project={slug} run={run.id} place={still} onPlace={(next) => onPlace(next, true)} />
          )}
          {view === "criteria" && (
            <CriteriaView
              project={slug}
              results={results}
              chosen={place.criterion}
              onChoose={(criterion) => onPlace({ ...still, criterion }, true)}
              onCells={onCells}
              onCell={onCell}
              action={<ScoreRunButton project={project} run={run} label="Score with a judge" />}
            />
          )}
          {view === "slices" && <SlicesView results={results} scale={scale} onCells={onCells} />}
          {view === "ranking" && (
            <RankingView
              results={results}
              action={
                results.columns.length < 2 ? (
                  <SecondColumn project={project} run={run.id} />
                ) : (
                  <ScoreRunButton project={project} run={run} label="Let a judge compare the answers" />
                )
              }
            />
          )}
        </>
      )}
      {place.cells && (
        <CellsSheet
          project={slug}
          run={run.id}
          wanted={wantedCells(place)}
          scale={shownScale}
          metric={results.measure.key}
          columns={results.columns}
          onWanted={(wanted) => onPlace(withCells(place, wanted), true)}
          onCell={onCell}
          onClose={() => onPlace(still)}
        />
      )}
      {place.cell !== undefined && place.cell < run.plan.cells && (
        <CellSheet
          project={project}
          run={run}
          ordinal={place.cell}
          rows={NO_ROWS}
          onGo={onCell}
          onClose={() => onPlace(withoutCell(place))}
        />
      )}
    </>
  );
}

/** A run like this one, to which a second model or version can be added. */
function SecondColumn({ project, run }: { project: Project; run: string }) {
  if (!may(project, "start_runs") || project.archived_at !== null) return null;
  return (
    <Button asChild>
      <Link to="/projects/$slug/runs/new" params={{ slug: project.slug }} search={{ from: run }}>
        <Plus aria-hidden /> New run with a second model
      </Link>
    </Button>
  );
}

/** Cells behind a number do not stand in a grid: there is no row above or below. */
const NO_ROWS = { total: 0, at: () => undefined, placeOf: () => -1 };

function withoutCell({ cell: _, ...rest }: ResultsUrlState): ResultsUrlState {
  return rest;
}

function withUnit({ unit: _, ...rest }: ResultsUrlState, unit: boolean): ResultsUrlState {
  return unit ? { ...rest, unit } : rest;
}

function withMinimum({ minimum: _, ...rest }: ResultsUrlState, minimum: number | undefined): ResultsUrlState {
  return minimum === undefined ? rest : { ...rest, minimum };
}
