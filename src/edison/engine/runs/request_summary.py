"""Orders the results of a run, in the caller's transaction: one at a time, and not all the time."""

from datetime import datetime, timedelta

from edison.domain.ids import ProjectId, RunId
from edison.engine.launcher import Launcher
from edison.store.unit_of_work import WriteTx

# Results of a run that is at work are computed at most so often, and for a quarter of the time at most.
NOT_WITHIN = timedelta(seconds=3)
REST = 4


def minimum_pause_between_summaries(took_s: float) -> timedelta:
    """How long results rest that took so long to compute."""
    return max(NOT_WITHIN, timedelta(seconds=REST * took_s))


async def request_summary(
    launcher: Launcher,
    tx: WriteTx,
    project: ProjectId,
    run: RunId,
    now: datetime,
    *,
    took_s: float = 0.0,
    at_once: bool = False,
) -> bool:
    """Whether an order was given; none is while another waits. `at_once`: even so, for what has come since."""
    number = await tx.run_statistics.ask(
        project, run, now, not_within=minimum_pause_between_summaries(took_s), at_once=at_once
    )
    if number is None:
        return False
    await launcher.summarise_run(tx, {"project": str(project), "run": str(run), "number": number})
    return True
