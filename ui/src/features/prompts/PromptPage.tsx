import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useProject } from "@/features/people/projects";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { promptQuery } from "./api";
import { COLUMNS, PromptScreen } from "./PromptScreen";

const route = getRouteApi("/frame/projects/$slug/prompts/$prompt");

export function PromptPage() {
  const { slug, prompt } = route.useParams();
  const place = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const found = useQuery(promptQuery(slug, prompt));
  const gone = found.error instanceof ApiError && (found.error.status === 404 || found.error.status === 400);
  return (
    <div className="mx-auto w-full max-w-[1600px]">
      {found.isPending && <PromptSkeleton />}
      {gone && (
        <EmptyState
          title="Prompt not found"
          action={
            <Button variant="secondary" asChild>
              <Link to="/projects/$slug/prompts" params={{ slug }}>
                All prompts
              </Link>
            </Button>
          }
        >
          The prompt may have been deleted.
        </EmptyState>
      )}
      {found.isError && !found.data && !gone && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && !gone && (
        <PromptScreen
          key={found.data.id}
          project={project}
          prompt={found.data}
          place={place}
          onPlace={(next) => void navigate({ search: next })}
        />
      )}
    </div>
  );
}

/** Of the size of what will come, so that nothing jumps. */
function PromptSkeleton() {
  return (
    <Waiting label="Loading prompt">
      <TextSkeleton className="h-7 w-64" />
      <TextSkeleton className="mt-2 mb-5 h-5 w-80 max-w-full" />
      <div className={COLUMNS}>
        <span className="skeleton block h-110 rounded-lg" />
        <span className="skeleton block h-80 rounded-lg" />
      </div>
    </Waiting>
  );
}
