"""Refuse changes that would move a protected label, or change what programs read by it, without a promotion."""

from collections.abc import Collection

from edison.domain.errors import LabelProtected
from edison.domain.ids import PromptId
from edison.domain.people.access import Role
from edison.domain.promotions.promotion import OVERRIDE_ROLE
from edison.domain.prompts.prompt import Prompt
from edison.engine.project_tx import ProjectTx


async def require_unprotected(tx: ProjectTx, labels: Collection[str], prompt: PromptId) -> None:
    """Raise an error if one of the labels moves only by a promotion. Settings cannot change until the end."""
    settings = await tx.projects.settings_in_force(tx.project)
    for label in labels:
        if settings.protection_of(label) is not None:
            raise LabelProtected(
                f"The label {label} is protected: it moves only by a promotion",
                label=label,
                route=f"/api/v1/projects/{tx.project}/prompts/{prompt}/promotions",
            )


async def require_may_end_name(tx: ProjectTx, prompt: Prompt, role: Role) -> None:
    """Raise an error if the name of a prompt with a protected label may not be changed or become free.

    Programs read a label by the name of its prompt, so that another prompt with that name would be read instead.
    """
    settings = await tx.projects.settings_in_force(tx.project)
    held = sorted(label for label in prompt.labels if settings.protection_of(label) is not None)
    if held and not (tx.who.user is not None and role.at_least(OVERRIDE_ROLE)):
        raise LabelProtected(
            f"The prompt has the protected label {held[0]}, and programs read it by the name of the prompt",
            advice=f"Ask a member of the project with the role {OVERRIDE_ROLE} or higher.",
            label=held[0],
        )
