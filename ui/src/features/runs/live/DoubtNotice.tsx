import { useState } from "react";
import type { Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { useCountProbable } from "../api";
import { doubtWords, isCountedAtWorst, isPausedForDoubt } from "../callsInDoubt";
import { RunBudgetDialog } from "./RunBudgetDialog";
import { StoppingLimit } from "./StoppingLimit";

/** Calls that were on their way when a worker stopped: what they may cost, and what the budget counts for them. */
export function DoubtNotice({ project, run }: { project: Project; run: RunReport }) {
  const [raising, setRaising] = useState(false);
  const count = useCountProbable(project.slug, run.id);
  const { doubt } = run;
  if (!doubt) return null;
  const starts = may(project, "start_runs") && project.archived_at === null;
  const stopped = isPausedForDoubt(run);
  const { fact, counted } = doubtWords(doubt);
  return (
    <Notice tone={stopped ? "warning" : "info"}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          {stopped && (
            <>
              <p className="font-medium">Paused at the {run.pause_reason === "tokens" ? "token limit" : "budget"}</p>
              {run.problem && <p className="wrap-anywhere">{run.problem}</p>}
            </>
          )}
          <p>{fact}</p>
          <p className="text-ink-muted">{counted}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {starts && isCountedAtWorst(doubt) && (
            <Button
              size="sm"
              variant={stopped ? "primary" : "secondary"}
              loading={count.isPending}
              onClick={() => count.mutate(undefined, { onError: notify.failure })}
            >
              {stopped ? "Count the probable amount and continue" : "Count the probable amount"}
            </Button>
          )}
          {stopped && <StoppingLimit project={project} run={run} onChangeBudget={() => setRaising(true)} />}
        </div>
      </div>
      {raising && <RunBudgetDialog project={project.slug} run={run} onClose={() => setRaising(false)} />}
    </Notice>
  );
}
