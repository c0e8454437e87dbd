import { Link } from "@tanstack/react-router";
import { Ban, CirclePause, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import {
  CancelRunDialog,
  isWorking,
  mayCancel,
  mayPause,
  ProgressBar,
  roughly,
  spentOf,
  totalsOf,
  useMoveRun,
} from "@/features/runs";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { notify } from "@/shared/ui/notify";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import type { Setup } from "../setup/runSetup";
import { ForecastText } from "./ForecastText";
import { RunButton, type RunButtonProps } from "./RunButton";
import type { Forecasted } from "./useRunForecast";

interface RunBarProps {
  project: Project;
  setup: Setup;
  forecast: Forecasted;
  /** The active run; there is at most one for each screen. */
  active: RunReport | null;
  /** The one whose answers are shown, when it has ended and no later one has. */
  last: RunReport | null;
  /** Null where the button stands elsewhere, or nobody here may start a run. */
  button: RunButtonProps | null;
  /** What stands before the button. */
  children: ReactNode;
}

/** The forecast of the next run and the button that starts it, or the progress of the active run. */
export function RunBar({ project, setup, forecast, active, last, button, children }: RunBarProps) {
  const starts = may(project, "start_runs") && project.archived_at === null;
  if (active)
    return (
      <Going project={project} run={active} starts={starts}>
        {children}
      </Going>
    );
  return (
    // Beside a wide editor there is no room for one line, and the button must never be pushed off the screen.
    <div className="flex min-h-11 flex-wrap items-center justify-end gap-x-3 gap-y-1 px-4 py-1.5">
      <div className="min-w-40 flex-1">
        {starts ? (
          <ForecastText forecast={forecast} budgetUsd={setup.budgetUsd} targets={setup.targets.length} />
        ) : (
          <p className="text-sm text-ink-muted">
            {project.archived_at ? "The project is archived." : "An editor of this project can run the prompt."}
          </p>
        )}
      </div>
      {last && (
        <p className="text-xs whitespace-nowrap text-ink-muted">
          <Link
            to="/projects/$slug/runs/$run"
            params={{ slug: project.slug, run: last.id }}
            title={`Open the page of run ${last.number}`}
            className="font-medium text-accent-ink hover:underline"
          >
            #{last.number}
          </Link>
          <span className="hidden @2xl:inline">
            {" "}
            spent {formatMoney(spentOf(last.budget))}
            <SimulatedMark money={last.money} />
          </span>
        </p>
      )}
      {children}
      {button && <RunButton {...button} />}
    </div>
  );
}

function Going({
  project,
  run,
  starts,
  children,
}: {
  project: Project;
  run: RunReport;
  starts: boolean;
  children: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  const move = useMoveRun(project.slug, run.id);
  const { total, done, answered, malformed, failed } = totalsOf(run);
  const go = (wanted: "pause" | "resume") => move.mutate(wanted, { onError: notify.failure });
  const left =
    run.state === "paused"
      ? "paused"
      : run.state === "judging" && done === total
        ? "judging"
        : run.eta_s === null
          ? null
          : `${roughly(run.eta_s)} left`;
  const budget = readMoney(run.budget.limit_usd);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
      <div className="flex min-w-40 flex-1 items-center gap-3">
        <span className="shrink-0 text-sm font-medium text-ink">#{run.number}</span>
        <ProgressBar
          label={`Progress of run ${run.number}`}
          total={total}
          answered={answered}
          malformed={malformed}
          failed={failed}
        />
      </div>
      <p role="status" aria-label="Progress" className="text-xs whitespace-nowrap text-ink-muted">
        {done.toLocaleString("en")} / {total.toLocaleString("en")} ·{" "}
        <span className="text-ink">{formatMoney(spentOf(run.budget))}</span>
        <SimulatedMark money={run.money} />
        {budget !== null && ` of ${formatMoney(budget)}`}
        {left && ` · ${left}`}
        {failed > 0 && <span className="text-error"> · {failed.toLocaleString("en")} failed</span>}
      </p>
      {children}
      {starts && (
        <span className="flex gap-1.5">
          {mayPause(run.state) && (
            <Button variant="secondary" size="sm" loading={move.isPending} onClick={() => go("pause")}>
              <CirclePause aria-hidden /> Pause
            </Button>
          )}
          {run.state === "paused" && (
            <Button size="sm" loading={move.isPending} onClick={() => go("resume")}>
              <Play aria-hidden /> Resume
            </Button>
          )}
          {(mayCancel(run.state) || isWorking(run.state)) && (
            <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
              <Ban aria-hidden /> Cancel
            </Button>
          )}
        </span>
      )}
      {asking && <CancelRunDialog project={project.slug} run={run} onClose={() => setAsking(false)} />}
    </div>
  );
}
