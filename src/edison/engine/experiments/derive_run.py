"""Create the run of the next iteration from the last run: same cases, scorers and targets, new prompt version.

Therefore two iterations can be compared case by case, even if the dataset has changed in between.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from edison.domain.budgets.budget import Scope
from edison.domain.experiments.experiment import Experiment, ExperimentTarget, Iteration
from edison.domain.experiments.experiment_splits import ExperimentSplit
from edison.domain.experiments.experiment_states import IterationState
from edison.domain.ids import IterationId, RunId
from edison.domain.prompts.prompt import PromptVersion
from edison.domain.runs.run_plan import (
    EXPERIMENT_TRIGGER,
    CaseChoice,
    Column,
    Plan,
    Run,
    chunk_size_for,
    series_of,
)
from edison.domain.runs.run_states import RunState
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.enqueue_chunks import announce_run, launch_chunks
from edison.engine.runs.owners.iteration_events import emit_experiment_started
from edison.kit.uuids import new_id
from edison.store.repositories.runs.runs import RunScorer

PAIRWISE = "pairwise"


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """The properties of the new run that differ from the previous run."""

    name: str
    columns: tuple[Column, ...]
    scorers: tuple[RunScorer, ...]
    # None: the same cases as in the previous run.
    choice: CaseChoice | None = None
    # Only the cases of this split; None if the experiment has no splits.
    split: ExperimentSplit | None = None
    check: bool = False


async def begin_iteration(
    tx: ProjectTx, experiment: Experiment, version: PromptVersion
) -> Iteration:
    """Start the next iteration of a locked experiment that has an earlier run and no active iteration."""
    before = await last_run(tx, experiment)
    number = await tx.iterations.next_number(tx.project, experiment.id)
    chosen = chosen_columns(before.plan, experiment.active_targets)
    run = await derive_run(
        tx,
        experiment,
        before,
        Derived(
            name=f"{experiment.title}, iteration {number}"[:200],
            columns=tuple(_with(before.plan.columns[one], version) for one in chosen),
            scorers=kept_scorers(await tx.runs.scorers(tx.project, before.id), chosen),
        ),
    )
    assert run is not None
    iteration = await add_iteration(tx, experiment, version, run, number)
    await launch_chunks(tx, run.id)
    return iteration


async def add_iteration(
    tx: ProjectTx, experiment: Experiment, version: PromptVersion, run: Run, number: int
) -> Iteration:
    iteration = Iteration(
        id=IterationId(new_id()),
        experiment=experiment.id,
        number=number,
        state=IterationState.PENDING,
        run=run.id,
        version=version.id,
        version_number=version.number,
        composite=None,
        verdict=None,
        gained=None,
        partial=False,
        problem=None,
        notes=(),
        stages=(),
        created_at=tx.now,
        started_at=None,
        finished_at=None,
    )
    await tx.iterations.add(tx.project, iteration)
    emit_experiment_started(tx, experiment, iteration)
    return iteration


async def last_run(tx: ProjectTx, experiment: Experiment) -> Run:
    runs = [one.run for one in await tx.iterations.all_of(tx.project, experiment.id) if one.run]
    return await tx.runs.get(tx.project, runs[-1])


async def derive_run(
    tx: ProjectTx, experiment: Experiment, before: Run, wanted: Derived
) -> Run | None:
    """Create the run; return None if it would have no cases. The caller enqueues its chunks as the last step."""
    run_id = RunId(new_id())
    if wanted.choice is None:
        cases = await tx.run_copies.copy_cases(tx.project, before.id, run_id)
    elif wanted.split is not None:
        cases = await tx.experiment_cases.pin(tx.project, experiment.id, wanted.split, run_id)
    else:
        cases = await tx.run_cases.pin(
            tx.project, run_id, before.plan.dataset, before.plan.dataset_version or 0, wanted.choice
        )
    if not cases:
        return None
    columns = len(wanted.columns)
    plan = replace(
        before.plan,
        columns=wanted.columns,
        cases=cases,
        choice=wanted.choice or before.plan.choice,
        chunk_size=chunk_size_for(cases * before.plan.trials * columns, columns),
    )
    run = Run(
        id=run_id,
        number=await tx.runs.next_number(tx.project),
        name=wanted.name,
        state=RunState.PENDING,
        pause_reason=None,
        problem=None,
        trigger=EXPERIMENT_TRIGGER,
        plan=plan,
        epoch=1,
        turn=await tx.runs.turn_now(),
        created_by=tx.who.user,
        created_by_label=tx.who.label,
        created_at=tx.now,
        started_at=None,
        finished_at=None,
        heartbeat_at=None,
        experiment=experiment.id,
    )
    series = series_of(experiment.id, check=wanted.check)
    prompt = wanted.columns[0].prompt
    await tx.runs.add(tx.project, run, prompt, series, scorers=wanted.scorers)
    share = (await tx.projects.get(tx.project)).settings.cost_alert_threshold
    # The budget of the experiment limits it; that of the run is only shown.
    await tx.budgets.open(tx.project, Scope.RUN, run_id, alert_share=share)
    announce_run(tx, run)
    return run


def chosen_columns(plan: Plan, targets: Sequence[ExperimentTarget]) -> tuple[int, ...]:
    """Return the columns of a plan that use one of the targets; all columns if no target matches."""
    wanted = {(target.model, target.parameters) for target in targets}
    found = tuple(
        number
        for number, column in enumerate(plan.columns)
        if (column.model, column.parameters) in wanted
    )
    return found or tuple(range(len(plan.columns)))


def kept_scorers(scorers: Sequence[RunScorer], columns: Sequence[int]) -> tuple[RunScorer, ...]:
    """Return the scorers for a run with these columns, without pairwise judges that need a removed column."""
    places = {old: new for new, old in enumerate(columns)}
    found: list[RunScorer] = []
    for scorer in scorers:
        spec = _placed(scorer, places)
        if spec is not None:
            found.append(RunScorer(number=len(found), name=scorer.name, spec=spec))
    return tuple(found)


def _placed(scorer: RunScorer, places: Mapping[int, int]) -> dict[str, Any] | None:
    if scorer.kind != PAIRWISE:
        return scorer.spec
    a, b = places.get(scorer.spec["a"]), places.get(scorer.spec["b"])
    return None if a is None or b is None else {**scorer.spec, "a": a, "b": b}


def _with(column: Column, version: PromptVersion) -> Column:
    return replace(column, version=version.id, number=version.number)
