import type { ColumnProgress, Metric, RunColumn, RunReport } from "@/api/types";
import { formatLatency, formatMoney, formatPercent, readMoney } from "@/shared/format/quantities";
import { isProvider } from "@/shared/format/providers";
import { columnFigure, figuresBy, figureText } from "@/shared/metrics/metricFigures";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import { moneyOf, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { ProgressBar } from "../ProgressBar";
import { columnDetail, columnName } from "../runPhrasing";

interface Line {
  column: RunColumn;
  progress: ColumnProgress;
}

/** One line for each column of the plan: how far, how fast, how dear, how good. */
export function SummaryTable({ run }: { run: RunReport }) {
  const all = run.plan.columns;
  const lines: Line[] = all.flatMap((column, index) => {
    const progress = run.progress[index];
    return progress ? [{ column, progress }] : [];
  });
  const columns: Column<Line>[] = [
    { key: "model", header: "Column", lead: true, cell: ({ column }) => <TargetName column={column} all={all} /> },
    { key: "progress", header: "Progress", cell: (line) => <TargetProgress line={line} all={all} /> },
    {
      key: "latency",
      header: "Latency, mean / p95",
      align: "right",
      cell: ({ progress }) => <Latency progress={progress} />,
    },
    { key: "cost", header: "Cost", align: "right", cell: (line) => <TargetCost {...line} /> },
    ...run.metrics
      .filter(({ kind, scorers }) => kind === "people" || scorers.length > 0)
      .map((metric): Column<Line> => ({
        key: `metric-${metric.key}`,
        header: metric.scale ? `${metric.key}, 0 to ${metric.scale}` : metric.key,
        align: "right",
        cell: ({ column }) => <TargetScore run={run} metric={metric} column={column.number} />,
      })),
  ];
  return (
    <section aria-label="Summary">
      <h2 className="sr-only">Summary by column</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
          what scrolls has to be reachable by keyboard */}
      <div role="group" aria-label="Summary by column" tabIndex={0} className="rounded-lg lg:overflow-x-auto">
        <DataTable
          caption="Summary by column"
          columns={columns}
          rows={lines}
          rowKey={({ column }) => String(column.number)}
        />
      </div>
    </section>
  );
}

function TargetName({ column, all }: { column: RunColumn; all: readonly RunColumn[] }) {
  const detail = columnDetail(column, all);
  return (
    <div className="flex min-w-0 items-center gap-2">
      {isProvider(column.provider) && <ProviderMark provider={column.provider} size="sm" />}
      <span className="min-w-0">
        <span title={column.model_name} className="block truncate font-medium text-ink">
          {column.model_name}
        </span>
        {detail && (
          <span title={detail} className="block truncate text-xs text-ink-subtle">
            {detail}
          </span>
        )}
      </span>
    </div>
  );
}

function TargetProgress({ line: { column, progress }, all }: { line: Line; all: readonly RunColumn[] }) {
  const { answered, total, failed, malformed, reused } = progress;
  return (
    <div className="flex w-full min-w-36 flex-col gap-1">
      <ProgressBar label={`Progress of ${columnName(column, all)}`} {...progress} />
      <span className="flex flex-wrap gap-x-2 text-xs whitespace-nowrap text-ink-muted">
        <span>
          {answered.toLocaleString("en")} / {total.toLocaleString("en")} answered
        </span>
        {failed > 0 && <span className="text-error">{failed.toLocaleString("en")} failed</span>}
        {malformed > 0 && <span className="text-warning">{malformed.toLocaleString("en")} malformed</span>}
        {reused > 0 && <span className="text-ink-subtle">{reused.toLocaleString("en")} reused</span>}
      </span>
    </div>
  );
}

function Latency({ progress: { mean_latency_ms: mean, p95_latency_ms: p95 } }: Pick<Line, "progress">) {
  if (mean === null) return <span className="text-ink-subtle">–</span>;
  return (
    <span className="whitespace-nowrap">
      {formatLatency(mean)} <span className="text-ink-subtle">/ {p95 === null ? "–" : formatLatency(p95)}</span>
    </span>
  );
}

function TargetCost({ column, progress }: Line) {
  const doubt = readMoney(progress.in_doubt_usd) ?? 0;
  const saved = readMoney(progress.saved_usd) ?? 0;
  return (
    <span className="whitespace-nowrap">
      {formatMoney(readMoney(progress.cost_usd))}
      <SimulatedMark block money={moneyOf(column.provider)} />
      {doubt > 0 && (
        <span className="block text-2xs whitespace-nowrap text-warning">+ {formatMoney(doubt)} in doubt</span>
      )}
      {saved > 0 && (
        <span className="block text-2xs whitespace-nowrap text-ink-subtle">{formatMoney(saved)} saved</span>
      )}
    </span>
  );
}

/** The same number as in the results, with the number of answers without a score. */
function TargetScore({ run, metric, column }: { run: RunReport; metric: Metric; column: number }) {
  const found = figuresBy(run.figures, metric.key);
  const text = figureText(found, column);
  const errors = run.scorers
    .filter(({ number }) => metric.scorers.includes(number))
    .reduce((sum, { columns }) => sum + (columns.find((one) => one.column === column)?.errors ?? 0), 0);
  const rate = columnFigure(found, column)?.pass_rate ?? null;
  if (text === null) return <span className="text-ink-subtle">{errors > 0 ? `${errors} not scored` : "–"}</span>;
  return (
    <span className="whitespace-nowrap">
      <span className="font-medium text-ink">{text}</span>
      <span className="block text-2xs text-ink-subtle">
        {rate !== null && <>{formatPercent(rate.value)} pass · </>}n{" "}
        {(columnFigure(found, column)?.graded ?? 0).toLocaleString("en")}
        {errors > 0 && <span className="text-warning"> · {errors} not scored</span>}
        {run.figures_stale && <span className="block">being counted</span>}
      </span>
    </span>
  );
}
