"""Move a protected label without new evidence: an override with a reason, or back to the version before."""

from dataclasses import dataclass

from edison.domain.errors import NothingChanged, WrongState
from edison.domain.ids import ProjectId, PromotionId, PromptId
from edison.domain.people.access import Actor, Permission
from edison.domain.promotions.promotion import (
    Promotion,
    PromotionKind,
    PromotionState,
    check_reason,
    version_before,
)
from edison.domain.prompts.prompt import Prompt, PromptVersion
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import confirm_permission, require_live_project
from edison.services.promotions.label_promotion import promote
from edison.services.promotions.promotion_evidence import Evidence, check_content
from edison.services.promotions.promotion_rules import (
    authors_of,
    require_approver,
    require_met,
    require_protection,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OverrideLabel:
    project: ProjectId
    prompt: PromptId
    label: str
    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RollBackLabel:
    project: ProjectId
    prompt: PromptId
    label: str
    reason: str = ""


async def override_label(ctx: Context, who: Actor, cmd: OverrideLabel) -> PromotionId:
    """Move a protected label without evidence. The reason is part of the certificate."""
    who.must(Permission.MANAGE_SETTINGS, cmd.project)
    who.must_be_person()
    reason = check_reason(cmd.reason)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.MANAGE_SETTINGS)
        await tx.prompts.get(cmd.project, cmd.prompt)
        protection = await require_protection(tx, cmd.label)
        prompt = await tx.prompts.get(cmd.project, cmd.prompt, lock=True)
        version = await tx.prompts.version(cmd.project, prompt.id, cmd.number)
        if prompt.labels.get(cmd.label) == cmd.number:
            raise NothingChanged(
                f"Version {cmd.number} has the label {cmd.label} already",
                advice="Choose another version.",
            )
        sentence = f"{who.label} moved the label without evidence."
        evidence = _no_evidence(version, sentence)
        promotion = await _decided(
            tx, prompt, version, cmd.label, PromotionKind.OVERRIDE, evidence, reason
        )
        await promote(tx, prompt, version, protection, promotion, evidence, is_new=True)
        return promotion.id


async def roll_back_label(ctx: Context, who: Actor, cmd: RollBackLabel) -> PromotionId:
    """Move a protected label back to the version that had it before the last promotion."""
    who.must(Permission.REVIEW_SUGGESTIONS, cmd.project)
    who.must_be_person()
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.REVIEW_SUGGESTIONS)
        role = await confirm_permission(tx, Permission.REVIEW_SUGGESTIONS)
        await tx.prompts.get(cmd.project, cmd.prompt)
        protection = await require_protection(tx, cmd.label)
        require_approver(role, protection)
        prompt = await tx.prompts.get(cmd.project, cmd.prompt, lock=True)
        moves = await tx.promotions.moves(cmd.project, prompt.id, cmd.label)
        number = version_before(moves, prompt.labels.get(cmd.label))
        if number is None:
            raise WrongState(
                f"No promotion says which version had the label {cmd.label} before",
                advice="Request a promotion of the version that should have the label.",
                label=cmd.label,
            )
        version = await tx.prompts.version(cmd.project, prompt.id, number)
        sentence = (
            f"Version {number} had the label {cmd.label} before version {prompt.labels[cmd.label]}."
        )
        evidence = _no_evidence(version, sentence)
        promotion = await _decided(
            tx, prompt, version, cmd.label, PromotionKind.ROLLBACK, evidence, cmd.reason.strip()
        )
        await promote(tx, prompt, version, protection, promotion, evidence, is_new=True)
        return promotion.id


def _no_evidence(version: PromptVersion, sentence: str) -> Evidence:
    requirements = (check_content(version, version.digest),)
    require_met(requirements)
    return Evidence(
        run=None, baseline=None, verdict=None, sentence=sentence, requirements=requirements
    )


async def _decided(
    tx: ProjectTx,
    prompt: Prompt,
    version: PromptVersion,
    label: str,
    kind: PromotionKind,
    evidence: Evidence,
    reason: str,
) -> Promotion:
    return Promotion(
        id=PromotionId(new_id()),
        prompt=prompt.id,
        prompt_name=prompt.name,
        label=label,
        number=version.number,
        from_number=prompt.labels.get(label),
        kind=kind,
        state=PromotionState.APPROVED,
        digest=version.digest,
        run=None,
        baseline_run=None,
        verdict=None,
        sentence=evidence.sentence,
        requirements=evidence.requirements,
        requested_by=tx.who.user,
        requested_by_label=tx.who.label,
        requested_at=tx.now,
        decided_by=tx.who.user,
        decided_by_label=tx.who.label,
        decided_at=tx.now,
        reason=reason,
        author_approved=tx.who.user in await authors_of(tx, tx.project, version, None),
    )
