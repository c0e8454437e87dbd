import { Link } from "@tanstack/react-router";
import { Ban, ChevronLeft, ChevronRight, CirclePause, Grid2x2, Play, Sigma } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { RunStateChip } from "@/features/runs";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { notify } from "@/shared/ui/notify";
import { usePageHeading } from "@/shared/ui/PageHeader";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Tooltip } from "@/shared/ui/Tooltip";
import { useMoveIteration } from "../api";
import { isOver, mayCancelIteration, mayPauseIteration } from "../experimentStates";
import type { Experiment, Iteration } from "../types";
import { CancelIteration } from "./CancelIteration";

interface IterationHeaderProps {
  project: Project;
  experiment: Experiment;
  iteration: Iteration;
}

export function IterationHeader({ project, experiment, iteration }: IterationHeaderProps) {
  const { slug } = project;
  const { number, state, run, version } = iteration;
  const heading = usePageHeading([`Iteration ${number}`, experiment.name, project.name]);
  const [cancelling, setCancelling] = useState(false);
  const move = useMoveIteration(slug, experiment.id, iteration.id);
  const starts = may(project, "start_runs") && project.archived_at === null;
  const busy = (wanted: string) => move.isPending && move.variables === wanted;
  const params = { slug, experiment: experiment.id };
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
          <h1 ref={heading} tabIndex={-1} data-page-heading className="text-xl font-semibold text-ink">
            Iteration {number}
          </h1>
          <span role="status" aria-label="State">
            <RunStateChip state={state} />
          </span>
          <span className="ml-1 inline-flex">
            <IterationLink to={iteration.previous ? number - 1 : null} label="Previous iteration" params={params}>
              <ChevronLeft aria-hidden />
            </IterationLink>
            <IterationLink to={iteration.next ? number + 1 : null} label="Next iteration" params={params}>
              <ChevronRight aria-hidden />
            </IterationLink>
          </span>
        </div>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-muted">
          <Link
            to="/projects/$slug/experiments/$experiment"
            params={params}
            className="rounded hover:text-ink hover:underline"
          >
            {visibleText(experiment.name)}
          </Link>
          {experiment.prompt && (
            <Link
              to="/projects/$slug/prompts/$prompt"
              params={{ slug, prompt: experiment.prompt.id }}
              search={{ version: version.number }}
              className="rounded hover:text-ink hover:underline"
            >
              {visibleText(experiment.prompt.name)} <span className="font-mono text-xs">v{version.number}</span>
            </Link>
          )}
          {iteration.started_at && (
            <span>
              started <RelativeTime at={iteration.started_at} />
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {starts && mayPauseIteration(state) && (
          <Button
            variant="secondary"
            loading={busy("pause")}
            onClick={() => move.mutate("pause", { onError: notify.failure })}
          >
            <CirclePause aria-hidden /> Pause
          </Button>
        )}
        {starts && state === "paused" && (
          <Button loading={busy("resume")} onClick={() => move.mutate("resume", { onError: notify.failure })}>
            <Play aria-hidden /> Resume
          </Button>
        )}
        {starts && mayCancelIteration(state) && (
          <Button variant="secondary" onClick={() => setCancelling(true)}>
            <Ban aria-hidden /> Cancel
          </Button>
        )}
        {run && (
          <Button variant="secondary" asChild>
            <Link to="/projects/$slug/runs/$run" params={{ slug, run }}>
              <Grid2x2 aria-hidden /> {isOver(state) || state === "reviewing" ? "View outputs" : "View live outputs"}
            </Link>
          </Button>
        )}
        {run && iteration.composite && (
          <Button variant="secondary" asChild>
            <Link to="/projects/$slug/runs/$run/results" params={{ slug, run }}>
              <Sigma aria-hidden /> Results
            </Link>
          </Button>
        )}
      </div>
      {cancelling && <CancelIteration project={slug} iteration={iteration} onClose={() => setCancelling(false)} />}
    </div>
  );
}

function IterationLink({
  to,
  label,
  params,
  children,
}: {
  to: number | null;
  label: string;
  params: { slug: string; experiment: string };
  children: ReactNode;
}) {
  if (to === null) return null;
  return (
    <Tooltip text={label}>
      <Link
        to="/projects/$slug/experiments/$experiment/iterations/$number"
        params={{ ...params, number: String(to) }}
        aria-label={label}
        className={cx(
          "inline-flex size-7 items-center justify-center rounded-md text-ink-muted",
          "hover:bg-surface-hover hover:text-ink [&_svg]:size-4",
        )}
      >
        {children}
      </Link>
    </Tooltip>
  );
}
