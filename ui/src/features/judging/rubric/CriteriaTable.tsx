import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { CriterionRow, ROW_COLUMNS } from "./CriterionRow";
import {
  type CriterionPart,
  evenWeights,
  FEWEST,
  MOST,
  newCriterion,
  normalisedWeights,
  type Problems,
} from "./rubricForm";
import { useRowOrder } from "./useRowOrder";
import { WeightTotal } from "./WeightTotal";

interface CriteriaTableProps {
  criteria: readonly CriterionPart[];
  problems: Problems;
  /** Mark everything that is missing, not only what was left behind wrong. */
  tried: boolean;
  readOnly: boolean;
  onChange: (criteria: CriterionPart[]) => void;
}

export function CriteriaTable({ criteria, problems, tried, readOnly, onChange }: CriteriaTableProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { list, handle, move, dragged, line, said } = useRowOrder(
    criteria,
    onChange,
    ({ name }, place) => name.trim() || `Criterion ${place + 1}`,
  );
  const problem = (part: CriterionPart, place: number, field: "name" | "description" | "weight") =>
    tried || (left.has(`${part.key} ${field}`) && part[field].trim() !== "")
      ? problems[`criteria.${place}.${field}`]
      : undefined;
  const last = criteria.length - 1;
  return (
    <div className="rounded-lg border border-line bg-raised">
      <div
        aria-hidden
        className={cx(
          "hidden h-9 items-center gap-x-3 rounded-t-lg border-b border-line",
          "bg-surface px-3 text-xs font-medium text-ink-muted lg:grid",
          ROW_COLUMNS,
        )}
      >
        <span />
        <span>Criterion</span>
        <span>Description</span>
        <span className="text-right">Weight</span>
        <span>Scale</span>
        <span />
      </div>
      <ol ref={list} aria-label="Criteria">
        {criteria.map((part, place) => (
          <CriterionRow
            key={part.key}
            part={part}
            place={place}
            count={criteria.length}
            problems={{
              name: problem(part, place, "name"),
              description: problem(part, place, "description"),
              weight: problem(part, place, "weight"),
            }}
            readOnly={readOnly}
            handle={handle(place)}
            dragged={dragged === place}
            lineAbove={line === place}
            lineBelow={place === last && line === criteria.length}
            onChange={(change) => onChange(criteria.map((one) => (one.key === part.key ? { ...one, ...change } : one)))}
            onMove={(by) => move(place, place + by)}
            onRemove={criteria.length > FEWEST ? () => onChange(criteria.filter(({ key }) => key !== part.key)) : null}
            onLeave={(field) => setLeft(new Set([...left, `${part.key} ${field}`]))}
          />
        ))}
      </ol>
      <div className="flex flex-col gap-3 border-t border-line bg-surface px-3 py-3 last:rounded-b-lg">
        {!readOnly && (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              variant="ghost"
              size="sm"
              disabled={criteria.length >= MOST}
              onClick={() => onChange([...criteria, newCriterion({ weight: "0", scale: criteria[last]?.scale ?? 5 })])}
            >
              <Plus aria-hidden /> Add criterion
            </Button>
            <span className="text-xs text-ink-subtle">
              {criteria.length >= MOST
                ? "Maximum 10 criteria"
                : criteria.length <= FEWEST
                  ? "At least 2 criteria, at most 10"
                  : `${criteria.length} of at most 10`}
            </span>
          </div>
        )}
        <WeightTotal
          criteria={criteria}
          readOnly={readOnly}
          onEven={() => onChange(evenWeights(criteria))}
          onNormalise={() => onChange(normalisedWeights(criteria))}
        />
      </div>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  );
}
