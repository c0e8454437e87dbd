"""Create, rename, lock and remove datasets. Renaming creates no version, because a version contains only cases."""

from dataclasses import dataclass
from typing import Any

from edison.domain.comments.comment import SubjectKind
from edison.domain.datasets.dataset import Dataset, DatasetKind
from edison.domain.events import (
    DATASET_CHANGED,
    DATASET_CREATED,
    DATASET_REMOVED,
)
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.datasets.dataset_versions import lock_dataset
from edison.services.permission_check import require_live_project
from edison.store.unit_of_work import WriteTx


async def create_empty_dataset(
    tx: ProjectTx, *, name: str, kind: DatasetKind, description: str
) -> Dataset:
    """Add a dataset without cases, write its audit entry and emit its event."""
    dataset = Dataset(
        id=DatasetId(new_id()),
        name=name,
        kind=kind,
        description=description,
        columns=(),
        version=0,
        cases=0,
        holdout_locked=False,
        created_at=tx.now,
        updated_at=tx.now,
    )
    await tx.datasets.add(tx.project, dataset)
    tx.note(
        DATASET_CREATED,
        ("dataset", dataset.id),
        {
            "name": {"old": None, "new": name},
            "kind": {"old": None, "new": str(kind)},
        },
        name=name,
    )
    return dataset


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset:
    project: ProjectId
    name: str
    kind: DatasetKind
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditDataset:
    """A change of a dataset; None keeps a value."""

    project: ProjectId
    dataset: DatasetId
    name: str | None = None
    kind: DatasetKind | None = None
    description: str | None = None
    holdout_locked: bool | None = None


async def create_dataset(ctx: Context, who: Actor, cmd: CreateDataset) -> Dataset:
    who.must(Permission.EDIT_DATASETS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.EDIT_DATASETS)
        return await create_empty_dataset(
            tx, name=cmd.name, kind=cmd.kind, description=cmd.description
        )


async def edit_dataset(ctx: Context, who: Actor, cmd: EditDataset) -> Dataset:
    who.must(Permission.EDIT_DATASETS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        was = await lock_dataset(tx, cmd.dataset)
        wanted = {
            "name": cmd.name,
            "kind": cmd.kind,
            "description": cmd.description,
            "holdout_locked": cmd.holdout_locked,
        }
        changed = {
            name: value
            for name, value in wanted.items()
            if value is not None and value != getattr(was, name)
        }
        if changed:
            await _save(tx, cmd, changed, was)
            changes: dict[str, Any] = {
                name: {"old": getattr(was, name), "new": value} for name, value in changed.items()
            }
            await tx.datasets.change(cmd.project, cmd.dataset, updated_at=tx.now)
            tx.note(
                DATASET_CHANGED,
                ("dataset", cmd.dataset),
                changes,
                name=cmd.name or was.name,
                changed=sorted(changed),
            )
        return await tx.datasets.get(cmd.project, cmd.dataset)


async def _save(tx: WriteTx, cmd: EditDataset, changed: dict[str, Any], was: Dataset) -> None:
    rest = {name: value for name, value in changed.items() if name != "name"}
    if "name" in changed:
        await tx.datasets.rename(cmd.project, was.id, changed["name"])
    if rest:
        await tx.datasets.change(cmd.project, was.id, **rest)


async def remove_dataset(ctx: Context, who: Actor, project: ProjectId, dataset: DatasetId) -> None:
    """Remove a dataset from the lists. Runs that used the dataset keep their cases."""
    who.must(Permission.EDIT_DATASETS, project)
    async with ctx.change(who, project) as tx:
        was = await lock_dataset(tx, dataset)
        await tx.datasets.remove(project, dataset, tx.now)
        await tx.comments.remove_of(project, [SubjectKind.CASE], dataset)
        tx.note(
            DATASET_REMOVED,
            ("dataset", dataset),
            {"name": {"old": was.name, "new": None}},
            name=was.name,
        )
