import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowUp, Trophy } from "lucide-react";
import { VerdictChip } from "@/features/results";
import { duration, RunStateChip } from "@/features/runs";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { changeText, estimateText, type Scale, scaleOf } from "@/shared/charts/estimateText";
import { formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { iterationListQuery } from "../api";
import type { Experiment, IterationCard } from "../types";

/** Every iteration, the newest first: how good, whether better, and at what cost. */
export function IterationsTable({ project, experiment }: { project: string; experiment: Experiment }) {
  const found = useInfiniteQuery(iterationListQuery(project, experiment.id));
  if (found.isPending) return <RowSkeletons count={4} label="Loading iterations" />;
  if (found.isError && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const scale = scaleOf(experiment.scale);
  const rows = found.data.pages.flatMap(({ items }) => items);
  const columns: Column<IterationCard>[] = [
    {
      key: "number",
      header: "Iteration",
      lead: true,
      className: "lg:w-[29%]",
      cell: (row) => <IterationName project={project} experiment={experiment} row={row} />,
    },
    {
      key: "score",
      header: `Score, of ${scale.top}`,
      className: "lg:w-[25%]",
      cell: (row) => <IterationScoreCell row={row} scale={scale} />,
    },
    { key: "verdict", header: "Verdict", className: "lg:w-[18%]", cell: (row) => <Verdict row={row} scale={scale} /> },
    {
      key: "cost",
      header: "Cost",
      align: "right",
      className: "lg:w-[12%]",
      cell: (row) => <IterationCost row={row} money={experiment.money} />,
    },
    {
      key: "when",
      header: "Started",
      align: "right",
      className: "lg:w-[16%]",
      cell: (row) => <IterationTime row={row} />,
    },
  ];
  return (
    <section aria-label="Iterations" className="min-w-0">
      <DataTable caption="Iterations of this experiment" columns={columns} rows={rows} rowKey={({ id }) => id} fixed />
      {found.hasNextPage && (
        <div className="mt-3 flex items-center gap-3 text-xs text-ink-subtle">
          <Button
            variant="secondary"
            size="sm"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            Show older
          </Button>
          {rows.length.toLocaleString("en")} of {experiment.iterations.toLocaleString("en")}
        </div>
      )}
    </section>
  );
}

function IterationName({ project, experiment, row }: { project: string; experiment: Experiment; row: IterationCard }) {
  const champion = experiment.champion?.iteration === row.id && experiment.iterations > 1;
  return (
    <div className="min-w-0 py-0.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <Link
          to="/projects/$slug/experiments/$experiment/iterations/$number"
          params={{ slug: project, experiment: experiment.id, number: String(row.number) }}
          className={cx(
            "inline-flex min-h-6 items-center rounded font-medium text-ink",
            "hover:text-accent-ink hover:underline",
          )}
        >
          Iteration {row.number}
        </Link>
        <span className="font-mono text-xs text-ink-subtle">v{row.version.number}</span>
        {/* Completed is what is expected: only what differs stands out. */}
        {row.state === "completed" ? <span className="sr-only">completed</span> : <RunStateChip state={row.state} />}
        {champion && (
          <Badge tone="accent" icon={<Trophy aria-hidden />}>
            best
          </Badge>
        )}
      </div>
      <p className="text-xs text-ink-subtle">
        {row.suggestion && (
          <Link
            to="/projects/$slug/reviews/$suggestion"
            params={{ slug: project, suggestion: row.suggestion.id }}
            className="inline-flex min-h-6 items-center rounded hover:text-ink hover:underline"
          >
            suggestion {SUGGESTIONS[row.suggestion.state]}
          </Link>
        )}
      </p>
      {row.problem && (
        <p title={visibleText(row.problem)} className="line-clamp-2 text-xs wrap-anywhere text-warning">
          {visibleText(row.problem)}
        </p>
      )}
    </div>
  );
}

const SUGGESTIONS = {
  pending: "waits",
  applied: "approved",
  rejected: "rejected",
  blocked: "blocked",
  superseded: "replaced",
} as const;

function IterationScoreCell({ row: { composite }, scale }: { row: IterationCard; scale: Scale }) {
  if (!composite) return <span className="text-ink-subtle">–</span>;
  return (
    <div className="flex flex-col gap-0.5">
      <div className="min-w-16 flex-1">
        <ConfidenceIntervalBar interval={composite} />
      </div>
      <span className="shrink-0 font-medium whitespace-nowrap text-ink">{estimateText(scale, composite)}</span>
    </div>
  );
}

function Verdict({ row, scale }: { row: IterationCard; scale: Scale }) {
  const { verdict } = row;
  if (row.partial) return <Badge tone="warning">partial</Badge>;
  if (!verdict) return <span className="text-xs text-ink-subtle">{row.composite ? "the first score" : "–"}</span>;
  return (
    <div className="min-w-0">
      <span className="flex flex-wrap items-center gap-1.5">
        <VerdictChip verdict={verdict.verdict} />
        {row.gained && (
          <Badge tone="accent" icon={<ArrowUp aria-hidden />}>
            gain
          </Badge>
        )}
      </span>
      <p title={visibleText(verdict.sentence)} className="mt-0.5 text-xs whitespace-nowrap text-ink-subtle">
        {verdict.effect && `${changeText(scale, verdict.effect.value)} `}against {verdict.against}
      </p>
      {verdict.evidence === "seen" && <p className="text-xs text-warning">seen cases only</p>}
    </div>
  );
}

function IterationCost({ row, money }: { row: IterationCard; money: Experiment["money"] }) {
  return (
    <span className="whitespace-nowrap">
      {formatMoney(readMoney(row.cost_usd))}
      <SimulatedMark block money={money} />
      <span className="block text-2xs text-ink-subtle">{formatTokens(row.tokens)} tokens</span>
    </span>
  );
}

function IterationTime({ row: { started_at: began, finished_at: ended, took_s: took } }: { row: IterationCard }) {
  if (began === null) return <span className="text-ink-subtle">–</span>;
  return (
    <span className="text-ink-muted">
      <RelativeTime at={began} />
      {ended && took !== null && <span className="block text-2xs text-ink-subtle">took {duration(took)}</span>}
    </span>
  );
}
