"""Read promotions, and check whether a version could be promoted."""

from dataclasses import dataclass, replace

from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId, PromotionId, PromptId, RunId
from edison.domain.people.access import Actor, Permission, Role, allows
from edison.domain.people.label_protection import LabelProtection
from edison.domain.promotions.certificate import document_of
from edison.domain.promotions.promotion import (
    OVERRIDE_ROLE,
    Promotion,
    PromotionKind,
    PromotionState,
    Requirement,
    all_met,
    may_approve,
)
from edison.domain.prompts.label_names import check_label
from edison.domain.prompts.prompt import Prompt
from edison.domain.results.gate_rule import GateVerdict
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.promotions.promotion_evidence import Evidence, check_content, gather_evidence
from edison.services.promotions.promotion_rules import (
    authors_of,
    load_candidate,
    must_another_approve,
)
from edison.store.repositories.promotions.promotions import PromotionFilter as PromotionFilter
from edison.store.unit_of_work import ReadTx

NOTHING = Evidence(run=None, baseline=None, verdict=None, sentence="", requirements=())


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionReport:
    """A promotion, and what the caller may do with it."""

    promotion: Promotion
    may_approve: bool = False
    may_reject: bool = False
    may_withdraw: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionCheck:
    """Whether a version could be promoted now, on which evidence, and what the caller may do."""

    protected: bool
    label: str
    number: int
    current_number: int | None
    kind: PromotionKind
    run: RunId | None
    baseline_run: RunId | None
    verdict: GateVerdict | None
    sentence: str
    requirements: tuple[Requirement, ...]
    may_request: bool
    may_approve: bool
    may_override: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCheck:
    project: ProjectId
    prompt: PromptId
    label: str
    number: int
    run: RunId | None = None


async def list_promotions(
    ctx: Context, who: Actor, project: ProjectId, wanted: PromotionFilter, page: PageRequest
) -> Page[PromotionReport]:
    """List promotions, newest first, with the requirements as of the request or the decision."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.promotions.page(project, wanted, page)
        reports = [await _report(tx, who, project, one) for one in found.items]
        return Page(items=tuple(reports), next_cursor=found.next_cursor)


async def read_promotion(
    ctx: Context, who: Actor, project: ProjectId, promotion: PromotionId
) -> PromotionReport:
    """Read a promotion. If it waits, its requirements are checked now."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.promotions.get(project, promotion)
        if found.state is PromotionState.WAITING:
            protection = await _protection(tx, project, found.label)
            if protection is not None:
                found = await refresh(tx, project, found, protection, ctx)
        return await _report(tx, who, project, found)


