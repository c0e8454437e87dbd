import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Boxes, Plus, SearchX } from "lucide-react";
import { useState } from "react";
import type { Model } from "@/api/types";
import { credentialListQuery } from "@/features/models/credentials";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { AddModelDialog } from "./AddModelDialog";
import { modelListQuery } from "./api";
import { ModelFilters } from "./ModelFilters";
import { ModelsTable } from "./ModelsTable";
import { PriceDialog } from "./PriceDialog";

const route = getRouteApi("/frame/projects/$slug/models/");

export function ModelsPage() {
  const { slug } = route.useParams();
  const { add, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const list = useInfiniteQuery(modelListQuery(slug, filter));
  const credentials = useQuery(credentialListQuery(slug));
  const [pricing, setPricing] = useState<Model | null>(null);
  const manages = may(project, "manage_credentials") && project.archived_at === null;
  const models = list.data?.pages.flatMap((page) => page.items) ?? [];
  const filtered = Object.keys(filter).length > 0;
  const none = list.isSuccess && models.length === 0;
  const keys = credentials.data?.items ?? [];
  const setAdding = (open: boolean) =>
    void navigate({ search: open ? { ...filter, add: true } : filter, replace: true });

  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title="Models"
        documentTitle={["Models", project.name]}
        description="Models that this project can call, with their credential and price."
        actions={
          manages &&
          keys.length > 0 && (
            <Button variant="secondary" onClick={() => setAdding(true)}>
              <Plus aria-hidden /> Add model
            </Button>
          )
        }
      />
      {!(none && !filtered && credentials.isSuccess && keys.length === 0) && (
        <ModelFilters
          filter={filter}
          credentials={keys}
          onChange={(next, replace) => void navigate({ search: next, replace })}
        />
      )}
      {list.isPending && <RowSkeletons count={8} label="Loading models" />}
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
          No model matches these filters.
        </EmptyState>
      )}
      {none && !filtered && (
        <EmptyState
          icon={<Boxes />}
          title="No models yet"
          action={
            manages && (
              <Button asChild>
                <Link to="/projects/$slug/settings/credentials" params={{ slug }} search={{ add: true }}>
                  <Plus aria-hidden /> Add credential
                </Link>
              </Button>
            )
          }
        >
          Add a credential, and the models of its provider appear here.{" "}
          {!manages && "An admin of this project can add one."}
        </EmptyState>
      )}
      {models.length > 0 && <ModelsTable project={slug} models={models} onSetPrice={manages ? setPricing : null} />}
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
      {pricing && <PriceDialog project={slug} model={pricing} onClose={() => setPricing(null)} />}
      <AddModelDialog
        project={slug}
        credentials={keys}
        chosen={filter.credential ?? null}
        open={manages && add === true}
        onOpenChange={setAdding}
      />
    </div>
  );
}
