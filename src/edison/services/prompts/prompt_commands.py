"""Create a prompt, edit its draft, duplicate it, and remove it."""

from dataclasses import dataclass
from typing import Any

from edison.domain.comments.comment import SubjectKind
from edison.domain.errors import InvalidInput
from edison.domain.events import PROMPT_CHANGED, PROMPT_CREATED, PROMPT_REMOVED
from edison.domain.ids import ProjectId, PromptId
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import Prompt, PromptContent, PromptKind, digest_of
from edison.domain.prompts.prompt_rules import (
    check_limits,
    check_name,
    check_revision,
    free_copy_name,
)
from edison.engine.project_tx import ProjectTx
from edison.engine.promotions.protected_labels import require_may_end_name
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import confirm_permission, require_live_project


async def create_prompt_draft(
    tx: ProjectTx,
    *,
    name: str,
    kind: PromptKind,
    description: str,
    draft: PromptContent,
    source: dict[str, str] | None = None,
) -> Prompt:
    """Add a prompt with a draft. `source` describes the origin of the text for the audit log."""
    prompt = Prompt(
        id=PromptId(new_id()),
        name=check_name(name),
        kind=kind,
        description=description,
        draft=draft,
        revision=1,
        latest=0,
        clean=False,
        labels={},
        created_at=tx.now,
        updated_at=tx.now,
    )
    await tx.prompts.add(tx.project, prompt, tx.who.user)
    facts: dict[str, Any] = {"name": prompt.name, "kind": str(kind), **(source or {})}
    tx.note(
        PROMPT_CREATED,
        ("prompt", prompt.id),
        {part: {"old": None, "new": value} for part, value in facts.items()},
        name=prompt.name,
        prompt_kind=str(kind),
    )
    return prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatePrompt:
    project: ProjectId
    name: str
    kind: PromptKind
    description: str
    content: PromptContent


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPrompt:
    """A change of a prompt; None keeps a value. New content requires the revision that was edited."""

    project: ProjectId
    prompt: PromptId
    name: str | None = None
    description: str | None = None
    content: PromptContent | None = None
    revision: int | None = None


async def create_prompt(ctx: Context, who: Actor, cmd: CreatePrompt) -> Prompt:
    """Create a prompt with a draft. The first version is created when the draft is saved or run."""
    who.must(Permission.EDIT_PROMPTS, cmd.project)
    check_limits(cmd.content)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        return await create_prompt_draft(
            tx, name=cmd.name, kind=cmd.kind, description=cmd.description, draft=cmd.content
        )


async def edit_prompt(ctx: Context, who: Actor, cmd: EditPrompt) -> Prompt:
    """Change the name, the description or the draft of a prompt. No version is created."""
    who.must(Permission.EDIT_PROMPTS, cmd.project)
    if cmd.content is not None:
        check_limits(cmd.content)
        if cmd.revision is None:
            raise InvalidInput(
                "New content requires the revision that was edited", field="revision"
            )
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        role = await confirm_permission(tx, Permission.EDIT_PROMPTS)
        was = await tx.prompts.get(cmd.project, cmd.prompt, lock=True)
        check_revision(was, cmd.revision)
        name = was.name if cmd.name is None else check_name(cmd.name)
        description = was.description if cmd.description is None else cmd.description
        changes: dict[str, Any] = {}
        if cmd.content is not None and cmd.content != was.draft:
            await tx.prompts.write_draft(cmd.project, cmd.prompt, cmd.content, tx.now)
            changes["draft"] = {"old": digest_of(was.draft), "new": digest_of(cmd.content)}
        if name != was.name:
            await require_may_end_name(tx, was, role)
            changes["name"] = {"old": was.name, "new": name}
        if description != was.description:
            changes["description"] = {"old": was.description, "new": description}
        if {"name", "description"} & changes.keys():
            await tx.prompts.describe(cmd.project, cmd.prompt, name, description, tx.now)
        prompt = await tx.prompts.get(cmd.project, cmd.prompt)
        if changes:
            tx.note(
                PROMPT_CHANGED,
                ("prompt", prompt.id),
                changes,
                name=prompt.name,
                changed=sorted(changes),
                revision=prompt.revision,
            )
        return prompt


async def duplicate_prompt(
    ctx: Context, who: Actor, project: ProjectId, prompt: PromptId, name: str | None
) -> Prompt:
    """Copy the draft of a prompt to a new prompt without versions."""
    who.must(Permission.EDIT_PROMPTS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        source = await tx.prompts.get(project, prompt)
        if name is None:
            name = free_copy_name(source.name, await tx.prompts.names(project))
        return await create_prompt_draft(
            tx,
            name=name,
            kind=source.kind,
            description=source.description,
            draft=source.draft,
            source={"copied_from": str(source.id)},
        )


async def remove_prompt(ctx: Context, who: Actor, project: ProjectId, prompt: PromptId) -> None:
    """Remove a prompt from the lists. Its versions are kept for the runs that used them."""
    who.must(Permission.EDIT_PROMPTS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        role = await confirm_permission(tx, Permission.EDIT_PROMPTS)
        was = await tx.prompts.get(project, prompt, lock=True)
        await require_may_end_name(tx, was, role)
        await tx.prompts.remove(project, prompt, tx.now)
        await tx.comments.remove_of(project, [SubjectKind.VERSION], prompt)
        tx.note(
            PROMPT_REMOVED,
            ("prompt", was.id),
            {"name": {"old": was.name, "new": None}},
            name=was.name,
        )
