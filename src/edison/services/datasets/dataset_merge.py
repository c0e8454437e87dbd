"""Copy the cases of another dataset into a dataset, in one new version. The other dataset does not change."""

from dataclasses import dataclass

from edison.domain.datasets.case_rules import must_fit
from edison.domain.datasets.dataset import Dataset, DatasetOrigin, OriginKind
from edison.domain.errors import HoldoutLocked, InvalidInput
from edison.domain.ids import DatasetId, OriginId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.kit.uuids import new_id
from edison.services.context import Context
from edison.services.datasets.dataset_queries import version_of
from edison.services.datasets.dataset_versions import (
    count_of_cases,
    finish_version,
    lock_dataset,
    must_have_room,
)
from edison.store.repositories.datasets.merge_cases import MergedCases


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeDatasets:
    project: ProjectId
    dataset: DatasetId
    source: DatasetId
    # None: the newest version.
    version: int | None = None
    leave_out_duplicates: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """The result of a merge. If no case was added, no version was created."""

    version: int
    added: int
    duplicates: int


async def merge_datasets(ctx: Context, who: Actor, cmd: MergeDatasets) -> Merged:
    who.must(Permission.EDIT_DATASETS, cmd.project)
    if cmd.source == cmd.dataset:
        raise InvalidInput("A dataset cannot be merged into itself", field="source")
    async with ctx.change(who, cmd.project) as tx:
        was = await lock_dataset(tx, cmd.dataset)
        source = await tx.datasets.get(cmd.project, cmd.source)
        number = await version_of(tx, cmd.project, cmd.source, cmd.version)
        new = await tx.cases.shape(cmd.project, cmd.source, number)
        if not new:
            raise InvalidInput(f"{source.name} has no cases to merge", field="source")
        there = await tx.cases.shape(cmd.project, cmd.dataset, was.version)
        coming = f"the cases of {source.name}"
        must_fit(new, there, coming=coming, dataset=was.name, field="source")
        taken = await tx.case_merging.take(
            cmd.project,
            cmd.dataset,
            was.version + 1,
            (cmd.source, number),
            leave_out_duplicates=cmd.leave_out_duplicates,
        )
        _must_be_allowed(was, source, taken)
        duplicates = taken.coming - taken.added
        if not taken.added:
            return Merged(version=was.version, added=0, duplicates=duplicates)
        names = (name for name in source.columns if name in new)
        version = await finish_version(
            tx,
            was,
            cases=was.cases + taken.added,
            note=_note(source, number, taken.added, duplicates),
            columns=tuple(dict.fromkeys([*was.columns, *names])),
        )
        await tx.origins.add(
            cmd.project,
            DatasetOrigin(
                id=OriginId(new_id()),
                dataset=was.id,
                version=version.number,
                kind=OriginKind.MERGED,
                by_label=who.label,
                at=tx.now,
                added=taken.added,
                asked=taken.coming,
                made=taken.added,
                duplicates=duplicates,
                source=source.id,
                source_version=number,
            ),
        )
    return Merged(version=version.number, added=taken.added, duplicates=duplicates)


def _must_be_allowed(was: Dataset, source: Dataset, taken: MergedCases) -> None:
    """Raise an error if the merged cases are not allowed; the error rolls back the merge."""
    if was.holdout_locked and taken.held_out:
        raise HoldoutLocked(
            f"The holdout of {was.name} is locked, and {taken.held_out:,} cases of {source.name} are held out",
            cases=taken.held_out,
        )
    must_have_room(was, taken.added)


def _note(source: Dataset, version: int, added: int, duplicates: int) -> str:
    note = count_of_cases(added, "Merged", f" from {source.name} (version {version})")
    if not duplicates:
        return note
    word = "duplicate was" if duplicates == 1 else "duplicates were"
    return f"{note}; {duplicates:,} {word} left out"
