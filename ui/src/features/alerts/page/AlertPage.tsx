import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import { useProject } from "@/features/people/projects";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { alertQuery } from "../api";
import { AlertScreen } from "./AlertScreen";

const route = getRouteApi("/frame/projects/$slug/alerts/$alert");

export function AlertPage() {
  const { slug, alert } = route.useParams();
  const project = useProject(slug);
  const found = useQuery(alertQuery(slug, alert));
  if (found.isPending) return <BlockSkeleton lines={8} label="Loading the alert" />;
  if (found.isError) {
    const gone = found.error instanceof ApiError && (found.error.status === 404 || found.error.status === 400);
    return gone ? (
      <EmptyState
        icon={<Bell />}
        title="Alert not found"
        action={
          <Button variant="secondary" asChild>
            <Link to="/projects/$slug/alerts" params={{ slug }} search={{}}>
              All alerts
            </Link>
          </Button>
        }
      />
    ) : (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    );
  }
  return <AlertScreen project={project} alert={found.data} />;
}
