import { Figure } from "@/shared/charts/Figure";
import { Histogram } from "@/shared/charts/Histogram";
import { estimateText, scaleOf, valueText } from "@/shared/charts/estimateText";
import { nameOf } from "../columnNames";
import { NumberButton } from "../NumberButton";
import type { WantedCells } from "../resultsUrlState";
import type { AgreementResult } from "@/api/types";
import { CriterionAgreement } from "./CriterionAgreement";
import { cellsOfBar, type ColumnCriterion, criterionReading, mostOf, rangeOfBar } from "./criterionHistogram";
import { CriterionExamples } from "./CriterionExamples";

interface CriterionPanelProps {
  project: string;
  run: string;
  name: string;
  weight: number | null;
  all: readonly ColumnCriterion[];
  agreement: AgreementResult | null;
  onCells: (wanted: WantedCells) => void;
  onCell: (ordinal: number) => void;
}

/** Neither good nor bad. */
const MIDDLE = { from: 0.4, to: 0.6 };

export function CriterionPanel({ project, run, name, weight, all, agreement, onCells, onCell }: CriterionPanelProps) {
  const columns = all.map(({ column }) => column);
  const most = mostOf(all);
  const top = all[0]?.criterion.scale ?? 1;
  const scale = scaleOf(top);
  const scored = all.some(({ criterion }) => criterion.n > 0);
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <section className="rounded-lg border border-line bg-raised px-4 py-3.5">
          <Figure
            title={`How ${name} is spread`}
            reading={criterionReading(all)}
            nothing={scored ? null : "No answer was scored on this criterion yet."}
            table={{
              columns: ["Level", ...columns.map(({ column }) => nameOf(column, columns))],
              rows: Array.from({ length: 10 }, (_, bar) => ({
                key: String(bar),
                cells: [
                  rangeOfBar(bar, scale),
                  ...all.map(({ criterion }) => (criterion.histogram[bar] ?? 0).toLocaleString("en")),
                ],
              })),
            }}
            note={
              weight !== null && `Counts ${Math.round(weight * 100)}% of the composite. Press a bar to see its answers.`
            }
          >
            <div className="grid grid-cols-[repeat(auto-fit,minmax(15.75rem,1fr))] gap-x-6 gap-y-5">
              {all.map(({ column, criterion }) => (
                <div key={column.column} className="min-w-0">
                  <p className="mb-1 flex items-baseline justify-between gap-2 text-xs">
                    <span className="truncate font-medium text-ink-muted">{nameOf(column.column, columns)}</span>
                    {criterion.estimate && (
                      <NumberButton
                        of={`${name} of ${nameOf(column.column, columns)}`}
                        className="shrink-0"
                        onClick={() => onCells({ column: column.column, of: name })}
                      >
                        {estimateText(scale, criterion.estimate)}
                      </NumberButton>
                    )}
                  </p>
                  <Histogram
                    counts={criterion.histogram}
                    most={most}
                    rangeOf={(bar) => rangeOfBar(bar, scale)}
                    edges={["0", String(top / 2), String(top)]}
                    onBar={(bar) => onCells(cellsOfBar(bar, column.column, name))}
                  />
                  {criterion.min !== null && criterion.max !== null && (
                    <p className="mt-1.5 text-2xs text-ink-subtle">
                      lowest {valueText(scale, criterion.min)} · highest {valueText(scale, criterion.max)}
                      {criterion.deviation !== null && ` · spread ${valueText(scale, criterion.deviation)}`}
                    </p>
                  )}
                </div>
              ))}
            </div>
          </Figure>
        </section>
        <CriterionAgreement name={name} agreement={agreement} />
      </div>
      {scored && (
        <div className="grid items-start gap-4 xl:grid-cols-3">
          <CriterionExamples
            project={project}
            run={run}
            title="Lowest"
            wanted={{ of: name }}
            scale={scale}
            columns={columns}
            onCell={onCell}
            onAll={() => onCells({ of: name })}
          />
          <CriterionExamples
            project={project}
            run={run}
            title="Middle scores"
            wanted={{ of: name, ...MIDDLE }}
            scale={scale}
            columns={columns}
            onCell={onCell}
            onAll={() => onCells({ of: name, ...MIDDLE })}
          />
          <CriterionExamples
            project={project}
            run={run}
            title="Highest"
            wanted={{ of: name, best: true }}
            scale={scale}
            columns={columns}
            onCell={onCell}
            onAll={() => onCells({ of: name, best: true })}
          />
        </div>
      )}
    </div>
  );
}
