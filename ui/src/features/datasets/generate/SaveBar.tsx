import { Save } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Dataset } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { hasCode } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { Segmented } from "@/shared/ui/Segmented";
import { DatasetPicker } from "../DatasetPicker";
import { useKeepQuestions, wordsOf } from "./api";
import type { Generated } from "./types";

interface SaveBarProps {
  project: string;
  assist: string;
  /** Still being written. */
  busy: boolean;
  count: number;
  /** Places of what is kept; null for all. */
  chosen: number[] | null;
  suggested: string;
  /** Where the questions are meant to go. */
  into: Dataset | null;
  onKept: (kept: Generated) => void;
}

/** Where the questions go: a dataset of their own, or one that is there. */
export function SaveBar({ project, assist, busy, count, chosen, suggested, into, onKept }: SaveBarProps) {
  const [where, setWhere] = useState<"new" | "existing">(into ? "existing" : "new");
  const [typed, setTyped] = useState<string | null>(null);
  const [target, setTarget] = useState<{ id: string; name: string } | null>(into);
  const keep = useKeepQuestions(project);
  const name = (typed ?? suggested).trim();
  const taken = hasCode(keep.error, "DUPLICATE_NAME");
  const ready = count > 0 && !busy && (where === "new" ? name !== "" : target !== null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || keep.isPending) return;
    keep.mutate(
      { assist, chosen, into: where === "new" ? { name } : { dataset: target?.id ?? "" } },
      { onSuccess: onKept },
    );
  };
  return (
    <form
      onSubmit={save}
      aria-label="Keep the questions"
      className="sticky bottom-0 z-10 mt-3 rounded-lg border border-line bg-raised px-4 py-3 shadow-float"
    >
      {keep.isError && !taken && (
        <Notice tone="error" alert className="mb-3">
          {wordsOf(keep.error)}
        </Notice>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <Segmented
          label="Where they go"
          className="h-9 [&>button]:h-8"
          value={where}
          onChange={setWhere}
          options={[
            { value: "new", label: "New dataset" },
            { value: "existing", label: "Add to a dataset" },
          ]}
        />
        <div className="min-w-52 flex-1">
          {where === "new" ? (
            <Field label="Name of the new dataset" hideLabel required error={taken ? wordsOf(keep.error) : undefined}>
              <Input
                value={typed ?? suggested}
                maxLength={100}
                autoComplete="off"
                placeholder="Name of the new dataset"
                onChange={({ target: { value } }) => setTyped(value)}
              />
            </Field>
          ) : (
            <DatasetPicker project={project} label="Dataset to add to" chosen={target} onChoose={setTarget} />
          )}
        </div>
        <Button type="submit" disabled={!ready} loading={keep.isPending}>
          {!keep.isPending && <Save aria-hidden />} Save {countOf(count, "question")}
        </Button>
      </div>
      {busy && (
        <p className="mt-2 text-xs text-ink-subtle">
          You can save the questions when all are generated, or after you stop the generation.
        </p>
      )}
    </form>
  );
}
