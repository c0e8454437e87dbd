import { Segmented } from "@/shared/ui/Segmented";
import { Select } from "@/shared/ui/Select";
import type { TrendRange } from "../api";
import type { Trend } from "../types";
import { METRIC, type MetricName, METRICS } from "./trendMetrics";
import { EACH, TOGETHER } from "./trendViews";

const RANGES: readonly { value: TrendRange; label: string }[] = [
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
  { value: "all", label: "All" },
];

interface TrendControlsProps {
  metric: MetricName;
  onMetric: (metric: MetricName) => void;
  range: TrendRange;
  onRange: (range: TrendRange) => void;
  view: string;
  onView: (view: string) => void;
  targets: Trend["targets"];
}

export function TrendControls({ metric, onMetric, range, onRange, view, onView, targets }: TrendControlsProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Segmented
        label="What to show"
        value={metric}
        onChange={onMetric}
        options={METRICS.map((value) => ({ value, label: METRIC[value].label }))}
      />
      <Segmented label="How far back" value={range} onChange={onRange} options={RANGES} />
      {targets.length > 1 && (
        <Select
          label="Of which model"
          size="xs"
          className="ml-auto max-w-64 min-w-44"
          value={view}
          onChange={onView}
          options={[
            { value: TOGETHER, label: "All models together" },
            { value: EACH, label: "Each model on its own" },
            ...targets.map(({ key, label, current }) => ({
              value: key,
              label,
              ...(current ? {} : { hint: "not in the latest run" }),
            })),
          ]}
        />
      )}
    </div>
  );
}
