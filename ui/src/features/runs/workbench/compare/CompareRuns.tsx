import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowLeftRight, SearchX } from "lucide-react";
import { useState } from "react";
import type { Project, RunComparison } from "@/api/types";
import { compareQuery, MakeProduction } from "@/features/prompts";
import { VerdictPanel, verdictQuery } from "@/features/results";
import { reportQuery } from "@/features/runs";
import { countOf } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { metricScale } from "@/shared/metrics/metricFigures";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { comparisonQuery } from "../api";
import type { ComparisonKind, WorkbenchUrlState } from "../workbenchUrlState";
import { ShareButton } from "../toolbar/ShareButton";
import { ComparedItem } from "./ComparedItem";
import { KindChips } from "./KindChips";
import { comparable, KIND_WORDS } from "./changeKinds";
import { PromptChange } from "./PromptChange";
import { ComparedRunCard } from "./ComparedRunCard";

interface CompareRunsProps {
  project: Project;
  run: string;
  other: string;
  place: WorkbenchUrlState;
  onPlace: (place: WorkbenchUrlState, replace?: boolean) => void;
  address: () => string;
}

/** Two runs, case by case: what was fixed, what broke, and how the answers differ word by word. */
export function CompareRuns({ project, run, other, place, onPlace, address }: CompareRunsProps) {
  const { slug } = project;
  const { column = 0, other_column: otherColumn = 0, kind = null, minimum, metric } = place;
  const found = useInfiniteQuery(comparisonQuery(slug, { run, other, column, otherColumn, kind, metric }));
  const [mine, theirs] = [useQuery(reportQuery(slug, run)), useQuery(reportQuery(slug, other))];
  const [ours, before] = [mine.data?.plan.columns[column], theirs.data?.plan.columns[otherColumn]];
  const prompt = ours?.prompt_id === before?.prompt_id ? ours?.prompt_id : undefined;
  const wanted = { run, other, column, otherColumn, minimum, metric };
  const verdict = useQuery(verdictQuery(slug, wanted));
  const change = useQuery({
    ...compareQuery(slug, prompt ?? "", before?.number ?? 0, ours?.number ?? 0),
    enabled: prompt !== undefined && ours?.number !== before?.number,
  });
  // Shown together at first: parts that arrive one by one would push the cases down while they are read.
  const [shown, setShown] = useState(false);
  if (!shown && ![found, mine, theirs, verdict].some(({ isPending }) => isPending) && !change.isLoading) setShown(true);
  const first = shown ? found.data?.pages[0] : undefined;
  const items = found.data?.pages.flatMap((page) => page.items) ?? [];
  const at = (part: Partial<WorkbenchUrlState>): WorkbenchUrlState =>
    withoutZero({
      run,
      compare: other,
      column,
      other_column: otherColumn,
      ...(kind ? { kind } : {}),
      ...(minimum === undefined ? {} : { minimum }),
      ...(metric ? { metric } : {}),
      ...part,
    });
  const choose = (wanted: ComparisonKind | null) => {
    const { kind: _, ...rest } = at({});
    onPlace(wanted ? { ...rest, kind: wanted } : rest, true);
  };
  const gone = found.error instanceof ApiError && (found.error.status === 404 || found.error.status === 400);
  return (
    <section aria-label="Comparison" className="flex h-full min-h-0 flex-col">
      <header className="shrink-0 border-b border-line px-4 py-3">
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="ghost" size="sm" onClick={() => onPlace({ run })}>
            <ArrowLeft aria-hidden /> Back to the run
          </Button>
          <h2 className="text-base font-semibold text-ink">Comparison</h2>
          <span className="ml-auto flex items-center gap-0.5">
            <IconButton
              label="Swap the two"
              onClick={() =>
                onPlace(withoutZero({ run: other, compare: run, column: otherColumn, other_column: column }))
              }
            >
              <ArrowLeftRight aria-hidden />
            </IconButton>
            <ShareButton address={address} />
          </span>
        </div>
        {first ? (
          <div className="mt-2 grid gap-3 md:grid-cols-2">
            <ComparedRunCard
              title="Before"
              side={first.other}
              run={theirs.data}
              onColumn={(next) => onPlace(at({ other_column: next }), true)}
            />
            <ComparedRunCard
              title="After"
              side={first.this}
              run={mine.data}
              onColumn={(next) => onPlace(at({ column: next }), true)}
            />
          </div>
        ) : (
          !found.isError && (
            <div aria-hidden className="mt-2 grid gap-3 md:grid-cols-2">
              <div className="skeleton h-12.5" />
              <div className="skeleton h-12.5" />
            </div>
          )
        )}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-3">
        {first && (
          <>
            <div className="pt-3">
              <VerdictPanel
                project={slug}
                wanted={wanted}
                onMinimum={(next) => onPlace(withMinimum(at({}), next), true)}
                onMetric={(next) => onPlace(at({ metric: next }), true)}
                onBetter={prompt && <MakeProduction project={project} prompt={prompt} version={first.this.version} />}
                onColumns={(one, another) => onPlace(at({ column: one, other_column: another }), true)}
              />
            </div>
            {prompt && first.this.version !== first.other.version && (
              <PromptChange project={slug} prompt={prompt} before={first.other} after={first.this} />
            )}
            {/* Stays in sight: what is listed below is chosen here. */}
            <div className="sticky top-0 z-10 -mx-4 border-b border-line bg-canvas px-4 pt-1 pb-3">
              <Counts counts={first.counts} />
              <KindChips counts={first.counts} chosen={kind} onChoose={choose} />
            </div>
          </>
        )}
        <div className="h-3" />
        {(found.isPending || !shown) && <RowSkeletons count={6} label="Comparing" />}
        {shown &&
          found.isError &&
          !found.data &&
          (gone ? (
            <EmptyState action={<RoomLink room="runs" />} title="These two cannot be compared">
              {found.error.message}
            </EmptyState>
          ) : (
            <ErrorState error={found.error} onRetry={() => void found.refetch()} />
          ))}
        {first && items.length === 0 && !found.hasNextPage && (
          <EmptyState
            icon={<SearchX />}
            title={kind ? `No case is ${KIND_WORDS[kind].toLowerCase()}` : "The runs have no cases in common"}
            action={
              kind && (
                <Button variant="secondary" onClick={() => choose(null)}>
                  Show all cases
                </Button>
              )
            }
          />
        )}
        {first && (
          <ul aria-label="Cases" className="flex flex-col gap-3">
            {items.map((item) => (
              <ComparedItem
                key={`${item.case ?? item.position} ${item.trial}`}
                project={slug}
                item={item}
                run={first.this.run}
                other={first.other.run}
                scale={metricScale(first.this.metric)}
              />
            ))}
          </ul>
        )}
        {first && found.hasNextPage && (
          <div className="flex justify-center pt-3">
            <Button variant="secondary" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              Show more cases
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** Plain numbers; what they prove is said above. */
function Counts({ counts }: { counts: RunComparison["counts"] }) {
  const cases = comparable(counts);
  return (
    <p role="status" aria-label="Counts" className="mt-3 text-sm text-ink">
      {cases === 0 ? (
        "No case can be compared."
      ) : (
        <>
          Fixed <strong className="font-semibold text-success">{counts.fixed.toLocaleString("en")}</strong>, broken{" "}
          <strong className="font-semibold text-error">{counts.broken.toLocaleString("en")}</strong> of{" "}
          {countOf(cases, "comparable case")}.
        </>
      )}
    </p>
  );
}

function withMinimum({ minimum: _, ...rest }: WorkbenchUrlState, minimum: number | undefined): WorkbenchUrlState {
  return minimum === undefined ? rest : { ...rest, minimum };
}

function withoutZero({ column, other_column: other, ...rest }: WorkbenchUrlState): WorkbenchUrlState {
  return { ...rest, ...(column ? { column } : {}), ...(other ? { other_column: other } : {}) };
}
