import { useQueries } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { GitCompareArrows } from "lucide-react";
import type { BaselineVerdict, Project, RunReport } from "@/api/types";
import { useProject } from "@/features/people/projects";
import { MakeProduction } from "@/features/prompts";
import { reportQuery, versionWords } from "@/features/runs";
import { countOf } from "@/shared/format/quantities";
import { metricScale } from "@/shared/metrics/metricFigures";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { VerdictChip } from "@/shared/verdicts/VerdictChip";
import { baselineQuery } from "../api";
import { betterVersion, changeWords, overallVerdict } from "../baseline/baselinePhrasing";

const route = getRouteApi("/frame/projects/$slug/runs/compare");

interface ComparedRun {
  run: RunReport;
  /** Null for the baseline itself, and while it is computed. */
  verdict: BaselineVerdict | null;
}

/** Several runs against one of them: a verdict for each, and the way to the full comparison. */
export function RunsComparePage() {
  const { slug } = route.useParams();
  const place = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const ids = [...new Set((place.runs ?? "").split(",").filter(Boolean))];
  const reports = useQueries({ queries: ids.map((id) => reportQuery(slug, id)) });
  const runs = reports.flatMap(({ data }) => data ?? []).sort((a, b) => a.number - b.number);
  const baseline = runs.find(({ id }) => id === place.baseline) ?? runs[0];
  const others = baseline ? runs.filter(({ id }) => id !== baseline.id) : [];
  const verdicts = useQueries({ queries: others.map(({ id }) => baselineQuery(slug, id, baseline?.id)) });
  const failed = reports.find(({ isError }) => isError);
  const rows: ComparedRun[] = runs.map((run) => ({
    run,
    verdict: verdicts[others.findIndex(({ id }) => id === run.id)]?.data ?? null,
  }));
  const choose = (id: string) => void navigate({ search: { ...place, baseline: id }, replace: true });
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title="Compare runs"
        documentTitle={["Compare runs", project.name]}
        description={
          baseline
            ? `${countOf(others.length, "run")} against run #${baseline.number}, case by case.`
            : "Runs are compared case by case with one of them."
        }
      />
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && reports.some(({ isPending }) => isPending) && <RowSkeletons count={3} label="Loading runs" />}
      {ids.length < 2 && (
        <EmptyState
          icon={<GitCompareArrows />}
          title="No runs to compare"
          action={
            <Button variant="secondary" asChild>
              <Link to="/projects/$slug/runs" params={{ slug }}>
                All runs
              </Link>
            </Button>
          }
        >
          Select two or more runs in the list of runs.
        </EmptyState>
      )}
      {!failed && baseline && rows.length > 1 && (
        <DataTable
          caption="Compared runs"
          columns={columnsOf(project, baseline, choose)}
          rows={rows}
          rowKey={({ run }) => run.id}
        />
      )}
    </div>
  );
}

function columnsOf(project: Project, baseline: RunReport, onBaseline: (id: string) => void): Column<ComparedRun>[] {
  const { slug } = project;
  const isBaseline = ({ run }: ComparedRun) => run.id === baseline.id;
  return [
    {
      key: "run",
      header: "Run",
      lead: true,
      cell: ({ run }) => (
        <div className="min-w-0">
          <Link
            to="/projects/$slug/runs/$run"
            params={{ slug, run: run.id }}
            className="flex min-h-6 max-w-full items-center gap-1.5 rounded font-medium text-ink hover:underline"
          >
            <span className="shrink-0 whitespace-nowrap text-ink-subtle">#{run.number}</span>
            <span title={run.name} className="truncate">
              {run.name}
            </span>
          </Link>
          <p title={versionWords(run.plan.columns)} className="truncate text-xs text-ink-subtle">
            {versionWords(run.plan.columns)}
          </p>
        </div>
      ),
    },
    {
      key: "verdict",
      header: "Verdict",
      cell: (row) => (isBaseline(row) ? <Badge tone="neutral">Baseline</Badge> : <RowVerdict verdict={row.verdict} />),
    },
    {
      key: "change",
      header: "Change",
      cell: ({ verdict }) => <Changes verdict={verdict} />,
    },
    {
      key: "fixed",
      header: "Fixed",
      align: "right",
      cell: ({ verdict }) => (verdict?.baseline ? verdict.fixed_rows.toLocaleString("en") : "–"),
    },
    {
      key: "broken",
      header: "Broken",
      align: "right",
      cell: ({ verdict }) => (verdict?.baseline ? verdict.broken_rows.toLocaleString("en") : "–"),
    },
    {
      key: "actions",
      header: "Actions",
      align: "right",
      cell: (row) =>
        isBaseline(row) ? null : (
          <span className="inline-flex gap-1">
            <PromoteBetter project={project} row={row} />
            <Button variant="ghost" size="xs" onClick={() => onBaseline(row.run.id)}>
              Use as baseline
            </Button>
            {row.run.plan.columns[0] && (
              <Button variant="ghost" size="xs" asChild>
                <Link
                  to="/projects/$slug/workbench/$prompt"
                  params={{ slug, prompt: row.run.plan.columns[0].prompt_id }}
                  search={{ run: row.run.id, compare: baseline.id }}
                >
                  Full comparison
                </Link>
              </Button>
            )}
          </span>
        ),
    },
  ];
}

function PromoteBetter({ project, row }: { project: Project; row: ComparedRun }) {
  const better = row.verdict && betterVersion(row.run.plan, row.verdict);
  return better && <MakeProduction project={project} {...better} />;
}

function RowVerdict({ verdict }: { verdict: BaselineVerdict | null }) {
  if (verdict === null) return <span className="text-xs text-ink-subtle">Comparing…</span>;
  if (!verdict.baseline) return <span className="text-xs text-ink-subtle">No shared target, case and scorer</span>;
  const word = overallVerdict(verdict.columns);
  return word ? <VerdictChip verdict={word} /> : <Badge tone="neutral">Identical</Badge>;
}

function Changes({ verdict }: { verdict: BaselineVerdict | null }) {
  if (!verdict?.baseline) return <span className="text-ink-subtle">–</span>;
  const scale = metricScale(verdict.metric);
  return (
    <ul className="flex flex-col text-xs">
      {verdict.columns.map((change) => (
        <li key={change.column} className="whitespace-nowrap">
          {verdict.columns.length > 1 && <span className="text-ink-subtle">{change.model_name} </span>}
          <span className="font-medium tabular-nums">{changeWords(change, scale)}</span>
        </li>
      ))}
    </ul>
  );
}