async def report_of(
    ctx: Context, who: Actor, project: ProjectId, promotion: PromotionId
) -> PromotionReport:
    """Return a promotion after a change of it, without checking its requirements again."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await _report(tx, who, project, await tx.promotions.get(project, promotion))


async def check_promotion(ctx: Context, who: Actor, wanted: WantedCheck) -> PromotionCheck:
    """Check all requirements without changing anything."""
    who.must(Permission.VIEW_PROJECT, wanted.project)
    check_label(wanted.label)
    role = who.roles[wanted.project]
    async with ctx.read() as tx:
        prompt = await tx.prompts.get(wanted.project, wanted.prompt)
        current = prompt.labels.get(wanted.label)
        version = await tx.prompts.version(wanted.project, wanted.prompt, wanted.number)
        protection = await _protection(tx, wanted.project, wanted.label)
        evidence, moves = NOTHING, current != wanted.number
        if protection is not None:
            candidate = await load_candidate(tx, wanted.project, prompt, wanted.number, protection)
            if moves:
                evidence = await gather_evidence(
                    tx, wanted.project, candidate, wanted.run, ctx.clock.now()
                )
            else:
                evidence = replace(
                    NOTHING,
                    sentence=f"Version {wanted.number} has the label {wanted.label} already.",
                )
        waits = await tx.promotions.is_waiting(
            wanted.project, wanted.prompt, wanted.label, wanted.number
        )
        ready = protection is not None and moves and all_met(evidence.requirements)
        another = (
            protection is not None
            and who.user is not None
            and await must_another_approve(
                tx,
                wanted.project,
                who.user,
                await authors_of(tx, wanted.project, version, None),
                protection,
            )
        )
    return PromotionCheck(
        protected=protection is not None,
        label=wanted.label,
        number=wanted.number,
        current_number=current,
        kind=PromotionKind.FIRST if current is None else PromotionKind.CHECKED,
        run=None if evidence.run is None else evidence.run.id,
        baseline_run=None if evidence.baseline is None else evidence.baseline.id,
        verdict=evidence.verdict,
        sentence=evidence.sentence,
        requirements=evidence.requirements,
        may_request=ready and not waits and allows(role, Permission.EDIT_PROMPTS),
        may_approve=ready
        and who.user is not None
        and protection is not None
        and may_approve(role, protection)
        and not another,
        may_override=protection is not None
        and moves
        and who.user is not None
        and role.at_least(OVERRIDE_ROLE),
    )


async def refresh(
    tx: ReadTx,
    project: ProjectId,
    promotion: Promotion,
    protection: LabelProtection,
    ctx: Context,
) -> Promotion:
    """Return a waiting promotion with its requirements as of now; unchanged if its prompt was removed."""
    try:
        prompt = await tx.prompts.get(project, promotion.prompt)
    except NotFound:
        return promotion
    evidence = await check_again(tx, project, promotion, prompt, protection, ctx)
    return with_evidence(promotion, evidence)


async def check_again(
    tx: ReadTx,
    project: ProjectId,
    promotion: Promotion,
    prompt: Prompt,
    protection: LabelProtection,
    ctx: Context,
) -> Evidence:
    """Compare again the run that was requested, and require that version and holder are unchanged."""
    candidate = await load_candidate(tx, project, prompt, promotion.number, protection)
    evidence = await gather_evidence(tx, project, candidate, promotion.run, ctx.clock.now())
    held = prompt.labels.get(promotion.label)
    same = held == promotion.from_number
    now = "no version" if held is None else f"version {held}"
    was = "no version" if promotion.from_number is None else f"version {promotion.from_number}"
    sentence = (
        f"The label {promotion.label} is still held by {now}."
        if same
        else f"The label {promotion.label} was held by {was} when this was requested, and is held by {now} now."
    )
    unchanged = check_content(candidate.version, promotion.digest)
    rest = [one for one in evidence.requirements if one.name != unchanged.name]
    holder = Requirement(name="holder", met=same, sentence=sentence)
    return replace(evidence, requirements=(unchanged, holder, *rest))


def with_evidence(promotion: Promotion, evidence: Evidence) -> Promotion:
    return replace(
        promotion,
        baseline_run=None if evidence.baseline is None else evidence.baseline.id,
        verdict=evidence.verdict,
        sentence=evidence.sentence,
        requirements=evidence.requirements,
    )


async def _protection(tx: ReadTx, project: ProjectId, label: str) -> LabelProtection | None:
    return (await tx.projects.get(project)).settings.protection_of(label)


async def _report(
    tx: ReadTx, who: Actor, project: ProjectId, promotion: Promotion
) -> PromotionReport:
    """Say what the caller may do. Decisions need a person, and a project that is not archived."""
    live = (await tx.projects.get(project)).archived_at is None
    if promotion.state is not PromotionState.WAITING or not live:
        return PromotionReport(promotion=promotion)
    role = who.roles[project]
    protection = await _protection(tx, project, promotion.label)
    decides = protection is not None and who.user is not None and may_approve(role, protection)
    another = False
    if decides and protection is not None and who.user is not None:
        version = await tx.prompts.version(project, promotion.prompt, promotion.number)
        another = await must_another_approve(
            tx, project, who.user, await authors_of(tx, project, version, promotion), protection
        )
    return PromotionReport(
        promotion=promotion,
        may_approve=decides and not another and all_met(promotion.requirements),
        may_reject=decides,
        may_withdraw=may_withdraw(who, role, promotion),
    )


def may_withdraw(who: Actor, role: Role, promotion: Promotion) -> bool:
    """Return whether this is the caller's own request, or the caller is an admin."""
    if not allows(role, Permission.EDIT_PROMPTS):
        return False
    return promotion.requested_by == who.user or role.at_least(OVERRIDE_ROLE)


async def export_certificate(
    ctx: Context, who: Actor, project: ProjectId, promotion: PromotionId
) -> str:
    """Return the certificate as a document; its signature is null until a worker has signed it."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.promotions.get(project, promotion)
    if found.certificate is None:
        raise NotFound(
            "This promotion was not approved, so it has no certificate",
            advice="Read the promotion to see its state.",
        )
    return document_of(found.certificate, found.key_id, found.public_key, found.signature)
