import { CircleCheck } from "lucide-react";
import { useState } from "react";
import type { Dataset } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { cx } from "@/shared/ui/cx";
import { Field } from "@/shared/ui/Field";
import { Notice } from "@/shared/ui/Notice";
import { Spinner } from "@/shared/ui/Spinner";
import { Tabs } from "@/shared/ui/Tabs";
import type { DatasetFields } from "../api";
import { TagInput } from "../TagInput";
import { ColumnMapper } from "./ColumnMapper";
import { FileFacts } from "./FileFacts";
import { datasetNameOf } from "./importFile";
import { FirstRows } from "./FirstRows";
import { MappedCases } from "./MappedCases";
import { summary } from "./columnUses";
import { NewDatasetFields } from "./NewDatasetFields";
import { ProblemList } from "./ProblemList";
import type { ImportState } from "./useImport";

interface MapStepProps {
  state: ImportState;
  dataset: Dataset | null;
  onCancel: () => void;
}

export function MapStep({ state, dataset, onCancel }: MapStepProps) {
  const { draft, check, checked, problems } = state;
  const [fields, setFields] = useState<DatasetFields>({
    name: datasetNameOf(draft?.name ?? ""),
    kind: "golden",
    description: "",
  });
  const [skip, setSkip] = useState(false);
  if (!draft) return null;
  const bad = check?.problems.rows ?? 0;
  const good = check?.good_rows ?? 0;
  const all = countOf(good + bad, "row");
  const mapped = Object.keys(problems).length === 0;
  const named = dataset !== null || fields.name.trim() !== "";
  const ready = mapped && checked && named && good > 0 && (bad === 0 || skip);
  return (
    <>
      <div className="-mx-5 flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-5 pb-1">
        {state.problem && (
          <Notice tone="error" alert>
            {state.problem}
          </Notice>
        )}
        <FileFacts
          name={draft.name}
          file={draft.file}
          options={draft.options}
          busy={state.reading}
          onOptions={state.readAgain}
          onAnother={state.again}
        />
        {!dataset && <NewDatasetFields fields={fields} onChange={setFields} />}
        <section aria-labelledby="import-columns">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 id="import-columns" className="text-sm font-semibold text-ink">
              How each column is used
            </h3>
            <p className="text-xs text-ink-subtle">{summary(draft.mapping)}</p>
          </div>
          {problems[""] && (
            <Notice tone="warning" className="mb-2">
              {problems[""]}
            </Notice>
          )}
          <ColumnMapper
            columns={draft.file.columns}
            rows={draft.file.rows}
            mapping={draft.mapping}
            problems={problems}
            onChange={state.setMapping}
          />
        </section>
        <Tabs
          key={bad > 0 ? "bad" : "good"}
          label="The file"
          initial={bad > 0 ? "problems" : "rows"}
          tabs={[
            {
              value: "rows",
              label: "First rows",
              content: <FirstRows columns={draft.file.columns} rows={draft.file.rows} />,
            },
            {
              value: "cases",
              label: "As cases",
              content:
                check && good > 0 ? (
                  <MappedCases cases={check.cases} />
                ) : (
                  <p className="py-4 text-sm text-ink-muted">No row can become a case yet.</p>
                ),
            },
            {
              value: "problems",
              label: bad > 0 ? `Problems (${bad.toLocaleString("en")})` : "Problems",
              content:
                check && bad > 0 ? (
                  <ProblemList problems={check.problems.items} rows={bad} />
                ) : (
                  <NoProblems checked={checked} />
                ),
            },
          ]}
        />
        <Field
          label="Tag every case"
          optional
          hint="For example the name of the source, to find these cases later."
          className="max-w-md"
        >
          <TagInput tags={draft.tags} onChange={state.setTags} />
        </Field>
      </div>
      <div
        className={cx(
          "-mx-5 mt-4 -mb-5 flex flex-wrap items-center gap-x-4 gap-y-2",
          "border-t border-line bg-raised px-5 py-3",
        )}
      >
        <div className="min-w-0 flex-1 basis-64">
          <p role="status" className="flex items-center gap-2 text-sm text-ink">
            {!checked && mapped && !state.checkProblem && (
              <>
                <Spinner /> Checking every row…
              </>
            )}
            {!mapped && <span className="text-ink-muted">Complete the column settings first.</span>}
            {state.checkProblem && mapped && <span className="text-error">{state.checkProblem}</span>}
            {checked &&
              mapped &&
              (bad === 0 ? (
                `All ${countOf(good, "row")} can be imported.`
              ) : (
                <span>
                  <strong className="font-semibold">{good.toLocaleString("en")}</strong> of {all} can be imported,{" "}
                  <strong className="font-semibold text-warning">{bad.toLocaleString("en")} cannot</strong>.
                </span>
              ))}
          </p>
          {checked && mapped && bad > 0 && good > 0 && (
            <Checkbox checked={skip} onChange={setSkip} label={`Leave out the ${countOf(bad, "row")} with problems`} />
          )}
        </div>
        <div className="ml-auto flex gap-2">
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            disabled={!ready}
            loading={state.importing}
            onClick={() => void state.run({ ...fields, name: fields.name.trim() }, skip)}
          >
            {checked && good > 0 ? `Import ${countOf(good, "case")}` : "Import"}
          </Button>
        </div>
      </div>
    </>
  );
}

function NoProblems({ checked }: { checked: boolean }) {
  return (
    <p className="flex items-center gap-2 py-4 text-sm text-ink-muted">
      {checked ? (
        <>
          <CircleCheck aria-hidden className="size-4 text-success-mark" /> Every row can be imported.
        </>
      ) : (
        "The rows are being checked."
      )}
    </p>
  );
}
