"""Make a suggestion and move the iteration to review, or complete the iteration. A retry repeats no paid call."""

from uuid import UUID

import structlog

from edison.domain.budgets.budget import Scope
from edison.domain.errors import NotFound
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.experiment_states import IterationState
from edison.domain.experiments.refining.guardrails import is_small
from edison.domain.experiments.refining.suggestion import Suggestion, SuggestionState
from edison.domain.experiments.review import ReviewDecision
from edison.domain.experiments.stop_rules import BUDGET, NO_REFINEMENT, Stop
from edison.domain.ids import IterationId, ProjectId
from edison.domain.people.access import SYSTEM
from edison.engine.durable import step
from edison.engine.experiments.decide_suggestion import approve_in_transaction
from edison.engine.experiments.end_experiment import end_experiment
from edison.engine.experiments.make_suggestion import (
    NoRoomForAsk,
    SuggestionRequest,
    guardrail_block_reason,
    make_suggestion,
)
from edison.engine.experiments.suggestion_request import (
    SuggestionBasis,
    emit_suggestion_ready,
    suggestion_basis,
)
from edison.engine.notifications.review_notifications import notify_review_requested
from edison.engine.project_tx import ProjectTx
from edison.engine.resources import Resources, resources
from edison.engine.runs.owners.iteration_listener import (
    await_person,
    move_iteration,
    new_iteration_note,
    resume_automatically,
)
from edison.engine.workflow_contracts import IterationOrder

log = structlog.get_logger(__name__)

REVIEW = "A suggestion waits for a review"
WHAT_A_PERSON_CAN_DO = "edit the prompt, ask for another suggestion, or finish"
NO_REFINER = "the refiner's model was removed from the catalog"


@step("refine_iteration", attempts=5)
async def refine_iteration(order: IterationOrder) -> bool:
    """Make a suggestion; return whether there is a suggestion to review."""
    own = resources()
    project, wanted = ProjectId(UUID(order["project"])), IterationId(UUID(order["iteration"]))
    async with own.work.read() as tx:
        iteration = await tx.iterations.get(project, wanted)
        experiment = await tx.experiments.get(project, iteration.experiment)
        ground = await suggestion_basis(tx, project, experiment, iteration)
    if iteration.state is not IterationState.REFINING:
        return iteration.state is IterationState.REVIEWING
    try:
        found = await _suggested(own, project, experiment, iteration, ground, order)
    except NoRoomForAsk as lacking:
        found = lacking
    except NotFound:
        found = None
    async with own.change(project) as tx:
        experiment = await tx.experiments.get(project, iteration.experiment, lock=True)
        iteration = await tx.iterations.get(project, wanted, lock=True)
        if iteration.state is not IterationState.REFINING:
            return iteration.state is IterationState.REVIEWING
        after = _After(tx, experiment, iteration, order["again"])
        if isinstance(found, Suggestion):
            return await after.suggestion(found)
        if found is None:
            await after.nothing(NO_REFINER)
        else:
            await after.no_money(found)
        return False


async def _suggested(
    own: Resources,
    project: ProjectId,
    experiment: Experiment,
    iteration: Iteration,
    ground: SuggestionBasis,
    order: IterationOrder,
) -> Suggestion | None:
    if ground.model is None:
        return None
    return await make_suggestion(
        own,
        project,
        SuggestionRequest(
            experiment=experiment.id,
            iteration=iteration.id,
            run=ground.run,
            base=ground.base,
            goal=experiment.plan.goal,
            rubric=ground.rubric,
            model=ground.model,
            hint=order["hint"],
            rejected=ground.rejected,
            round=order["again"],
            asked_by_label=SYSTEM.label,
        ),
    )


class _After:
    """Actions after a call of the refiner, in one transaction. The experiment and the iteration are locked."""

    def __init__(
        self,
        tx: ProjectTx,
        experiment: Experiment,
        iteration: Iteration,
        again: int,
    ) -> None:
        self._tx = tx
        self._experiment = experiment
        self._iteration = iteration
        self._again = again

    async def suggestion(self, found: Suggestion) -> bool:
        tx = self._tx
        await tx.suggestions.add(tx.project, found)
        emit_suggestion_ready(tx, self._experiment, self._iteration, found)
        log.info("suggested", iteration=str(self._iteration.id), state=str(found.state))
        if found.state is SuggestionState.BLOCKED:
            await self.nothing(guardrail_block_reason(found))
            return False
        await self._move(IterationState.REVIEWING, "A suggestion waits for a review")
        await resume_automatically(tx, self._experiment, waiting_for=REVIEW)
        settings = (await tx.projects.get(tx.project)).settings
        if not settings.require_review_approval and is_small(found.guardrails):
            await self._approve(found)
        else:
            await notify_review_requested(tx, self._experiment, self._iteration, found)
        return True

    async def nothing(self, why: str) -> None:
        """Complete the iteration without a suggestion; end the experiment or wait for a person."""
        tx = self._tx
        await self._move(IterationState.COMPLETED, f"No suggestion: {why}", "warning")
        if self._experiment.plan.stop_rules.stop_if_no_refinement and not self._again:
            await self._end(NO_REFINEMENT)
        else:
            await await_person(
                tx, self._experiment, f"No suggestion ({why}): {WHAT_A_PERSON_CAN_DO}"
            )

    async def no_money(self, lacking: NoRoomForAsk) -> None:
        tx = self._tx
        await self._move(IterationState.COMPLETED, f"Budget limit reached: {lacking}", "warning")
        if lacking.scope is Scope.EXPERIMENT and not self._again:
            await self._end(BUDGET)
        else:
            await await_person(
                tx,
                self._experiment,
                f"Budget limit reached: raise it and ask for another suggestion, or finish ({lacking})",
            )

    async def _approve(self, found: Suggestion) -> None:
        """Approve a small change automatically, as the project allows. No person is recorded as the reviewer."""
        tx = self._tx
        await approve_in_transaction(
            tx,
            await tx.suggestions.get(tx.project, found.id, lock=True),
            found.proposed,
            decision=ReviewDecision.APPROVE,
            notes="Approved automatically: the change is small and passed every guardrail",
            automatic=True,
        )

    async def _move(self, state: IterationState, said: str, kind: str = "info") -> None:
        tx = self._tx
        self._iteration = await move_iteration(
            tx,
            self._experiment,
            self._iteration,
            state,
            notes=[new_iteration_note(tx.now, said, "warning" if kind == "warning" else "info")],
        )

    async def _end(self, stop: Stop) -> None:
        tx = self._tx
        await end_experiment(tx, self._experiment, stop)
