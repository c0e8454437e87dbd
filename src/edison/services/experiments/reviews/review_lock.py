"""When nobody may decide: while an iteration works, for it was begun without this change."""

from edison.domain.experiments.experiment import Experiment
from edison.domain.experiments.experiment_states import ExperimentState
from edison.domain.ids import ProjectId
from edison.store.unit_of_work import ReadTx


async def locked_because(tx: ReadTx, project: ProjectId, experiment: Experiment) -> str | None:
    if experiment.state in (ExperimentState.COMPLETED, ExperimentState.ARCHIVED):
        return f"The experiment is {experiment.state}: nothing more is decided in it."
    active = await tx.iterations.active(project, experiment.id)
    if active is None:
        return None
    doing = "is paused" if active.state == "paused" else "is running"
    return f"Iteration {active.number} {doing}. You can decide when it has finished."
