import { Equal } from "lucide-react";
import type { Verdict } from "@/api/types";
import { mirrored } from "@/shared/charts/axis";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { changeText, type Scale } from "@/shared/charts/estimateText";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { VerdictChip } from "@/shared/verdicts/VerdictChip";
import { VERDICT_INKS } from "@/shared/verdicts/verdictPhrasing";

type ModelVerdict = Verdict["models"][number];

interface ModelVerdictsProps {
  verdict: Verdict;
  scale: Scale;
  /** The columns that the page shows in full. */
  shown: { column: number; otherColumn: number };
  onColumns: (column: number, otherColumn: number) => void;
}

/** One row for each model that both runs have, with its verdict; a press shows its cases. */
export function ModelVerdicts({ verdict: { models }, scale, shown, onColumns }: ModelVerdictsProps) {
  const domain = mirrored(models.flatMap(({ comparison: { effect } }) => (effect ? [effect.low, effect.high] : [])));
  const columns: Column<ModelVerdict>[] = [
    {
      key: "label",
      header: "Compared",
      lead: true,
      cell: (one) => (
        <button
          type="button"
          aria-current={isShown(one, shown) || undefined}
          onClick={() => onColumns(one.column, one.other_column)}
          className={cx(
            "rounded text-left text-ink hover:text-accent-ink hover:underline",
            isShown(one, shown) ? "font-semibold" : "font-medium",
          )}
        >
          {one.label}
        </button>
      ),
    },
    {
      key: "verdict",
      header: "Verdict",
      cell: ({ identical, comparison }) =>
        identical ? <IdenticalBadge /> : <VerdictChip verdict={comparison.verdict} />,
    },
    {
      key: "bar",
      header: "Difference",
      className: "lg:min-w-40",
      cell: ({ comparison: { effect, verdict } }) =>
        effect ? (
          <ConfidenceIntervalBar interval={effect} domain={domain} mark={0} ink={VERDICT_INKS[verdict]} />
        ) : null,
    },
    {
      key: "effect",
      header: "95% interval",
      align: "right",
      cell: ({ identical, comparison: { effect } }) => (
        <span className="whitespace-nowrap">
          {effect
            ? `${changeText(scale, effect.value)} (${changeText(scale, effect.low)} to ${changeText(scale, effect.high)})`
            : identical
              ? "same answers"
              : "–"}
        </span>
      ),
    },
    {
      key: "cases",
      header: "Cases",
      align: "right",
      cell: ({ comparison }) => comparison.cases.toLocaleString("en"),
    },
  ];
  return (
    <div className="mt-4">
      <h3 className="mb-1.5 text-sm font-semibold text-ink">Model by model</h3>
      <DataTable
        caption="Verdict by model"
        columns={columns}
        rows={models}
        rowKey={({ column, other_column: other }) => `${column} ${other}`}
      />
    </div>
  );
}

function isShown(one: ModelVerdict, { column, otherColumn }: ModelVerdictsProps["shown"]): boolean {
  return one.column === column && one.other_column === otherColumn;
}

function IdenticalBadge() {
  return (
    <Badge tone="neutral" icon={<Equal aria-hidden />}>
      Identical
    </Badge>
  );
}

/** As large as a verdict: there is nothing to weigh. */
export function IdenticalChip() {
  return (
    <span className="inline-flex h-9 shrink-0 items-center gap-2 rounded-lg bg-surface-hover px-3 text-lg font-semibold text-ink [&_svg]:size-5">
      <Equal aria-hidden /> Identical
    </span>
  );
}
