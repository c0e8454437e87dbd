"""Create dataset versions: lock the dataset, write the version, and assign cases to splits."""

from dataclasses import dataclass

from edison.domain.datasets.case_rules import CASES_AT_MOST
from edison.domain.datasets.dataset import CaseContent, Dataset, DatasetVersion, Split
from edison.domain.errors import DatasetFull, HoldoutLocked, InvalidInput
from edison.domain.events import DATASET_CHANGED
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.services.permission_check import require_live_project


async def lock_dataset(tx: ProjectTx, dataset: DatasetId) -> Dataset:
    """Lock a dataset for a change, so that its versions are created one after the other."""
    await require_live_project(tx, Permission.EDIT_DATASETS)
    return await tx.datasets.get(tx.project, dataset, lock=True)


async def finish_version(
    tx: ProjectTx, was: Dataset, *, cases: int, note: str, columns: tuple[str, ...] | None = None
) -> DatasetVersion:
    """Write a version after its cases are stored, with an audit entry and an event."""
    version = DatasetVersion(
        dataset=was.id,
        number=was.version + 1,
        cases=cases,
        note=note,
        author_label=tx.who.label,
        created_at=tx.now,
    )
    await tx.datasets.add_version(tx.project, version, was.columns if columns is None else columns)
    tx.record_entry(
        "dataset.version_made",
        ("dataset", was.id),
        {
            "version": {"old": was.version, "new": version.number},
            "cases": {"old": was.cases, "new": cases},
            "note": {"old": None, "new": note},
        },
    )
    tx.emit_event(
        DATASET_CHANGED,
        id=str(was.id),
        name=was.name,
        version=version.number,
        cases=cases,
        note=note,
    )
    return version


def must_have_room(was: Dataset, more: int) -> None:
    if was.cases + more > CASES_AT_MOST:
        raise DatasetFull(
            f"A dataset has at most {CASES_AT_MOST:,} cases; this one has {was.cases:,}",
            cases=was.cases,
            more=more,
            limit=CASES_AT_MOST,
        )


def must_not_touch_holdout(was: Dataset, *contents: CaseContent) -> None:
    """Raise an error if a case to add, change or remove belongs to a locked holdout."""
    must_not_add_to_holdout(was, any(content.split is Split.HOLDOUT for content in contents))


def must_not_add_to_holdout(was: Dataset, adds: bool) -> None:
    if was.holdout_locked and adds:
        raise HoldoutLocked(f"The holdout of {was.name} is locked")


def count_of_cases(number: int, verb: str, rest: str = "") -> str:
    """Return a note such as `Added 1 case` or `Imported 50 cases from questions.csv`."""
    return f"{verb} {number:,} {'case' if number == 1 else 'cases'}{rest}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCases:
    project: ProjectId
    dataset: DatasetId
    holdout_share: float
    seed: int


async def deal_cases(ctx: Context, who: Actor, cmd: DealCases) -> Dataset:
    """Assign a random share of all cases to the holdout and all other cases to train. The seed fixes the selection."""
    who.must(Permission.EDIT_DATASETS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        was = await lock_dataset(tx, cmd.dataset)
        if was.holdout_locked:
            raise HoldoutLocked(f"The holdout of {was.name} is locked")
        if not was.cases:
            raise InvalidInput("The dataset has no cases to split", field="dataset")
        moved = await tx.case_changes.deal(
            cmd.project, cmd.dataset, was.version + 1, cmd.holdout_share, cmd.seed
        )
        if moved:
            await finish_version(
                tx,
                was,
                cases=was.cases,
                note=f"Split with {cmd.holdout_share:.0%} held out (seed {cmd.seed})",
            )
        return await tx.datasets.get(cmd.project, cmd.dataset)
