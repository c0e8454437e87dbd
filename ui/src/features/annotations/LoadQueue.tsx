import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AnnotationReport } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RowSkeletons, TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { queueQuery } from "./api";

/** Reads a queue, and says so while it is not there. */
export function LoadQueue({
  slug,
  queue,
  children,
}: {
  slug: string;
  queue: string;
  children: (report: AnnotationReport) => ReactNode;
}) {
  const found = useQuery(queueQuery(slug, queue));
  if (found.data) return children(found.data);
  if (found.isPending) {
    return (
      <Waiting label="Loading the queue">
        <TextSkeleton className="h-7 w-72" />
        <TextSkeleton className="mt-2 mb-5 h-5 w-96 max-w-full" />
        <RowSkeletons count={6} label="Loading the queue" />
      </Waiting>
    );
  }
  const gone = found.error instanceof ApiError && (found.error.status === 404 || found.error.status === 400);
  if (!gone) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <EmptyState
      title="Queue not found"
      action={
        <Button variant="secondary" asChild>
          <Link to="/projects/$slug/annotate" params={{ slug }} search={{}}>
            All queues
          </Link>
        </Button>
      }
    >
      The address may belong to another project.
    </EmptyState>
  );
}
