/** The questions asked about a credential that is there: a new name, private addresses, removal. */
import { type FormEvent, useState } from "react";
import type { CredentialCard } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { ApiError, hasCode } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { useEditCredential, useRemoveCredential } from "./api";

export interface Question {
  kind: "rename" | "private" | "remove";
  credential: CredentialCard;
}

interface CredentialDialogsProps {
  project: string;
  question: Question | null;
  onClose: () => void;
}

export function CredentialDialogs({ project, question, onClose }: CredentialDialogsProps) {
  if (!question) return null;
  const { credential } = question;
  switch (question.kind) {
    case "rename":
      return (
        <Dialog open onOpenChange={onClose} title="Rename credential" width="sm">
          <RenameForm project={project} credential={credential} onClose={onClose} />
        </Dialog>
      );
    case "private":
      return <PrivateQuestion project={project} credential={credential} onClose={onClose} />;
    case "remove":
      return <RemoveCredentialDialog project={project} credential={credential} onClose={onClose} />;
  }
}

interface QuestionProps {
  project: string;
  credential: CredentialCard;
  onClose: () => void;
}

function RenameForm({ project, credential, onClose }: QuestionProps) {
  const [label, setLabel] = useState(credential.label);
  const [problem, setProblem] = useState<string>();
  const edit = useEditCredential(project);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = label.trim();
    if (edit.isPending) return;
    if (!wanted) return setProblem("Label is required");
    if (wanted === credential.label) return onClose();
    edit.mutate(
      { credential: credential.id, change: { label: wanted } },
      {
        onSuccess: () => {
          notify.success("Credential renamed");
          onClose();
        },
        onError: (error) => setProblem(error instanceof ApiError ? error.message : "Something went wrong."),
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Label" required error={problem}>
        <Input value={label} maxLength={100} autoComplete="off" onChange={(event) => setLabel(event.target.value)} />
      </Field>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={edit.isPending}>
          Rename
        </Button>
      </DialogFooter>
    </form>
  );
}

function PrivateQuestion({ project, credential, onClose }: QuestionProps) {
  const edit = useEditCredential(project);
  const allow = !credential.allow_private;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={allow ? "Allow private addresses?" : "Forbid private addresses?"}
      description={
        allow
          ? `Calls through “${credential.label}” may then reach machines in the network of this server, ` +
            "such as a model you run yourself. Allow it only for an address you trust."
          : `Calls through “${credential.label}” then reach public addresses only. ` +
            "If its base URL is private, they fail."
      }
      confirmLabel={allow ? "Allow" : "Forbid"}
      busy={edit.isPending}
      onConfirm={() =>
        edit.mutate(
          { credential: credential.id, change: { allow_private: allow } },
          {
            onSuccess: () =>
              notify.success(allow ? "Private addresses are allowed" : "Private addresses are forbidden"),
            onError: notify.failure,
            onSettled: onClose,
          },
        )
      }
    />
  );
}

function RemoveCredentialDialog({ project, credential, onClose }: QuestionProps) {
  const remove = useRemoveCredential(project);
  const used = hasCode(remove.error, "CREDENTIAL_IN_USE") ? remove.error : null;
  const models =
    credential.models > 0 ? ` and its ${countOf(credential.models, "model")} are removed from the catalog` : "";
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={used ? "The credential is in use" : `Remove “${credential.label}”?`}
      description={
        used
          ? `${used.message}. ${used.nextStep ?? ""}`
          : `The key is deleted immediately${models}. Answers made with it are kept. To use the key again, add it as a new credential.`
      }
      confirmLabel={used ? "Try again" : "Remove credential"}
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(credential.id, {
          onSuccess: () => {
            notify.success("Credential removed");
            onClose();
          },
          onError: (error) => {
            if (hasCode(error, "CREDENTIAL_IN_USE")) return;
            notify.failure(error);
            onClose();
          },
        })
      }
    />
  );
}
