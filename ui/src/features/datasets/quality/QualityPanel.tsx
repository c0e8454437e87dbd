import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowDownUp, CircleCheck, CircleDashed, FlaskConical } from "lucide-react";
import { useState } from "react";
import type { Dataset, Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { DropdownMenu, MenuRadioGroup } from "@/shared/ui/DropdownMenu";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { notify } from "@/shared/ui/notify";
import { Segmented } from "@/shared/ui/Segmented";
import { BlockSkeleton, RowSkeletons } from "@/shared/ui/Skeleton";
import { MOST_LIKE } from "../generate/generationForm";
import { pointsQuery, qualityQuery, useDismiss } from "./api";
import { KindFilter } from "./KindFilter";
import {
  QUALITY_ORDER_NAMES,
  QUALITY_ORDERS,
  type QualityOrder,
  type QualityPlace,
  type QualityShown,
} from "./suspicionKinds";
import { QualityBar } from "./QualityBar";
import { QualityMap } from "./QualityMap";
import { type QuestionActs, QuestionTable } from "./QuestionTable";
import { RetireDialog } from "./RetireDialog";
import type { QualityPage } from "./types";

interface QualityPanelProps {
  project: Project;
  dataset: Dataset;
  edits: boolean;
  place: QualityPlace;
  onPlace: (place: QualityPlace) => void;
  onOpen: (question: string) => void;
}

/** Which questions look bad, by everything that was ever answered to them. */
export function QualityPanel({ project, dataset, edits, place, onPlace, onOpen }: QualityPanelProps) {
  const { slug } = project;
  const navigate = useNavigate();
  const list = useInfiniteQuery(qualityQuery(slug, dataset.id, place));
  const points = useQuery(pointsQuery(slug, dataset.id));
  const dismiss = useDismiss(slug, dataset.id);
  const [held, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [retiring, setRetiring] = useState<readonly string[] | null>(null);
  const first = list.data?.pages[0] ?? null;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  // What is no longer to be seen is not chosen any more.
  const chosen = new Set(items.map(({ case: id }) => id).filter((id) => held.has(id)));
  const generates = edits && may(project, "start_runs");
  const like = (ids: string[]) =>
    void navigate({
      to: "/projects/$slug/datasets/generate",
      params: { slug },
      search: { dataset: dataset.id, like: ids.slice(0, MOST_LIKE).join(",") },
    });
  const acts: QuestionActs = {
    edits,
    generates,
    busy: dismiss.isPending,
    onToggle: (id) => setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id])),
    onOpen,
    onDismiss: (id, { kind }, dismissed) => dismiss.mutate({ case: id, kind, dismissed }, { onError: notify.failure }),
    onLike: like,
    onRetire: setRetiring,
  };
  if (list.isPending) return <RowSkeletons count={8} label="Loading the quality of the questions" />;
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!first || (first.answered === 0 && items.length === 0 && !place.suspicion && !place.show))
    return <NoAnswers slug={slug} dataset={dataset} runs={may(project, "start_runs")} />;
  return (
    <div className="flex flex-col gap-4">
      <AnswerSources slug={slug} page={first} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <KindFilter
          counts={first.counts}
          keys={first.wrong_key_check}
          chosen={place.suspicion ?? null}
          onChoose={(kind) => onPlace({ ...place, show: undefined, suspicion: kind ?? undefined })}
        />
        <Card aria-label="Map of the questions" className="min-w-0 px-4 py-3.5">
          {points.isPending ? (
            <BlockSkeleton lines={7} label="Loading the map" />
          ) : points.isError ? (
            <ErrorState error={points.error} onRetry={() => void points.refetch()} />
          ) : (
            <QualityMap points={points.data.items} onOpen={onOpen} />
          )}
        </Card>
      </div>
      <Shown place={place} page={first} onPlace={onPlace} />
      {items.length === 0 ? (
        <NothingSuspected of={place.suspicion !== undefined} judged={first.judged} />
      ) : (
        <div className={list.isPlaceholderData ? "opacity-60" : ""}>
          <QuestionTable items={items} chosen={chosen} acts={acts} />
        </div>
      )}
      {list.hasNextPage && (
        <div className="flex justify-center">
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
      {edits && chosen.size > 0 && (
        <QualityBar
          count={chosen.size}
          onLike={generates ? () => like([...chosen]) : null}
          onRetire={() => setRetiring([...chosen])}
          onClear={() => setChosen(new Set())}
        />
      )}
      {retiring && (
        <RetireDialog
          project={slug}
          dataset={dataset}
          questions={retiring}
          kind={place.suspicion ?? null}
          onClose={() => setRetiring(null)}
          onDone={() => {
            setRetiring(null);
            setChosen(new Set());
          }}
        />
      )}
    </div>
  );
}

const RUNS_NAMED = 6;

/** What all of this rests on. */
/** That nothing is suspected means something only where there are enough answers. */
function NothingSuspected({ of, judged }: { of: boolean; judged: number }) {
  if (judged === 0 && !of)
    return (
      <EmptyState action={<RoomLink room="runs" />} icon={<CircleDashed />} title="Not enough answers yet">
        A question needs at least 5 answers of 3 models. Run this dataset with more models.
      </EmptyState>
    );
  return (
    <EmptyState action={<RoomLink room="datasets" />} icon={<CircleCheck />} title="No suspicious questions">
      {of ? "No question of this version has this suspicion." : "No question of this version is suspicious."}
    </EmptyState>
  );
}

function AnswerSources({ slug, page: { sentence, answers_from: runs } }: { slug: string; page: QualityPage }) {
  return (
    <div className="text-sm text-ink-muted">
      <p className="text-ink">{visibleText(sentence)}</p>
      {runs.length > 0 && (
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs">
          From the answers of{" "}
          {runs.slice(0, RUNS_NAMED).map(({ run, number, name }) => (
            <Link
              key={run}
              to="/projects/$slug/runs/$run"
              params={{ slug, run }}
              search={{}}
              title={name ?? undefined}
              className="rounded text-accent-ink underline underline-offset-2"
            >
              run #{number}
            </Link>
          ))}
          {runs.length > RUNS_NAMED && `and ${(runs.length - RUNS_NAMED).toLocaleString("en")} more`}
        </p>
      )}
    </div>
  );
}

function Shown({
  place,
  page,
  onPlace,
}: {
  place: QualityPlace;
  page: QualityPage;
  onPlace: (place: QualityPlace) => void;
}) {
  const order = place.order ?? "strength";
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <Segmented<QualityShown | "suspected">
        label="Which questions"
        value={place.show ?? "suspected"}
        onChange={(show) =>
          onPlace({
            ...place,
            show: show === "suspected" ? undefined : show,
            ...(show === "all" ? { suspicion: undefined } : {}),
          })
        }
        options={[
          { value: "suspected", label: "Suspected" },
          { value: "dismissed", label: `With dismissed (${page.dismissed.toLocaleString("en")})` },
          { value: "all", label: `All ${page.cases.toLocaleString("en")}` },
        ]}
      />
      <DropdownMenu
        trigger={
          <Button variant="ghost" size="sm">
            <ArrowDownUp aria-hidden /> {QUALITY_ORDER_NAMES[order]}
          </Button>
        }
      >
        <MenuRadioGroup<QualityOrder>
          label="Order"
          value={order}
          onChange={(next) => onPlace({ ...place, order: next === "strength" ? undefined : next })}
          options={QUALITY_ORDERS.map((value) => ({ value, label: QUALITY_ORDER_NAMES[value] }))}
        />
      </DropdownMenu>
    </div>
  );
}

function NoAnswers({ slug, dataset, runs }: { slug: string; dataset: Dataset; runs: boolean }) {
  return (
    <EmptyState
      icon={<FlaskConical />}
      title="No scored answers yet"
      action={
        runs &&
        dataset.cases > 0 && (
          <Button asChild>
            <Link to="/projects/$slug/runs/new" params={{ slug }} search={{ dataset: dataset.id }}>
              Run this dataset
            </Link>
          </Button>
        )
      }
    >
      Once models have answered these questions in a run with scorers, Edison shows which questions have a wrong
      expected answer, are ambiguous, or do not separate strong from weak models. Use at least four models or prompt
      versions.
    </EmptyState>
  );
}
