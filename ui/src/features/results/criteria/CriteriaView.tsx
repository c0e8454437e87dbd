import { ListChecks } from "lucide-react";
import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import { scaleOf, valueText } from "@/shared/charts/estimateText";
import { EmptyState } from "@/shared/ui/EmptyState";
import { TabTrigger } from "@/shared/ui/TabTrigger";
import type { WantedCells } from "../resultsUrlState";
import type { Results } from "@/api/types";
import { columnsOf } from "./criterionHistogram";
import { CriterionPanel } from "./CriterionPanel";

interface CriteriaViewProps {
  project: string;
  results: Results;
  chosen: string | undefined;
  onChoose: (criterion: string) => void;
  onCells: (wanted: WantedCells) => void;
  onCell: (ordinal: number) => void;
  /** The next step where there are no criteria. */
  action: ReactNode;
}

/** One criterion of the rubric after the other: how it is spread, what is best and worst, whether judges agree. */
export function CriteriaView({ project, results, chosen, onChoose, onCells, onCell, action }: CriteriaViewProps) {
  const { rubric, columns } = results;
  if (!rubric) {
    return (
      <EmptyState icon={<ListChecks />} title="No criteria" action={action}>
        {results.measure
          ? `This run is measured by ${results.measure.name}, which has no criteria.`
          : "This run has no scorer."}{" "}
        Score the run with a judge that has a rubric to see each criterion here.
      </EmptyState>
    );
  }
  const shown = Math.max(0, chosen ? rubric.criteria.indexOf(chosen) : 0);
  return (
    // By number: the value becomes part of an id, which may have no space.
    <Tabs.Root value={String(shown)} onValueChange={(next) => onChoose(rubric.criteria[Number(next)] ?? "")}>
      <Tabs.List aria-label="Criteria" className="flex gap-1 overflow-x-auto border-b border-line pb-px">
        {rubric.criteria.map((name, at) => {
          const first = columns[0]?.criteria[at];
          return (
            <TabTrigger
              key={name}
              value={String(at)}
              label={name}
              summary={
                columns.length === 1 && first?.mean !== null && first
                  ? valueText(scaleOf(first.scale), first.mean)
                  : null
              }
            />
          );
        })}
      </Tabs.List>
      {rubric.criteria.map((name, at) => (
        <Tabs.Content key={name} value={String(at)} className="pt-4">
          <CriterionPanel
            project={project}
            run={results.run}
            name={name}
            weight={rubric.weights[at] ?? null}
            all={columnsOf(columns, at)}
            agreement={results.agreement.find(({ criterion }) => criterion === name) ?? null}
            onCells={onCells}
            onCell={onCell}
          />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
