import type { DatasetKind } from "@/api/types";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Select } from "@/shared/ui/Select";
import type { DatasetFields } from "../api";
import { KIND_HINTS, KIND_NAMES, KINDS } from "../datasetKinds";

interface NewDatasetFieldsProps {
  fields: DatasetFields;
  onChange: (fields: DatasetFields) => void;
}

/** The dataset that the file is to become. */
export function NewDatasetFields({ fields, onChange }: NewDatasetFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_200px]">
      <Field label="Name of the new dataset" required error={fields.name.trim() ? undefined : "Name is required"}>
        <Input
          value={fields.name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => onChange({ ...fields, name: event.target.value })}
        />
      </Field>
      <Field label="Kind">
        <Select<DatasetKind>
          value={fields.kind}
          onChange={(kind) => onChange({ ...fields, kind })}
          options={KINDS.map((value) => ({ value, label: KIND_NAMES[value], hint: KIND_HINTS[value] }))}
        />
      </Field>
    </div>
  );
}
