import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "@tanstack/react-router";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Spinner } from "@/shared/ui/Spinner";
import { demoProjectQuery } from "./api";

/** Creates or finds the demo project, and opens it. */
export function DemoStartPage() {
  const made = useQuery(demoProjectQuery);
  if (made.data) return <Navigate to="/projects/$slug" params={{ slug: made.data.slug }} replace />;
  return (
    <div className="mx-auto w-full max-w-2xl">
      <PageHeader title="Demo project" />
      {made.isError ? (
        <div className="flex flex-col items-start gap-3">
          <ErrorState error={made.error} onRetry={() => void made.refetch()} />
          <Button variant="secondary" asChild>
            <Link to="/projects">Go to projects</Link>
          </Button>
        </div>
      ) : (
        <p role="status" className="flex items-center gap-2 text-sm text-ink-muted">
          <Spinner /> Creating the demo project and connecting simulated models…
        </p>
      )}
    </div>
  );
}
