import { useQuery } from "@tanstack/react-query";
import { Table2, X } from "lucide-react";
import { useState } from "react";
import { datasetQuery, fewDatasetsQuery, TagInput, tagsQuery } from "@/features/datasets";
import { countOf } from "@/shared/format/quantities";
import { Field } from "@/shared/ui/Field";
import { IconButton } from "@/shared/ui/IconButton";
import { Input } from "@/shared/ui/Input";
import { Picker } from "@/shared/ui/Picker";
import { Select } from "@/shared/ui/Select";
import { problemAt, type RunForm, type RunProblem } from "./runForm";
import { RunFormSection } from "./RunFormSection";

interface DatasetSectionProps {
  project: string;
  form: RunForm;
  problems: readonly RunProblem[];
  onChange: (part: Partial<RunForm>) => void;
}

const SPLITS = [
  { value: "any", label: "All splits" },
  { value: "train", label: "Training only" },
  { value: "holdout", label: "Hold-out only" },
  { value: "none", label: "Without a split" },
] as const;

const NEWEST = "newest";

export function DatasetSection({ project, form, problems, onChange }: DatasetSectionProps) {
  const [search, setSearch] = useState("");
  const found = useQuery(fewDatasetsQuery(project, search, 50));
  const { dataset } = form;
  const options = (found.data?.items ?? []).map(({ id, name, cases }) => ({
    value: id,
    label: name,
    hint: countOf(cases, "case"),
  }));
  return (
    <RunFormSection
      title="Cases"
      hint="Each case fills the variables of the prompt."
      problem={problemAt(problems, "dataset")}
    >
      <div className="flex items-center gap-2">
        <Picker
          label="Dataset"
          value={dataset?.id ?? null}
          shown={
            <>
              <Table2 aria-hidden className="size-4 shrink-0 text-ink-subtle" />
              <span className="truncate">{dataset?.name}</span>
            </>
          }
          placeholder="Choose a dataset…"
          options={options}
          onSearch={setSearch}
          onChoose={({ value, label }) =>
            onChange({ dataset: { id: value, name: label }, datasetVersion: "", tags: [] })
          }
          empty="No datasets yet. Import one under Datasets."
          className="min-w-0 flex-1"
        />
        {dataset && (
          <IconButton
            label="Run without a dataset"
            onClick={() => onChange({ dataset: null, datasetVersion: "", tags: [], first: "", split: "any" })}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      {dataset && (
        <CaseChoice project={project} dataset={dataset.id} form={form} problems={problems} onChange={onChange} />
      )}
    </RunFormSection>
  );
}

function CaseChoice({ project, dataset, form, problems, onChange }: DatasetSectionProps & { dataset: string }) {
  const found = useQuery(datasetQuery(project, dataset)).data;
  const tags = useQuery(tagsQuery(project, dataset)).data?.items.map(({ tag }) => tag) ?? [];
  const newest = found?.version ?? 0;
  const numbers = Array.from({ length: Math.min(newest, 50) }, (_, place) => String(newest - place));
  return (
    <div className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Field label="Version of the dataset">
        <Select
          value={form.datasetVersion || NEWEST}
          onChange={(version) => onChange({ datasetVersion: version === NEWEST ? "" : version })}
          options={[
            { value: NEWEST, label: newest > 0 ? `Newest (v${newest})` : "Newest" },
            ...numbers.map((number) => ({ value: number, label: `Version ${number}` })),
          ]}
        />
      </Field>
      <Field label="Split">
        <Select value={form.split} onChange={(split) => onChange({ split })} options={SPLITS} />
      </Field>
      <Field label="With all of these tags" error={problemAt(problems, "choice.tags")}>
        <TagInput tags={form.tags} known={tags} onChange={(next) => onChange({ tags: next })} placeholder="Any" />
      </Field>
      <Field label="Number of cases" error={problemAt(problems, "choice.first")}>
        <Input
          type="number"
          min={1}
          inputMode="numeric"
          placeholder={found ? `All ${found.cases.toLocaleString("en")}` : "All"}
          value={form.first}
          onChange={(event) => onChange({ first: event.target.value })}
        />
      </Field>
    </div>
  );
}
