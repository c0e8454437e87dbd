import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Dataset } from "@/api/types";
import { useDebounced } from "@/shared/forms/useDebounced";
import { countOf } from "@/shared/format/quantities";
import { Picker } from "@/shared/ui/Picker";
import { fewDatasetsQuery } from "./api";

interface DatasetPickerProps {
  project: string;
  label: string;
  chosen: { id: string; name: string } | null;
  /** This one is not offered. */
  without?: string;
  onChoose: (dataset: Dataset) => void;
}

const OFFERED = 30;

export function DatasetPicker({ project, label, chosen, without, onChoose }: DatasetPickerProps) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed);
  const datasets = (useQuery(fewDatasetsQuery(project, search, OFFERED)).data?.items ?? []).filter(
    ({ id }) => id !== without,
  );
  return (
    <Picker
      label={label}
      value={chosen?.id ?? null}
      shown={<span className="truncate">{chosen?.name}</span>}
      placeholder="Search datasets…"
      options={datasets.map(({ id, name, cases, version }) => ({
        value: id,
        label: name,
        hint: version === 0 ? "empty" : `${countOf(cases, "case")}, v${version}`,
      }))}
      onSearch={setTyped}
      onChoose={({ value }) => {
        const found = datasets.find(({ id }) => id === value);
        if (found) onChoose(found);
      }}
      empty="No other dataset yet"
    />
  );
}
