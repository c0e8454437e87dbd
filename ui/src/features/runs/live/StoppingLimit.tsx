import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { hasOwnLimit } from "../callsInDoubt";

interface StoppingLimitProps {
  project: Project;
  run: RunReport;
  onChangeBudget: () => void;
}

/** The way to the limit that paused the run: its own budget, or one that it shares with others. */
export function StoppingLimit({ project, run, onChangeBudget }: StoppingLimitProps): ReactNode {
  const { slug } = project;
  if (hasOwnLimit(run)) {
    if (!may(project, "start_runs") || project.archived_at !== null) return null;
    return (
      <Button variant="secondary" size="sm" onClick={onChangeBudget}>
        Change budget
      </Button>
    );
  }
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
