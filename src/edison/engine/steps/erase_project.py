"""Delete the rows of a project, a limited number in each transaction. A repeated step deletes the remaining rows."""

from uuid import UUID

import structlog

from edison.engine.durable import forget_work, step
from edison.engine.resources import resources
from edison.engine.workflow_contracts import ErasureOrder

log = structlog.get_logger(__name__)

ROWS_AT_ONCE = 5_000
BATCHES_AT_ONCE = 20
WORKFLOWS_AT_ONCE = 500


@step("forget_project_work")
async def forget_project_work(order: ErasureOrder) -> int:
    """Cancel and delete all workflows of the project, except the workflow that erases the project."""
    own, deletion, forgotten = resources(), UUID(order["deletion"]), 0
    while True:
        async with own.work.read() as tx:
            project = await tx.project_erasure.project_of(deletion)
            found = (
                []
                if project is None
                else await tx.project_erasure.workflows_of(project, WORKFLOWS_AT_ONCE)
            )
        if not found:
            return forgotten
        await forget_work(found)
        forgotten += len(found)


@step("erase_project_rows")
async def erase_project_rows(order: ErasureOrder) -> int:
    """Delete some batches of rows; return the number of deleted rows, 0 when no rows are left."""
    own, deletion, erased = resources(), UUID(order["deletion"]), 0
    for _ in range(BATCHES_AT_ONCE):
        async with own.work.write() as tx:
            project = await tx.project_erasure.project_of(deletion)
            deleted = (
                0
                if project is None
                else await tx.project_erasure.erase_batch(project, ROWS_AT_ONCE)
            )
        erased += deleted
        if not deleted:
            break
    log.info("project_rows_erased", deletion=str(deletion), rows=erased)
    return erased


@step("finish_project_erasure")
async def finish_project_erasure(order: ErasureOrder) -> None:
    own, deletion = resources(), UUID(order["deletion"])
    async with own.work.write() as tx:
        project = await tx.project_erasure.project_of(deletion)
        if project is not None:
            await tx.project_erasure.finish(project, deletion, ROWS_AT_ONCE)
    log.info("project_erased", deletion=str(deletion))
