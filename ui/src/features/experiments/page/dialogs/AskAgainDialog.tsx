import { useState } from "react";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { useAskAgain } from "../../api";
import type { Experiment } from "../../types";
import { RefusalNotice } from "./RunIterationDialog";

export function AskAgainDialog({
  project,
  experiment,
  onClose,
}: {
  project: string;
  experiment: Experiment;
  onClose: () => void;
}) {
  const [hint, setHint] = useState("");
  const ask = useAskAgain(project, experiment.id);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Ask for another suggestion"
      description={
        "The refiner looks at the last iteration again. " +
        "The cases are not run again: you pay only for the answer of the refiner."
      }
      width="sm"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate(hint.trim(), {
            onSuccess: () => {
              notify.briefly("Suggestion requested. It appears here when it is ready.");
              onClose();
            },
          });
        }}
      >
        <Field label="What should be different?" optional hint="For example: keep the greeting, work on the steps.">
          <Textarea rows={3} maxLength={500} value={hint} onChange={({ target }) => setHint(target.value)} />
        </Field>
        {ask.isError && <RefusalNotice error={ask.error} />}
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={ask.isPending}>
            Ask
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
