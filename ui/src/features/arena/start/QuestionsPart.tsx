import { useQuery } from "@tanstack/react-query";
import { Table2 } from "lucide-react";
import { useState } from "react";
import type { Dataset, Project } from "@/api/types";
import { DatasetPicker, firstCasesQuery, FirstRows, valueText } from "@/features/datasets";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Segmented } from "@/shared/ui/Segmented";
import { GenerateQuestions } from "./GenerateQuestions";

interface QuestionsPartProps {
  project: Project;
  dataset: Dataset | null;
  assist: string | null;
  onBegun: (assist: string) => void;
  onDataset: (dataset: string | null) => void;
}

const SHOWN = 3;

/** Questions that a model writes now, or those of a dataset. */
export function QuestionsPart({ project, dataset, assist, onBegun, onDataset }: QuestionsPartProps) {
  const [how, setHow] = useState<"generate" | "choose">("generate");
  if (dataset) return <Chosen project={project.slug} dataset={dataset} onChange={() => onDataset(null)} />;
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label="Where questions come from"
        value={how}
        onChange={setHow}
        options={[
          { value: "generate", label: "Generate" },
          { value: "choose", label: "Choose a dataset" },
        ]}
      />
      {how === "generate" ? (
        <GenerateQuestions project={project} assist={assist} onBegun={onBegun} onKept={onDataset} />
      ) : (
        <DatasetPicker project={project.slug} label="Dataset" chosen={null} onChoose={({ id }) => onDataset(id)} />
      )}
    </div>
  );
}

function Chosen({ project, dataset, onChange }: { project: string; dataset: Dataset; onChange: () => void }) {
  const first = useQuery(firstCasesQuery(project, dataset.id, SHOWN)).data?.items ?? [];
  return (
    <div>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Table2 aria-hidden className="size-4 shrink-0 text-ink-subtle" />
        <span className="min-w-0 truncate font-medium text-ink">{visibleText(dataset.name)}</span>
        <span className="text-ink-muted">{countOf(dataset.cases, "question")}</span>
        <Button variant="ghost" size="xs" onClick={onChange}>
          Change
        </Button>
      </p>
      <FirstRows
        label={`First questions of ${dataset.name}`}
        columns={[...dataset.columns]}
        marked={[...dataset.columns]}
        rows={first.map((one) => dataset.columns.map((name) => valueText(one.values[name])))}
      />
    </div>
  );
}
