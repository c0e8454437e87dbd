"""Read the protection of a label, and check who may decide, inside a transaction."""

from collections.abc import Collection

from edison.domain.errors import NotAllowed, PromotionNotReady, WrongState
from edison.domain.ids import ProjectId, UserId
from edison.domain.people.access import Role
from edison.domain.people.label_protection import LabelProtection
from edison.domain.promotions.promotion import (
    Promotion,
    Requirement,
    all_met,
    approver_roles,
    may_approve,
    needs_another,
)
from edison.domain.prompts.prompt import Prompt, PromptVersion
from edison.engine.project_tx import ProjectTx
from edison.services.promotions.promotion_evidence import Candidate
from edison.store.unit_of_work import ReadTx


async def require_protection(tx: ProjectTx, label: str) -> LabelProtection:
    """Return the protection of a label; raise an error if there is none."""
    found = (await tx.projects.settings_in_force(tx.project)).protection_of(label)
    if found is None:
        raise WrongState(
            f"The label {label} is not protected, so it needs no promotion",
            advice="Move the label on the page of the prompt, or protect it in the settings of the project.",
            label=label,
        )
    return found


async def load_candidate(
    tx: ReadTx, project: ProjectId, prompt: Prompt, number: int, protection: LabelProtection
) -> Candidate:
    held = prompt.labels.get(protection.label)
    holder = None if held is None else await tx.prompts.version(project, prompt.id, held)
    return Candidate(
        prompt=prompt,
        version=await tx.prompts.version(project, prompt.id, number),
        label=protection.label,
        holder=holder,
        protection=protection,
    )


def require_approver(role: Role, protection: LabelProtection) -> None:
    if not may_approve(role, protection):
        raise NotAllowed(
            f"The label {protection.label} needs the role {protection.approver_role} or higher",
            role=str(role),
            label=protection.label,
        )


def require_met(requirements: tuple[Requirement, ...]) -> None:
    """Raise an error that lists all requirements unless every one is met."""
    if not all_met(requirements):
        failed = next(one for one in requirements if not one.met)
        raise PromotionNotReady(
            failed.sentence,
            requirements=[
                {"name": one.name, "met": one.met, "sentence": one.sentence} for one in requirements
            ],
        )


async def authors_of(
    tx: ReadTx, project: ProjectId, version: PromptVersion, promotion: Promotion | None
) -> frozenset[UserId]:
    """Return the people who created the version or requested its promotion.

    What a token did counts for everyone who created a token of that name, because only the name is known later.
    """
    did = [(version.author, version.author_label)]
    if promotion is not None:
        did.append((promotion.requested_by, promotion.requested_by_label))
    tokens = {label for person, label in did if person is None}
    creators = await tx.tokens.creators_of(project, tokens) if tokens else set[UserId]()
    return frozenset(creators | {person for person, _ in did if person is not None})


async def must_another_approve(
    tx: ReadTx,
    project: ProjectId,
    user: UserId,
    authors: Collection[UserId],
    protection: LabelProtection,
) -> bool:
    if user not in authors:
        return False
    approvers = await tx.members.with_roles(project, approver_roles(protection))
    return needs_another(user, authors, approvers, protection)
