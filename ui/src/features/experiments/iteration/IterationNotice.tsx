import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import type { Experiment, Iteration } from "../types";

interface IterationNoticeProps {
  project: string;
  experiment: Experiment;
  iteration: Iteration;
}

/** Why it does not move, or why it ended other than well; and what to do about it. */
export function IterationNotice({ project, experiment, iteration }: IterationNoticeProps) {
  const { state, suggestion, run, partial } = iteration;
  const problem = iteration.problem === null ? null : visibleText(iteration.problem);
  const params = { slug: project, experiment: experiment.id };
  const back = (
    <Button variant="secondary" size="sm" asChild>
      <Link to="/projects/$slug/experiments/$experiment" params={params}>
        Open the experiment
      </Link>
    </Button>
  );
  const answers = run && (
    <Button variant="secondary" size="sm" asChild>
      <Link to="/projects/$slug/runs/$run" params={{ slug: project, run }}>
        Read the answers
      </Link>
    </Button>
  );
  if (state === "failed")
    return (
      <TitledNotice
        tone="error"
        title="The iteration failed"
        action={
          <>
            {answers}
            {back}
          </>
        }
      >
        {problem ?? "No reason was given."} The answers are kept.
      </TitledNotice>
    );
  if (partial)
    return (
      <TitledNotice
        tone="warning"
        title="Iteration partially completed"
        action={
          <>
            {answers}
            {back}
          </>
        }
      >
        {problem ?? "Execution completed, but judging failed."} You can read the raw outputs.
      </TitledNotice>
    );
  if (state === "cancelled")
    return (
      <TitledNotice
        tone="info"
        title="Cancelled"
        action={
          <>
            {answers}
            {back}
          </>
        }
      >
        Answers up to that point are kept.
      </TitledNotice>
    );
  if (state === "paused")
    return (
      <TitledNotice tone="warning" title="Paused" action={problem && /budget|token/i.test(problem) ? back : null}>
        {problem ?? "Calls in progress have finished. Resume continues with the open cells."}
      </TitledNotice>
    );
  if (state === "reviewing" && suggestion) {
    return (
      <TitledNotice
        tone="info"
        title="A suggestion waits for review"
        action={
          <Button size="sm" asChild>
            <Link to="/projects/$slug/reviews/$suggestion" params={{ slug: project, suggestion: suggestion.id }}>
              Review the suggestion
            </Link>
          </Button>
        }
      >
        No calls are made and nothing is spent while the suggestion waits.
      </TitledNotice>
    );
  }
  if (suggestion?.state === "blocked") {
    return (
      <TitledNotice
        tone="warning"
        title="Refinement unavailable"
        action={
          <>
            <Button variant="secondary" size="sm" asChild>
              <Link to="/projects/$slug/reviews/$suggestion" params={{ slug: project, suggestion: suggestion.id }}>
                See what failed
              </Link>
            </Button>
            {back}
          </>
        }
      >
        No change passed the guardrails. You can edit the prompt by hand to continue.
      </TitledNotice>
    );
  }
  return null;
}

function TitledNotice({
  tone,
  title,
  action,
  children,
}: {
  tone: "info" | "warning" | "error";
  title: string;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <Notice tone={tone}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">{title}</p>
          <p className="wrap-anywhere">{children}</p>
        </div>
        {action && <div className="flex flex-wrap gap-2">{action}</div>}
      </div>
    </Notice>
  );
}
