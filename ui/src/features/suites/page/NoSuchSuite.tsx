import { Link } from "@tanstack/react-router";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";

/** Nothing there, or nothing that could be read. */
export function NoSuchSuite({ project, error, onRetry }: { project: string; error: unknown; onRetry: () => void }) {
  const gone =
    error === null ||
    (error instanceof ApiError && (error.status === 404 || error.status === 400 || error.status === 422));
  if (!gone) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      title="Suite not found"
      action={
        <Button variant="secondary" asChild>
          <Link to="/projects/$slug/suites" params={{ slug: project }} search={{}}>
            All suites
          </Link>
        </Button>
      }
    >
      The suite may have been deleted, or the address belongs to another project.
    </EmptyState>
  );
}
