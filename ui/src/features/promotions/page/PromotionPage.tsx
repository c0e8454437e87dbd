import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Rocket } from "lucide-react";
import { useProject } from "@/features/people/projects";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { promotionQuery } from "../api";
import { PromotionScreen } from "./PromotionScreen";

const route = getRouteApi("/frame/projects/$slug/promotions/$promotion");

export function PromotionPage() {
  const { slug, promotion } = route.useParams();
  const project = useProject(slug);
  const found = useQuery(promotionQuery(slug, promotion));
  if (found.isPending) return <BlockSkeleton lines={10} label="Loading the promotion" />;
  const gone = found.error instanceof ApiError && (found.error.status === 404 || found.error.status === 400);
  if (gone)
    return (
      <EmptyState
        icon={<Rocket />}
        title="Promotion not found"
        action={
          <Button variant="secondary" asChild>
            <Link to="/projects/$slug/promotions" params={{ slug }} search={{}}>
              All promotions
            </Link>
          </Button>
        }
      >
        The promotion may belong to another project.
      </EmptyState>
    );
  if (found.isError && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return <PromotionScreen key={promotion} project={project} promotion={found.data} />;
}
