import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Rocket, X } from "lucide-react";
import { useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RoomLink } from "@/shared/ui/RoomLink";
import { Segmented } from "@/shared/ui/Segmented";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { promotionListQuery } from "../api";
import { PROMOTION_FILTERS, type ShownPromotions, STATE_OF } from "../promotionUrlState";
import { ReviewViews } from "../ReviewViews";
import { PromotionItem } from "./PromotionItem";

const route = getRouteApi("/frame/projects/$slug/promotions/");

const FILTER_WORDS: Record<ShownPromotions, string> = {
  waiting: "Waiting",
  approved: "Approved",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  all: "All",
};

/** What waits for an approval, and what became of the others. */
export function PromotionsPage() {
  const { slug } = route.useParams();
  const { show = "waiting", prompt } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const list = useInfiniteQuery(promotionListQuery(slug, { prompt, state: STATE_OF[show] }));
  const found = list.data?.pages.flatMap((page) => page.items) ?? [];
  const none = list.isSuccess && found.length === 0;
  const unprotected = project.settings.protected_labels.length === 0;
  const ofPrompt = prompt === undefined ? {} : { prompt };
  return (
    <div className="mx-auto w-full max-w-5xl">
      <PageHeader
        title="Promotions"
        documentTitle={["Promotions", project.name]}
        description={
          "A protected label, such as production, moves to another version of its prompt by a promotion: " +
          "with evidence from a run and the approval of a person."
        }
      />
      <ReviewViews slug={slug} />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <div className="max-w-full overflow-x-auto">
          <Segmented<ShownPromotions>
            label="Which promotions"
            value={show}
            onChange={(next) =>
              void navigate({ search: { ...ofPrompt, ...(next === "waiting" ? {} : { show: next }) }, replace: true })
            }
            options={PROMOTION_FILTERS.map((value) => ({ value, label: FILTER_WORDS[value] }))}
          />
        </div>
        {prompt !== undefined && (
          <Button
            variant="secondary"
            size="xs"
            onClick={() => void navigate({ search: show === "waiting" ? {} : { show }, replace: true })}
          >
            <X aria-hidden /> Show all prompts
          </Button>
        )}
      </div>
      {list.isPending && <RowSkeletons count={4} label="Loading promotions" />}
      {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {none && (
        <EmptyState
          icon={<Rocket />}
          title={show === "waiting" ? "No promotion waits for an approval" : "No promotions here yet"}
          action={
            unprotected ? (
              <Button variant="secondary" asChild>
                <Link to="/projects/$slug/settings/general" params={{ slug }} hash="protected-labels">
                  Protect a label
                </Link>
              </Button>
            ) : (
              <RoomLink room="prompts" />
            )
          }
        >
          {unprotected
            ? "No label of this project is protected, so labels move without a promotion."
            : "Open a prompt and promote one of its versions, or press “Make production” beside a verdict."}
        </EmptyState>
      )}
      {found.length > 0 && (
        <Card aria-label="Promotions" className="overflow-hidden">
          <ul className="divide-y divide-line">
            {found.map((each) => (
              <li key={each.id}>
                <PromotionItem slug={slug} promotion={each} />
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
