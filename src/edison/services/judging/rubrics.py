"""List, read, create and archive rubrics, and save a next version of a rubric. A version never changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from edison.domain.errors import NothingChanged
from edison.domain.events import (
    RUBRIC_ARCHIVED,
    RUBRIC_CHANGED,
    RUBRIC_CREATED,
)
from edison.domain.ids import ProjectId, RubricId
from edison.domain.judging.rubric import Criterion, RubricVersion, VersionNote, check_name, checked
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRubric:
    """Request to save a rubric. `normalise` scales the weights so that their sum is 1."""

    project: ProjectId
    name: str
    criteria: Sequence[Criterion]
    normalise: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRubric:
    version: RubricVersion
    history: Sequence[VersionNote]


async def list_rubrics(
    ctx: Context, who: Actor, project: ProjectId, page: PageRequest
) -> Page[KnownRubric]:
    """List the rubrics in their newest version, latest change first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.rubrics.page(project, page)
        notes = await tx.rubrics.history(project, [version.id for version in found.items])
    return Page(
        items=tuple(
            KnownRubric(version=version, history=notes.get(version.id, ()))
            for version in found.items
        ),
        next_cursor=found.next_cursor,
    )


async def read_rubric(
    ctx: Context, who: Actor, project: ProjectId, rubric: RubricId, number: int | None
) -> KnownRubric:
    """Read a rubric version by number, or the newest one. An archived rubric can only be read by number."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await _known(tx, project, rubric, number)


async def create_rubric(ctx: Context, who: Actor, cmd: WriteRubric) -> KnownRubric:
    who.must(Permission.EDIT_PROMPTS, cmd.project)
    name, content = check_name(cmd.name), checked(cmd.criteria, normalise=cmd.normalise)
    rubric = RubricId(new_id())
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        await tx.rubrics.add(cmd.project, rubric, name, who.user, tx.now)
        await tx.rubrics.add_version(
            cmd.project, rubric, 1, name, content, by=who.user, by_label=who.label, at=tx.now
        )
        changes = {"name": {"old": None, "new": name}, "version": {"old": None, "new": 1}}
        tx.note(RUBRIC_CREATED, ("rubric", rubric), changes, name=name, changed=sorted(changes))
        return await _known(tx, cmd.project, rubric, 1)


async def save_rubric(ctx: Context, who: Actor, rubric: RubricId, cmd: WriteRubric) -> KnownRubric:
    """Save the next version of a rubric. Renaming alone creates no version."""
    who.must(Permission.EDIT_PROMPTS, cmd.project)
    name, content = check_name(cmd.name), checked(cmd.criteria, normalise=cmd.normalise)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        head = await tx.rubrics.head(cmd.project, rubric, lock=True)
        was = await tx.rubrics.version(cmd.project, rubric, head.latest)
        changes: dict[str, Any] = {}
        if name != head.name:
            changes["name"] = {"old": head.name, "new": name}
        number = head.latest
        if content != was.rubric:
            number += 1
            changes["version"] = {"old": head.latest, "new": number}
            await tx.rubrics.add_version(
                cmd.project,
                rubric,
                number,
                name,
                content,
                by=who.user,
                by_label=who.label,
                at=tx.now,
            )
        elif changes:
            await tx.rubrics.rename(cmd.project, rubric, name, tx.now)
        else:
            raise NothingChanged(f"Nothing has changed since version {number}", number=number)
        tx.note(
            RUBRIC_CHANGED,
            ("rubric", rubric),
            changes,
            name=name,
            changed=sorted(changes),
            number=number,
        )
        return await _known(tx, cmd.project, rubric, number)


async def archive_rubric(ctx: Context, who: Actor, project: ProjectId, rubric: RubricId) -> None:
    """Remove a rubric from the lists. Judges that use one of its versions do not change."""
    who.must(Permission.EDIT_PROMPTS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.EDIT_PROMPTS)
        head = await tx.rubrics.head(project, rubric, lock=True)
        await tx.rubrics.remove(project, rubric, tx.now)
        changes = {"name": {"old": head.name, "new": None}}
        tx.note(
            RUBRIC_ARCHIVED, ("rubric", rubric), changes, name=head.name, changed=sorted(changes)
        )


async def _known(
    tx: ReadTx, project: ProjectId, rubric: RubricId, number: int | None
) -> KnownRubric:
    if number is None:
        number = (await tx.rubrics.head(project, rubric)).latest
    version = await tx.rubrics.version(project, rubric, number)
    notes = await tx.rubrics.history(project, [rubric])
    return KnownRubric(version=version, history=notes.get(rubric, ()))
