import type { Metric } from "@/api/types";
import { Select } from "@/shared/ui/Select";

interface MetricPickerProps {
  /** What can be chosen. */
  metrics: readonly Pick<Metric, "key" | "kind">[];
  /** The key of the one that is shown. */
  value: string;
  onChange: (key: string) => void;
  size?: "xs" | "sm";
  className?: string;
}

const KINDS: Record<Metric["kind"], string> = {
  scorer: "One scorer",
  composite: "Mean of the judges of a rubric",
  people: "Labels by people",
  labels_first: "Labels by people, else scores",
};

/** The metric is always named, and one press away from another. */
export function MetricPicker({
  metrics,
  value,
  onChange,
  size = "sm",
  className = "w-60 max-w-full",
}: MetricPickerProps) {
  const options = [...new Map(metrics.map((one) => [one.key, one])).values()];
  const known = options.some(({ key }) => key === value);
  return (
    <Select
      label="Metric"
      size={size}
      className={className}
      value={value}
      onChange={onChange}
      options={[
        ...(known ? [] : [{ value, label: value }]),
        ...options.map(({ key, kind }) => ({ value: key, label: key, hint: KINDS[kind] })),
      ]}
    />
  );
}
