"""Templates to begin an experiment with."""

from collections.abc import Sequence
from datetime import datetime

from edison.domain.datasets.case_batches import batch_cases
from edison.domain.datasets.dataset import DatasetKind
from edison.domain.experiments.templates.experiment_template import Template
from edison.domain.experiments.templates.registry import TEMPLATES
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.services.context import Context
from edison.services.datasets.dataset_creation import create_empty_dataset
from edison.services.datasets.dataset_versions import count_of_cases, finish_version
from edison.store.unit_of_work import WriteTx


async def list_templates(ctx: Context, who: Actor, project: ProjectId) -> Sequence[Template]:
    who.must(Permission.VIEW_PROJECT, project)
    del ctx
    return TEMPLATES


MOST_NAME = 100


async def dataset_of_template(
    tx: WriteTx, who: Actor, project: ProjectId, template: Template, now: datetime
) -> DatasetId:
    """Each experiment gets its own: cases are added and changed as people learn."""
    who.must(Permission.EDIT_DATASETS, project)
    made = await create_empty_dataset(
        tx,
        who,
        project,
        now,
        name=await tx.names.free(project, "dataset", template.dataset_name, MOST_NAME),
        kind=DatasetKind.GOLDEN,
        description=f"Sample cases of the template {template.name}. Change them as you like.",
    )
    await tx.case_changes.add(project, made.id, 1, batch_cases(template.cases))
    columns = tuple(dict.fromkeys(name for case in template.cases for name in case.values))
    await finish_version(
        tx,
        who,
        project,
        made,
        cases=len(template.cases),
        note=count_of_cases(len(template.cases), "Added"),
        at=now,
        columns=columns,
    )
    return made.id
