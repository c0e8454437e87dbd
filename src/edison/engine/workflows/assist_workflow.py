"""A model helps a person: as many calls as the wish takes."""

from edison.engine.contracts import ASSIST, AssistOrder
from edison.engine.durable import workflow
from edison.engine.steps.process_assist import work_assist


@workflow(ASSIST)
async def assist(order: AssistOrder) -> None:
    await work_assist(order)
