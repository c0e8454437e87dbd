"""What the last look at unseen cases came to. Repeating it comes to the same."""

from uuid import UUID

from edison.domain.ids import ExperimentId, ProjectId
from edison.domain.people.access import SYSTEM
from edison.engine.contracts import CheckOrder
from edison.engine.durable import step
from edison.engine.experiments.iteration_verdict import conclude_holdout_check
from edison.engine.experiments.load_results import load_iteration_results
from edison.engine.resources import resources
from edison.engine.runs.owners.iteration_events import emit_experiment_changed


@step("conclude_check", attempts=5)
async def conclude_check(order: CheckOrder) -> bool:
    """Return whether there is a verdict."""
    own = resources()
    project = ProjectId(UUID(order["project"]))
    wanted = ExperimentId(UUID(order["experiment"]))
    async with own.work.read() as tx:
        experiment = await tx.experiments.get(project, wanted)
    if experiment.check_run is None:
        return False
    looked = await load_iteration_results(own, project, experiment.check_run)
    columns = looked.plan.columns
    verdict = conclude_holdout_check(looked, (columns[0].number, columns[-1].number))
    if verdict is None:
        return False
    now = own.clock.now()
    async with own.work.write() as tx:
        experiment = await tx.experiments.get(project, wanted, lock=True)
        await tx.experiments.set_check_verdict(project, wanted, verdict, now)
        emit_experiment_changed(tx, SYSTEM, project, experiment, now, ["check"])
    return True
