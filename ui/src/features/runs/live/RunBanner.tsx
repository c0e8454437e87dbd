import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Project, RunReport } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { isOutOfBudget, isPausedForDoubt } from "../callsInDoubt";
import { isWorking, totalsOf } from "../runStates";
import { BatchNotice } from "./BatchNotice";
import { DoubtNotice } from "./DoubtNotice";
import { RunBudgetDialog } from "./RunBudgetDialog";
import { StoppingLimit } from "./StoppingLimit";

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
  batch: {
    title: "Paused: a batch was lost",
    next: "Check the batches in the console of the provider, then resume the run.",
  },
};

/** Why nothing moves, and what to do about it. */
export function RunBanner({ project, run }: { project: Project; run: RunReport }) {
  const [raising, setRaising] = useState(false);
  const { done, total } = totalsOf(run);
  // A run that waits for outputs needs no worker. `OutputsNotice` says what it waits for.
  if (run.plan.application && isWorking(run.state) && done < total) return null;
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
  if (run.batch && isWorking(run.state)) return <BatchNotice batch={run.batch} />;
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
    return (
      <Notice tone="info">
        Cancelled with {done.toLocaleString("en")} of {total.toLocaleString("en")} cells done. Their answers are kept.
      </Notice>
    );
  }
  if (run.state !== "paused") return null;
  if (isPausedForDoubt(run)) return <DoubtNotice project={project} run={run} />;
  const { title, next } = REASONS[run.pause_reason ?? "person"];
  return (
    <Notice tone="warning">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">{title}</p>
          <p className="wrap-anywhere">{run.pause_reason === "person" ? next : (run.problem ?? next)}</p>
        </div>
        {isOutOfBudget(run) && <StoppingLimit project={project} run={run} onChangeBudget={() => setRaising(true)} />}
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
