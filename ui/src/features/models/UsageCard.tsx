import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Model, ModelUsage } from "@/api/types";
import { ChartFrame } from "@/shared/charts/ChartFrame";
import type { Series } from "@/shared/charts/chartSeries";
import { countOf, formatLatency, formatMoney, formatTokens } from "@/shared/format/quantities";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Segmented } from "@/shared/ui/Segmented";
import { Waiting } from "@/shared/ui/Skeleton";
import { moneyOf, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { usageQuery } from "./api";
import { costWords, totalsOf, type UsageTotals, usagePoints } from "./usagePoints";

const RANGES = [
  { value: "1", label: "24 h" },
  { value: "7", label: "7 d" },
  { value: "30", label: "30 d" },
] as const;

const METRICS = [
  { value: "latency", label: "Latency" },
  { value: "cost", label: "Cost" },
  { value: "calls", label: "Calls" },
] as const;
/** Of the sums and a chart together. */
const HEIGHT = "h-[13.25rem]";
type Metric = (typeof METRICS)[number]["value"];

const LATENCY: readonly Series[] = [
  { key: "p50", label: "p50", colour: 1 },
  { key: "p95", label: "p95", colour: 2, dashed: true },
];
const COST: readonly Series[] = [{ key: "cost", label: "Cost", colour: 1 }];
const CALLS: readonly Series[] = [
  { key: "answered", label: "Answered", colour: 1 },
  { key: "failed", label: "Failed", colour: 3 },
];

/** One chart at a time and one height in every state: what stands below does not jump when the numbers come. */
export function UsageCard({ project, model }: { project: string; model: Model }) {
  const [days, setDays] = useState<(typeof RANGES)[number]["value"]>("1");
  const usage = useQuery(usageQuery(project, model.id, Number(days)));
  return (
    <Card aria-label="Use over time">
      <CardHeader room="dense" className="flex-row items-center justify-between">
        <CardTitle>Use over time</CardTitle>
        <Segmented label="Time range" value={days} onChange={setDays} options={RANGES} />
      </CardHeader>
      <CardContent room="dense" className="min-h-56">
        {usage.isPending && (
          <Waiting label="Loading use">
            <span className={cx("skeleton block", HEIGHT)} />
          </Waiting>
        )}
        {usage.isError && <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />}
        {usage.data && (
          <Usage provider={model.provider} usage={usage.data} days={Number(days)} readAt={usage.dataUpdatedAt} />
        )}
      </CardContent>
    </Card>
  );
}

interface UsageProps {
  usage: ModelUsage;
  provider: string;
  days: number;
  readAt: number;
}

function Usage({ usage, provider, days, readAt }: UsageProps) {
  const [metric, setMetric] = useState<Metric>("latency");
  const totals = totalsOf(usage.items);
  if (totals.calls === 0) {
    return (
      <p className={cx("flex items-center justify-center rounded-md bg-surface text-sm text-ink-subtle", HEIGHT)}>
        No calls in this time
      </p>
    );
  }
  const shared = {
    points: usagePoints(usage, days, new Date(readAt)),
    step: usage.step,
    head: <Segmented label="What the chart shows" value={metric} onChange={setMetric} options={METRICS} />,
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Sums totals={totals} provider={provider} />
      {metric === "latency" && (
        <ChartFrame
          {...shared}
          kind="line"
          title={`Latency per ${usage.step}`}
          series={LATENCY}
          format={formatLatency}
          summary="Median and 95th percentile."
          nothing="No answers in this time."
        />
      )}
      {metric === "cost" && (
        <ChartFrame
          {...shared}
          kind="bar"
          title={`Cost per ${usage.step}`}
          series={COST}
          format={formatMoney}
          summary={`${costWords(totals)} in all.`}
          nothing={totals.costUnknown > 0 ? "The cost of these calls is unknown." : "Nothing was paid in this time."}
        />
      )}
      {metric === "calls" && (
        <ChartFrame
          {...shared}
          kind="bar"
          title={`Calls per ${usage.step}`}
          series={CALLS}
          format={(count) => count.toLocaleString("en")}
          whole
          summary={`${countOf(totals.calls, "call")} in all.`}
          nothing="No calls in this time."
        />
      )}
    </div>
  );
}

function Sums({ totals, provider }: { totals: UsageTotals; provider: string }) {
  const notes = [
    totals.failed > 0 ? `${totals.failed.toLocaleString("en")} failed` : "none failed",
    totals.reused > 0 && `${totals.reused.toLocaleString("en")} reused, saved ${formatMoney(totals.savedUsd)}`,
    totals.costUnknown > 0 && totals.costUsd > 0 && `${totals.costUnknown.toLocaleString("en")} of unknown cost`,
  ].filter((note) => note !== false);
  const tokens = formatTokens(totals.tokens);
  return (
    <div className="text-xs text-ink-muted">
      <p className="truncate">
        <span className="font-medium text-ink">{countOf(totals.calls, "call")}</span> · {tokens} tokens ·{" "}
        <span className="font-medium text-ink">{costWords(totals)}</span>
        <SimulatedMark money={moneyOf(provider)} />
      </p>
      <p className="truncate text-ink-subtle" title={notes.join(", ")}>
        {notes.join(" · ")}
      </p>
    </div>
  );
}
