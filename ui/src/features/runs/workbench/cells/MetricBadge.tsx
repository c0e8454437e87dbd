import { CircleHelp, ThumbsDown, ThumbsUp } from "lucide-react";
import type { GridCell } from "@/api/types";
import { UNIT, valueText } from "@/shared/charts/estimateText";
import { metricScale } from "@/shared/metrics/metricFigures";
import { cx } from "@/shared/ui/cx";
import { type MoneyKind, moneyOfCell, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { isGradable, useGridContext } from "./gridContext";
import { countsLabels, gradeColor, gradeOf } from "./cellGrade";
import { metricText } from "./cellMetrics";

interface MetricBadgeProps {
  cell: GridCell;
  reachable: boolean;
  /** Whether the answer of the grader is shown. */
  open: boolean;
  onToggle: () => void;
}

const badge = "inline-flex h-5 items-center gap-1 rounded-md px-1.5 text-2xs font-medium whitespace-nowrap";

/** One figure, at the bottom right; another one fades in. */
export function MetricBadge(props: MetricBadgeProps) {
  const { metric, run } = useGridContext();
  const inner =
    metric === "grade" ? (
      run.grade_scorer === null ? (
        <HandGrade cell={props.cell} />
      ) : (
        <span className="inline-flex items-center gap-1">
          {!countsLabels(run.metric) && <HandGrade cell={props.cell} />}
          <GraderBadge {...props} />
        </span>
      )
    ) : (
      <Plain
        text={metricText(props.cell, metric)}
        money={metric === "cost" ? moneyOfCell(run.plan, props.cell) : "real"}
      />
    );
  return (
    <span key={metric} data-metric={metric} className="inline-flex animate-[fade-in_150ms_ease-out]">
      {inner}
    </span>
  );
}

function Plain({ text, money }: { text: string | null; money: MoneyKind }) {
  return text === null ? null : (
    <span className={cx(badge, "bg-surface-hover/90 text-ink-muted")}>
      {text}
      <SimulatedMark money={money} />
    </span>
  );
}

function GraderBadge({ cell, reachable, open, onToggle }: MetricBadgeProps) {
  const { run } = useGridContext();
  const grade = gradeOf(cell, run.metric);
  const scale = metricScale(run.metric);
  if (!isGradable(cell)) return null;
  const missing = grade === null && !cell.scores.some(({ scorer }) => run.grade_scorers.includes(scorer));
  if (missing) return <span className={cx(badge, "bg-surface-hover/90 text-ink-subtle")}>grading…</span>;
  const Hand = grade?.by === "person" ? (grade.value >= 0.5 ? ThumbsUp : ThumbsDown) : null;
  const words =
    grade === null
      ? "not scored"
      : grade.by === "person"
        ? "labelled by hand"
        : grade.by === "contract"
          ? "malformed, counts as 0"
          : "answer of the grader";
  return (
    <button
      type="button"
      tabIndex={reachable ? 0 : -1}
      data-grade={grade?.value}
      aria-expanded={open}
      aria-label={`Score ${grade === null ? "missing" : valueText(scale, grade.value)}: ${words}`}
      title={words}
      onClick={onToggle}
      style={grade ? gradeColor(grade.value) : undefined}
      className={cx(
        badge,
        "h-6! tabular-nums transition-shadow hover:shadow-[0_0_0_1px_currentColor]",
        !grade && "bg-warning-soft text-warning",
      )}
    >
      {grade ? (
        Hand ? (
          <Hand aria-hidden className="size-3" strokeWidth={2.5} />
        ) : (
          <span aria-hidden className="size-1.5 rounded-full bg-current" />
        )
      ) : (
        <CircleHelp aria-hidden className="size-3" />
      )}
      {grade ? valueText(scale, grade.value) : "not scored"}
    </button>
  );
}

/** What people say of the answer: a figure of its own, beside the score of a scorer. */
function HandGrade({ cell }: { cell: GridCell }) {
  const { manual } = cell;
  if (manual === null || !isGradable(cell)) return null;
  const Icon = manual < 0.5 ? ThumbsDown : ThumbsUp;
  return (
    <span
      data-manual={manual}
      title="labelled by hand"
      style={gradeColor(manual)}
      className={cx(badge, "h-6! tabular-nums")}
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={2.5} />
      <span className="sr-only">Labelled by hand: </span>
      {valueText(UNIT, manual)}
    </span>
  );
}
