import { useQuery } from "@tanstack/react-query";
import { FileUp, Pencil, Table2 } from "lucide-react";
import { useState } from "react";
import type { Dataset } from "@/api/types";
import {
  CaseEditor,
  datasetQuery,
  fewDatasetsQuery,
  firstCasesQuery,
  FirstRows,
  CaseImportDialog,
  TagInput,
  tagsQuery,
  useCreateDataset,
  valueText,
} from "@/features/datasets";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { Picker } from "@/shared/ui/Picker";
import { variablesOf } from "../wizardForm";
import { messageAt } from "../planProblems";
import { CoverageCard } from "./CoverageCard";
import { GenerateCases } from "./GenerateCases";
import { StepColumns } from "./StepColumns";
import type { StepProps } from "./stepProps";

const SHOWN = 10;

/** Cases by file, by a model, or by hand; whichever way, they stand in one dataset of the project. */
export function DataStep(props: StepProps) {
  const { project, form, problems, change, beside } = props;
  const { slug } = project;
  const [doing, setDoing] = useState<"import" | "hand" | null>(null);
  const dataset = useQuery({ ...datasetQuery(slug, form.dataset ?? ""), enabled: form.dataset !== null }).data ?? null;
  const make = useCreateDataset(slug);
  const names = variablesOf(form.content);
  // As the table below shows it: a column for each of these.
  const filled = names.filter((name) => !dataset || dataset.cases === 0 || dataset.columns.includes(name));

  /** The dataset that new cases go into: the chosen one, or one that is made now. */
  const ensure = async (kind: Dataset["kind"]): Promise<Dataset | null> => {
    if (dataset) return dataset;
    try {
      const made = await make.mutateAsync({
        name: `${form.name.trim().slice(0, 60) || "Untitled"} cases (experiment ${props.experiment.number})`,
        kind,
        description: "",
      });
      change({ dataset: made.id, tags: [] });
      return made;
    } catch (error) {
      notify.failure(error);
      return null;
    }
  };
  const byHand = () => void ensure("golden").then((into) => into && setDoing("hand"));
  return (
    <StepColumns
      beside={
        <>
          {dataset && dataset.cases > 0 && (
            <CoverageCard project={project} experiment={props.experiment.id} dataset={dataset} variables={names} />
          )}
          {beside}
        </>
      }
    >
      <Card aria-label="Cases" className="px-5 py-4">
        <div className="flex flex-wrap items-end gap-2">
          <Field label="Dataset" className="min-w-52 flex-1" error={messageAt(problems, "dataset.columns")}>
            <ExperimentDatasetPicker
              slug={slug}
              dataset={dataset}
              onChoose={(id) => change({ dataset: id, tags: [] })}
            />
          </Field>
          <Button variant="secondary" onClick={() => setDoing("import")}>
            <FileUp aria-hidden /> Upload file
          </Button>
          <Button variant="secondary" loading={make.isPending} onClick={byHand}>
            <Pencil aria-hidden /> Add by hand
          </Button>
        </div>
        <p role="status" className="mt-3 text-sm text-ink-muted">
          Current dataset: <span className="font-medium text-ink">{countOf(dataset?.cases ?? 0, "case")}</span>
          {filled.length > 0 && (
            <>
              {" "}
              that fill{" "}
              {filled.map((name) => (
                <code
                  key={name}
                  className="mr-1 rounded bg-lilac-soft px-1 py-0.5 text-xs text-lilac"
                >{`{{${name}}}`}</code>
              ))}
            </>
          )}
        </p>
        {dataset && dataset.cases > 0 && <CasesPreview slug={slug} dataset={dataset} names={names} />}
      </Card>
      <GenerateCases {...props} dataset={dataset} variables={names} ensure={ensure} />
      {dataset && <HoldoutSection {...props} dataset={dataset} />}
      {doing === "import" && (
        <CaseImportDialog
          project={slug}
          dataset={dataset}
          open
          onClose={() => setDoing(null)}
          showLabel="Use these cases"
          onShow={({ id }) => {
            change({ dataset: id });
            setDoing(null);
          }}
        />
      )}
      {doing === "hand" && dataset && (
        <CaseEditor
          project={slug}
          dataset={{ ...dataset, columns: [...new Set([...names, ...dataset.columns])] }}
          one={null}
          onDone={() => setDoing(null)}
        />
      )}
    </StepColumns>
  );
}

function ExperimentDatasetPicker({
  slug,
  dataset,
  onChoose,
}: {
  slug: string;
  dataset: Dataset | null;
  onChoose: (id: string) => void;
}) {
  const [search, setSearch] = useState("");
  const found = useQuery(fewDatasetsQuery(slug, search, 50)).data?.items ?? [];
  return (
    <Picker
      value={dataset?.id ?? null}
      shown={
        dataset && (
          <>
            <Table2 aria-hidden className="size-4 shrink-0 text-ink-subtle" />
            <span className="truncate">{dataset.name}</span>
          </>
        )
      }
      placeholder="Choose a dataset…"
      options={found.map(({ id, name, cases }) => ({ value: id, label: name, hint: countOf(cases, "case") }))}
      onSearch={setSearch}
      onChoose={({ value }) => onChoose(value)}
      empty="No datasets yet. Upload a file, or let a model write cases."
    />
  );
}

function CasesPreview({ slug, dataset, names }: { slug: string; dataset: Dataset; names: readonly string[] }) {
  const first = useQuery(firstCasesQuery(slug, dataset.id, SHOWN)).data?.items ?? [];
  const columns = [...new Set([...names.filter((name) => dataset.columns.includes(name)), ...dataset.columns])];
  const wider = [...columns, "Expected", "Tags"];
  return (
    <div className="mt-3">
      <FirstRows
        label={`First cases of ${dataset.name}`}
        columns={wider}
        marked={names}
        rows={first.map((one) => [
          ...columns.map((name) => valueText(one.values[name])),
          one.expected ?? "",
          one.tags.join(", "),
        ])}
      />
    </div>
  );
}

/** Which cases are used, and how many are kept aside for the end. */
function HoldoutSection({ project, form, problems, change, dataset }: StepProps & { dataset: Dataset }) {
  const tags = useQuery(tagsQuery(project.slug, dataset.id)).data?.items.map(({ tag }) => tag) ?? [];
  return (
    <Card aria-label="Which cases" className="grid gap-4 px-5 py-4 sm:grid-cols-2">
      <Field
        label="Hold-out in percent"
        error={messageAt(problems, "holdout_share")}
        hint="Kept for the final check, which uses only cases that no suggestion was based on. Enter 0 for no hold-out."
      >
        <Input
          value={form.holdout}
          inputMode="decimal"
          autoComplete="off"
          className="max-w-28"
          onChange={({ target }) => change({ holdout: target.value })}
        />
      </Field>
      <Field label="Only cases with one of these tags" optional>
        <TagInput tags={form.tags} known={tags} onChange={(next) => change({ tags: next })} placeholder="All cases" />
      </Field>
    </Card>
  );
}
