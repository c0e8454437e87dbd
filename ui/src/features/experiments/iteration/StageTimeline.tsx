import { Link } from "@tanstack/react-router";
import { Check, CircleAlert, CirclePause, MessageSquareDiff, Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import { ProgressBar, useSecondsSince } from "@/features/runs";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { Spinner } from "@/shared/ui/Spinner";
import { STAGE_WORDS } from "../experimentStates";
import type { Iteration, IterationStage, StageState } from "../types";
import { shareText, stageTime, totalOf } from "./iterationProgress";

const MARKS: Record<StageState, { look: string; word: string; icon: ReactNode }> = {
  done: { look: "bg-accent text-on-accent", word: "Complete", icon: <Check aria-hidden strokeWidth={3} /> },
  running: { look: "bg-info-soft text-info", word: "In progress", icon: <Spinner /> },
  paused: { look: "bg-warning-soft text-warning", word: "Paused", icon: <CirclePause aria-hidden /> },
  failed: { look: "bg-error-soft text-error", word: "Failed", icon: <CircleAlert aria-hidden /> },
  skipped: { look: "bg-surface-hover text-ink-subtle", word: "Skipped", icon: <X aria-hidden /> },
  waiting: { look: "bg-surface-hover text-ink-subtle", word: "Waiting", icon: <Minus aria-hidden /> },
};

const FOR_A_PERSON = {
  look: "bg-lilac-soft text-lilac",
  word: "Waiting for a person",
  icon: <MessageSquareDiff aria-hidden />,
};

/** The six stages of an iteration, each with its state and how long it took; the one at work shows how far it is. */
export function StageTimeline({
  project,
  iteration,
  readAt,
}: {
  project: string;
  iteration: Iteration;
  readAt: number;
}) {
  const moving = iteration.stages.some(({ state }) => state === "running");
  const now = readAt + useSecondsSince(readAt, moving) * 1_000;
  return (
    <section aria-label="Stages" className="min-w-0 rounded-lg border border-line bg-raised px-5 py-4">
      <h2 className="sr-only">Stages</h2>
      <ol className="flex flex-col">
        {iteration.stages.map((stage, at) => (
          <Stage
            key={stage.stage}
            project={project}
            iteration={iteration}
            stage={stage}
            number={at + 1}
            last={at === iteration.stages.length - 1}
            now={now}
          />
        ))}
      </ol>
    </section>
  );
}

interface StageProps {
  project: string;
  iteration: Iteration;
  stage: IterationStage;
  number: number;
  last: boolean;
  now: number;
}

function Stage({ project, iteration, stage, number, last, now }: StageProps) {
  // A person is not a machine at work: what waits for one does not turn.
  const { look, word, icon } =
    stage.stage === "reviewing" && stage.state === "running" ? FOR_A_PERSON : MARKS[stage.state];
  const idle = stage.state === "waiting" || stage.state === "skipped";
  const time = stageTime(stage, now);
  const share = shareOf(iteration, stage);
  return (
    <li aria-current={stage.state === "running" ? "step" : undefined} className="relative flex gap-3 pb-5 last:pb-0">
      {!last && (
        <span
          aria-hidden
          className={cx(
            "absolute top-7 bottom-0 left-3 w-px -translate-x-1/2",
            stage.state === "done" ? "bg-accent-mark" : "bg-line-strong",
          )}
        />
      )}
      <span
        className={cx("inline-flex size-6 shrink-0 items-center justify-center rounded-full [&_svg]:size-3.5", look)}
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 flex-wrap items-baseline gap-x-2">
          <h3 className={cx("text-sm", idle ? "text-ink-muted" : "font-semibold text-ink")}>
            {number}. {STAGE_WORDS[stage.stage]}
          </h3>
          <span className="ml-auto text-xs whitespace-nowrap text-ink-muted">
            {wordOf(iteration, stage, word)}
            {share && ` (${share})`}
            {time && <span className="text-ink-subtle"> · {time}</span>}
          </span>
        </div>
        <Inside project={project} iteration={iteration} stage={stage} />
      </div>
    </li>
  );
}

function wordOf({ suggestion }: Iteration, { stage, state }: IterationStage, word: string): string {
  if (stage === "reviewing" && state === "done")
    return suggestion?.state === "rejected" ? "Rejected" : suggestion?.state === "applied" ? "Approved" : word;
  return word;
}

function shareOf(iteration: Iteration, { stage, state }: IterationStage): string | null {
  if (state !== "running" && state !== "paused") return null;
  if (stage === "executing") return shareText(totalOf(iteration).done, totalOf(iteration).total);
  return stage === "judging" && iteration.judging.total > 0
    ? shareText(iteration.judging.done, iteration.judging.total)
    : null;
}

function Inside({ project, iteration, stage: { stage, state } }: Pick<StageProps, "project" | "iteration" | "stage">) {
  if (state === "waiting" || state === "skipped") return null;
  if (stage === "executing") {
    return (
      <ul className="mt-1.5 grid gap-1.5">
        {iteration.targets.map(({ model_name: name, done, total, failed }, at) => (
          <li
            key={`${name} ${at}`}
            className={cx(
              "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1",
              "sm:grid-cols-[minmax(6rem,10rem)_minmax(0,1fr)_8.5rem]",
            )}
          >
            <span title={name} className="truncate text-sm text-ink-muted">
              {visibleText(name)}
            </span>
            <span className="col-span-2 row-start-2 sm:col-span-1 sm:row-start-auto">
              <ProgressBar
                label={`Answers of ${name}`}
                total={total}
                answered={done - failed}
                malformed={0}
                failed={failed}
              />
            </span>
            <span className="text-right text-xs whitespace-nowrap text-ink-muted">
              {done.toLocaleString("en")}/{total.toLocaleString("en")} · {shareText(done, total)}
              {failed > 0 && <span className="text-error"> · {failed.toLocaleString("en")} failed</span>}
            </span>
          </li>
        ))}
      </ul>
    );
  }
  if (stage === "judging" && iteration.judging.total > 0) {
    const { done, total } = iteration.judging;
    return (
      <div className="mt-1.5 grid grid-cols-[minmax(0,1fr)_8.5rem] items-center gap-3">
        <ProgressBar label="Judgements" total={total} answered={done} malformed={0} failed={0} />
        <span className="text-right text-xs whitespace-nowrap text-ink-muted">
          {done.toLocaleString("en")}/{total.toLocaleString("en")} · {shareText(done, total)}
        </span>
      </div>
    );
  }
  if (stage === "reviewing" && iteration.suggestion) {
    const waits = iteration.suggestion.state === "pending";
    return (
      <Link
        to="/projects/$slug/reviews/$suggestion"
        params={{ slug: project, suggestion: iteration.suggestion.id }}
        className="inline-flex min-h-6 items-center rounded text-sm text-accent-ink hover:underline"
      >
        {waits ? "Open the review" : "Open the suggestion"}
      </Link>
    );
  }
  return null;
}
