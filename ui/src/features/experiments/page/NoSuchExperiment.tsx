import { Link } from "@tanstack/react-router";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";

interface NoSuchExperimentProps {
  project: string;
  error: unknown;
  onRetry: () => void;
  /** What was looked for. */
  what?: "experiment" | "iteration" | "report";
}

const NAMES = { experiment: "Experiment", iteration: "Iteration", report: "Report" };

/** Say that an experiment, or a part of it, does not exist or could not be loaded. */
export function NoSuchExperiment({ project, error, onRetry, what = "experiment" }: NoSuchExperimentProps) {
  const gone =
    error === null ||
    (error instanceof ApiError && (error.status === 404 || error.status === 400 || error.status === 422));
  if (!gone) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      title={`${NAMES[what]} not found`}
      action={
        <Button variant="secondary" asChild>
          <Link to="/projects/$slug/experiments" params={{ slug: project }}>
            All experiments
          </Link>
        </Button>
      }
    >
      The address may belong to another project.
    </EmptyState>
  );
}
