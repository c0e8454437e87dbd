import { CircleAlert, CircleCheck } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { type CriterionPart, weightOf, weightSum } from "./rubricForm";

interface WeightTotalProps {
  criteria: readonly CriterionPart[];
  readOnly: boolean;
  onEven: () => void;
  onNormalise: () => void;
}

/** The sum as one types: a tick, or exactly what is wrong and two ways to put it right. */
export function WeightTotal({ criteria, readOnly, onEven, onNormalise }: WeightTotalProps) {
  const sum = weightSum(criteria);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <p role="status" aria-label="Total weight" className="flex flex-wrap items-center gap-x-1.5 text-sm">
          {sum.good ? (
            <CircleCheck aria-hidden className="size-4 text-success-mark" />
          ) : (
            <CircleAlert aria-hidden className="size-4 text-warning-mark" />
          )}
          <span className="text-ink-muted">Total weight</span> <span className="font-medium text-ink">{sum.text}</span>
          {sum.good ? <span className="sr-only">, correct</span> : <span className="text-warning">{sum.reason}</span>}
        </p>
        <WeightShares criteria={criteria} good={sum.good} />
      </div>
      {!readOnly && (
        <div className="flex gap-2">
          <Button variant="secondary" size="sm" onClick={onEven}>
            Even weights
          </Button>
          <Button
            variant="secondary"
            size="sm"
            disabled={sum.good && sum.text === "1.00" && exact(criteria)}
            onClick={onNormalise}
          >
            Normalise
          </Button>
        </div>
      )}
    </div>
  );
}

function exact(criteria: readonly CriterionPart[]): boolean {
  const sum = criteria.reduce((all, { weight }) => all + (weightOf(weight) ?? 0), 0);
  return Math.abs(sum - 1) < 0.0005;
}

/** How the weights share the whole; what is missing stays empty. */
function WeightShares({ criteria, good }: { criteria: readonly CriterionPart[]; good: boolean }) {
  const weights = criteria.map(({ weight }) => weightOf(weight) ?? 0);
  const whole = Math.max(
    1,
    weights.reduce((all, weight) => all + weight, 0),
  );
  return (
    <div aria-hidden className="mt-1.5 flex h-1.5 max-w-md gap-px overflow-hidden rounded-full bg-surface-hover">
      {criteria.map(({ key }, place) => (
        <span
          key={key}
          className={cx("h-full transition-[width] duration-200", good ? "bg-accent-mark" : "bg-warning-mark")}
          style={{ width: `${((weights[place] ?? 0) / whole) * 100}%`, opacity: 1 - (place % 4) * 0.2 }}
        />
      ))}
    </div>
  );
}
