import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight, Eye } from "lucide-react";
import type { CaseDifference, Dataset, DatasetVersion } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Select } from "@/shared/ui/Select";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { CaseChanges } from "./CaseTimeline";
import { differences, firstText, metadataText, namesOf, valueText, type Wording } from "./caseText";
import { Difficulty, SplitBadge, Tags } from "./DatasetBadges";
import { compareQuery } from "./versionsApi";

interface ComparePanelProps {
  project: string;
  dataset: Dataset;
  versions: readonly DatasetVersion[];
  from: number;
  to: number;
  onCompare: (from: number, to: number) => void;
}

/** Two versions: which cases came, which went, which say something else. */
export function ComparePanel({ project, dataset, versions, from, to, onCompare }: ComparePanelProps) {
  const found = useInfiniteQuery(compareQuery(project, dataset.id, from, to));
  const counts = found.data?.pages[0];
  const items = found.data?.pages.flatMap((page) => page.items) ?? [];
  const options = numbers(versions, from, to).map((number) => ({
    value: String(number),
    label: number === 0 ? "Empty" : `Version ${number}`,
  }));
  return (
    <section aria-label="Compared versions" className="flex min-h-0 min-w-0 flex-col rounded-lg border border-line">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
        <Select
          size="sm"
          label="Older version"
          className="w-32"
          value={String(from)}
          onChange={(next) => onCompare(Number(next), to)}
          options={options}
        />
        <ArrowRight aria-hidden className="size-4 text-ink-subtle" />
        <Select
          size="sm"
          label="Newer version"
          className="w-32"
          value={String(to)}
          onChange={(next) => onCompare(from, Number(next))}
          options={options.filter(({ value }) => value !== "0")}
        />
        {counts && (
          <p role="status" className="flex flex-wrap items-center gap-1.5">
            <Badge tone="success">{counts.added.toLocaleString("en")} added</Badge>
            <Badge tone="error">{counts.removed.toLocaleString("en")} removed</Badge>
            <Badge tone="warning">{counts.changed.toLocaleString("en")} changed</Badge>
            <span className="text-xs text-ink-subtle">{counts.same.toLocaleString("en")} the same</span>
          </p>
        )}
        <Button asChild variant="secondary" size="sm" className="ml-auto">
          <Link
            to="/projects/$slug/datasets/$dataset"
            params={{ slug: project, dataset: dataset.id }}
            search={{ version: to }}
          >
            <Eye aria-hidden /> View version {to}
          </Link>
        </Button>
      </div>
      <div
        role="region"
        aria-label="Differences"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
        tabIndex={0}
        className={cx("min-h-0 flex-1 p-4 lg:overflow-y-auto", found.isPlaceholderData && "opacity-60")}
      >
        {found.isPending && <RowSkeletons count={4} label="Comparing versions" />}
        {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
        {found.isSuccess && items.length === 0 && (
          <p className="py-8 text-center text-sm text-ink-muted">Both versions have the same cases.</p>
        )}
        <ol className="flex flex-col gap-3">
          {items.map((item) => (
            <Item key={item.id} item={item} columns={dataset.columns} />
          ))}
        </ol>
        {found.hasNextPage && (
          <div className="flex justify-center pt-4">
            <Button
              variant="secondary"
              size="sm"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** Versions to choose from, newest first; those of the address too, also if the list has not come that far. */
function numbers(versions: readonly DatasetVersion[], ...more: number[]): number[] {
  return [...new Set([...versions.map(({ number }) => number), ...more, 0])].sort((a, b) => b - a);
}

function Item({ item, columns }: { item: CaseDifference; columns: readonly string[] }) {
  const { before, after } = item;
  const tone = { changed: "warning", added: "success", removed: "error" } as const;
  return (
    <li className="min-w-0">
      <h3 className="mb-1.5 flex min-w-0 items-center gap-2 text-sm font-medium text-ink">
        <Badge tone={tone[item.change]}>{item.change}</Badge>{" "}
        <span dir="auto" className="truncate">
          {visibleText(firstText(columns, after ?? before ?? { values: {} }).slice(0, 200)) || "A case without text"}
        </span>
      </h3>
      {before && after ? (
        <CaseChanges changes={differences(columns, before, after)} />
      ) : (
        <Whole wording={after ?? before} columns={columns} gone={!after} />
      )}
    </li>
  );
}

function Whole({ wording, columns, gone }: { wording: Wording | null; columns: readonly string[]; gone: boolean }) {
  if (!wording) return null;
  const parts = [
    ...namesOf(columns, wording.values).map((name) => ({ name, text: valueText(wording.values[name]) })),
    { name: "Expected", text: wording.expected ?? "" },
    { name: "Metadata", text: metadataText(wording.metadata) },
  ].filter(({ text }) => text !== "");
  return (
    <div className={cx("rounded-md border border-line", gone && "bg-surface")}>
      <dl className="flex flex-col divide-y divide-line">
        {parts.map(({ name, text }) => (
          <div key={name} className="grid gap-x-3 gap-y-0.5 px-3 py-2 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
            <dt title={name} className="truncate text-xs leading-5 text-ink-subtle">
              {name}
            </dt>
            <dd
              dir="auto"
              className={cx(
                "line-clamp-6 text-sm wrap-anywhere whitespace-pre-wrap",
                gone ? "text-ink-muted line-through decoration-1" : "text-ink",
              )}
            >
              {visibleText(text.slice(0, 2_000))}
            </dd>
          </div>
        ))}
      </dl>
      {(wording.tags.length > 0 || wording.difficulty !== null || wording.split !== "none") && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line px-3 py-2">
          {wording.tags.length > 0 && <Tags tags={wording.tags} />}
          {wording.difficulty !== null && <Difficulty value={wording.difficulty} />}
          {wording.split !== "none" && <SplitBadge split={wording.split} />}
        </div>
      )}
    </div>
  );
}
