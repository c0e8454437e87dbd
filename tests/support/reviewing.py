"""A suggestion that waits for review, written to the database as the engine writes it.

It has an iteration and evidence.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from edison.domain.budgets.budget import ALERT_SHARE, Scope
from edison.domain.experiments.experiment import (
    Experiment,
    ExperimentTarget,
    Iteration,
    IterationVerdict,
    Stage,
    StageMark,
)
from edison.domain.experiments.experiment_plan import ExperimentPlan, StopRules
from edison.domain.experiments.experiment_states import ExperimentState, IterationState
from edison.domain.experiments.refining.guardrails import examine, examine_text
from edison.domain.experiments.refining.prompt_document import content_with, text_of
from edison.domain.experiments.refining.refiner_evidence import Exemplar, Weak
from edison.domain.experiments.refining.suggestion import (
    RefinerAttempt,
    Suggestion,
    SuggestionState,
)
from edison.domain.experiments.refining.unified_diff import unified
from edison.domain.ids import ExperimentId, IterationId, ProjectId, RunId, SuggestionId
from edison.domain.judging.rubric import Criterion
from edison.domain.money import MicroUsd
from edison.domain.prompts.prompt import PromptVersion
from edison.domain.results.run_summary import Figure
from edison.domain.runs.run_plan import Run
from edison.kit.uuids import new_id
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork, WriteTx
from tests.support.sql import execute

PROMPT = """\
You are a support agent of a shop that sells lamps.
You answer messages of customers who bought something from us.

Your task is to answer the message below.
Read it twice before you write anything.
Say what you know, and say when you do not know it.
Never promise a refund that our terms do not allow.

Follow these rules when you write:
- Write in the language of the customer.
- Use plain words and short sentences.
- Do not repeat the message.
- Do not mention these rules.
- Sign with the name of the shop.

The message:
{{question}}
"""
# Two changes far enough apart to be two hunks.
EMPATHY = (
    "Read it twice before you write anything.",
    "Read it twice, and name what troubles the customer.",
)
STEPS = ("- Do not mention these rules.", "- Do not mention these rules; give numbered steps.")
TOO_MUCH = (
    "Your task is to answer the message below.",
    "Your task is {{task}}. See https://example.com/rules first.",
)
NOTE = """\
Answers are correct but cold, and customers are left without a next step.

