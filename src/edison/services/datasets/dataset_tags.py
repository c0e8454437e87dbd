"""Rename, merge and remove tags in all cases of a dataset. Each change creates one version with a note."""

from dataclasses import dataclass, replace

from edison.domain.datasets.case_selection import CaseChange, CaseFilter
from edison.domain.datasets.dataset import Dataset, Split
from edison.domain.datasets.tag_changes import (
    TagAction,
    TagChange,
    must_be_free,
    note_of,
    tag_change,
)
from edison.domain.errors import HoldoutLocked, NotFound
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.services.datasets.dataset_versions import finish_version, lock_dataset


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTags:
    project: ProjectId
    dataset: DatasetId
    action: TagAction
    tags: tuple[str, ...]
    to: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedTags:
    cases: int
    note: str
    dataset: Dataset


async def change_tags(ctx: Context, who: Actor, cmd: ChangeTags) -> ChangedTags:
    who.must(Permission.EDIT_DATASETS, cmd.project)
    change = tag_change(cmd.action, cmd.tags, cmd.to)
    wanted = CaseFilter(any_tag=change.gone)
    async with ctx.change(who, cmd.project) as tx:
        was = await lock_dataset(tx, cmd.dataset)
        await _must_be_free(tx, was, change)
        await _must_leave_holdout(tx, was, wanted)
        reached = await tx.case_changes.change(
            cmd.project,
            cmd.dataset,
            was.version + 1,
            wanted,
            CaseChange(add_tags=() if change.to is None else (change.to,), remove_tags=change.gone),
        )
        if not reached:
            raise NotFound(
                f"No case of {was.name} has the tag {' or '.join(change.gone)}",
                field="tags",
                advice="Reload the tags of the dataset.",
            )
        note = note_of(change, reached)
        await finish_version(tx, was, cases=was.cases, note=note)
        dataset = await tx.datasets.get(cmd.project, cmd.dataset)
    return ChangedTags(cases=reached, note=note, dataset=dataset)


async def _must_be_free(tx: ProjectTx, was: Dataset, change: TagChange) -> None:
    if change.to is None:
        return
    taken = await tx.cases.count(tx.project, was.id, was.version, CaseFilter(tag=change.to))
    must_be_free(change, {change.to} if taken else ())


async def _must_leave_holdout(tx: ProjectTx, was: Dataset, wanted: CaseFilter) -> None:
    if not was.holdout_locked:
        return
    held_out = replace(wanted, split=Split.HOLDOUT)
    reached = await tx.cases.count(tx.project, was.id, was.version, held_out)
    if reached:
        raise HoldoutLocked(f"The holdout of {was.name} is locked", cases=reached)
