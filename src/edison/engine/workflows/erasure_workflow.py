"""Remove what is left of a project that was deleted."""

from edison.engine.contracts import ERASE_PROJECT, ErasureOrder
from edison.engine.durable import workflow
from edison.engine.steps.erase_project import (
    erase_project_rows,
    finish_project_erasure,
    forget_project_work,
)


@workflow(ERASE_PROJECT)
async def erase_project(order: ErasureOrder) -> None:
    await forget_project_work(order)
    while await erase_project_rows(order):
        pass
    # What was on its way when the first look was taken.
    await forget_project_work(order)
    await finish_project_erasure(order)
