import { type FormEvent, useState } from "react";
import type { Model } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { useEditModel } from "./api";
import { countProblem } from "./capabilityForm";

const LIMITS: readonly { key: keyof Model["limits"]; label: string }[] = [
  { key: "requests_per_minute", label: "Requests per minute" },
  { key: "tokens_per_minute", label: "Tokens per minute" },
  { key: "concurrency", label: "Calls at the same time" },
];

interface LimitsCardProps {
  project: string;
  model: Model;
  manages: boolean;
}

export function LimitsCard({ project, model, manages }: LimitsCardProps) {
  const [editing, setEditing] = useState(false);
  return (
    <Card aria-label="Limits">
      <CardHeader room="dense" className="flex-row items-center justify-between">
        <CardTitle>Limits</CardTitle>
        {manages && (
          <Button variant="ghost" size="xs" className="-mr-2" onClick={() => setEditing(true)}>
            Set limits
          </Button>
        )}
      </CardHeader>
      <CardContent room="dense">
        <dl className="flex flex-col gap-1 text-sm">
          {LIMITS.map(({ key, label }) => (
            <div key={key} className="flex justify-between gap-4">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="font-medium">
                {model.limits[key]?.toLocaleString("en") ?? (
                  <span className="font-normal text-ink-subtle">learned</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-xs text-ink-subtle">
          Learned limits adapt to what the provider allows and go down when it rejects calls.
        </p>
      </CardContent>
      {editing && <LimitsDialog project={project} model={model} onClose={() => setEditing(false)} />}
    </Card>
  );
}

function LimitsDialog({ project, model, onClose }: { project: string; model: Model; onClose: () => void }) {
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(LIMITS.map(({ key }) => [key, model.limits[key]?.toString() ?? ""])),
  );
  const edit = useEditModel(project, model.id);
  const broken = LIMITS.some(({ key }) => countProblem(typed[key] ?? ""));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (broken || edit.isPending) return;
    const limits = Object.fromEntries(LIMITS.map(({ key }) => [key, typed[key]?.trim() ? Number(typed[key]) : null]));
    edit.mutate(
      { limits: limits as unknown as Model["limits"] },
      {
        onSuccess: () => {
          notify.success("Limits set");
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
      title="Set limits"
      description="For all calls of this model in this project. Empty limits are learned from the provider."
      width="sm"
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {LIMITS.map(({ key, label }) => (
          <Field key={key} label={label} error={countProblem(typed[key] ?? "")}>
            <Input
              inputMode="numeric"
              placeholder="Learned"
              value={typed[key] ?? ""}
              onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
            />
          </Field>
        ))}
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
