"""Request, approve, reject and withdraw promotions. Everything is checked again when one is approved."""

from dataclasses import dataclass, replace

from edison.domain.errors import NotAllowed, NothingChanged
from edison.domain.events import PROMOTION_DECIDED, PROMOTION_REQUESTED
from edison.domain.ids import ProjectId, PromotionId, PromptId, RunId, UserId
from edison.domain.people.access import Actor, Permission
from edison.domain.promotions.promotion import Promotion, PromotionState
from edison.engine.notifications.promotion_notifications import (
    notify_promotion_decided,
    notify_promotion_requested,
)
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import confirm_permission, require_live_project
from edison.services.promotions.label_promotion import promote
from edison.services.promotions.promotion_evidence import gather_evidence
from edison.services.promotions.promotion_queries import (
    check_again,
    may_withdraw,
    with_evidence,
)
from edison.services.promotions.promotion_rules import (
    authors_of,
    load_candidate,
    must_another_approve,
    require_approver,
    require_met,
    require_protection,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPromotion:
    project: ProjectId
    prompt: PromptId
    label: str
    number: int
    # None: the newest usable run.
    run: RunId | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidePromotion:
    project: ProjectId
    promotion: PromotionId
    note: str = ""


async def request_promotion(ctx: Context, who: Actor, cmd: RequestPromotion) -> PromotionId:
    """Request that a version gets a protected label. All requirements must be met."""
    who.must(Permission.EDIT_PROMPTS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        await tx.prompts.get(cmd.project, cmd.prompt)
        protection = await require_protection(tx, cmd.label)
        prompt = await tx.prompts.get(cmd.project, cmd.prompt, lock=True)
        candidate = await load_candidate(tx, cmd.project, prompt, cmd.number, protection)
        if candidate.holder is not None and candidate.holder.number == cmd.number:
            raise NothingChanged(
                f"Version {cmd.number} has the label {cmd.label} already",
                advice="Choose another version.",
            )
        evidence = await gather_evidence(tx, cmd.project, candidate, cmd.run, tx.now)
        require_met(evidence.requirements)
        promotion = with_evidence(
            Promotion(
                id=PromotionId(new_id()),
                prompt=prompt.id,
                prompt_name=prompt.name,
                label=cmd.label,
                number=cmd.number,
                from_number=prompt.labels.get(cmd.label),
                kind=candidate.kind,
                state=PromotionState.WAITING,
                digest=candidate.version.digest,
                run=None if evidence.run is None else evidence.run.id,
                baseline_run=None,
                verdict=None,
                sentence="",
                requirements=(),
                requested_by=who.user,
                requested_by_label=who.label,
                requested_at=tx.now,
                note=cmd.note.strip(),
            ),
            evidence,
        )
        await tx.promotions.add(cmd.project, promotion)
        tx.note(
            PROMOTION_REQUESTED,
            ("promotion", promotion.id),
            {cmd.label: {"old": promotion.from_number, "new": promotion.number}},
            prompt=str(prompt.id),
            name=prompt.name,
            label=cmd.label,
            number=cmd.number,
        )
        await notify_promotion_requested(tx, promotion, protection.approver_role)
        return promotion.id


async def approve_promotion(ctx: Context, who: Actor, cmd: DecidePromotion) -> PromotionId:
    """Move the label and write the certificate, after checking everything again."""
    who.must(Permission.REVIEW_SUGGESTIONS, cmd.project)
    user = who.must_be_person()
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.REVIEW_SUGGESTIONS)
        role = await confirm_permission(tx, Permission.REVIEW_SUGGESTIONS)
        known = await tx.promotions.get(cmd.project, cmd.promotion)
        protection = await require_protection(tx, known.label)
        require_approver(role, protection)
        # Prompts are locked before promotions everywhere.
        prompt = await tx.prompts.get(cmd.project, known.prompt, lock=True)
        found = await tx.promotions.get(cmd.project, cmd.promotion, lock=True)
        found.must_wait()
        version = await tx.prompts.version(cmd.project, prompt.id, found.number)
        authors = await authors_of(tx, cmd.project, version, found)
        if await must_another_approve(tx, cmd.project, user, authors, protection):
            raise NotAllowed(
                "You created this version or requested its promotion, so another person must approve it",
                advice=f"Ask a member of the project with the role {protection.approver_role} or higher.",
                label=found.label,
            )
        evidence = await check_again(tx, cmd.project, found, prompt, protection, ctx)
        require_met(evidence.requirements)
        decided = replace(
            _decided(tx, user, with_evidence(found, evidence), PromotionState.APPROVED, cmd.note),
            author_approved=user in authors,
        )
        await promote(tx, prompt, version, protection, decided, evidence)
        return decided.id


async def reject_promotion(ctx: Context, who: Actor, cmd: DecidePromotion) -> PromotionId:
    who.must(Permission.REVIEW_SUGGESTIONS, cmd.project)
    user = who.must_be_person()
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.REVIEW_SUGGESTIONS)
        role = await confirm_permission(tx, Permission.REVIEW_SUGGESTIONS)
        found = await tx.promotions.get(cmd.project, cmd.promotion, lock=True)
        require_approver(role, await require_protection(tx, found.label))
        found.must_wait()
        await _close(tx, _decided(tx, user, found, PromotionState.REJECTED, cmd.note))
        return found.id


async def withdraw_promotion(
    ctx: Context, who: Actor, project: ProjectId, promotion: PromotionId
) -> PromotionId:
    who.must(Permission.EDIT_PROMPTS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        role = await confirm_permission(tx, Permission.EDIT_PROMPTS)
        found = await tx.promotions.get(project, promotion, lock=True)
        if not may_withdraw(who, role, found):
            raise NotAllowed("Only who requested a promotion, or an admin, can withdraw it")
        found.must_wait()
        await _close(tx, _decided(tx, who.user, found, PromotionState.WITHDRAWN, ""))
        return found.id


def _decided(
    tx: ProjectTx, user: UserId | None, promotion: Promotion, state: PromotionState, note: str
) -> Promotion:
    return replace(
        promotion,
        state=state,
        decided_by=user,
        decided_by_label=tx.who.label,
        decided_at=tx.now,
        reason=note.strip(),
    )


async def _close(tx: ProjectTx, promotion: Promotion) -> None:
    """Save the end of a promotion that does not move the label."""
    await tx.promotions.save(tx.project, promotion)
    tx.note(
        PROMOTION_DECIDED,
        ("promotion", promotion.id),
        {"state": {"old": str(PromotionState.WAITING), "new": str(promotion.state)}},
        prompt=str(promotion.prompt),
        name=promotion.prompt_name,
        label=promotion.label,
        number=promotion.number,
        state=str(promotion.state),
    )
    await notify_promotion_decided(tx, promotion)
