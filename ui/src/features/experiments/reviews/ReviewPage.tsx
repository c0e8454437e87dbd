import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { GitPullRequestArrow } from "lucide-react";
import { useProject } from "@/features/people/projects";
import { hasCode } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { suggestionQuery } from "./api";
import { SuggestionReviewScreen } from "./page/SuggestionReviewScreen";

const route = getRouteApi("/frame/projects/$slug/reviews/$suggestion");

export function ReviewPage() {
  const { slug, suggestion } = route.useParams();
  const project = useProject(slug);
  const found = useQuery(suggestionQuery(slug, suggestion));
  if (found.isPending) return <BlockSkeleton lines={14} label="Loading the suggestion" />;
  if (hasCode(found.error, "NOT_FOUND")) {
    return (
      <EmptyState
        icon={<GitPullRequestArrow />}
        title="Suggestion not found"
        action={
          <Button variant="secondary" asChild>
            <Link to="/projects/$slug/reviews" params={{ slug }} search={{}}>
              All reviews
            </Link>
          </Button>
        }
      >
        The suggestion may belong to another project.
      </EmptyState>
    );
  }
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return <SuggestionReviewScreen key={suggestion} project={project} suggestion={found.data} />;
}
