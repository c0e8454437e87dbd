import type { RunReport } from "@/api/types";
import { ColumnHead } from "@/features/runs";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { estimateText, type Scale, scaleOf, SHARE, UNIT, valueText } from "@/shared/charts/estimateText";
import { formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { columnFigure, metricScale } from "@/shared/metrics/metricFigures";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { NoValue } from "@/shared/ui/NoValue";
import { Tooltip } from "@/shared/ui/Tooltip";
import { nameOf } from "../columnNames";
import { NumberButton } from "../NumberButton";
import type { WantedCells } from "../resultsUrlState";
import type { ColumnResult, MetricFigures, Results } from "@/api/types";
import { moneyOf, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { InconclusiveMark } from "./InconclusiveMark";
import { LabelledMark } from "./LabelledMark";

interface ColumnTableProps {
  run: RunReport;
  results: Results;
  scale: Scale;
  onCells: (wanted: WantedCells) => void;
}

/** Every column of the run: how good with which certainty, by which criteria, and at what cost. */
export function ColumnTable({ run, results, scale, onCells }: ColumnTableProps) {
  const { columns: all, rubric, pairwise, measure, metrics } = results;
  // Someone wants everything on 0 to 1.
  const unit = scale === UNIT && measure.scale !== null;
  const name = (column: number) => nameOf(column, all);
  const judged = all.some(({ judge_cost_usd: cost }) => (readMoney(cost) ?? 0) > 0);
  const columns: Column<ColumnResult>[] = [
    {
      key: "name",
      header: "Column",
      lead: true,
      cell: (row) => <ColumnName run={run} measure={measure} row={row} />,
    },
    {
      key: "score",
      header: headerOf(measure.key, scale.top > 1 ? scale.top : null),
      className: "sm:max-lg:col-span-2 lg:min-w-52",
      cell: (row) => <ColumnScore row={row} scale={scale} name={name(row.column)} onCells={onCells} />,
    },
    {
      key: "pass",
      header: "Pass rate",
      align: "right",
      cell: ({ pass_rate: rate }) =>
        rate ? <span className="whitespace-nowrap">{estimateText(SHARE, rate)}</span> : <NoValue />,
    },
    // Before the criteria: of those there may be more than fit.
    {
      key: "cost",
      header: "Cost",
      align: "right",
      cell: (row) => <ColumnCost row={row} judged={judged} provider={run.plan.columns[row.column]?.provider ?? ""} />,
    },
    ...metrics
      .filter(({ metric }) => metric.key !== measure.key)
      .map((found): Column<ColumnResult> => ({
        key: `metric-${found.metric.key}`,
        header: headerOf(found.metric.key, unit ? null : found.metric.scale),
        align: "right",
        cell: (row) => <Other found={found} column={row.column} unit={unit} />,
      })),
    ...(rubric?.criteria ?? []).map((criterion, at): Column<ColumnResult> => ({
      key: `criterion-${at}`,
      header: criterion,
      align: "right",
      cell: (row) => <Criterion row={row} at={at} name={name(row.column)} onCells={onCells} />,
    })),
    ...(pairwise
      ? [
          {
            key: "wins",
            header: "Win rate",
            align: "right" as const,
            cell: (row: ColumnResult) => <Wins results={results} row={row} />,
          },
        ]
      : []),
    { key: "errors", header: "Errors", align: "right", cell: (row) => <Errors row={row} /> },
    {
      key: "tokens",
      header: "Tokens",
      align: "right",
      cell: ({ tokens }) => <span className="whitespace-nowrap">{formatTokens(tokens)}</span>,
    },
  ];
  return (
    <div className="lg:overflow-x-auto">
      <DataTable caption="Results by column" columns={columns} rows={all} rowKey={({ column }) => String(column)} />
    </div>
  );
}

function headerOf(key: string, top: number | null): string {
  return top ? `${key}, 0 to ${top}` : key;
}

function ColumnName({ run, measure, row }: { run: RunReport; measure: Results["measure"]; row: ColumnResult }) {
  const column = run.plan.columns.find(({ number }) => number === row.column);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {column ? <ColumnHead column={column} all={run.plan.columns} /> : row.model_name}
      {row.inconclusive && (
        <span>
          <InconclusiveMark row={row} />
        </span>
      )}
      <LabelledMark measure={measure} row={row} />
    </div>
  );
}

function ColumnScore({
  row,
  scale,
  name,
  onCells,
}: {
  row: ColumnResult;
  scale: Scale;
  name: string;
  onCells: ColumnTableProps["onCells"];
}) {
  const { composite } = row;
  if (!composite) return <NoValue />;
  const text = estimateText(scale, composite);
  return (
    <div className="flex flex-col gap-0.5">
      <div className="min-w-20 flex-1">
        <ConfidenceIntervalBar interval={composite} ink={row.inconclusive ? "quiet" : "plain"} />
      </div>
      <NumberButton
        of={`score of ${name}`}
        className="shrink-0 text-left font-medium whitespace-nowrap"
        onClick={() => onCells({ column: row.column })}
      >
        {text}
      </NumberButton>
    </div>
  );
}

/** Another metric's figure, on its own scale unless everything is read on 0 to 1. */
function Other({ found, column, unit }: { found: MetricFigures; column: number; unit: boolean }) {
  const figure = columnFigure(found, column)?.figure;
  if (!figure) return <NoValue />;
  return <span className="whitespace-nowrap">{estimateText(unit ? UNIT : metricScale(found.metric), figure)}</span>;
}

function Criterion({
  row,
  at,
  name,
  onCells,
}: {
  row: ColumnResult;
  at: number;
  name: string;
  onCells: ColumnTableProps["onCells"];
}) {
  const criterion = row.criteria[at];
  if (!criterion || criterion.mean === null) return <NoValue />;
  const scale = scaleOf(criterion.scale);
  return (
    <NumberButton
      of={`${criterion.name} of ${name}`}
      className="whitespace-nowrap"
      onClick={() => onCells({ column: row.column, of: criterion.name })}
    >
      {criterion.estimate ? estimateText(scale, criterion.estimate) : valueText(scale, criterion.mean)}
    </NumberButton>
  );
}

function Wins({ results, row }: { results: Results; row: ColumnResult }) {
  const rate = results.pairwise?.items.find(({ column }) => column === row.column)?.win_rate;
  return rate ? <span className="whitespace-nowrap">{estimateText(SHARE, rate)}</span> : <NoValue />;
}

function Errors({ row: { errors, cells } }: { row: ColumnResult }) {
  const all = errors.target + errors.judge;
  if (all === 0) return <span className="text-ink-subtle">0</span>;
  return (
    <Tooltip
      text={
        `${errors.target.toLocaleString("en")} without an answer, ${errors.judge.toLocaleString("en")} ` +
        `that no judge could score, of ${cells.toLocaleString("en")}. Errors are never counted as zeros.`
      }
    >
      <span className="block text-right text-warning">
        {all.toLocaleString("en")}
        <span className="block text-2xs">{Math.round((all / Math.max(1, cells)) * 100)}%</span>
      </span>
    </Tooltip>
  );
}

function ColumnCost({ row, judged, provider }: { row: ColumnResult; judged: boolean; provider: string }) {
  return (
    <span className="block text-right whitespace-nowrap">
      {formatMoney(readMoney(row.answer_cost_usd))}
      {row.answer_cost_usd !== row.cost_usd && (
        <span className="block text-2xs text-ink-subtle">{formatMoney(readMoney(row.cost_usd))} spent</span>
      )}
      <SimulatedMark block money={moneyOf(provider)} />
      {judged && (
        <span className="block text-2xs text-ink-subtle">+ {formatMoney(readMoney(row.judge_cost_usd))} judges</span>
      )}
    </span>
  );
}
