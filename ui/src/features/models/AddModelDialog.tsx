import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { CredentialCard } from "@/api/types";
import { PROVIDER_NAMES } from "@/shared/format/providers";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { Select } from "@/shared/ui/Select";
import { useAddModel } from "./api";

interface AddModelDialogProps {
  project: string;
  credentials: readonly CredentialCard[];
  /** The credential the catalog is filtered by, when it is. */
  chosen: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function AddModelDialog(props: AddModelDialogProps) {
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title="Add model"
      description="For a model that is not in the provider's list: a new model, a fine-tuned model or a deployment."
    >
      <AddModelForm {...props} />
    </Dialog>
  );
}

function AddModelForm({ project, credentials, chosen, onOpenChange }: AddModelDialogProps) {
  const [credential, setCredential] = useState(chosen ?? credentials[0]?.id ?? "");
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const add = useAddModel(project);
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    if (!name.trim()) return setProblem("Name is required");
    add.mutate(
      { credential_id: credential, name: name.trim() },
      {
        onSuccess: (model) => {
          notify.success(`${model.name} is in the catalog`);
          void navigate({ to: "/projects/$slug/models/$model", params: { slug: project, model: model.id } });
        },
        onError: (error) => setProblem(error instanceof ApiError ? error.message : "Something went wrong."),
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Credential" required>
        <Select
          value={credential}
          onChange={setCredential}
          options={credentials.map(({ id, label, provider }) => ({ value: id, label, hint: PROVIDER_NAMES[provider] }))}
        />
      </Field>
      <Field label="Name" required error={problem} hint="The exact name that the provider uses.">
        <Input
          value={name}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          className="font-mono text-sm"
        />
      </Field>
      <DialogFooter>
        <Button variant="ghost" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button type="submit" loading={add.isPending}>
          Add model
        </Button>
      </DialogFooter>
    </form>
  );
}
