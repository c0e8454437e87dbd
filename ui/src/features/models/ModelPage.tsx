import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { EllipsisVertical, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Model, Project } from "@/api/types";
import { may, useProject } from "@/features/people/projects";
import { PlaygroundPanel } from "@/features/models/playground";
import { PROVIDER_NAMES } from "@/shared/format/providers";
import { ApiError } from "@/shared/http/apiError";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { CopyButton } from "@/shared/ui/CopyButton";
import { DropdownMenu, MenuItem } from "@/shared/ui/DropdownMenu";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import { TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { modelQuery, useRemoveModel } from "./api";
import { CapabilitiesCard } from "./CapabilitiesCard";
import { LimitsCard } from "./LimitsCard";
import { retirementText } from "./retirementText";
import { PriceCard } from "./PriceCard";
import { PriceDialog } from "./PriceDialog";
import { UsageCard } from "./UsageCard";

const route = getRouteApi("/frame/projects/$slug/models/$model");

export function ModelPage() {
  const { slug, model } = route.useParams();
  const project = useProject(slug);
  const found = useQuery(modelQuery(slug, model));
  const gone = found.error instanceof ApiError && (found.error.status === 404 || found.error.status === 400);
  return (
    <div className="mx-auto w-full max-w-7xl">
      {found.isPending && <ModelSkeleton />}
      {gone && (
        <EmptyState
          title="Model not found"
          action={
            <Button variant="secondary" asChild>
              <Link to="/projects/$slug/models" params={{ slug }}>
                All models
              </Link>
            </Button>
          }
        >
          The model may have been removed from the catalog, by hand or with its credential.
        </EmptyState>
      )}
      {found.isError && !gone && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && !gone && <ModelScreen key={found.data.id} project={project} model={found.data} />}
    </div>
  );
}

const COLUMNS = "grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_400px]";

/** Of the size of what will come, so that nothing jumps. */
function ModelSkeleton() {
  return (
    <Waiting label="Loading model">
      <TextSkeleton className="h-7 w-64" />
      <TextSkeleton className="mt-2 mb-5 h-5 w-80 max-w-full" />
      <div className={COLUMNS}>
        <span className="skeleton block h-80 rounded-lg" />
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-1">
          <span className="skeleton block h-32 rounded-lg" />
          <span className="skeleton block h-64 rounded-lg" />
        </div>
      </div>
    </Waiting>
  );
}

const SOURCES: Record<Model["source"], string | null> = {
  listing: null,
  suggested: "Suggested",
  manual: "Added by hand",
};

function ModelScreen({ project, model }: { project: Project; model: Model }) {
  const [pricing, setPricing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const live = project.archived_at === null;
  const manages = live && may(project, "manage_credentials");
  const setPrice = manages ? () => setPricing(true) : null;
  const source = SOURCES[model.source];
  return (
    <>
      <PageHeader
        title={model.title}
        documentTitle={[model.title, project.name]}
        badges={
          <>
            <CopyButton text={model.name} label="Copy name" />
            {source && <Badge>{source}</Badge>}
          </>
        }
        description={<Identity project={project.slug} model={model} />}
        actions={
          manages && (
            <DropdownMenu
              trigger={
                <IconButton label="More">
                  <EllipsisVertical aria-hidden />
                </IconButton>
              }
            >
              <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setRemoving(true)}>
                Remove from the catalog
              </MenuItem>
            </DropdownMenu>
          )
        }
      />
      {(model.deprecated || model.missing) && <ModelWarning project={project.slug} model={model} />}
      <div className={COLUMNS}>
        <PlaygroundPanel
          project={project}
          model={model}
          mayAsk={live && may(project, "start_runs")}
          onSetPrice={setPrice}
        />
        <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-1">
          <PriceCard project={project.slug} model={model} onSetPrice={setPrice} />
          <div className="min-w-0 md:order-first md:col-span-2 xl:order-none xl:col-span-1">
            <UsageCard project={project.slug} model={model} />
          </div>
          <div className="min-w-0 md:row-span-2 xl:row-span-1">
            <CapabilitiesCard project={project.slug} model={model} manages={manages} />
          </div>
          <LimitsCard project={project.slug} model={model} manages={manages} />
        </div>
      </div>
      {pricing && <PriceDialog project={project.slug} model={model} onClose={() => setPricing(false)} />}
      {removing && <RemoveModelDialog project={project.slug} model={model} onClose={() => setRemoving(false)} />}
    </>
  );
}

function Identity({ project, model }: { project: string; model: Model }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="inline-flex items-center gap-1.5">
        <ProviderMark provider={model.provider} size="sm" /> {PROVIDER_NAMES[model.provider]}
      </span>
      {model.credential_label !== PROVIDER_NAMES[model.provider] && (
        <span className="min-w-0">
          through{" "}
          <Link
            to="/projects/$slug/models"
            params={{ slug: project }}
            search={{ credential: model.credential_id }}
            className="rounded font-medium wrap-anywhere text-ink hover:underline"
          >
            {model.credential_label}
          </Link>
        </span>
      )}
      {model.title !== model.name && <code className="text-xs">{model.name}</code>}
    </span>
  );
}

function ModelWarning({ project, model }: { project: string; model: Model }) {
  return (
    <Notice tone="warning" className="mb-4">
      {model.missing
        ? "The provider no longer lists this model; calls may fail."
        : (retirementText(model) ?? "The provider has announced the end of this model") + "."}
      {model.alternative && (
        <>
          {" "}
          A model of the same family that is still offered:{" "}
          <Link
            to="/projects/$slug/models"
            params={{ slug: project }}
            search={{ search: model.alternative }}
            className="rounded font-medium underline underline-offset-2"
          >
            <code>{model.alternative}</code>
          </Link>
          .
        </>
      )}
    </Notice>
  );
}

function RemoveModelDialog({ project, model, onClose }: { project: string; model: Model; onClose: () => void }) {
  const remove = useRemoveModel(project, model.id);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${model.title}?`}
      description={
        model.source === "manual"
          ? "The model is removed from the catalog. Its answers are kept."
          : "The model is removed from the catalog; its answers are kept. " +
            "If the provider lists it, the next test of the credential adds it again."
      }
      confirmLabel="Remove model"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notify.success(`${model.name} was removed`);
            void navigate({ to: "/projects/$slug/models", params: { slug: project } });
          },
          onError: (error) => {
            onClose();
            notify.failure(error);
          },
        })
      }
    />
  );
}
