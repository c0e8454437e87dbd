import { useNavigate } from "@tanstack/react-router";
import { Rocket } from "lucide-react";
import { useState } from "react";
import { roleName } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { usePromote, useRequestPromotion } from "../api";
import type { Promotion, PromotionCheck } from "../types";
import { protectionOf } from "../protection";
import { MutationProblem } from "../MutationProblem";
import type { PromoteDialogProps } from "./promoteDialogProps";

/** Promote at once where the person may approve; otherwise ask somebody who may. */
export function PromoteActions({
  project,
  prompt,
  label,
  number,
  check,
  onClose,
}: PromoteDialogProps & { check: PromotionCheck }) {
  const { slug } = project;
  const [note, setNote] = useState("");
  const navigate = useNavigate();
  const close = (said: string) => (made: Promotion) => {
    onClose();
    notify.success(said, {
      label: "View promotion",
      go: () => void navigate({ to: "/projects/$slug/promotions/$promotion", params: { slug, promotion: made.id } }),
    });
  };
  const promote = usePromote(slug, close(`${label} is now version ${number}`));
  const request = useRequestPromotion(slug, close("Promotion requested"));
  const wanted = { prompt: prompt.id, label, number };
  const atOnce = check.may_request && check.may_approve;
  const role = protectionOf(project, label)?.approver_role;
  return (
    <>
      {check.may_request && !atOnce && (
        <Field
          label="Note for the approver"
          optional
          hint={
            role && `Somebody else with the role ${roleName(role)}${role === "OWNER" ? "" : " or higher"} approves it.`
          }
        >
          <Textarea
            rows={2}
            maxLength={1_000}
            dir="auto"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      )}
      <MutationProblem error={promote.error ?? request.error} />
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          {check.may_request ? "Cancel" : "Close"}
        </Button>
        {check.may_request && (
          <Button
            variant={atOnce ? "secondary" : "primary"}
            disabled={promote.isPending}
            loading={request.isPending}
            onClick={() => request.mutate({ ...wanted, note: note.trim() })}
          >
            Request promotion
          </Button>
        )}
        {atOnce && (
          <Button disabled={request.isPending} loading={promote.isPending} onClick={() => promote.mutate(wanted)}>
            <Rocket aria-hidden /> Promote
          </Button>
        )}
      </DialogFooter>
    </>
  );
}
