import { useState } from "react";
import { Button } from "@/shared/ui/Button";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { useOverride } from "../api";
import { MutationProblem } from "../MutationProblem";
import { LEAST_REASON, reasonProblem } from "../promotionPhrasing";
import type { PromoteDialogProps } from "./promoteDialogProps";

/** For an emergency. It stays visible for as long as the label is where the override put it. */
export function OverrideSection({ project, prompt, label, number, onClose }: PromoteDialogProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const override = useOverride(project.slug, () => {
    onClose();
    notify.success(`${label} is now version ${number}, by override`);
  });
  const problem = reasonProblem(reason);
  const send = () => {
    setTried(true);
    if (problem || override.isPending) return;
    override.mutate({ prompt: prompt.id, label, number, reason: reason.trim() });
  };
  return (
    <div className="rounded-md border border-line px-3 py-2">
      <Disclosure
        label="Override the requirements"
        open={open}
        onOpenChange={setOpen}
        summary="Promote without the evidence, with a reason"
      >
        <div className="flex flex-col gap-3 pb-1">
          <p className="text-sm text-ink-muted">
            The label moves at once. The promotion, its certificate and the label are marked “Override”, and your reason
            is kept in the audit log.
          </p>
          <Field
            label="Reason"
            required
            error={tried ? problem : undefined}
            hint={`At least ${LEAST_REASON} characters. Everybody in the project can read it.`}
          >
            <Textarea
              rows={3}
              maxLength={1_000}
              dir="auto"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <MutationProblem error={override.error} />
          <Button variant="danger" className="self-start" loading={override.isPending} onClick={send}>
            Override and promote
          </Button>
        </div>
      </Disclosure>
    </div>
  );
}
