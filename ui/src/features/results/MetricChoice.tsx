import type { Results } from "@/api/types";
import { MetricPicker } from "@/shared/metrics/MetricPicker";
import { Segmented } from "@/shared/ui/Segmented";

interface MetricChoiceProps {
  results: Results;
  /** Read on 0 to 1. */
  unit: boolean;
  onMetric: (key: string) => void;
  onUnit: (unit: boolean) => void;
}

/** By what the run is measured, and on which scale that reads. */
export function MetricChoice({ results: { measure, metrics }, unit, onMetric, onUnit }: MetricChoiceProps) {
  const known = metrics.map(({ metric }) => metric);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <MetricPicker metrics={known.length > 0 ? known : [measure]} value={measure.key} onChange={onMetric} />
      {measure.scale !== null && (
        <Segmented
          label="Scale"
          value={unit ? "unit" : "own"}
          onChange={(next) => onUnit(next === "unit")}
          options={[
            { value: "own", label: `0 to ${measure.scale}` },
            { value: "unit", label: "0 to 1" },
          ]}
        />
      )}
    </div>
  );
}
