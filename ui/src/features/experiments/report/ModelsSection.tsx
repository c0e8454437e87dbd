import { Star } from "lucide-react";
import { parameterWords } from "@/features/runs";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { estimateText, type Scale } from "@/shared/charts/estimateText";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import type { Experiment, ExperimentReport } from "../types";

type Row = ExperimentReport["models"][number];

/** Which model to use in production, and why. */
export function ModelsSection({
  report: { models },
  scale,
  money,
}: {
  report: ExperimentReport;
  scale: Scale;
  money: Experiment["money"];
}) {
  if (models.length === 0) return null;
  const columns: Column<Row>[] = [
    {
      key: "model",
      header: "Model",
      lead: true,
      cell: (row) => (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span title={visibleText(row.model_name)} className="truncate font-medium text-ink">
            {visibleText(row.model_name)}
          </span>
          {row.recommended && (
            <Badge tone="accent" icon={<Star aria-hidden />}>
              recommended
            </Badge>
          )}
          {row.pruned && <Badge>pruned</Badge>}
          {parameterWords(row.parameters) && (
            <span className="text-xs text-ink-subtle">{parameterWords(row.parameters)}</span>
          )}
        </span>
      ),
    },
    { key: "score", header: "Score", cell: (row) => <ModelScore row={row} scale={scale} /> },
    {
      key: "cost",
      header: "Per case",
      align: "right",
      cell: (row) => (
        <span className="whitespace-nowrap">
          {formatMoney(readMoney(row.usd_per_case))}
          {/* The price of one model is known to be simulated only where all of them are. */}
          {money === "simulated" && <SimulatedMark block money={money} />}
        </span>
      ),
    },
    {
      key: "why",
      header: "Why",
      width: "class",
      className: "lg:min-w-80",
      cell: (row) => <span className="text-ink-muted">{visibleText(row.why)}</span>,
    },
  ];
  return (
    <section aria-label="Model for production" className="min-w-0 break-inside-avoid">
      <h2 className="mb-2 text-base font-semibold text-ink">Model for production</h2>
      <DataTable
        caption="Models of this experiment"
        columns={columns}
        rows={models}
        rowKey={(row) => `${row.model_name} ${models.indexOf(row)}`}
      />
    </section>
  );
}

function ModelScore({ row: { composite }, scale }: { row: Row; scale: Scale }) {
  if (!composite) return <span className="text-ink-subtle">–</span>;
  return (
    <div className="flex flex-col gap-0.5">
      <div className="min-w-16 flex-1">
        <ConfidenceIntervalBar interval={composite} />
      </div>
      <span className="shrink-0 font-medium whitespace-nowrap">{estimateText(scale, composite)}</span>
    </div>
  );
}
