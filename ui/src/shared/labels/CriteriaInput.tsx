import type { Criterion } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { Input } from "@/shared/ui/Input";
import { Choices } from "./Choices";

/** More values than this do not stand side by side. */
const SIDE_BY_SIDE = 10;

interface CriteriaInputProps {
  criteria: readonly Criterion[];
  given: Record<string, number>;
  /** The one that digits go to; null where there is no keyboard flow. */
  at: number | null;
  onGive: (place: number, value: number | null) => void;
  onTurn?: (place: number) => void;
}

/** Criterion by criterion, each on its own scale, with what its levels mean. */
export function CriteriaInput({ criteria, given, at, onGive, onTurn }: CriteriaInputProps) {
  return (
    <ol className="flex flex-col gap-1.5">
      {criteria.map((criterion, place) => {
        const value = given[criterion.name];
        const current = at === place;
        return (
          <li
            key={criterion.name}
            aria-current={current || undefined}
            className={cx(
              "rounded-md border px-3 py-2.5 transition-colors duration-150",
              current ? "border-focus bg-surface" : "border-line",
            )}
          >
            <div className="mb-1.5 flex items-baseline justify-between gap-2">
              <h3 className="text-sm font-medium text-ink">{criterion.name}</h3>
              <span className="text-xs text-ink-subtle">
                0–{criterion.scale} · {Math.round(criterion.weight * 100)} %
              </span>
            </div>
            <p className="mb-2 text-xs text-ink-muted">{criterion.description}</p>
            {criterion.scale <= SIDE_BY_SIDE ? (
              <Choices
                label={criterion.name}
                chosen={value ?? null}
                onChoose={(chosen) => onGive(place, chosen)}
                choices={Array.from({ length: criterion.scale + 1 }, (_, level) => ({
                  value: level,
                  name: levelName(criterion, level),
                  content: level,
                }))}
              />
            ) : (
              <Input
                aria-label={`${criterion.name}, 0 to ${criterion.scale}`}
                inputMode="numeric"
                className="h-8 w-24"
                value={value ?? ""}
                placeholder={`0–${criterion.scale}`}
                onFocus={() => onTurn?.(place)}
                onChange={(event) => onGive(place, readValue(event.target.value, criterion.scale))}
              />
            )}
            {value !== undefined && criterion.levels[String(value)] && (
              <p className="mt-1.5 text-xs text-ink-muted">
                {value}: {criterion.levels[String(value)]}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function levelName(criterion: Criterion, level: number): string {
  const words = criterion.levels[String(level)];
  return `${criterion.name}: ${level}${words ? `, ${words}` : ""}`;
}

/** What fits the scale; null for nothing. */
export function readValue(typed: string, scale: number): number | null {
  const digits = typed.replace(/\D/g, "");
  return digits === "" ? null : Math.min(scale, Number(digits));
}
