import { useQuery } from "@tanstack/react-query";
import { Table2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { Dataset } from "@/api/types";
import { ACCEPTED, fewDatasetsQuery } from "@/features/datasets";
import { countOf } from "@/shared/format/quantities";
import { cx } from "@/shared/ui/cx";
import { PickerList } from "@/shared/ui/Picker";
import { Spinner } from "@/shared/ui/Spinner";
import { Tooltip } from "@/shared/ui/Tooltip";
import { FileInput } from "@/shared/ui/FileInput";
import type { Setup } from "../setup/runSetup";
import { PillPopover, pillClass } from "./PillPopover";

interface WorkbenchDatasetPickerProps {
  project: string;
  dataset: Setup["dataset"];
  /** As the server knows it now. */
  known: Dataset | null;
  variables: readonly string[];
  onChange: (dataset: Setup["dataset"]) => void;
}

const NONE = "none";

export function WorkbenchDatasetPicker({ project, dataset, known, variables, onChange }: WorkbenchDatasetPickerProps) {
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const found = useQuery({ ...fewDatasetsQuery(project, search, 50), enabled: open });
  const options = (found.data?.items ?? []).map(({ id, name, cases, columns }) => {
    const missing = variables.filter((variable) => !columns.includes(variable));
    return {
      value: id,
      label: name,
      hint: missing.length > 0 ? `${countOf(cases, "case")} · without ${missing.join(", ")}` : countOf(cases, "case"),
      icon: (
        <Table2
          aria-hidden
          className={cx("size-4 shrink-0", missing.length > 0 ? "text-warning-mark" : "text-lilac")}
        />
      ),
    };
  });
  const none = {
    value: NONE,
    label: "No dataset",
    hint: variables.length > 0 ? "Not possible: the prompt has variables" : "Send the prompt once",
    icon: <Table2 aria-hidden className="size-4 shrink-0 text-ink-subtle" />,
  };
  const name = known?.name ?? dataset?.name;
  return (
    <PillPopover
      label="Dataset"
      icon={<Table2 aria-hidden />}
      text={name ? (known ? `${name} · ${known.cases.toLocaleString("en")}` : name) : "No dataset"}
      open={open}
      onOpenChange={setOpen}
    >
      <PickerList
        value={dataset?.id ?? NONE}
        placeholder="Search datasets…"
        options={[none, ...options]}
        onSearch={setSearch}
        onChoose={({ value, label }) => {
          onChange(value === NONE ? null : { id: value, name: label });
          setOpen(false);
        }}
      />
    </PillPopover>
  );
}

export function UploadButton({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tooltip text="Upload a dataset: CSV, JSON, JSONL or Excel. Or drop a file on the results.">
        <button
          type="button"
          aria-label="Upload dataset"
          aria-busy={busy || undefined}
          aria-disabled={busy || undefined}
          onClick={() => !busy && picker.current?.click()}
          className={cx(pillClass, "w-8 shrink-0 justify-center px-0")}
        >
          {busy ? <Spinner /> : <Upload aria-hidden />}
        </button>
      </Tooltip>
      <FileInput ref={picker} label="Dataset file" accept={ACCEPTED} onFile={onFile} />
    </>
  );
}
