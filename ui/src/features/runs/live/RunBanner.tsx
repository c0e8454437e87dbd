import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { hasOwnLimit, isCountedAtWorst, isOutOfBudget } from "../callsInDoubt";
import { totalsOf } from "../runStates";
import { RunBudgetDialog } from "./RunBudgetDialog";

const REASONS: Record<NonNullable<RunReport["pause_reason"]>, { title: string; next: string }> = {
  person: {
    title: "Paused by a person",
    next: "Calls in progress have finished. Resume continues with the open cells.",
  },
  budget: {
    title: "Paused at the budget",
    next: "The next call might exceed the budget. Raise the budget, then resume the run.",
  },
  tokens: {
    title: "Paused at the token limit",
    next: "The next call might exceed the limit. Raise the limit, then resume the run.",
  },
  credential: {
    title: "Paused: a credential was refused",
    next: "Check the credential, then resume the run once it works again.",
  },
};

/** Why nothing moves, and what to do about it. */
export function RunBanner({ project, run }: { project: Project; run: RunReport }) {
  const [raising, setRaising] = useState(false);
  const starts = may(project, "start_runs") && project.archived_at === null;
  if (run.waiting_for_worker) {
    return (
      <Notice tone="warning" alert>
        <p className="font-medium">Waiting for a worker</p>
        <p>
          No worker is running. Nothing is lost: the run continues as soon as a worker is started (
          <code>edison worker</code>).
        </p>
      </Notice>
    );
  }
  if (run.state === "failed") {
    return (
      <Notice tone="error">
        <p className="font-medium">The run failed</p>
        <p className="wrap-anywhere">
          {run.problem ?? "No reason was given."} Finished cells are kept. Retry the failed cells.
        </p>
      </Notice>
    );
  }
  if (run.state === "cancelled") {
    const { done, total } = totalsOf(run);
    return (
      <Notice tone="info">
        Cancelled with {done.toLocaleString("en")} of {total.toLocaleString("en")} cells done. Their answers are kept.
      </Notice>
    );
  }
  if (run.state !== "paused") return null;
  const { title, next } = REASONS[run.pause_reason ?? "person"];
  // The notice about lost calls offers the budget beside its own way out.
  const money = isOutOfBudget(run) && !(run.doubt && isCountedAtWorst(run.doubt));
  return (
    <Notice tone="warning">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">{title}</p>
          <p className="wrap-anywhere">{run.pause_reason === "person" ? next : (run.problem ?? next)}</p>
        </div>
        {money && <StoppingLimit project={project.slug} run={run} />}
        {starts && money && hasOwnLimit(run) && (
          <Button variant="secondary" size="sm" onClick={() => setRaising(true)}>
            Change budget
          </Button>
        )}
        {run.pause_reason === "credential" && (
          <Button variant="secondary" size="sm" asChild>
            <Link to="/projects/$slug/settings/credentials" params={{ slug: project.slug }}>
              View the credentials
            </Link>
          </Button>
        )}
      </div>
      {raising && <RunBudgetDialog project={project.slug} run={run} onClose={() => setRaising(false)} />}
    </Notice>
  );
}

/** The way to the limit that paused the run, if it is not the run's own. */
function StoppingLimit({ project: slug, run }: { project: string; run: RunReport }) {
  switch (run.stopped_by) {
    case "project_day":
    case "project_month":
      return (
        <Button variant="secondary" size="sm" asChild>
          <Link to="/projects/$slug/settings/general" params={{ slug }}>
            Open the {run.stopped_by === "project_day" ? "daily" : "monthly"} limit of the project
          </Link>
        </Button>
      );
    case "suite_day":
      return (
        <Button variant="secondary" size="sm" asChild>
          <Link to="/projects/$slug/suites" params={{ slug }} search={{}}>
            Open the suites to change the daily limit
          </Link>
        </Button>
      );
    case "experiment":
      return (
        <Button variant="secondary" size="sm" asChild>
          <Link to="/projects/$slug/experiments" params={{ slug }} search={{}}>
            Open the experiments to change the budget
          </Link>
        </Button>
      );
    default:
      return null;
  }
}
