import { useInfiniteQuery } from "@tanstack/react-query";
import { Combine } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Dataset } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Select } from "@/shared/ui/Select";
import { Switch } from "@/shared/ui/Switch";
import { versionsQuery } from "../api";
import { DatasetPicker } from "../DatasetPicker";
import { type Merged, useMerge } from "./api";
import { misfit } from "./columnsFit";

interface MergeDialogProps {
  project: string;
  dataset: Dataset;
  onClose: () => void;
}

export function MergeDialog(props: MergeDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={`Merge into ${props.dataset.name}`}
      description="The cases of another dataset are added to this one. The other dataset is not changed."
    >
      <MergeForm {...props} />
    </Dialog>
  );
}

const NEWEST = "newest";

function MergeForm({ project, dataset, onClose }: MergeDialogProps) {
  const [source, setSource] = useState<Dataset | null>(null);
  const [version, setVersion] = useState(NEWEST);
  const [without, setWithout] = useState(true);
  const merge = useMerge(project, dataset.id);
  const newest = version === NEWEST || Number(version) === source?.version;
  // Older versions may have had other columns; the server looks at them.
  const wrong = source && newest ? misfit(dataset.columns, source.columns) : null;
  const empty = source?.version === 0;
  const ready = source !== null && wrong === null && !empty;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || merge.isPending) return;
    merge.mutate(
      { source: source.id, leave_out_duplicates: without, ...(newest ? {} : { version: Number(version) }) },
      {
        onSuccess: (merged) => {
          notify.success(mergedWords(merged));
          onClose();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Dataset to copy cases from" required>
        <DatasetPicker
          project={project}
          label="Dataset to copy cases from"
          chosen={source}
          without={dataset.id}
          onChoose={(chosen) => {
            setSource(chosen);
            setVersion(NEWEST);
            merge.reset();
          }}
        />
      </Field>
      {source && !empty && <VersionField project={project} source={source} version={version} onChange={setVersion} />}
      <div className="flex items-start justify-between gap-4 rounded-lg border border-line px-4 py-3">
        <div className="min-w-0">
          <p className="text-sm font-medium text-ink">Leave out duplicates</p>
          <p className="text-xs text-ink-muted">Cases with the same content as a case of this dataset.</p>
        </div>
        <Switch label="Leave out duplicates" checked={without} onChange={setWithout} />
      </div>
      {empty && <Notice tone="info">This dataset has no cases yet.</Notice>}
      {wrong && <Notice tone="warning">The columns do not match. {wrong}</Notice>}
      {merge.isError && (
        <Notice tone="error" alert>
          {merge.error instanceof ApiError
            ? [merge.error.message, merge.error.nextStep].filter(Boolean).join(" ")
            : "Something went wrong."}
        </Notice>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!ready} loading={merge.isPending}>
          {!merge.isPending && <Combine aria-hidden />} Merge
          {source && newest && ready ? ` ${countOf(source.cases, "case")}` : ""}
        </Button>
      </DialogFooter>
    </form>
  );
}

function VersionField({
  project,
  source,
  version,
  onChange,
}: {
  project: string;
  source: Dataset;
  version: string;
  onChange: (version: string) => void;
}) {
  const versions = useInfiniteQuery(versionsQuery(project, source.id)).data?.pages.flatMap(({ items }) => items) ?? [];
  const older = versions.filter(({ number }) => number < source.version);
  if (older.length === 0) return null;
  return (
    <Field label="Version">
      <Select
        value={version}
        onChange={onChange}
        options={[
          { value: NEWEST, label: `The newest (v${source.version})`, hint: countOf(source.cases, "case") },
          ...older.map(({ number, cases, note }) => ({
            value: String(number),
            label: `v${number}`,
            hint: `${countOf(cases, "case")} · ${note}`,
          })),
        ]}
      />
    </Field>
  );
}

/** "12 cases added, 3 duplicates left out, version 5" */
export function mergedWords({ added, duplicates, version }: Merged): string {
  const left = duplicates > 0 ? `, ${countOf(duplicates, "duplicate")} left out` : "";
  return added === 0 ? `Nothing to add${left}` : `${countOf(added, "case")} added${left}, version ${version}`;
}
