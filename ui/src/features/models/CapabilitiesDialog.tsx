import { type FormEvent, useState } from "react";
import type { Model } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { Segmented } from "@/shared/ui/Segmented";
import { Select } from "@/shared/ui/Select";
import { useEditModel } from "./api";
import {
  ABILITIES,
  API_CHOICES,
  type Correction,
  correctionsOf,
  countProblem,
  SIZES,
  toCorrections,
} from "./capabilityForm";

const CHOICES: readonly { value: Correction; label: string }[] = [
  { value: "listed", label: "As listed" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

const API_HINT = "Automatic chooses Responses for models that need it, and chat completions for the others.";

interface CapabilitiesDialogProps {
  project: string;
  model: Model;
  onClose: () => void;
}

export function CapabilitiesDialog({ project, model, onClose }: CapabilitiesDialogProps) {
  const [values, setValues] = useState(() => correctionsOf(model));
  const [api, setApi] = useState(model.api);
  const edit = useEditModel(project, model.id);
  const broken = SIZES.some(({ key }) => countProblem(values.sizes[key]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (broken || edit.isPending) return;
    edit.mutate(
      { capabilities: toCorrections(values), ...(model.has_both_apis ? { api } : {}) },
      {
        onSuccess: () => {
          notify.success("Capabilities corrected");
          onClose();
        },
        onError: notify.failure,
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Correct capabilities"
      description="Correct capabilities that the provider's list gets wrong. Corrections apply to this project only."
    >
      <form onSubmit={submit} noValidate>
        {model.has_both_apis && (
          <Field label="API" hint={API_HINT} className="mb-4">
            <Select value={api} onChange={setApi} options={API_CHOICES} />
          </Field>
        )}
        <div className="mb-4 grid gap-4 sm:grid-cols-2">
          {SIZES.map(({ key, label }) => (
            <Field
              key={key}
              label={`${label} (tokens)`}
              error={countProblem(values.sizes[key])}
              hint="If empty, the listed value applies"
            >
              <Input
                inputMode="numeric"
                value={values.sizes[key]}
                onChange={(event) => setValues({ ...values, sizes: { ...values.sizes, [key]: event.target.value } })}
                placeholder={model.corrections.includes(key) ? "" : (model.capabilities[key]?.toString() ?? "unknown")}
              />
            </Field>
          ))}
        </div>
        <ul className="divide-y divide-line border-y border-line">
          {ABILITIES.map(({ key, label }) => (
            <li key={key} className="flex min-h-9 items-center justify-between gap-4">
              <span aria-hidden className="text-sm">
                {label}
              </span>
              <Segmented
                label={label}
                value={values.abilities[key]}
                onChange={(choice) => setValues({ ...values, abilities: { ...values.abilities, [key]: choice } })}
                options={CHOICES}
              />
            </li>
          ))}
        </ul>
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={edit.isPending} disabled={broken}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
