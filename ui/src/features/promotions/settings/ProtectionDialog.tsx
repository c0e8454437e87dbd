import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Project } from "@/api/types";
import { suiteListQuery, suiteQuery } from "@/features/suites";
import { useDebounced } from "@/shared/forms/useDebounced";
import { roleName } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { Picker } from "@/shared/ui/Picker";
import { Select } from "@/shared/ui/Select";
import { MutationProblem } from "../MutationProblem";
import type { LabelProtection } from "../types";
import { problemsOf, protectionFrom, type ProtectionValues, USUAL, valuesOf } from "./protectionForm";
import { useProtections } from "./useProtections";

interface ProtectionDialogProps {
  project: Project;
  /** Null for a new one. */
  protection: LabelProtection | null;
  /** What the field begins with. */
  label: string;
  onClose: () => void;
}

type Approver = LabelProtection["approver_role"];

const APPROVERS: readonly Approver[] = ["REVIEWER", "EDITOR", "ADMIN", "OWNER"];

export function ProtectionDialog(props: ProtectionDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={props.protection ? `Protection of ${props.protection.label}` : "Protect a label"}
      description="What a version has to show, and who approves, before the label moves to it."
    >
      <ProtectionForm {...props} />
    </Dialog>
  );
}

function ProtectionForm({ project, protection, label, onClose }: ProtectionDialogProps) {
  const [values, setValues] = useState<ProtectionValues>(protection ? valuesOf(protection) : { ...USUAL, label });
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Error | null>(null);
  const { save, isPending } = useProtections(project);
  const others = project.settings.protected_labels.map((one) => one.label).filter((one) => one !== protection?.label);
  const problems = problemsOf(values, others);
  const shown = tried ? problems : {};
  const change = (part: Partial<ProtectionValues>) => setValues((before) => ({ ...before, ...part }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isPending || Object.keys(problems).length > 0) return;
    const wanted = protectionFrom(values);
    try {
      await save((all) =>
        all.some((one) => one.label === protection?.label)
          ? all.map((one) => (one.label === protection?.label ? wanted : one))
          : [...all, wanted],
      );
      notify.success(`${wanted.label} is protected`);
      onClose();
    } catch (error) {
      setRefused(error instanceof Error ? error : new Error("Something went wrong."));
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label="Label" required error={shown.label}>
        <Input
          value={values.label}
          maxLength={50}
          readOnly={protection !== null}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          className="font-mono text-sm"
          onChange={(event) => change({ label: event.target.value })}
        />
      </Field>
      <Field
        label="Suite"
        optional
        hint="The run has to be one of this suite, so that nobody chooses easier cases. Without a suite, any completed run on the same cases counts."
        aside={
          values.suite !== null && (
            <Button variant="ghost" size="xs" onClick={() => change({ suite: null })}>
              Any run
            </Button>
          )
        }
      >
        <SuitePicker project={project.slug} value={values.suite} onChoose={(suite) => change({ suite })} />
      </Field>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Field label="Accepted loss (%)" error={shown.margin} hint="Not worse by more than this, of the whole scale.">
          <Input
            type="number"
            min={0}
            max={100}
            step="any"
            inputMode="decimal"
            value={values.margin}
            onChange={(event) => change({ margin: event.target.value })}
          />
        </Field>
        <Field
          label="Required gain (%)"
          error={shown.gain}
          hint="0: not worse is enough. Above 0, the version has to be better by at least this."
        >
          <Input
            type="number"
            min={0}
            max={100}
            step="any"
            inputMode="decimal"
            value={values.gain}
            onChange={(event) => change({ gain: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Approver" hint="The least role that may approve. An API token never approves.">
        <Select<Approver>
          value={values.approver}
          onChange={(approver) => change({ approver })}
          options={APPROVERS.map((role) => ({
            value: role,
            label: role === "OWNER" ? "Owner" : `${roleName(role)} or higher`,
          }))}
        />
      </Field>
      <Checkbox
        checked={values.authorMayApprove}
        onChange={(authorMayApprove) => change({ authorMayApprove })}
        label="Who wrote the version or requested the promotion may approve it"
      />
      <MutationProblem error={refused} />
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {protection ? "Save" : "Protect label"}
        </Button>
      </DialogFooter>
    </form>
  );
}

interface SuitePickerProps {
  project: string;
  value: string | null;
  onChoose: (suite: string) => void;
}

function SuitePicker({ project, value, onChoose }: SuitePickerProps) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed);
  const list = useInfiniteQuery(suiteListQuery(project, search ? { search } : {}));
  const chosen = useQuery({ ...suiteQuery(project, value ?? ""), enabled: value !== null, retry: false });
  const suites = list.data?.pages[0]?.items ?? [];
  return (
    <Picker
      value={value}
      shown={<span className="truncate">{chosen.isError ? "Deleted suite" : (chosen.data?.name ?? "…")}</span>}
      placeholder="Any run"
      options={suites.map(({ id, name }) => ({ value: id, label: name }))}
      onSearch={setTyped}
      onChoose={(option) => onChoose(option.value)}
      empty="This project has no suite yet"
    />
  );
}
