import { CircleCheck, CircleHelp, PiggyBank, TrendingDown, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ModelFigures } from "@/api/types";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { estimateText, rangeText, type Scale, SHARE, valueText } from "@/shared/charts/estimateText";
import { formatLatency, formatMoney } from "@/shared/format/quantities";
import { Badge, type Tone } from "@/shared/ui/Badge";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { NoValue } from "@/shared/ui/NoValue";
import { type MoneyKind, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { ValueWithRange } from "@/shared/ui/ValueWithRange";

interface ModelTableProps {
  models: readonly ModelFigures[];
  scale: Scale;
  money: (column: number) => MoneyKind;
}

/** Score, time, money and success of every model side by side, and whether a cheaper one would do. */
export function ModelTable({ models, scale, money }: ModelTableProps) {
  const columns: Column<ModelFigures>[] = [
    {
      key: "name",
      header: "Model",
      lead: true,
      cell: ({ name, inconclusive }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 font-medium text-ink">
          <span title={name} className="truncate">
            {name}
          </span>
          {inconclusive && (
            <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
              Inconclusive
            </Badge>
          )}
        </span>
      ),
    },
    {
      key: "score",
      header: "Mean score",
      cell: ({ score }) =>
        score ? (
          <div className="flex flex-col gap-0.5">
            <div className="min-w-16 flex-1">
              <ConfidenceIntervalBar interval={score} />
            </div>
            <span className="shrink-0 whitespace-nowrap">{estimateText(scale, score)}</span>
          </div>
        ) : (
          <NoValue />
        ),
    },
    {
      key: "latency",
      header: "Mean latency",
      align: "right",
      cell: ({ latency_ms: one }) =>
        one ? (
          <ValueWithRange
            text={formatLatency(one.value)}
            range={`${formatLatency(one.low)} to ${formatLatency(one.high)}`}
          />
        ) : (
          <NoValue />
        ),
    },
    {
      key: "cost",
      header: "Cost per case",
      align: "right",
      cell: ({ column, cost_usd: one }) =>
        one ? (
          <>
            <ValueWithRange
              text={formatMoney(one.value)}
              range={`${formatMoney(one.low)} to ${formatMoney(one.high)}`}
            />
            <SimulatedMark block money={money(column)} />
          </>
        ) : (
          <NoValue />
        ),
    },
    {
      key: "total",
      header: "Total cost",
      align: "right",
      cell: ({ column, total_cost_usd: total }) => (
        <span className="whitespace-nowrap">
          {formatMoney(total)}
          <SimulatedMark block money={money(column)} />
        </span>
      ),
    },
    {
      key: "success",
      header: "Success rate",
      align: "right",
      cell: ({ success_rate: rate }) =>
        rate ? <ValueWithRange text={valueText(SHARE, rate.value)} range={rangeText(SHARE, rate)} /> : <NoValue />,
    },
    {
      key: "advice",
      header: "Advice",
      width: "class",
      className: "lg:min-w-56",
      cell: (model) => <ModelAdvice model={model} />,
    },
  ];
  return (
    <div className="lg:overflow-x-auto">
      <DataTable caption="Models of this run" columns={columns} rows={models} rowKey={({ column }) => String(column)} />
    </div>
  );
}

const ADVICE: Record<NonNullable<ModelFigures["advice"]>, { words: string; tone: Tone; icon: ReactNode }> = {
  optimal: { words: "optimal", tone: "success", icon: <CircleCheck aria-hidden /> },
  consider_cheaper: { words: "consider cheaper", tone: "warning", icon: <PiggyBank aria-hidden /> },
  maybe_cheaper: { words: "cheaper, but not proven to be as good", tone: "info", icon: <CircleHelp aria-hidden /> },
  outperformed: { words: "another model scores higher", tone: "neutral", icon: <TrendingDown aria-hidden /> },
};

function ModelAdvice({
  model: { advice, advice_sentence: sentence, cost_per_point_usd: point },
}: {
  model: ModelFigures;
}) {
  if (advice === null) return <span className="text-xs text-ink-subtle">{sentence || "–"}</span>;
  return (
    <div className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <Badge tone={ADVICE[advice].tone} icon={ADVICE[advice].icon}>
          {ADVICE[advice].words}
        </Badge>
        {point !== null && (
          <span className="text-xs whitespace-nowrap text-ink-subtle">{formatMoney(point)} per full score</span>
        )}
      </span>
      <p className="mt-0.5 text-xs text-ink-muted">{sentence}</p>
    </div>
  );
}
