/** Why the judges said so, criterion by criterion. What they wrote is untrusted, so it is plain text. */
import { ChevronRight } from "lucide-react";
import type { Cell, Metric, Rubric } from "@/api/types";
import { scoreReason } from "@/features/runs";
import { type Scale, scoreText, valueText } from "@/shared/charts/estimateText";
import { visibleText } from "@/shared/format/visibleText";
import { scorerPassAt, scorerScale } from "@/shared/metrics/metricFigures";
import { cx } from "@/shared/ui/cx";
import { gradeColor } from "../cells/cellGrade";
import { type CriterionReadings, onScale } from "./judgeReadings";

interface RationalesProps {
  readings: readonly CriterionReadings[];
  rubric: Rubric | null;
  /** Which criteria are open: the same in all answers, so that they can be compared. */
  open: ReadonlySet<string>;
  onToggle: (criterion: string) => void;
}

export function Rationales({ readings, rubric, open, onToggle }: RationalesProps) {
  if (readings.length === 0) return null;
  return (
    <ul aria-label="Criteria" className="border-t border-line px-3 py-1.5">
      {readings.map(({ name, mean, readings: said }) => {
        const scale = rubric?.criteria.find((criterion) => criterion.name === name)?.scale ?? null;
        const shown = open.has(name);
        return (
          <li key={name}>
            <button
              type="button"
              aria-expanded={shown}
              onClick={() => onToggle(name)}
              className={cx(
                "group flex min-h-7 w-full items-center gap-2 rounded text-left text-xs font-medium text-ink-muted",
                "hover:text-ink",
              )}
            >
              <ChevronRight
                aria-hidden
                className={cx("-ml-1 size-3.5 shrink-0 transition-transform duration-150", shown && "rotate-90")}
              />
              <span className="min-w-0 flex-1 truncate">{visibleText(name)}</span>
              <Bar value={mean} />
              <span className="w-12 shrink-0 text-right text-ink tabular-nums">{onScale(mean, scale)}</span>
            </button>
            {shown && (
              <dl className="mb-1.5 ml-2.5 flex flex-col gap-2 border-l border-line-strong py-0.5 pl-3">
                {said.map(({ scorer, judge, score, value, why }) => (
                  <div key={scorer}>
                    <dt className="flex items-baseline gap-2 text-2xs text-ink-subtle">
                      <span className="min-w-0 truncate">{judge}</span>
                      {said.length > 1 && (
                        <span className="shrink-0 font-medium text-ink-muted tabular-nums">
                          {score ?? onScale(value, scale)}
                        </span>
                      )}
                    </dt>
                    <dd dir="auto" className="text-xs leading-4.5 wrap-anywhere whitespace-pre-wrap text-ink">
                      {visibleText(why) || <span className="text-ink-subtle">No reason given.</span>}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Bar({ value }: { value: number }) {
  return (
    <span aria-hidden className="h-1 w-14 shrink-0 overflow-hidden rounded-full bg-surface-hover">
      <span
        className="block h-full rounded-full"
        style={{ width: `${Math.round(value * 100)}%`, backgroundColor: gradeColor(value).color }}
      />
    </span>
  );
}

/** A word is enough where there are only two. */
function verdictOf({ value, passed, problem }: Cell["scores"][number], scale: Scale, passAt: number | null): string {
  if (value === null) return (problem ?? "waiting").replaceAll("_", " ");
  const word = passed === true ? "passed" : passed === false ? "not passed" : "";
  if (word && passAt !== null && value !== 0 && value !== 1) return `${scoreText(scale, value, passAt)}, ${word}`;
  return word && (value === 0 || value === 1) ? word : [onOwnScale(value, scale), word].filter(Boolean).join(", ");
}

/** 8.5/10 on the scorer's own scale, as in the figures of its metric. */
function onOwnScale(value: number, scale: Scale): string {
  return scale.top === 1 ? valueText(scale, value) : `${valueText(scale, value)}/${scale.top}`;
}

/** Everyone else: rules, graders, judges who go by words. */
export function OtherScores({ scores, metrics }: { scores: Cell["scores"]; metrics: readonly Metric[] }) {
  const said = scores.filter(({ reason, output, value, problem }) => reason || output || value !== null || problem);
  if (said.length === 0) return null;
  return (
    <dl aria-label="Other scores" className="flex flex-col gap-1.5 border-t border-line px-3 py-2">
      {said.map((score) => (
        <div key={score.scorer} className="min-w-0">
          <dt className="flex items-baseline gap-2 text-2xs font-medium text-ink-subtle">
            <span className="min-w-0 truncate">{score.name}</span>
            <span
              className={cx(
                "shrink-0 tabular-nums",
                score.problem
                  ? "text-warning"
                  : score.passed === false
                    ? "text-error"
                    : score.passed
                      ? "text-success"
                      : "text-ink-muted",
              )}
            >
              {verdictOf(score, scorerScale(metrics, score.scorer), scorerPassAt(metrics, score.scorer))}
            </span>
          </dt>
          {scoreReason(score) && (
            <dd
              dir="auto"
              className={cx(
                "line-clamp-4 text-xs leading-4.5 wrap-anywhere whitespace-pre-wrap text-ink-muted",
                "hover:line-clamp-none",
              )}
            >
              {visibleText(scoreReason(score))}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
