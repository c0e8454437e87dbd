"""The results of a run, computed when it ends and when someone looks at what has changed."""

from edison.engine.contracts import SUMMARISE_RUN, SummaryOrder
from edison.engine.durable import workflow
from edison.engine.steps.summarise_run import summarise_run as summarise


@workflow(SUMMARISE_RUN)
async def summarise_run(order: SummaryOrder) -> None:
    await summarise(order)
