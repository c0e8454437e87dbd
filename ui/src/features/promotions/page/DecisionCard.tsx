import { Check, Undo2, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { Project } from "@/api/types";
import { roleName } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { useDecide } from "../api";
import { MutationProblem } from "../MutationProblem";
import { unmetOf } from "../promotionPhrasing";
import { protectionOf } from "../protection";
import type { Promotion } from "../types";

type Asked = "approve" | "reject" | "withdraw";

interface DecisionCardProps {
  project: Project;
  promotion: Promotion;
}

/** What this person may do with a promotion that waits. */
export function DecisionCard({ project, promotion }: DecisionCardProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { label, number, may_approve: approves, may_reject: rejects, may_withdraw: withdraws } = promotion;
  const close = () => setAsked(null);
  return (
    <Card aria-label="Decision" className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-sm text-ink">{waitingWords(project, promotion)}</p>
      <div className="flex flex-wrap gap-2">
        {withdraws && (
          <Button variant="ghost" onClick={() => setAsked("withdraw")}>
            <Undo2 aria-hidden /> Withdraw
          </Button>
        )}
        {rejects && (
          <Button variant="secondary" onClick={() => setAsked("reject")}>
            <X aria-hidden /> Reject
          </Button>
        )}
        {approves && (
          <Button onClick={() => setAsked("approve")}>
            <Check aria-hidden /> Approve
          </Button>
        )}
      </div>
      {asked === "approve" && (
        <NoteDialog
          kind="approve"
          title={`Approve v${number} for ${label}?`}
          description={`${label} moves to version ${number} at once. Programs that request this label get it from then on.`}
          slug={project.slug}
          promotion={promotion}
          onClose={close}
        />
      )}
      {asked === "reject" && (
        <NoteDialog
          kind="reject"
          title="Reject the promotion?"
          description={`${label} stays where it is. The version can be promoted again later.`}
          slug={project.slug}
          promotion={promotion}
          onClose={close}
        />
      )}
      {asked === "withdraw" && <WithdrawQuestion slug={project.slug} promotion={promotion} onClose={close} />}
    </Card>
  );
}

function waitingWords(project: Project, { label, may_approve: approves, requirements }: Promotion): string {
  const role = protectionOf(project, label)?.approver_role;
  const unmet = unmetOf(requirements).length;
  if (unmet > 0) return "It cannot be approved yet: a requirement below is not met.";
  if (approves) return "The requirements are met. It waits for your decision.";
  return role === undefined
    ? "It waits for a decision."
    : `It waits for the approval of somebody else with the role ${roleName(role)} or higher.`;
}

interface NoteDialogProps {
  kind: "approve" | "reject";
  title: string;
  description: string;
  slug: string;
  promotion: Promotion;
  onClose: () => void;
}

function NoteDialog({ title, description, onClose, ...form }: NoteDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <NoteForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function NoteForm({
  kind,
  slug,
  promotion,
  onClose,
}: Pick<NoteDialogProps, "kind" | "slug" | "promotion" | "onClose">) {
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const decide = useDecide(slug, promotion.id);
  const rejects = kind === "reject";
  const send = () => {
    if (decide.isPending) return;
    if (rejects && note.trim() === "") return setMissing(true);
    decide.mutate(
      { kind, note: note.trim() },
      {
        onSuccess: () => {
          notify.success(rejects ? "Promotion rejected" : `${promotion.label} is now version ${promotion.number}`);
          onClose();
        },
      },
    );
  };
  const onKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") send();
  };
  return (
    <>
      <Field
        label={rejects ? "Reason" : "Note"}
        required={rejects}
        optional={!rejects}
        error={missing && note.trim() === "" ? "Enter a reason for the person who asked" : undefined}
        hint="Kept with the promotion and in the audit log."
      >
        <Textarea
          rows={3}
          maxLength={1_000}
          dir="auto"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={onKey}
        />
      </Field>
      {decide.error && (
        <div className="mt-3">
          <MutationProblem error={decide.error} />
        </div>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button variant={rejects ? "danger" : "primary"} loading={decide.isPending} onClick={send}>
          {rejects ? "Reject" : "Approve and promote"}
        </Button>
      </DialogFooter>
    </>
  );
}

function WithdrawQuestion({ slug, promotion, onClose }: { slug: string; promotion: Promotion; onClose: () => void }) {
  const decide = useDecide(slug, promotion.id);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Withdraw the promotion?"
      description="It no longer waits for an approval. The version can be promoted again later."
      confirmLabel="Withdraw"
      busy={decide.isPending}
      onConfirm={() =>
        decide.mutate(
          { kind: "withdraw" },
          {
            onSuccess: () => notify.success("Promotion withdrawn"),
            onError: notify.failure,
            onSettled: onClose,
          },
        )
      }
    />
  );
}
