import type { ReactNode } from "react";
import type { RunReport } from "@/api/types";
import type { Scale } from "@/shared/charts/estimateText";
import { Notice } from "@/shared/ui/Notice";
import type { WantedCells } from "../resultsUrlState";
import type { Results } from "@/api/types";
import { BaselineComparison } from "./BaselineComparison";
import { ColumnTable } from "./ColumnTable";
import { CorrectedScore } from "./CorrectedScore";
import { KpiCards } from "./KpiCards";
import { RepeatedTrials } from "./RepeatedTrials";
import { RunTrend } from "./RunTrend";

interface ResultsOverviewProps {
  project: string;
  run: RunReport;
  results: Results;
  scale: Scale;
  onCells: (wanted: WantedCells) => void;
  onBase: (base: number) => void;
  onMinimum: (minimum: number | undefined) => void;
}

export function ResultsOverview({ project, run, results, scale, onCells, onBase, onMinimum }: ResultsOverviewProps) {
  const prompt = run.plan.columns[0]?.prompt_id ?? null;
  const several = results.comparisons.length > 0;
  const repeated = results.columns.some(({ repeats }) => repeats !== null);
  const labelled = results.columns.some(({ judges }) => judges !== null);
  return (
    <div className="flex flex-col gap-4">
      {results.inconclusive && (
        <Notice tone="warning">
          <p className="font-medium">Inconclusive: too many cells have no usable score</p>
          <p>
            Errors are not counted as zeros, so the numbers below cover only the scored cells. Retry the failed cells,
            then check again.
          </p>
        </Notice>
      )}
      <KpiCards project={project} prompt={prompt} results={results} scale={scale} money={run.money} onCells={onCells} />
      <section aria-label="By column">
        <h2 className="mb-2 text-base font-semibold text-ink">By column</h2>
        <ColumnTable run={run} results={results} scale={scale} onCells={onCells} />
      </section>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {several && (
          <Box>
            <BaselineComparison
              project={project}
              prompt={prompt}
              results={results}
              scale={scale}
              onBase={onBase}
              onMinimum={onMinimum}
            />
          </Box>
        )}
        <Box>
          <RunTrend project={project} results={results} scale={scale} />
        </Box>
        {labelled && (
          <Box>
            <CorrectedScore results={results} scale={scale} />
          </Box>
        )}
        {repeated && (
          <Box>
            <RepeatedTrials results={results} />
          </Box>
        )}
      </div>
    </div>
  );
}

function Box({ children }: { children: ReactNode }) {
  return <section className="min-w-0 rounded-lg border border-line bg-raised px-4 py-3.5">{children}</section>;
}
