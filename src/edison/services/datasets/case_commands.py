"""Add, change and delete cases by hand. Each change creates one new version of the dataset."""

import asyncio
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from edison.domain.datasets.case_rules import (
    TAGS_AT_MOST,
    batch_cases,
    check,
    clean_tags,
    cleaned,
    tag_problem,
    with_columns,
)
from edison.domain.datasets.case_selection import CaseChange, CaseFilter
from edison.domain.datasets.dataset import Case, CaseContent, Dataset, DatasetVersion, Split
from edison.domain.errors import EditConflict, HoldoutLocked, InvalidInput
from edison.domain.ids import CaseId, DatasetId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.services.context import Context
from edison.services.datasets.case_media import with_stored_files
from edison.services.datasets.dataset_versions import (
    count_of_cases,
    finish_version,
    lock_dataset,
    must_have_room,
    must_not_touch_holdout,
)
from edison.store.unit_of_work import WriteTx


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCases:
    project: ProjectId
    dataset: DatasetId
    contents: tuple[CaseContent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditCase:
    """A change of a case; `changes` holds the new values of the changed fields."""

    project: ProjectId
    dataset: DatasetId
    case: CaseId
    changes: dict[str, Any]
    # The revision that was edited; None overwrites any revision.
    revision: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCases:
    project: ProjectId
    dataset: DatasetId
    wanted: CaseFilter
    change: CaseChange
    # False: neither ids nor a filter were given; the change is rejected, so that it never affects all cases.
    named: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """The number of changed cases, and the dataset. If no case changed, no version was created."""

    cases: int
    dataset: Dataset


async def add_cases(ctx: Context, who: Actor, cmd: AddCases) -> DatasetVersion:
    who.must(Permission.EDIT_DATASETS, cmd.project)
    async with ctx.read() as tx:
        known = await with_stored_files(tx, cmd.project, cmd.contents)
    contents = tuple(cleaned(content) for content in known)
    for place, content in enumerate(contents):
        check(content, f"cases.{place}.")
    batches = await asyncio.to_thread(batch_cases, contents)
    async with ctx.change(who, cmd.project) as tx:
        was = await lock_dataset(tx, cmd.dataset)
        must_have_room(was, len(contents))
        must_not_touch_holdout(was, *contents)
        await tx.case_changes.add(cmd.project, cmd.dataset, was.version + 1, batches)
        return await finish_version(
            tx,
            was,
            cases=was.cases + len(contents),
            note=count_of_cases(len(contents), "Added"),
            columns=with_columns(was.columns, contents),
        )


async def edit_case(ctx: Context, who: Actor, cmd: EditCase) -> Case:
    """Change a case. If the new values equal the old ones, no version is created."""
    who.must(Permission.EDIT_DATASETS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        was = await lock_dataset(tx, cmd.dataset)
        case = await tx.cases.get(cmd.project, cmd.dataset, cmd.case)
        if cmd.revision not in {None, case.revision}:
            raise EditConflict(
                "Someone else has changed this case in the meantime", revision=str(case.revision)
            )
        changed = replace(case.content, **cmd.changes)
        (known,) = await with_stored_files(tx, cmd.project, (changed,), "")
        content = cleaned(known)
        check(content)
        if content == case.content:
            return case
        must_not_touch_holdout(was, case.content, content)
        await tx.case_changes.replace(cmd.project, cmd.dataset, was.version + 1, case, content)
        await finish_version(
            tx,
            was,
            cases=was.cases,
            note=count_of_cases(1, "Changed"),
            columns=with_columns(was.columns, (content,)),
        )
        return await tx.cases.get(cmd.project, cmd.dataset, cmd.case)


async def change_cases(ctx: Context, who: Actor, cmd: ChangeCases) -> Changed:
    """Tag, split, rate or delete many cases in one new version. If no case changes, no version is created."""
    who.must(Permission.EDIT_DATASETS, cmd.project)
    add = clean_tags(cmd.change.add_tags)
    remove = (tag for tag in clean_tags(cmd.change.remove_tags) if tag not in add)
    change = replace(cmd.change, add_tags=add, remove_tags=tuple(remove))
    _check(change, named=cmd.named)
    async with ctx.change(who, cmd.project) as tx:
        was = await lock_dataset(tx, cmd.dataset)
        await _must_leave_holdout(tx, cmd, was)
        place = (cmd.project, cmd.dataset, was.version + 1)
        if change.delete:
            reached = await tx.case_changes.end(*place, cmd.wanted)
        else:
            await _must_fit(tx, cmd, change)
            reached = await tx.case_changes.change(*place, cmd.wanted, change)
        if reached:
            await finish_version(
                tx,
                was,
                cases=was.cases - (reached if change.delete else 0),
                note=count_of_cases(reached, "Deleted" if change.delete else "Changed"),
            )
        return Changed(cases=reached, dataset=await tx.datasets.get(cmd.project, cmd.dataset))


def _check(change: CaseChange, *, named: bool) -> None:
    if not named:
        raise InvalidInput("Select the cases by ids or by a filter", field="ids")
    if change.nothing:
        raise InvalidInput(
            "The request changes nothing. Name at least one change of the cases", field="change"
        )
    for field in ("add_tags", "remove_tags"):
        for tag in getattr(change, field):
            wrong = tag_problem(tag)
            if wrong:
                raise InvalidInput(wrong, field=field)


async def _must_fit(tx: WriteTx, cmd: ChangeCases, change: CaseChange) -> None:
    if not change.add_tags:
        return
    overfull = await tx.case_changes.overfull(cmd.project, cmd.dataset, cmd.wanted, change)
    if overfull:
        raise InvalidInput(
            f"A case has at most {TAGS_AT_MOST} tags; {overfull:,} cases would have more",
            field="add_tags",
            cases=overfull,
        )


async def _must_leave_holdout(tx: WriteTx, cmd: ChangeCases, was: Dataset) -> None:
    if not was.holdout_locked:
        return
    if cmd.wanted.split not in {None, Split.HOLDOUT}:
        reached = 0
    else:
        wanted = replace(cmd.wanted, split=Split.HOLDOUT)
        reached = await tx.cases.count(cmd.project, cmd.dataset, was.version, wanted)
    if reached or cmd.change.split is Split.HOLDOUT:
        raise HoldoutLocked(f"The holdout of {was.name} is locked", cases=reached)
