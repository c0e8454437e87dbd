import { BadgeDollarSign, Gauge, Hash, Star } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/shared/ui/cx";
import { Tooltip } from "@/shared/ui/Tooltip";
import { type Metric, METRIC_NAMES, nextMetric } from "../setup/runSetup";
import { pillClass } from "./PillPopover";

const ICONS: Record<Metric, ReactNode> = {
  grade: <Star aria-hidden />,
  tokens: <Hash aria-hidden />,
  cost: <BadgeDollarSign aria-hidden />,
  latency: <Gauge aria-hidden />,
};

/** One press, the next metric: Grade, Tokens, Cost, Latency. */
export function MetricPill({ metric, onMetric }: { metric: Metric; onMetric: (metric: Metric) => void }) {
  const next = METRIC_NAMES[nextMetric(metric)];
  return (
    <Tooltip text={`Show ${next.toLowerCase()} next`}>
      <button
        type="button"
        aria-label={`Metric: ${METRIC_NAMES[metric]}`}
        onClick={() => onMetric(nextMetric(metric))}
        className={cx(pillClass, "shrink-0")}
      >
        {/* A new key is a new element, and so it fades in. */}
        <span key={metric} className="inline-flex animate-[fade-in_150ms_ease-out] items-center gap-1.5">
          {ICONS[metric]} <span className="min-w-13 text-left">{METRIC_NAMES[metric]}</span>
        </span>
      </button>
    </Tooltip>
  );
}
