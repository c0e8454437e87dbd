"""Move a label to a version, or remove it. A protected label, such as `production`, moves only by a promotion."""

from edison.domain.errors import InvalidInput, NotFound
from edison.domain.events import LABEL_MOVED
from edison.domain.ids import ProjectId, PromptId
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import Prompt
from edison.domain.prompts.prompt_rules import MOST_LABELS, check_label
from edison.engine.promotions.protected_labels import require_unprotected
from edison.services.context import Context
from edison.services.permission_check import require_live_project


async def move_label(
    ctx: Context, who: Actor, project: ProjectId, prompt: PromptId, label: str, number: int
) -> Prompt:
    who.must(Permission.EDIT_PROMPTS, project)
    check_label(label)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        await require_unprotected(tx, [label], prompt)
        found = await tx.prompts.get(project, prompt, lock=True)
        await tx.prompts.version(project, prompt, number)
        old = found.labels.get(label)
        if old is None and len(found.labels) > MOST_LABELS:
            raise InvalidInput(f"A prompt has at most {MOST_LABELS} labels", field="label")
        if old != number:
            await tx.prompts.set_label(project, prompt, label, number, who.user, tx.now)
            tx.note(
                LABEL_MOVED,
                ("prompt", found.id),
                {label: {"old": old, "new": number}},
                name=found.name,
                label=label,
                number=number,
            )
        return await tx.prompts.get(project, prompt)


async def drop_label(
    ctx: Context, who: Actor, project: ProjectId, prompt: PromptId, label: str
) -> Prompt:
    who.must(Permission.EDIT_PROMPTS, project)
    check_label(label)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        await require_unprotected(tx, [label], prompt)
        found = await tx.prompts.get(project, prompt, lock=True)
        if label not in found.labels:
            raise NotFound("This prompt has no such label")
        await tx.prompts.drop_label(project, prompt, label)
        tx.note(
            LABEL_MOVED,
            ("prompt", found.id),
            {label: {"old": found.labels[label], "new": None}},
            name=found.name,
            label=label,
            number=None,
        )
        return await tx.prompts.get(project, prompt)
