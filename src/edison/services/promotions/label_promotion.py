"""Move a protected label together with its certificate. Nothing else moves a protected label."""

from dataclasses import replace

from edison.domain.errors import InvalidInput
from edison.domain.events import LABEL_MOVED, PROMOTION_DECIDED
from edison.domain.people.label_protection import LabelProtection
from edison.domain.promotions.promotion import Promotion
from edison.domain.prompts.prompt import Prompt, PromptVersion
from edison.domain.prompts.prompt_rules import MOST_LABELS
from edison.engine.notifications.promotion_notifications import notify_promotion_decided
from edison.engine.project_tx import ProjectTx
from edison.engine.workflow_contracts import CertificateOrder
from edison.services.promotions.certificate_content import certificate_of
from edison.services.promotions.promotion_evidence import Evidence


async def promote(
    tx: ProjectTx,
    prompt: Prompt,
    version: PromptVersion,
    protection: LabelProtection,
    promotion: Promotion,
    evidence: Evidence,
    *,
    is_new: bool = False,
) -> None:
    """Move the label to the version of an approved promotion, in the caller's transaction that holds the prompt."""
    label, number = promotion.label, promotion.number
    old = prompt.labels.get(label)
    if old is None and len(prompt.labels) > MOST_LABELS:
        raise InvalidInput(f"A prompt has at most {MOST_LABELS} labels", field="label")
    content = await certificate_of(tx, prompt, version, protection, promotion, evidence)
    approved = replace(promotion, certificate=content)
    await tx.prompts.set_label(tx.project, prompt.id, label, number, tx.who.user, tx.now)
    if is_new:
        await tx.promotions.add(tx.project, approved)
    else:
        await tx.promotions.save(tx.project, approved)
    order = CertificateOrder(project=str(tx.project), promotion=str(approved.id))
    await tx.launcher.sign_certificate(tx, order)
    changes = {label: {"old": old, "new": number}}
    facts = {"name": prompt.name, "label": label, "number": number}
    tx.note(LABEL_MOVED, ("prompt", prompt.id), changes, **facts)
    tx.note(
        PROMOTION_DECIDED,
        ("promotion", approved.id),
        {
            **changes,
            "kind": {"old": None, "new": str(approved.kind)},
            "state": {"old": None, "new": str(approved.state)},
            "reason": {"old": None, "new": approved.reason},
        },
        prompt=str(prompt.id),
        **facts,
        state=str(approved.state),
        kind=str(approved.kind),
    )
    await notify_promotion_decided(tx, approved)
