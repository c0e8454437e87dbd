"""Notify approvers that a promotion waits, and the person who requested it of the decision."""

from edison.domain.ids import UserId
from edison.domain.notifications.notified_event import NotifiedEvent
from edison.domain.people.access import Role
from edison.domain.promotions.promotion import OVERRIDE_ROLE, Promotion, PromotionKind
from edison.engine.notifications.notify import notify
from edison.engine.project_tx import ProjectTx

DONE = {
    PromotionKind.OVERRIDE: "moved without evidence",
    PromotionKind.ROLLBACK: "rolled back",
}


async def notify_promotion_requested(
    tx: ProjectTx, promotion: Promotion, approver_role: Role
) -> None:
    approvers = await _with_role(tx, approver_role)
    await notify(
        tx,
        NotifiedEvent.PROMOTION_REQUESTED,
        subject=promotion.id,
        version=1,
        payload={
            "title": f"{promotion.prompt_name}: version {promotion.number} waits for approval",
            "sentence": f"{promotion.requested_by_label} requests that version {promotion.number} of "
            f"{promotion.prompt_name} gets the label {promotion.label}.",
            **await _about(tx, promotion),
        },
        people=approvers,
    )


async def notify_promotion_decided(tx: ProjectTx, promotion: Promotion) -> None:
    """Notify of a decision, and withdraw the mails that ask for one. Admins learn of labels moved without evidence."""
    await tx.notifications.withdraw_mails(
        tx.project, NotifiedEvent.PROMOTION_REQUESTED, promotion.id
    )
    people = [] if promotion.requested_by is None else [promotion.requested_by]
    if promotion.kind in DONE:
        people += await _with_role(tx, OVERRIDE_ROLE)
        title = f"{promotion.prompt_name}: the label {promotion.label} was {DONE[promotion.kind]}"
        sentence = (
            f"{tx.who.label} moved the label {promotion.label} to version {promotion.number}."
        )
    else:
        decision = str(promotion.state).lower()
        title = (
            f"{promotion.prompt_name}: the promotion of version {promotion.number} was {decision}"
        )
        sentence = (
            f"{tx.who.label} {decision.replace('withdrawn', 'withdrew')} the promotion of version "
            f"{promotion.number} to the label {promotion.label}."
        )
    await notify(
        tx,
        NotifiedEvent.PROMOTION_DECIDED,
        subject=promotion.id,
        version=1,
        payload={
            "title": title,
            "sentence": f"{sentence} {promotion.reason}".strip(),
            **await _about(tx, promotion),
        },
        people=people,
    )


async def _with_role(tx: ProjectTx, least: Role) -> list[UserId]:
    roles = [role for role in Role if role.at_least(least)]
    return await tx.members.with_roles(tx.project, roles)


async def _about(tx: ProjectTx, promotion: Promotion) -> dict[str, object]:
    slug = (await tx.projects.get(tx.project)).slug
    return {
        "path": f"/projects/{slug}/promotions/{promotion.id}",
        "severity": None,
        "facts": {
            "Prompt": promotion.prompt_name,
            "Label": promotion.label,
            "Version": promotion.number,
        },
        "promotion_id": str(promotion.id),
        "state": str(promotion.state),
        "kind": str(promotion.kind),
    }
