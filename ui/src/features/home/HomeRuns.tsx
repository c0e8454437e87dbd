import { Link } from "@tanstack/react-router";
import type { Project, ProjectHome } from "@/api/types";
import { may } from "@/features/people/projects";
import { ProgressBar, RunStateChip } from "@/features/runs";
import { HomeCard, homeLink, NothingHere } from "./HomeCard";

/** Runs in progress, with how far they are. */
export function HomeRuns({ project, home: { runs, waiting } }: { project: Project; home: ProjectHome }) {
  const { slug } = project;
  const all = (
    <Link to="/projects/$slug/runs" params={{ slug }} className={homeLink}>
      All runs
    </Link>
  );
  return (
    <HomeCard title="Runs in progress" count={waiting.runs} link={all}>
      {runs.length === 0 && (
        <NothingHere
          next={
            may(project, "start_runs") &&
            project.archived_at === null && (
              <Link to="/projects/$slug/runs/new" params={{ slug }} className={homeLink}>
                New run
              </Link>
            )
          }
        >
          No run is in progress.
        </NothingHere>
      )}
      <ul className="flex flex-col pb-2">
        {runs.map((run) => (
          <li key={run.id} className="flex flex-col gap-1.5 px-4 py-2">
            <div className="flex items-center gap-2 text-sm">
              <Link
                to="/projects/$slug/runs/$run"
                params={{ slug, run: run.id }}
                className="flex min-h-6 min-w-0 items-center gap-1.5 rounded font-medium text-ink hover:underline"
              >
                <span className="shrink-0 text-ink-subtle tabular-nums">#{run.number}</span>
                <span title={run.name} className="truncate">
                  {run.name}
                </span>
              </Link>
              <span className="ml-auto shrink-0">
                <RunStateChip state={run.state} />
              </span>
            </div>
            <div className="flex items-center gap-3">
              <ProgressBar
                label={`Progress of run ${run.number}`}
                total={run.plan.cells}
                answered={run.answered}
                malformed={run.malformed}
                failed={run.failed}
              />
              <span className="shrink-0 text-xs whitespace-nowrap text-ink-muted tabular-nums">
                {run.done.toLocaleString("en")} of {run.plan.cells.toLocaleString("en")}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}
