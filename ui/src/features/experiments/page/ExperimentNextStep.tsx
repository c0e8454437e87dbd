import { Link } from "@tanstack/react-router";
import {
  Archive,
  CircleAlert,
  CircleCheck,
  CirclePause,
  Flag,
  LoaderCircle,
  MessageSquareDiff,
  PencilLine,
  Play,
  Rocket,
  Sparkles,
} from "lucide-react";
import type { ReactNode } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import type { Experiment } from "../types";
import { RestartActions } from "./RestartActions";
import type { ExperimentActions, Asked } from "./experimentActions";
import { lastOf, type Situation, situationOf } from "./experimentSituation";

interface ExperimentNextStepProps {
  project: string;
  experiment: Experiment;
  acts: ExperimentActions;
  onAsk: (asked: Asked) => void;
}

const LOOKS: Record<Situation["tone"], string> = {
  info: "border-info-mark/40 [--mark:var(--info)] [--soft:var(--info-soft)]",
  lilac: "border-lilac/40 [--mark:var(--lilac)] [--soft:var(--lilac-soft)]",
  warning: "border-warning-mark/50 [--mark:var(--warning)] [--soft:var(--warning-soft)]",
  success: "border-success-mark/40 [--mark:var(--success)] [--soft:var(--success-soft)]",
  error: "border-error-mark/50 [--mark:var(--error)] [--soft:var(--error-soft)]",
  neutral: "border-line-strong [--mark:var(--ink-muted)] [--soft:var(--surface-hover)]",
};

const ICONS: Record<Situation["action"], ReactNode> = {
  setup: <PencilLine />,
  run: <Rocket />,
  watch: <LoaderCircle className="animate-spin" />,
  review: <MessageSquareDiff />,
  raise: <CirclePause />,
  resume: <CirclePause />,
  decide: <CirclePause />,
  restart: <CirclePause />,
  report: <CircleCheck />,
  none: <Archive />,
};

/** What the experiment waits for, and the one thing to do about it. */
export function ExperimentNextStep({ project, experiment, acts, onAsk }: ExperimentNextStepProps) {
  const situation = situationOf(experiment);
  const failed = situation.tone === "error";
  return (
    <section
      aria-label="Next step"
      className={cx(
        "flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border bg-raised px-5 py-4",
        LOOKS[situation.tone],
      )}
    >
      <span
        aria-hidden
        className={cx(
          "inline-flex size-9 shrink-0 items-center justify-center",
          "rounded-full bg-[var(--soft)] text-[var(--mark)] [&_svg]:size-5",
        )}
      >
        {failed ? <CircleAlert /> : ICONS[situation.action]}
      </span>
      <div className="min-w-0 flex-1 basis-64" role="status" aria-label="What it waits for">
        <h2 className="text-base font-semibold text-ink">{situation.title}</h2>
        <p className="mt-0.5 max-w-prose text-sm wrap-anywhere text-ink-muted">{visibleText(situation.text)}</p>
        {situation.action === "setup" && <Missing project={project} experiment={experiment} />}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <NextStepActions project={project} experiment={experiment} acts={acts} onAsk={onAsk} situation={situation} />
      </div>
    </section>
  );
}

function Missing({ project, experiment }: Pick<ExperimentNextStepProps, "project" | "experiment">) {
  return (
    <ul className="mt-2 flex flex-col gap-0.5 text-sm">
      {experiment.problems.map(({ step, field, message }) => (
        <li key={`${field} ${message}`}>
          <Link
            to="/projects/$slug/experiments/$experiment/setup"
            params={{ slug: project, experiment: experiment.id }}
            search={{ step }}
            className="inline-flex min-h-6 items-center rounded text-ink-muted hover:text-ink hover:underline"
          >
            <span className="mr-2 text-ink-subtle">Step {step}</span> {visibleText(message)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NextStepActions({
  project,
  experiment,
  acts,
  onAsk,
  situation,
}: ExperimentNextStepProps & { situation: Situation }) {
  const params = { slug: project, experiment: experiment.id };
  const last = lastOf(experiment);
  switch (situation.action) {
    case "setup":
      return (
        acts.plans && (
          <Button asChild>
            <Link
              to="/projects/$slug/experiments/$experiment/setup"
              params={params}
              search={{ step: experiment.problems[0]?.step ?? experiment.step }}
            >
              Continue the set-up
            </Link>
          </Button>
        )
      );
    case "watch":
    case "resume":
      return (
        last && (
          <Button asChild>
            <Link
              to="/projects/$slug/experiments/$experiment/iterations/$number"
              params={{ ...params, number: String(last.number) }}
            >
              {situation.action === "watch" ? "Watch it live" : "Open the iteration"}
            </Link>
          </Button>
        )
      );
    case "review":
      return (
        experiment.suggestion && (
          <Button asChild>
            <Link
              to="/projects/$slug/reviews/$suggestion"
              params={{ slug: project, suggestion: experiment.suggestion }}
            >
              {acts.reviews ? "Review the suggestion" : "Read the suggestion"}
            </Link>
          </Button>
        )
      );
    case "restart":
      return <RestartActions project={project} experiment={experiment} plans={acts.plans} />;
    case "report":
      return (
        <Button asChild>
          <Link to="/projects/$slug/experiments/$experiment/report" params={params}>
            Open the report
          </Link>
        </Button>
      );
    case "raise":
      return (
        acts.starts && (
          <>
            <Button variant="secondary" onClick={() => onAsk("finish")}>
              <Flag aria-hidden /> Finish
            </Button>
            <Button onClick={() => onAsk("budget")}>Raise the budget</Button>
          </>
        )
      );
    case "run":
      return (
        <>
          {acts.plans && experiment.state === "draft" && (
            <Button variant="secondary" asChild>
              <Link
                to="/projects/$slug/experiments/$experiment/setup"
                params={params}
                search={{ step: experiment.step }}
              >
                <PencilLine aria-hidden /> Edit the set-up
              </Link>
            </Button>
          )}
          {last?.run && (
            <Button variant="secondary" asChild>
              <Link to="/projects/$slug/runs/$run" params={{ slug: project, run: last.run }}>
                Read the answers
              </Link>
            </Button>
          )}
          {acts.starts && (
            <Button onClick={() => onAsk("run")}>
              <Play aria-hidden /> Run iteration
            </Button>
          )}
        </>
      );
    case "decide":
      return (
        acts.starts && (
          <>
            <Button variant="ghost" onClick={() => onAsk("finish")}>
              <Flag aria-hidden /> Finish
            </Button>
            {experiment.prompt && (
              <Button variant="secondary" asChild>
                <Link to="/projects/$slug/prompts/$prompt" params={{ slug: project, prompt: experiment.prompt.id }}>
                  <PencilLine aria-hidden /> Edit the prompt
                </Link>
              </Button>
            )}
            {last?.composite && (
              <Button onClick={() => onAsk("again")}>
                <Sparkles aria-hidden /> Ask for another suggestion
              </Button>
            )}
          </>
        )
      );
    case "none":
      return null;
  }
}
