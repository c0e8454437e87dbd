/** Deletes an account. Projects that would lose their only owner are handed to a person who is chosen here. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { InstallationPerson } from "@/api/types";
import { displayName } from "@/shared/format/displayName";
import { countOf } from "@/shared/format/quantities";
import { useDebounced } from "@/shared/forms/useDebounced";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { Picker } from "@/shared/ui/Picker";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { peopleQuery, personQuery, useDeletePerson } from "./api";

interface DeletePersonDialogProps {
  person: InstallationPerson;
  onClose: () => void;
  onDeleted: () => void;
}

const NAMED = 5;

export function DeletePersonDialog({ person, onClose, onDeleted }: DeletePersonDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Delete the account of ${displayName(person)}?`}
      description={
        "The account, its sessions, tokens and memberships are removed. What the person made and wrote stays, " +
        "under “Deleted user”. This cannot be undone."
      }
    >
      <DeletePersonForm person={person} onClose={onClose} onDeleted={onDeleted} />
    </Dialog>
  );
}

function DeletePersonForm({ person, onClose, onDeleted }: DeletePersonDialogProps) {
  const record = useQuery(personQuery(person.id));
  const remove = useDeletePerson();
  const [heir, setHeir] = useState<{ value: string; label: string } | null>(null);
  const [typed, setTyped] = useState("");
  if (record.isPending) return <BlockSkeleton label="Loading projects" />;
  if (record.isError) return <ErrorState error={record.error} onRetry={() => void record.refetch()} />;
  const alone = record.data.projects.filter((project) => project.only_owner).map(({ name }) => name);
  const ready = typed.trim().toLowerCase() === person.email && (alone.length === 0 || heir !== null);
  const confirm = () =>
    remove.mutate(
      { person, heir: heir?.value ?? null },
      {
        onSuccess: () => {
          notify.success(`The account of ${displayName(person)} is deleted`);
          onClose();
          onDeleted();
        },
        onError: notify.failure,
      },
    );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !remove.isPending) confirm();
      }}
    >
      {alone.length > 0 && (
        <Field
          label="Hand projects to"
          required
          hint={
            `This person is the only owner of ${countOf(alone.length, "project")}: ` +
            alone.slice(0, NAMED).join(", ") +
            (alone.length > NAMED ? " and others." : ".")
          }
        >
          <HeirPicker leaver={person.id} heir={heir} onChoose={setHeir} />
        </Field>
      )}
      <Field label={`Type “${person.email}” to confirm`}>
        <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
      </Field>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" disabled={!ready} loading={remove.isPending}>
          Delete account
        </Button>
      </DialogFooter>
    </form>
  );
}

interface HeirPickerProps {
  leaver: string;
  heir: { value: string; label: string } | null;
  onChoose: (heir: { value: string; label: string }) => void;
}

function HeirPicker({ leaver, heir, onChoose }: HeirPickerProps) {
  const [typed, setTyped] = useState("");
  const people = useQuery(peopleQuery(useDebounced(typed), "enabled"));
  const options = (people.data?.items ?? [])
    .filter(({ id }) => id !== leaver)
    .map((other) => ({ value: other.id, label: displayName(other), hint: other.email }));
  return (
    <Picker
      value={heir?.value ?? null}
      shown={heir?.label}
      placeholder="Choose a person"
      options={options}
      onChoose={onChoose}
      onSearch={setTyped}
      empty="There is no other enabled person"
    />
  );
}
