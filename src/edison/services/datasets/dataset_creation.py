"""The one way a dataset begins: empty, without a version."""

from datetime import datetime

from edison.domain.audit.audit_chain import entry
from edison.domain.datasets.dataset import Dataset, DatasetKind
from edison.domain.events import DATASET_CREATED, event, project_topic
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.people.access import Actor
from edison.kit.uuids import new_id
from edison.store.unit_of_work import WriteTx


async def create_empty_dataset(
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    now: datetime,
    *,
    name: str,
    kind: DatasetKind,
    description: str,
) -> Dataset:
    """Add it and tell of it."""
    dataset = Dataset(
        id=DatasetId(new_id()),
        name=name,
        kind=kind,
        description=description,
        columns=(),
        version=0,
        cases=0,
        holdout_locked=False,
        created_at=now,
        updated_at=now,
    )
    await tx.datasets.add(project, dataset)
    tx.record(
        entry(
            who,
            "dataset.created",
            ("dataset", dataset.id),
            at=now,
            project=project,
            changes={
                "name": {"old": None, "new": name},
                "kind": {"old": None, "new": str(kind)},
            },
        )
    )
    tx.emit(event(who, project_topic(project), DATASET_CREATED, now, id=str(dataset.id), name=name))
    return dataset
