import { Check, CircleHelp, X } from "lucide-react";
import type { GridScore } from "@/api/types";
import { type Scale, scoreText, UNIT } from "@/shared/charts/estimateText";
import { cx } from "@/shared/ui/cx";

type Shown = Pick<GridScore, "value" | "passed" | "problem">;

interface ScoreBadgeProps {
  name: string;
  score: Shown;
  scale?: Scale;
  /** The score from which on the answer passes, from 0 to 1. */
  passAt?: number | null;
}

/** A score with its sign: passed, not passed, not scored; a plain number where nothing decides. */
export function ScoreBadge({ name, score, scale = UNIT, passAt = null }: ScoreBadgeProps) {
  const look =
    score.problem !== null
      ? "bg-warning-soft text-warning"
      : score.passed === true
        ? "bg-success-soft text-success"
        : score.passed === false
          ? "bg-error-soft text-error"
          : "bg-lilac-soft text-lilac";
  const Icon = score.problem !== null ? CircleHelp : score.passed === true ? Check : score.passed === false ? X : null;
  const word =
    score.problem !== null
      ? "not scored"
      : score.passed === true
        ? "passed"
        : score.passed === false
          ? "not passed"
          : "";
  const text = score.value === null ? null : scoreText(scale, score.value, score.passed === null ? null : passAt);
  return (
    <span
      title={`${name}: ${text ?? (score.problem ?? "–").replaceAll("_", " ")}`}
      className={cx("inline-flex h-4.5 min-w-0 items-center gap-1 rounded px-1 text-2xs font-medium", look)}
    >
      {Icon && <Icon aria-hidden className="size-3 shrink-0" strokeWidth={2.5} />}
      <span className="max-w-24 min-w-0 truncate font-normal">{name}</span>
      {text !== null && <span className="shrink-0">{text}</span>}
      <span className="sr-only">{word}</span>
    </span>
  );
}

const SHOWN = 4;

export interface ShownScorer {
  name: string;
  /** Its own scale. */
  scale: Scale;
  passAt: number | null;
  /** It tests a judge, and says nothing about the answer. */
  exam: boolean;
}

interface ScoreBadgesProps {
  scores: readonly GridScore[];
  /** By number. */
  scorers: readonly ShownScorer[];
}

export function ScoreBadges({ scores: all, scorers }: ScoreBadgesProps) {
  const scores = all.filter(({ scorer }) => !scorers[scorer]?.exam);
  if (scores.length === 0) return null;
  return (
    <span className="flex h-4.5 min-w-0 items-center gap-1 overflow-hidden">
      {scores.slice(0, SHOWN).map((score) => (
        <ScoreBadge
          key={score.scorer}
          name={scorers[score.scorer]?.name ?? `scorer ${score.scorer + 1}`}
          scale={scorers[score.scorer]?.scale ?? UNIT}
          passAt={scorers[score.scorer]?.passAt ?? null}
          score={score}
        />
      ))}
      {scores.length > SHOWN && <span className="text-2xs text-ink-subtle">+{scores.length - SHOWN}</span>}
    </span>
  );
}
