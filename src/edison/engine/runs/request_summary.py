"""Queue the computation of a run's results in the caller's transaction, with a minimum pause in between."""

from datetime import timedelta

from edison.domain.ids import RunId
from edison.engine.project_tx import ProjectTx

# Limits on how often results of an active run are computed: at most a quarter of the time.
NOT_WITHIN = timedelta(seconds=3)
REST = 4


def minimum_pause_between_summaries(took_s: float) -> timedelta:
    """Return the pause before the results are computed again, given the last computing time."""
    return max(NOT_WITHIN, timedelta(seconds=REST * took_s))


async def request_summary(
    tx: ProjectTx, run: RunId, *, took_s: float = 0.0, at_once: bool = False
) -> bool:
    """Queue the computation of a run's results; return whether it was queued.

    Unless `at_once` is set, nothing is queued if a computation is in progress or was requested too recently.
    """
    number = await tx.run_statistics.ask(
        tx.project, run, tx.now, not_within=minimum_pause_between_summaries(took_s), at_once=at_once
    )
    if number is None:
        return False
    await tx.launcher.summarise_run(
        tx, {"project": str(tx.project), "run": str(run), "number": number}
    )
    return True
