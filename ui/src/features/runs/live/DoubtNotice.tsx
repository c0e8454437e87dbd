import { useState } from "react";
import type { Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { useCountProbable } from "../api";
import { doubtWords, isCountedAtWorst, isOutOfBudget } from "../callsInDoubt";
import { RunBudgetDialog } from "./RunBudgetDialog";

/** Calls that were on their way when a worker stopped: what they may cost, and what the budget counts for them. */
export function DoubtNotice({ project, run }: { project: Project; run: RunReport }) {
  const [raising, setRaising] = useState(false);
  const count = useCountProbable(project.slug, run.id);
  const { doubt } = run;
  if (!doubt) return null;
  const starts = may(project, "start_runs") && project.archived_at === null;
  const strict = isCountedAtWorst(doubt);
  const stopped = isOutOfBudget(run);
  const { fact, counted } = doubtWords(doubt);
  return (
    <Notice tone={stopped ? "warning" : "info"}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p>{fact}</p>
          <p className="text-ink-muted">{counted}</p>
        </div>
        {starts && strict && (
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant={stopped ? "primary" : "secondary"}
              loading={count.isPending}
              onClick={() => count.mutate(undefined, { onError: notify.failure })}
            >
              {stopped ? "Count the probable amount and continue" : "Count the probable amount"}
            </Button>
            {stopped && (
              <Button size="sm" variant="secondary" onClick={() => setRaising(true)}>
                Raise the budget
              </Button>
            )}
          </div>
        )}
      </div>
      {raising && <RunBudgetDialog project={project.slug} run={run} onClose={() => setRaising(false)} />}
    </Notice>
  );
}
