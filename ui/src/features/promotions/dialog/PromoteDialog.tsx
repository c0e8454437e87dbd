import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { Project } from "@/api/types";
import { visibleText } from "@/shared/format/visibleText";
import { roleName } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Notice } from "@/shared/ui/Notice";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { checkQuery, promptPromotionsQuery } from "../api";
import { EvidenceSummary } from "../EvidenceSummary";
import { NextEvidence } from "../NextEvidence";
import { holderOf, isApprover, protectionOf, rollbackNumber } from "../protection";
import { RequirementList } from "../RequirementList";
import type { Promotion, PromotionCheck } from "../types";
import { OverrideSection } from "./OverrideSection";
import { PromoteActions } from "./PromoteActions";
import type { PromoteDialogProps } from "./promoteDialogProps";
import { RollBackOffer } from "./RollBackOffer";

/** The way of a protected label to a version: the evidence, and what this person may do with it. */
export function PromoteDialog(props: PromoteDialogProps) {
  const { project, prompt, label, number, onClose } = props;
  const protection = protectionOf(project, label);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Promote v${number} to ${label}`}
      description={
        <span className="wrap-anywhere">
          Prompt “{visibleText(prompt.name)}”.
          {protection &&
            ` The label ${label} is protected: it moves with evidence and the approval of ${approverWords(protection.approver_role)}.`}
        </span>
      }
      width="lg"
    >
      <PromoteBody {...props} />
    </Dialog>
  );
}

function approverWords(role: Project["role"]): string {
  if (role === "OWNER") return "the owner";
  const name = roleName(role).toLowerCase();
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

function PromoteBody(props: PromoteDialogProps) {
  const { project, prompt, label, number, onClose } = props;
  const { slug } = project;
  const found = useQuery(checkQuery(slug, { prompt: prompt.id, label, number }));
  const waiting = useQuery(promptPromotionsQuery(slug, prompt.id, "WAITING"));
  const approved = useQuery(promptPromotionsQuery(slug, prompt.id, "APPROVED"));
  if (found.isError)
    return (
      <>
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        <CloseOnly onClose={onClose} />
      </>
    );
  if (found.isPending || waiting.isLoading || approved.isLoading)
    return <BlockSkeleton lines={5} label="Checking the evidence" />;
  const check = found.data;
  if (check.current_number === number)
    return (
      <>
        <Notice tone="info">
          Version {number} holds the label {label} already.
        </Notice>
        <CloseOnly onClose={onClose} />
      </>
    );
  const asked = waiting.data?.find((one) => one.label === label && one.number === number);
  if (asked) return <AlreadyAsked slug={slug} promotion={asked} onClose={onClose} />;
  const moves = approved.data ?? [];
  const current = check.current_number ?? undefined;
  const protection = protectionOf(project, label);
  const mayRollBack =
    protection !== null && rollbackNumber(moves, label, current) === number && isApprover(project, protection);
  return (
    <div className="flex flex-col gap-4">
      <MoveLine check={check} />
      {mayRollBack && <RollBackOffer {...props} />}
      <EvidenceSummary project={slug} prompt={prompt.id} evidence={check} />
      <RequirementList requirements={check.requirements} said={check.sentence} />
      <NextEvidence
        project={project}
        prompt={prompt.id}
        number={number}
        holder={check.current_number}
        suite={protection?.suite ?? null}
        like={holderOf(moves, label, current)?.run ?? null}
        evidence={check}
      />
      {check.may_override && <OverrideSection {...props} />}
      <PromoteActions {...props} check={check} />
    </div>
  );
}

function MoveLine({ check: { current_number: now, number } }: { check: PromotionCheck }) {
  return (
    <p className="flex items-center gap-2 text-base font-semibold text-ink tabular-nums">
      {now === null ? "No version" : `v${now}`} <ArrowRight aria-hidden className="size-4 text-ink-subtle" />
      <span className="sr-only">to</span> v{number}
    </p>
  );
}

function AlreadyAsked({ slug, promotion, onClose }: { slug: string; promotion: Promotion; onClose: () => void }) {
  return (
    <>
      <Notice tone="info">
        {visibleText(promotion.requested_by.name)} has requested this promotion. It waits for an approval.
      </Notice>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
        <Button asChild>
          <Link to="/projects/$slug/promotions/$promotion" params={{ slug, promotion: promotion.id }} onClick={onClose}>
            Open promotion
          </Link>
        </Button>
      </DialogFooter>
    </>
  );
}

function CloseOnly({ onClose }: { onClose: () => void }) {
  return (
    <DialogFooter>
      <Button variant="secondary" onClick={onClose}>
        Close
      </Button>
    </DialogFooter>
  );
}
