"""After an iteration: the next one, or the end. Rules are asked anew, for a decision may come days later."""

from datetime import datetime

from edison.domain.budgets.budget import Scope
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.experiment_progress import turns_of
from edison.domain.experiments.stop_rules import Stop, reason_to_stop
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.domain.prompts.prompt import PromptVersion
from edison.engine.experiments.derive_run import begin_iteration
from edison.engine.experiments.end_experiment import end_experiment
from edison.engine.launcher import Launcher
from edison.engine.runs.owners.iteration_transitions import resume_automatically
from edison.store.unit_of_work import ReadTx, WriteTx


async def stop_reason_of(tx: ReadTx, project: ProjectId, experiment: Experiment) -> Stop | None:
    """Whether a rule says that no further iteration may begin."""
    turns = turns_of(await tx.iterations.all_of(project, experiment.id))
    balance = await tx.budgets.read(project, Scope.EXPERIMENT, experiment.id)
    return reason_to_stop(experiment.plan.stop_rules, turns, balance.spent, tokens=balance.tokens)


async def continue_iteration(
    launcher: Launcher,
    tx: WriteTx,
    who: Actor,
    project: ProjectId,
    experiment: Experiment,
    version: PromptVersion,
    now: datetime,
) -> Iteration | Stop:
    """The experiment is locked and its last iteration is over."""
    stop = await stop_reason_of(tx, project, experiment)
    if stop is not None:
        await end_experiment(launcher, tx, who, project, experiment, stop, now)
        return stop
    await resume_automatically(tx, who, project, experiment, now)
    return await begin_iteration(launcher, tx, who, project, experiment, version, now)
