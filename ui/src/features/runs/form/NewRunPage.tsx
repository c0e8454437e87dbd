import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { Project } from "@/api/types";
import { datasetQuery } from "@/features/datasets";
import { may, useProject } from "@/features/people/projects";
import { useDebounced } from "@/shared/forms/useDebounced";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { USUAL_MINIMUM } from "@/shared/verdicts/usualMinimum";
import { forecastQuery, nextRunQuery, reportQuery, scorerKindsQuery, useStartRun } from "../api";
import { DatasetSection } from "./DatasetSection";
import { ForecastPanel } from "./ForecastPanel";
import { LimitSection } from "./LimitSection";
import { dedupe, problemsOf } from "./startProblems";
import {
  EMPTY_RUN,
  formOfRun,
  newKey,
  problemsToMark,
  type RunForm,
  type RunProblem,
  toOrder,
  typedProblems,
} from "./runForm";
import { specProblems } from "./schemaFields";
import { ScorerSection } from "./ScorerSection";
import { TargetSection } from "./TargetSection";
import { VersionSection } from "./VersionSection";

const route = getRouteApi("/frame/projects/$slug/runs/new");

const DESCRIPTION = "Choose a prompt, cases, models and scorers. Nothing is spent before you press Run.";

/** What the address asks for has to be there before the form is drawn, so that nothing typed is thrown over later. */
export function NewRunPage() {
  const { slug } = route.useParams();
  const search = route.useSearch();
  const { prompt, version, dataset, from, against } = search;
  const project = useProject(slug);
  const earlier = useQuery({ ...reportQuery(slug, from ?? ""), enabled: from !== undefined, refetchInterval: false });
  const compared = {
    run: from ?? "",
    other: against ?? "",
    column: search.column ?? 0,
    otherColumn: search.other_column ?? 0,
    minimum: search.minimum ?? USUAL_MINIMUM,
    metric: search.metric,
  };
  const decided = useQuery({ ...nextRunQuery(slug, compared), enabled: against !== undefined });
  const chosen = useQuery({ ...datasetQuery(slug, dataset ?? ""), enabled: dataset !== undefined });
  if (earlier.isLoading || chosen.isLoading || decided.isLoading)
    return <BlockSkeleton lines={8} label="Loading the form" />;
  if (!may(project, "start_runs") || project.archived_at !== null) {
    return (
      <EmptyState action={<RoomLink room="runs" />} title="You cannot start runs here">
        {project.archived_at ? "The project is archived." : "An editor of this project can start them."}
      </EmptyState>
    );
  }
  const like = decided.data?.run ?? earlier.data;
  const start: RunForm = like ? formOfRun(like) : EMPTY_RUN;
  const initial: RunForm = {
    ...start,
    ...(prompt ? { versions: [{ key: newKey(), prompt, version: version ? String(version) : "draft" }] } : {}),
    ...(chosen.data ? { dataset: { id: chosen.data.id, name: chosen.data.name } } : {}),
  };
  return (
    <NewRunForm
      key={`${prompt} ${dataset} ${from} ${against}`}
      project={project}
      initial={initial}
      initialMinimum={search.minimum ?? USUAL_MINIMUM}
      decides={decided.data?.run ? decided.data.sentence : null}
    />
  );
}

interface NewRunFormProps {
  project: Project;
  initial: RunForm;
  initialMinimum: number;
  /** The purpose of the prepared run; null if the form is empty. */
  decides: string | null;
}

function NewRunForm({ project, initial, initialMinimum, decides }: NewRunFormProps) {
  const { slug } = project;
  const navigate = route.useNavigate();
  const [form, setForm] = useState(initial);
  const [minimum, setMinimum] = useState(initialMinimum);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<{ form: RunForm; problems: RunProblem[] } | null>(null);
  const start = useStartRun(slug);
  const kinds = useQuery(scorerKindsQuery(slug)).data?.items ?? [];
  const change = (part: Partial<RunForm>) => setForm((before) => ({ ...before, ...part }));

  const typed = typedProblems(form);
  const unfinished = form.scorers.some(({ kind, values }) => {
    const schema = kinds.find((known) => known.kind === kind)?.schema;
    return schema !== undefined && Object.keys(specProblems(schema, values)).length > 0;
  });
  const settled = useDebounced(form);
  const askable = typedProblems(settled).length === 0;
  // An incomplete scorer must not hide the forecast of the rest.
  const asked = toOrder(unfinished ? { ...settled, scorers: [] } : settled);
  const forecast = useQuery({ ...forecastQuery(slug, asked, 0, minimum), enabled: askable });
  const told: RunProblem[] = forecast.data?.problems ?? [];
  // The error is about what was sent, so a change of the form clears it.
  const known = refused?.form === form ? refused.problems : [];
  const all = dedupe([...typed, ...told, ...known]);
  const marked = problemsToMark(all, tried);

  const run = () => {
    setTried(true);
    if (typed.length > 0 || unfinished || start.isPending) return;
    start.mutate(toOrder(form), {
      onSuccess: (made) => void navigate({ to: "/projects/$slug/runs/$run", params: { slug, run: made.id } }),
      onError: (error) => {
        const problems = problemsOf(error);
        if (problems.length > 0) setRefused({ form, problems });
        else notify.failure(error);
      },
    });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the shortcut works from every field
    <form
      aria-label="New run"
      noValidate
      className="mx-auto w-full max-w-7xl pb-24 xl:pb-0"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        if (event.ctrlKey || event.metaKey) {
          event.preventDefault();
          run();
        } else if (event.target instanceof HTMLInputElement) {
          // A line typed is not a run wanted.
          event.preventDefault();
        }
      }}
    >
      <PageHeader title="New run" documentTitle={["New run", project.name]} description={DESCRIPTION} />
      {decides && (
        <Notice tone="info" className="mb-4">
          <p className="font-medium">
            This run is prepared to decide the comparison. Nothing is spent before you press Run.
          </p>
          <p>
            {decides}
            {form.reuse && " Stored answers are reused, which makes the run cheaper."}
          </p>
        </Notice>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex min-w-0 flex-col gap-4">
          <VersionSection
            project={slug}
            versions={form.versions}
            problems={marked}
            onChange={(versions) => change({ versions })}
          />
          <DatasetSection project={slug} form={form} problems={marked} onChange={change} />
          <TargetSection
            project={slug}
            targets={form.targets}
            problems={marked}
            onChange={(targets) => change({ targets })}
          />
          <ScorerSection
            project={slug}
            scorers={form.scorers}
            problems={marked}
            tried={tried}
            onChange={(scorers) => change({ scorers })}
          />
          <LimitSection form={form} problems={marked} onChange={change} />
        </div>
        <ForecastPanel
          forecast={forecast.data?.forecast ?? null}
          reach={forecast.data?.reach ?? null}
          minimum={minimum}
          onMinimum={(next) => setMinimum(next ?? USUAL_MINIMUM)}
          warnings={forecast.data?.warnings ?? []}
          stale={forecast.isFetching || settled !== form}
          failed={forecast.isError ? forecast.error : null}
          problems={unfinished ? [...all, { field: "scorers", message: "Complete the settings of each scorer" }] : all}
          form={form}
          offer={forecast.data?.batch ?? null}
          onChange={change}
          starting={start.isPending}
        />
      </div>
    </form>
  );
}