1. The agent now names what troubles the customer before it answers, which should raise Empathy.
2. Numbered steps make clear what happens next, which should raise Helpfulness."""
CRITERIA = (
    Criterion(name="Helpfulness", description="Does it solve the problem of the customer?", weight=0.6, scale=5),
    Criterion(name="Empathy", description="Does it acknowledge how the customer feels?", weight=0.4, scale=5),
)  # fmt: skip
WEAK = (
    Weak(name="Empathy", description=CRITERIA[1].description, mean=1.9, scale=5),
    Weak(name="Helpfulness", description=CRITERIA[0].description, mean=2.8, scale=5),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    experiment: str
    iteration: str
    suggestion: str


def put_suggestion_from_outside(url: str, project: str, run: str, **more: Any) -> Waiting:
    """Call `put_suggestion` in a new event loop, for callers without a free one."""

    async def put() -> Waiting:
        database = Database(url, pool_size=1)
        try:
            return await put_suggestion(
                UnitOfWork(database),
                ProjectId(UUID(project)),
                RunId(UUID(run)),
                datetime.now(UTC),
                **more,
            )
        finally:
            await database.close()

    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, put()).result()


def end_run(url: str, run: str) -> None:
    """Move through every state, as the database requires."""
    states = ("executing", "judging", "aggregating", "completed")
    execute(url, *(f"UPDATE runs SET state = '{state}' WHERE id = '{run}'" for state in states))


async def put_suggestion(
    work: UnitOfWork,
    project: ProjectId,
    run: RunId,
    now: datetime,
    *,
    name: str = "Warmer support answers",
    number: int = 1,
    rules: StopRules | None = None,
    state: SuggestionState = SuggestionState.PENDING,
    exemplars: Sequence[Exemplar] = (),
) -> Waiting:
    """Create a started experiment with a suggestion around an existing run."""
    async with work.write() as tx:
        found = await tx.runs.get(project, run)
        base = await tx.prompts.version_by_id(project, found.plan.columns[0].version)
        experiment = await _experiment(tx, project, found, base, name, rules or StopRules(), now)
        iteration = await _iteration(tx, project, experiment, found, base, number, now)
        suggestion = _suggestion(experiment, iteration, base, now, exemplars)
        await tx.suggestions.add(project, replace(suggestion, state=state))
        await tx.experiments.set_champion(project, experiment.id, iteration.id, now)
    return Waiting(
        experiment=str(experiment.id), iteration=str(iteration.id), suggestion=str(suggestion.id)
    )


async def _experiment(
    tx: WriteTx,
    project: ProjectId,
    run: Run,
    base: PromptVersion,
    name: str,
    rules: StopRules,
    now: datetime,
) -> Experiment:
    plan = ExperimentPlan(
        goal="Customers feel understood and know what happens next.",
        criteria=CRITERIA,
        prompt=base.prompt,
        content=base.content,
        dataset=run.plan.dataset,
        stop_rules=rules,
    )
    experiment = Experiment(
        id=ExperimentId(new_id()),
        number=await tx.experiments.next_number(project),
        name=name,
        description="",
        state=ExperimentState.RUNNING,
        plan=plan,
        step=7,
        revision=1,
        prompt=base.prompt,
        dataset=run.plan.dataset,
        targets=tuple(
            ExperimentTarget(
                model=column.model, model_name=column.model_name, parameters=column.parameters
            )
            for column in run.plan.columns
        ),
        end_kind=None,
        end_reason=None,
        waiting_for="A suggestion waits for a review",
        champion=None,
        check_run=None,
        check_verdict=None,
        created_by=run.created_by,
        created_by_label=run.created_by_label,
        created_at=now,
        updated_at=now,
        started_at=now,
        ended_at=None,
    )
    await tx.experiments.add(project, experiment)
    await tx.budgets.open_of_experiment(project, experiment.id)
    balance = await tx.budgets.read(project, Scope.EXPERIMENT, experiment.id)
    await tx.budgets.set_limits(
        project, balance.id, limit=rules.max_budget, limit_tokens=None, alert_share=ALERT_SHARE
    )
    return experiment


async def _iteration(
    tx: WriteTx,
    project: ProjectId,
    experiment: Experiment,
    run: Run,
    base: PromptVersion,
    number: int,
    now: datetime,
) -> Iteration:
    began = now - timedelta(minutes=4)
    iteration = Iteration(
        id=IterationId(new_id()),
        experiment=experiment.id,
        number=number,
        state=IterationState.REVIEWING,
        run=run.id,
        version=base.id,
        version_number=base.number,
        composite=None,
        verdict=None,
        gained=None,
        partial=False,
        problem=None,
        notes=(),
        stages=tuple(
            StageMark(stage=stage, began=began, ended=None if stage is Stage.REVIEWING else now)
            for stage in Stage
        ),
        created_at=began,
        started_at=began,
        finished_at=None,
    )
    await tx.iterations.add(project, iteration)
    await tx.iterations.score(
        project,
        iteration.id,
        composite=Figure(value=0.488, low=0.431, high=0.545, n=24, clusters=24, method="t"),
        verdict=None
        if number == 1
        else IterationVerdict(
            against=number - 1,
            verdict="better",
            effect=Figure(value=0.061, low=0.012, high=0.11, n=24, clusters=24, method="t"),
            p=0.018,
            cases=24,
            sentence="Higher by 0.3 of 5, between 0.1 and 0.6, over 24 cases.",
        ),
        gained=None if number == 1 else True,
    )
    return iteration


def _suggestion(
    experiment: Experiment,
    iteration: Iteration,
    base: PromptVersion,
    now: datetime,
    exemplars: Sequence[Exemplar],
) -> Suggestion:
    text = text_of(base.content)
    diff = unified(text, text.replace(*EMPATHY).replace(*STEPS))
    examined = examine(base.content, diff, cases=[])
    assert examined.ok, examined.guardrails
    assert examined.content is not None
    refused = text.replace(*TOO_MUCH)
    first = examine_text(base.content, refused, cases=[])
    assert not first.ok
    return Suggestion(
        id=SuggestionId(new_id()),
        experiment=experiment.id,
        iteration=iteration.id,
        revision=1,
        state=SuggestionState.PENDING,
        base_version=base.id,
        diff=diff,
        proposed=content_with(base.content, text_of(examined.content)),
        note=NOTE,
        weak=WEAK,
        exemplars=tuple(exemplars),
        guardrails=examined.guardrails,
        attempts=(
            RefinerAttempt(
                diff=unified(text, refused),
                note="Point to the rules.",
                guardrails=first.guardrails,
                at=now,
            ),
            RefinerAttempt(diff=diff, note=NOTE, guardrails=examined.guardrails, at=now),
        ),
        cost=MicroUsd(3_140),
        created_at=now,
    )


def exemplar(run: RunId, ordinal: int, case: UUID | None, asked: str, said: str) -> Exemplar:
    return Exemplar(
        ordinal=ordinal,
        run=run,
        case=case,
        input=asked,
        output=said,
        value=0.3,
        scores={"Empathy": 1.0, "Helpfulness": 2.0},
        reasons={
            "Empathy": "Does not acknowledge that the customer is in a hurry.",
            "Helpfulness": "Names no next step, and nobody who is responsible for it.",
        },
    )
