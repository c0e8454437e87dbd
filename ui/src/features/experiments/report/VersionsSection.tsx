import { Link } from "@tanstack/react-router";
import { Trophy } from "lucide-react";
import { VerdictChip } from "@/features/results";
import { estimateText, type Scale } from "@/shared/charts/estimateText";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import type { Experiment, ExperimentReport } from "../types";

type Row = ExperimentReport["iterations"][number];

/** From version to version: what changed, and whether it helped. */
export function VersionsSection({
  project,
  experiment,
  report,
  scale,
}: {
  project: string;
  experiment: Experiment;
  report: ExperimentReport;
  scale: Scale;
}) {
  const columns: Column<Row>[] = [
    {
      key: "number",
      header: "Iteration",
      lead: true,
      className: "lg:w-[16%]",
      cell: ({ number, version }) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <Link
            to="/projects/$slug/experiments/$experiment/iterations/$number"
            params={{ slug: project, experiment: experiment.id, number: String(number) }}
            className="inline-flex min-h-6 items-center rounded font-medium text-ink hover:underline"
          >
            {number}
          </Link>
          <span className="font-mono text-xs text-ink-subtle">v{version}</span>
          {experiment.champion?.number === number && (
            <Badge tone="accent" icon={<Trophy aria-hidden />}>
              best
            </Badge>
          )}
        </span>
      ),
    },
    {
      key: "score",
      header: "Score",
      className: "lg:w-[14%]",
      cell: ({ composite }) =>
        composite ? (
          <span className="whitespace-nowrap">{estimateText(scale, composite)}</span>
        ) : (
          <span className="text-ink-subtle">–</span>
        ),
    },
    {
      key: "verdict",
      header: "Verdict",
      className: "lg:w-[18%]",
      cell: ({ verdict, partial }) =>
        verdict ? (
          <VerdictChip verdict={verdict} />
        ) : partial ? (
          <Badge tone="warning">partial</Badge>
        ) : (
          <span className="text-ink-subtle">–</span>
        ),
    },
    {
      key: "change",
      header: "What changed",
      className: "lg:w-[40%]",
      cell: ({ changelog }) => (
        <span className="line-clamp-3 text-ink-muted">{changelog ? visibleText(changelog) : "–"}</span>
      ),
    },
    {
      key: "cost",
      header: "Cost",
      align: "right",
      className: "lg:w-[12%]",
      cell: ({ cost_usd: cost }) => (
        <span className="whitespace-nowrap">
          {formatMoney(readMoney(cost))}
          <SimulatedMark block money={experiment.money} />
        </span>
      ),
    },
  ];
  return (
    <section aria-label="Iterations" className="min-w-0">
      <h2 className="mb-2 text-base font-semibold text-ink">Iteration by iteration</h2>
      <DataTable
        caption="Iterations"
        columns={columns}
        rows={report.iterations}
        rowKey={({ number }) => String(number)}
        fixed
      />
    </section>
  );
}
