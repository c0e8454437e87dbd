import { PHASE_WORDS } from "@/shared/format/phases";
import { X } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { Select } from "@/shared/ui/Select";
import { type Phase, PHASES, type Row } from "../types";
import { nameOf, NONE } from "../reportPhrasing";

interface SpendingFiltersProps {
  /** Of these days, whatever is left out. */
  models: readonly Pick<Row, "key" | "label">[];
  model: string | undefined;
  phase: Phase | undefined;
  onChange: (change: { model?: string | undefined; phase?: Phase | undefined }) => void;
}

/** A select has no value of nothing. */
const ALL = "all";

/** Only the calls of one model, or for one purpose. */
export function SpendingFilters({ models, model, phase, onChange }: SpendingFiltersProps) {
  const known = models
    .filter(({ key }) => key !== NONE)
    .map((row) => ({ value: row.key, label: nameOf("model", row) }));
  // A model of the address may have no call in these days.
  const options =
    model && !known.some(({ value }) => value === model)
      ? [...known, { value: model, label: "A model without calls" }]
      : known;
  return (
    <div role="group" aria-label="Only some calls" className="flex flex-wrap items-center gap-2 print:hidden">
      <Select
        label="Model"
        size="xs"
        className="w-44"
        value={model ?? ALL}
        onChange={(value) => onChange({ model: value === ALL ? undefined : value, phase })}
        options={[{ value: ALL, label: "All models" }, ...options]}
      />
      <Select
        label="Phase"
        size="xs"
        className="w-32"
        value={phase ?? ALL}
        onChange={(value) => onChange({ model, phase: value === ALL ? undefined : value })}
        options={[
          { value: ALL, label: "All phases" },
          ...PHASES.map((value) => ({ value, label: PHASE_WORDS[value] })),
        ]}
      />
      {(model ?? phase) && (
        <Button variant="ghost" size="xs" onClick={() => onChange({ model: undefined, phase: undefined })}>
          <X aria-hidden /> All calls
        </Button>
      )}
    </div>
  );
}
