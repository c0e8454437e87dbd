"""End the cells of a stopped worker whose applications may have executed the request and must not get it again."""

from collections.abc import Sequence
from datetime import datetime

import structlog

from edison.domain.ids import ProjectId
from edison.domain.models.model_call import Failed, FailureCode
from edison.domain.runs.cell import NOTHING, CellState, Result
from edison.domain.runs.run_plan import Run
from edison.engine.resources import Resources
from edison.engine.runs.call_settlement import settle_calls
from edison.engine.runs.prepare_chunk import PreparedColumn, Ready
from edison.engine.runs.reservations import Finished
from edison.store.repositories.runs.cells import Abandoned
from edison.store.unit_of_work import WriteTx

log = structlog.get_logger(__name__)

NOT_REPEATED = Failed(
    code=FailureCode.PROVIDER_ERROR,
    message="The worker stopped before the answer arrived. The application may have executed the request, so it was "
    "not sent again. Retry the failed cells if repeating them is safe.",
)


async def end_unrepeatable_calls(
    own: Resources,
    tx: WriteTx,
    project: ProjectId,
    run: Run,
    ready: Ready,
    lost: Sequence[Abandoned],
    claim: int,
    now: datetime,
) -> None:
    """Store a failure for each abandoned cell that is not known to be safe to repeat.

    It is stored in the transaction that reopens the cells, so that no later worker finds them open. Their costs are
    counted as in doubt like those of other calls.
    """
    items = [
        Finished(
            ordinal=item.ordinal,
            column=run.plan.place(item.ordinal).column,
            claim=claim,
            spent=None,
            answer=Result(
                state=CellState.FAILED,
                outcome=NOT_REPEATED,
                parsed=None,
                malformed=None,
                bill=NOTHING,
            ),
        )
        for item in lost
        if item.scorer is None and not _is_repeatable(ready, run.plan.place(item.ordinal).column)
    ]
    if items:
        log.warning("calls_not_repeated", run=str(run.id), calls=len(items))
        await settle_calls(
            tx, project, run.id, items, now, launcher=own.launcher, experiment=run.experiment
        )


def _is_repeatable(ready: Ready, column: int) -> bool:
    # It is unknown whether the target or its fallback was called.
    called = (ready.columns[column], ready.stand_in(column))
    return all(
        each.target.endpoint.repeatable for each in called if isinstance(each, PreparedColumn)
    )
