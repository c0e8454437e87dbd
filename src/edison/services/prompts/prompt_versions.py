"""Create prompt versions by saving, running, restoring or forking. A version never changes."""

from dataclasses import dataclass

from edison.domain.errors import NothingChanged, WrongState
from edison.domain.events import PROMPT_CHANGED, VERSION_SAVED
from edison.domain.ids import ProjectId, PromptId, VersionId
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import (
    LATEST,
    Prompt,
    PromptContent,
    PromptKind,
    PromptVersion,
    VersionOrigin,
    digest_of,
)
from edison.domain.prompts.prompt_rules import (
    check_changelog,
    check_complete,
    check_revision,
    problems_of,
)
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.services.prompts.prompt_commands import create_prompt_draft
from edison.store.unit_of_work import WriteTx


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveVersion:
    project: ProjectId
    prompt: PromptId
    changelog: str
    # The revision that the person sees; None saves the draft in any revision.
    revision: int | None = None
    # The version that a person edited; None: the newest.
    parent: int | None = None


async def save_version(ctx: Context, who: Actor, cmd: SaveVersion) -> PromptVersion:
    """Save the draft of a prompt as a version."""
    who.must(Permission.EDIT_PROMPTS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        prompt = await tx.prompts.get(cmd.project, cmd.prompt, lock=True)
        check_revision(prompt, cmd.revision)
        if prompt.clean:
            raise NothingChanged(
                f"Nothing has changed since version {prompt.latest}", number=prompt.latest
            )
        parent = await _edited(tx, cmd, prompt)
        return await _next_version(tx, prompt, "saved", cmd.changelog, parent=parent)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveContent:
    """New content of a prompt to save as a version. Without a prompt, a prompt with this name is created."""

    project: ProjectId
    prompt: PromptId | None
    name: str
    content: PromptContent
    changelog: str


async def save_content(ctx: Context, who: Actor, cmd: SaveContent) -> PromptVersion:
    """Save content as a version without an edit by hand. A draft with unsaved changes is never overwritten."""
    who.must(Permission.EDIT_PROMPTS, cmd.project)
    check_complete(cmd.content)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        if cmd.prompt is None:
            made = await create_prompt_draft(
                tx,
                name=cmd.name,
                kind=PromptKind.GENERATOR,
                description="",
                draft=cmd.content,
            )
            return await _next_version(tx, made, "saved", cmd.changelog)
        was = await tx.prompts.get(cmd.project, cmd.prompt, lock=True)
        if not was.clean and was.draft != cmd.content:
            raise WrongState(
                f"The draft of {was.name} has changes that are not saved as a version",
                advice="Save or discard the draft on the page of the prompt, then try again.",
            )
        if was.clean and was.draft == cmd.content:
            raise NothingChanged(
                f"Nothing has changed since version {was.latest}", number=was.latest
            )
        await tx.prompts.write_draft(cmd.project, cmd.prompt, cmd.content, tx.now)
        prompt = await tx.prompts.get(cmd.project, cmd.prompt)
        return await _next_version(tx, prompt, "saved", cmd.changelog)


async def _edited(tx: WriteTx, cmd: SaveVersion, prompt: Prompt) -> VersionId | None:
    if cmd.parent is None:
        return None
    check_changelog(cmd.changelog)
    edited = await tx.prompts.version(cmd.project, cmd.prompt, cmd.parent)
    if edited.content == prompt.draft:
        raise NothingChanged(f"Nothing has changed since version {cmd.parent}", number=cmd.parent)
    return edited.id


async def first_version(tx: ProjectTx, prompt: Prompt, changelog: str) -> PromptVersion:
    """Save the first version of a prompt that was created in the same transaction."""
    tx.who.must(Permission.EDIT_PROMPTS, tx.project)
    return await _next_version(tx, prompt, "saved", changelog)


async def version_for_run(tx: ProjectTx, prompt: PromptId) -> PromptVersion:
    """Return the newest version; if the draft differs from it, save the draft as a version first."""
    tx.who.must(Permission.START_RUNS, tx.project)
    found = await tx.prompts.get(tx.project, prompt, lock=True)
    if found.clean:
        return await tx.prompts.version(tx.project, prompt, found.latest)
    return await _next_version(tx, found, "run", "")


async def restore_version(
    ctx: Context, who: Actor, project: ProjectId, prompt: PromptId, number: int
) -> PromptVersion:
    """Save the text of an earlier version as the newest version. An unsaved draft is saved as a version first."""
    who.must(Permission.EDIT_PROMPTS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        found = await tx.prompts.get(project, prompt, lock=True)
        was = found.draft
        wanted = await tx.prompts.version(project, prompt, number)
        if found.clean and found.draft == wanted.content:
            raise NothingChanged(f"Version {number} is the current text", number=number)
        differs = wanted.content != found.draft and number != found.latest
        if differs and not found.clean and not problems_of(found.draft):
            kept = f"Saved before restoring version {number}"
            await _next_version(tx, found, "saved", kept)
        if wanted.content != found.draft:
            await tx.prompts.write_draft(project, prompt, wanted.content, tx.now)
        found = await tx.prompts.get(project, prompt)
        if found.clean:
            # The restored version is the newest one: only the draft is discarded.
            dropped = {"draft": {"old": digest_of(was), "new": digest_of(found.draft)}}
            tx.note(
                PROMPT_CHANGED,
                ("prompt", found.id),
                dropped,
                name=found.name,
                changed=sorted(dropped),
                revision=found.revision,
            )
            return await tx.prompts.version(project, prompt, found.latest)
        words = f"Restored from version {number}"
        return await _next_version(tx, found, "restored", words, parent=wanted.id)


async def fork_version(
    ctx: Context, who: Actor, project: ProjectId, prompt: PromptId, number: int, name: str
) -> Prompt:
    """Create another prompt from a version. The first version of the new prompt refers to its origin."""
    who.must(Permission.EDIT_PROMPTS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        source = await tx.prompts.get(project, prompt)
        wanted = await tx.prompts.version(project, prompt, number)
        fork = await create_prompt_draft(
            tx,
            name=name,
            kind=source.kind,
            description=source.description,
            draft=wanted.content,
            source={"forked_from": f"{source.id} version {number}"},
        )
        words = f"Forked from {source.name}, version {number}"
        await _next_version(tx, fork, "forked", words[:500], parent=wanted.id)
        return await tx.prompts.get(project, fork.id)


async def _next_version(
    tx: ProjectTx,
    prompt: Prompt,
    origin: VersionOrigin,
    changelog: str,
    *,
    parent: VersionId | None = None,
) -> PromptVersion:
    content: PromptContent = prompt.draft
    check_complete(content)
    if parent is None and prompt.latest:
        parent = (await tx.prompts.version(tx.project, prompt.id, prompt.latest)).id
    version = PromptVersion(
        id=VersionId(new_id()),
        prompt=prompt.id,
        number=prompt.latest + 1,
        parent=parent,
        content=content,
        digest=digest_of(content),
        changelog=changelog,
        origin=origin,
        author=tx.who.user,
        author_label=tx.who.label,
        created_at=tx.now,
        labels=(LATEST,),
    )
    await tx.prompts.add_version(tx.project, version)
    tx.note(
        VERSION_SAVED,
        ("prompt", prompt.id),
        {
            "version": {"old": prompt.latest or None, "new": version.number},
            "changelog": {"old": None, "new": changelog},
        },
        name=prompt.name,
        number=version.number,
        origin=origin,
        version=str(version.id),
    )
    return version
