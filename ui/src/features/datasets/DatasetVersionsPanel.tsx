import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import type { Dataset, DatasetVersion } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { versionsQuery } from "./api";
import { ComparePanel } from "./ComparePanel";

interface DatasetVersionsPanelProps {
  project: string;
  dataset: Dataset;
  /** Which two are compared; null for the newest and the one before. */
  from: number | null;
  to: number | null;
  onCompare: (from: number, to: number) => void;
}

/** The versions on the left; what one of them changed on the right. */
export function DatasetVersionsPanel({ project, dataset, from, to, onCompare }: DatasetVersionsPanelProps) {
  const list = useInfiniteQuery(versionsQuery(project, dataset.id));
  const versions = list.data?.pages.flatMap((page) => page.items) ?? [];
  const shown = Math.min(to ?? dataset.version, dataset.version);
  const before = from ?? Math.max(shown - 1, 0);
  if (list.isPending) return <RowSkeletons count={5} label="Loading versions" />;
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (versions.length === 0) {
    return (
      <EmptyState action={<RoomLink room="datasets" />} icon={<History />} title="No versions yet">
        Adding the first cases creates version 1. Every later change creates another version, and all versions are kept.
      </EmptyState>
    );
  }
  return (
    <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[320px_minmax(0,1fr)]">
      <div className="min-h-0 lg:overflow-y-auto lg:pr-1">
        <ol aria-label="Versions, newest first" className="flex flex-col">
          {versions.map((version, index) => (
            <DatasetVersionEntry
              key={version.number}
              version={version}
              before={versions[index + 1]?.cases ?? (version.number === 1 ? 0 : null)}
              newest={version.number === dataset.version}
              current={version.number === shown}
              onShow={() => onCompare(version.number - 1, version.number)}
            />
          ))}
        </ol>
        {list.hasNextPage && (
          <Button
            variant="secondary"
            size="sm"
            className="mt-3"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
      <ComparePanel
        project={project}
        dataset={dataset}
        versions={versions}
        from={before}
        to={shown}
        onCompare={onCompare}
      />
    </div>
  );
}

interface DatasetVersionEntryProps {
  version: DatasetVersion;
  /** How many cases the version before had; null when that is not known. */
  before: number | null;
  newest: boolean;
  current: boolean;
  onShow: () => void;
}

function DatasetVersionEntry({ version, before, newest, current, onShow }: DatasetVersionEntryProps) {
  const more = before === null ? 0 : version.cases - before;
  return (
    <li className={cx("group relative rounded-lg", current ? "bg-surface-hover" : "hover:bg-surface")}>
      <span
        aria-hidden
        className={cx(
          "absolute top-0 bottom-0 left-3.75 w-px bg-line-strong",
          "group-first:top-5 group-last:bottom-auto group-last:h-5",
        )}
      />
      <span
        aria-hidden
        className={cx(
          "absolute top-4 left-2.5 size-2.5 rounded-full border-2 bg-canvas",
          current ? "border-accent-mark bg-accent-mark" : "border-control",
        )}
      />
      <button
        type="button"
        aria-current={current || undefined}
        onClick={onShow}
        className="block w-full rounded-lg pt-2.5 pr-3 pl-9 text-left text-sm after:absolute after:inset-0"
      >
        <span className="flex items-center gap-2">
          <span className="font-mono text-xs font-medium text-ink">v{version.number}</span>
          {newest && <span className="rounded bg-accent-soft px-1.5 text-2xs font-medium text-accent-ink">newest</span>}
          <span className="ml-auto text-xs text-ink-subtle">
            {countOf(version.cases, "case")}
            {more !== 0 && (
              <span className={cx("ml-1.5 font-medium", more > 0 ? "text-success" : "text-error")}>
                {more > 0 ? `+${more.toLocaleString("en")}` : `−${Math.abs(more).toLocaleString("en")}`}
              </span>
            )}
          </span>
        </span>
        <span className="mt-0.5 block truncate font-medium text-ink">{version.note}</span>
      </button>
      <p className="truncate pr-3 pb-2.5 pl-9 text-xs text-ink-subtle">
        {version.author} ·{" "}
        <span className="relative z-10">
          <RelativeTime at={version.created_at} />
        </span>
      </p>
    </li>
  );
}
