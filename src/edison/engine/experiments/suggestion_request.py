"""Choose the version and run that a suggestion is based on, request another suggestion, and emit its event."""

from dataclasses import dataclass

from edison.domain.errors import WrongState
from edison.domain.events import SUGGESTION_CREATED
from edison.domain.experiments.candidate_acceptance import refines_champion
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.experiment_states import ExperimentState, IterationState
from edison.domain.experiments.refining.suggestion import Suggestion, SuggestionState
from edison.domain.ids import ModelId, ProjectId, RunId
from edison.domain.judging.rubric import Rubric
from edison.domain.prompts.prompt import PromptVersion
from edison.domain.runs.run_plan import Run
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.owners.iteration_listener import (
    move_iteration,
    new_iteration_note,
    resume_automatically,
)
from edison.store.repositories.results.run_panels import panel_among
from edison.store.unit_of_work import ReadTx

MOST_HINT = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionBasis:
    """The prompt version to refine, a run of that version, and the refiner model."""

    run: Run
    base: PromptVersion
    rubric: Rubric
    model: ModelId | None
    # Reasons why people rejected earlier suggestions of this iteration.
    rejected: tuple[str, ...] = ()


async def suggestion_basis(
    tx: ReadTx, project: ProjectId, experiment: Experiment, iteration: Iteration
) -> SuggestionBasis:
    """Choose the version to refine: the newest one, or the best one if the newest is clearly worse."""
    chosen = iteration
    verdict = None if iteration.verdict is None else iteration.verdict.verdict
    if refines_champion(verdict) and experiment.champion is not None:
        chosen = await tx.iterations.get(project, experiment.champion)
    assert chosen.run is not None
    return SuggestionBasis(
        run=await tx.runs.get(project, chosen.run),
        base=await tx.prompts.version_by_id(project, chosen.version),
        rubric=await _rubric(tx, project, experiment, chosen.run),
        model=await _refiner(tx, project, experiment),
        rejected=await _rejected(tx, project, iteration),
    )


async def request_other_suggestion(
    tx: ProjectTx, experiment: Experiment, *, hint: str = ""
) -> Iteration:
    """Request another suggestion after one was rejected or blocked. The caller has locked the experiment."""
    last = await tx.iterations.last(tx.project, experiment.id, lock=True)
    if (
        experiment.state is not ExperimentState.PAUSED
        or last is None
        or last.run is None
        or last.partial
        or last.state is not IterationState.COMPLETED
    ):
        raise WrongState(
            "Request another suggestion when the iteration is complete and no suggestion is pending",
            state=str(experiment.state),
        )
    run = await tx.runs.get(tx.project, last.run)
    moved = await move_iteration(
        tx,
        experiment,
        last,
        IterationState.REFINING,
        notes=[new_iteration_note(tx.now, f"{tx.who.label} asked for another suggestion")],
    )
    await resume_automatically(tx, experiment)
    await tx.launcher.continue_iteration(
        tx,
        {
            "project": str(tx.project),
            "iteration": str(last.id),
            # Each request adds a line to the timeline, so its length numbers the requests.
            "again": len(moved.notes),
            "hint": hint[:MOST_HINT],
        },
        epoch=run.epoch,
    )
    return moved


def emit_suggestion_ready(
    tx: ProjectTx, experiment: Experiment, iteration: Iteration, suggestion: Suggestion
) -> None:
    tx.emit_event(
        SUGGESTION_CREATED,
        suggestion=str(suggestion.id),
        experiment=str(experiment.id),
        name=experiment.title,
        iteration=str(iteration.id),
        number=iteration.number,
        state=str(suggestion.state),
        blocked=suggestion.state is SuggestionState.BLOCKED,
    )


async def _rubric(tx: ReadTx, project: ProjectId, experiment: Experiment, run: RunId) -> Rubric:
    """Return the rubric of the run's judges, or the criteria of the plan if the run has no rubric."""
    panel = panel_among(await tx.run_panels.scorers(project, run))
    found = None if panel.rubric is None else await tx.run_panels.rubric(project, *panel.rubric)
    return Rubric(criteria=experiment.plan.criteria) if found is None else found.rubric


async def _rejected(tx: ReadTx, project: ProjectId, iteration: Iteration) -> tuple[str, ...]:
    found: list[str] = []
    for suggestion in await tx.suggestions.of_iteration(project, iteration.id):
        if suggestion.state is SuggestionState.REJECTED:
            reviews = await tx.reviews.of(project, suggestion.id)
            found += [review.notes for review in reviews if review.notes]
    return tuple(found)


async def _refiner(tx: ReadTx, project: ProjectId, experiment: Experiment) -> ModelId | None:
    """Return the refiner model of the plan, or else the model of the first judge."""
    plan = experiment.plan
    if plan.refiner is not None:
        return plan.refiner
    for choice in plan.judges:
        if choice.model is not None:
            return choice.model
        if choice.judge is not None:
            return (
                await tx.judges.version(project, choice.judge, choice.version or 1)
            ).content.model
    return plan.targets[0].model if plan.targets else None
