import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, SearchX, TextQuote } from "lucide-react";
import { ImportToolLink } from "@/features/imports";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { promptListQuery } from "./api";
import { NewPromptDialog } from "./NewPromptDialog";
import { PromptFilters } from "./PromptFilters";
import { PromptsTable } from "./PromptsTable";

const route = getRouteApi("/frame/projects/$slug/prompts/");

export function PromptsPage() {
  const { slug } = route.useParams();
  const { create, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const list = useInfiniteQuery(promptListQuery(slug, filter));
  const edits = may(project, "edit_prompts") && project.archived_at === null;
  const prompts = list.data?.pages.flatMap((page) => page.items) ?? [];
  const filtered = Object.keys(filter).length > 0;
  const none = list.isSuccess && prompts.length === 0;
  const setCreating = (open: boolean) =>
    void navigate({ search: open ? { ...filter, create: true } : filter, replace: true });
  const buttons = edits && (
    <>
      <ImportToolLink project={project} />
      <Button onClick={() => setCreating(true)}>
        <Plus aria-hidden /> New prompt
      </Button>
    </>
  );

  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title="Prompts"
        documentTitle={["Prompts", project.name]}
        description="Texts that are sent to models, with all their versions."
        actions={!(none && !filtered) && buttons}
      />
      {!(none && !filtered) && (
        <PromptFilters filter={filter} onChange={(next, replace) => void navigate({ search: next, replace })} />
      )}
      {list.isPending && <RowSkeletons count={6} label="Loading prompts" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {none && filtered && (
        <EmptyState
          icon={<SearchX />}
          title="No results found"
          action={
            <Button variant="secondary" onClick={() => void navigate({ search: {} })}>
              Clear filters
            </Button>
          }
        >
          No prompt matches these filters.
        </EmptyState>
      )}
      {none && !filtered && (
        <EmptyState icon={<TextQuote />} title="No prompts yet" action={buttons}>
          Write a text with <code className="text-lilac">{"{{variables}}"}</code>, save versions of it, and compare
          their results. {!edits && "An editor of this project can create one."}
        </EmptyState>
      )}
      {prompts.length > 0 && <PromptsTable project={slug} prompts={prompts} />}
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
      <NewPromptDialog
        project={slug}
        kind={filter.kind ?? "generator"}
        open={edits && create === true}
        onOpenChange={setCreating}
      />
    </div>
  );
}
