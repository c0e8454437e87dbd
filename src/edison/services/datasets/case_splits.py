"""Deal the cases of a dataset into those to learn from and those to be judged by."""

from dataclasses import dataclass

from edison.domain.datasets.dataset import Dataset
from edison.domain.errors import HoldoutLocked, InvalidInput
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.services.context import Context
from edison.services.datasets.dataset_versions import finish_version, lock_dataset


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCases:
    project: ProjectId
    dataset: DatasetId
    holdout_share: float
    seed: int


async def deal_cases(ctx: Context, who: Actor, cmd: DealCases) -> Dataset:
    """Put this share of all cases into the hold-out and the others into train; the same seed deals the same."""
    who.must(Permission.EDIT_DATASETS, cmd.project)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        was = await lock_dataset(tx, who, cmd.project, cmd.dataset)
        if was.holdout_locked:
            raise HoldoutLocked(f"The hold-out of {was.name} is locked")
        if not was.cases:
            raise InvalidInput("The dataset has no cases to split", field="dataset")
        moved = await tx.case_changes.deal(
            cmd.project, cmd.dataset, was.version + 1, cmd.holdout_share, cmd.seed
        )
        if moved:
            await finish_version(
                tx,
                who,
                cmd.project,
                was,
                cases=was.cases,
                note=f"Split with {cmd.holdout_share:.0%} held out (seed {cmd.seed})",
                at=now,
            )
        return await tx.datasets.get(cmd.project, cmd.dataset)
