import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Gavel } from "lucide-react";
import { useState } from "react";
import type { Judge, RunReport } from "@/api/types";
import { judgeChoicesQuery } from "@/features/judging";
import { useDebounced } from "@/shared/forms/useDebounced";
import { countOf } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { useAddScorers } from "../api";
import { totalsOf } from "../runStates";
import { scorersForecastQuery } from "./forecastApi";
import { JudgeRow } from "./JudgeRow";
import {
  comparers,
  markers,
  MOST_JUDGES,
  NO_CHOICE,
  otherRubrics,
  rubricOf,
  scoredVersion,
  specsOf,
  toggled,
} from "./scoreChoice";
import { ScorersForecast } from "./ScorersForecast";

interface ScoreDialogProps {
  project: string;
  run: RunReport;
  onClose: () => void;
}

/** Judges for answers that are there already: no target is asked again. */
export function ScoreDialog({ project, run, onClose }: ScoreDialogProps) {
  const found = useQuery(judgeChoicesQuery(project));
  const all = found.data?.items ?? [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Score run #${run.number}`}
      description="Judges score the existing answers. No target is called again."
      width="lg"
    >
      {found.isPending && <RowSkeletons count={3} label="Loading judges" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && all.length === 0 && (
        <EmptyState
          icon={<Gavel />}
          title="No judge yet"
          action={
            <Button asChild>
              <Link to="/projects/$slug/judges" params={{ slug: project }}>
                Create a judge
              </Link>
            </Button>
          }
        >
          A judge is a model that scores answers by a rubric, with a reason for every score.
        </EmptyState>
      )}
      {all.length > 0 && <ScoreForm project={project} run={run} all={all} onClose={onClose} />}
    </Dialog>
  );
}

function ScoreForm({ project, run, all, onClose }: ScoreDialogProps & { all: readonly Judge[] }) {
  const [choice, setChoice] = useState(NO_CHOICE);
  const add = useAddScorers(project, run.id);
  const specs = specsOf(choice);
  const settled = useDebounced(choice);
  const forecast = useQuery({
    ...scorersForecastQuery(project, run.id, specsOf(settled)),
    enabled: specs.length > 0 && specsOf(settled).length > 0,
    retry: false,
  });
  const marking = markers(all);
  const comparing = comparers(all);
  const composite = rubricOf(run, all);
  const others = otherRubrics(choice, all, composite);
  const answers = totalsOf(run).answered;
  const columns = run.plan.columns.length;
  const done = (judge: Judge) => (scoredVersion(run, judge.id) === judge.version ? "Has scored this run" : null);
  const send = () => {
    if (specs.length === 0 || add.isPending) return;
    add.mutate(specs, {
      onSuccess: () => {
        notify.success(`${countOf(specs.length, "judge")} started. Scores appear as they arrive.`);
        onClose();
      },
    });
  };
  return (
    <>
      <div className="flex flex-col gap-4">
        {marking.length > 0 && (
          <section aria-label="Judges that score each answer">
            <h3 className="mb-1.5 flex items-baseline justify-between text-sm font-medium text-ink">
              Score each answer{" "}
              <span className="text-xs font-normal text-ink-subtle">
                {choice.judges.length} of at most {MOST_JUDGES}; several judges are more reliable than one
              </span>
            </h3>
            <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
              {marking.map((judge) => {
                const checked = choice.judges.includes(judge.id);
                const refused = done(judge) ?? (!checked && choice.judges.length >= MOST_JUDGES ? "At most 5" : null);
                return (
                  <JudgeRow
                    key={judge.id}
                    project={project}
                    judge={judge}
                    checked={checked}
                    refused={refused}
                    onChange={(on) => setChoice(toggled(choice, judge.id, on))}
                  />
                );
              })}
            </ul>
          </section>
        )}
        {comparing.length > 0 && (
          <section aria-label="Judge that compares answers">
            <h3 className="mb-1.5 flex items-baseline justify-between text-sm font-medium text-ink">
              Compare columns{" "}
              <span className="text-xs font-normal text-ink-subtle">
                {columns < 2 ? "needs a run of two columns" : "both orders, without names; one judge"}
              </span>
            </h3>
            <ul className="divide-y divide-line rounded-md border border-line">
              {comparing.map((judge) => (
                <JudgeRow
                  key={judge.id}
                  project={project}
                  judge={judge}
                  checked={choice.pairwise === judge.id}
                  refused={columns < 2 ? "One column" : done(judge)}
                  onChange={(on) => setChoice({ ...choice, pairwise: on ? judge.id : null })}
                />
              ))}
            </ul>
          </section>
        )}
        {others.length > 0 && (
          <Notice tone="info">
            {others.map(({ name, rubric }) => `${name} uses ${rubric?.name} v${rubric?.version}`).join(", ")}: its
            scores are shown separately. The composite uses{" "}
            {composite ? `${composite.name} v${composite.version}` : "the rubric of the first judge"}.
          </Notice>
        )}
        <ScorersForecast
          prospect={specs.length > 0 ? (forecast.data ?? null) : null}
          stale={forecast.isFetching}
          calls={choice.judges.length * answers}
        />
        {add.isError && (
          <Notice tone="error" alert>
            {add.error instanceof ApiError ? add.error.message : "The request failed."}
          </Notice>
        )}
      </div>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={specs.length === 0} loading={add.isPending} onClick={send}>
          <Gavel aria-hidden /> Score
        </Button>
      </DialogFooter>
    </>
  );
}
