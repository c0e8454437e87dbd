import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { useDuplicateSuite } from "../../api";
import type { Suite } from "../../types";

export function DuplicateDialog({ project, suite, onClose }: { project: string; suite: Suite; onClose: () => void }) {
  const [name, setName] = useState(`${suite.name} (copy)`);
  const duplicate = useDuplicateSuite(project, suite.id);
  const navigate = useNavigate();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Duplicate the suite"
      description="The recipe and the limit per day are copied; runs and monitors are not."
      width="sm"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === "" || duplicate.isPending) return;
          duplicate.mutate(name.trim(), {
            onSuccess: (made) => {
              notify.success("Suite duplicated");
              onClose();
              void navigate({
                to: "/projects/$slug/suites/$suite",
                params: { slug: project, suite: made.id },
                search: {},
              });
            },
          });
        }}
      >
        <Field label="Name" required error={duplicate.error instanceof ApiError ? duplicate.error.message : undefined}>
          <Input value={name} maxLength={200} autoComplete="off" onChange={({ target }) => setName(target.value)} />
        </Field>
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name.trim() === ""} loading={duplicate.isPending}>
            Duplicate
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
