import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { Tabs } from "radix-ui";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { TabTrigger } from "@/shared/ui/TabTrigger";
import { judgeListQuery, rubricListQuery } from "./api";
import { JudgesTable } from "./JudgesTable";
import { NoJudges, NoRubrics } from "./JudgingFirstSteps";
import { RubricsTable } from "./RubricsTable";

const route = getRouteApi("/frame/projects/$slug/judges/");

const DESCRIPTION =
  "A rubric defines what a good answer is, a judge scores answers by it, and the passport of a judge shows how reliable it is.";

export function JudgesPage() {
  const { slug } = route.useParams();
  const { tab = "judges" } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const judges = useInfiniteQuery(judgeListQuery(slug));
  const rubrics = useInfiniteQuery(rubricListQuery(slug));
  const edits = may(project, "edit_prompts") && project.archived_at === null;
  const allJudges = judges.data?.pages.flatMap((page) => page.items) ?? [];
  const allRubrics = rubrics.data?.pages.flatMap((page) => page.items) ?? [];
  const list = tab === "judges" ? judges : rubrics;
  const some = (tab === "judges" ? allJudges : allRubrics).length > 0;
  const params = { slug };

  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title="Judges"
        documentTitle={[tab === "judges" ? "Judges" : "Rubrics", project.name]}
        description={DESCRIPTION}
        actions={
          edits &&
          some &&
          (tab === "judges" ? (
            <Button asChild>
              <Link to="/projects/$slug/judges/new" params={params}>
                <Plus aria-hidden /> New judge
              </Link>
            </Button>
          ) : (
            <Button asChild>
              <Link to="/projects/$slug/judges/rubrics/new" params={params}>
                <Plus aria-hidden /> New rubric
              </Link>
            </Button>
          ))
        }
      />
      <Tabs.Root
        value={tab}
        onValueChange={(next) => void navigate({ search: next === "rubrics" ? { tab: "rubrics" } : {}, replace: true })}
      >
        <Tabs.List aria-label="Judges and rubrics" className="mb-4 flex gap-1 border-b border-line">
          <TabTrigger
            value="judges"
            label="Judges"
            summary={count(judges.isSuccess, allJudges.length, judges.hasNextPage)}
          />
          <TabTrigger
            value="rubrics"
            label="Rubrics"
            summary={count(rubrics.isSuccess, allRubrics.length, rubrics.hasNextPage)}
          />
        </Tabs.List>
        <Tabs.Content value={tab} className="focus-visible:outline-none" tabIndex={-1}>
          {list.isPending && <RowSkeletons count={5} label={`Loading ${tab}`} />}
          {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
          {tab === "judges" &&
            judges.isSuccess &&
            (some ? (
              <JudgesTable project={slug} judges={allJudges} />
            ) : (
              <NoJudges project={slug} edits={edits} hasRubric={allRubrics.length > 0} />
            ))}
          {tab === "rubrics" &&
            rubrics.isSuccess &&
            (some ? <RubricsTable project={slug} rubrics={allRubrics} /> : <NoRubrics project={slug} edits={edits} />)}
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
        </Tabs.Content>
      </Tabs.Root>
    </div>
  );
}

function count(known: boolean, found: number, more: boolean): string | null {
  return known && found > 0 ? `${found}${more ? "+" : ""}` : null;
}
