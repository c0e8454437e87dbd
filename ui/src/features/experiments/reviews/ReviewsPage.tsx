import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { GitPullRequestArrow } from "lucide-react";
import { useProject } from "@/features/people/projects";
import { ReviewViews } from "@/features/promotions";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Segmented } from "@/shared/ui/Segmented";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { suggestionListQuery } from "./api";
import type { Shown } from "./reviewUrlState";
import { SuggestionItem } from "./SuggestionItem";

const route = getRouteApi("/frame/projects/$slug/reviews/");

/** What waits for a decision; and what was decided. */
export function ReviewsPage() {
  const { slug } = route.useParams();
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const list = useInfiniteQuery(suggestionListQuery(slug, show ?? "waiting"));
  const found = list.data?.pages.flatMap((page) => page.items) ?? [];
  const none = list.isSuccess && found.length === 0;
  return (
    <div className="mx-auto w-full max-w-5xl">
      <PageHeader
        title="Reviews"
        documentTitle={["Reviews", project.name]}
        description={
          "Experiments propose small changes of their prompts. " +
          "A person decides: no change is tested or paid for before it is approved."
        }
        actions={
          <Segmented<Shown>
            label="Which suggestions"
            value={show ?? "waiting"}
            onChange={(next) => void navigate({ search: next === "waiting" ? {} : { show: next }, replace: true })}
            options={[
              { value: "waiting", label: "Waiting" },
              { value: "all", label: "All" },
            ]}
          />
        }
      />
      <ReviewViews slug={slug} />
      {list.isPending && <RowSkeletons count={4} label="Loading suggestions" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {none && (
        <EmptyState
          action={<RoomLink room="experiments" />}
          icon={<GitPullRequestArrow />}
          title={show === undefined ? "No suggestions to review" : "No suggestions yet"}
        >
          {show === undefined
            ? "Suggestions appear here when an iteration of an experiment has shown where the prompt is weak."
            : "Suggestions are kept here with each decision, its author and its reason."}
        </EmptyState>
      )}
      {found.length > 0 && (
        <Card aria-label="Suggestions" className="overflow-hidden">
          <ul className="divide-y divide-line">
            {found.map((each) => (
              <li key={each.id}>
                <SuggestionItem slug={slug} card={each} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {list.hasNextPage && (
        <div className="flex justify-center pt-4">
          <Button
            variant="secondary"
            size="sm"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
