"""Start or forecast a review of questions: a run in which judges score the questions of a dataset as answers."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from edison.domain.arena.question_review import Quality, about_of, check_wish, question_text
from edison.domain.datasets.dataset import CaseContent
from edison.domain.errors import NoWorker
from edison.domain.ids import DatasetId, ModelId, ProjectId
from edison.domain.models.token_counts import count_tokens
from edison.domain.money import MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.answer_length import EarlierCalls
from edison.domain.runs.cost_forecast import Asking, forecast
from edison.domain.runs.run_order import RunOrder
from edison.domain.runs.run_plan import QUESTIONS_TRIGGER, CaseChoice, Run
from edison.engine.project_tx import ProjectTx
from edison.engine.runs.start.count_tokens import ExpectedAnswers
from edison.engine.runs.start.create_question_run import create_question_run
from edison.engine.runs.start.forecast_calls import (
    SAMPLE_AT_MOST,
    forecast_scorer_calls,
    load_case_sample,
    load_earlier_calls,
)
from edison.engine.runs.start.plan_run import draft_question_run
from edison.engine.runs.start.run_draft import ChosenScorer, RunDraft, choose_target
from edison.scorers.judge import JudgeSpec
from edison.services.arena.question_judges import NewJudges, imagined_judges, make_judges
from edison.services.context import Context
from edison.services.permission_check import confirm_permission, require_live_project
from edison.services.runs.run_forecast import (
    RunProspect,
    month_of_project,
    problems_of,
    warnings_of,
)
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewQuestions:
    """Request to review questions, by existing judges or by new judges that are created from models."""

    project: ProjectId
    dataset: DatasetId
    # None: the newest version.
    version: int | None = None
    judges: tuple[UUID, ...] = ()
    models: tuple[UUID, ...] = ()
    criteria: tuple[Quality, ...] = tuple(Quality)
    instructions: str = ""
    # Empty: every question.
    cases: tuple[UUID, ...] = ()
    name: str = ""
    budget: MicroUsd | None = None
    forecast_only: bool = False

    @property
    def new_judges(self) -> NewJudges:
        return NewJudges(
            models=tuple(ModelId(model) for model in self.models),
            criteria=self.criteria,
            instructions=self.instructions,
        )

    def order(self, judges: list[dict[str, object]]) -> RunOrder:
        return RunOrder(
            project=self.project,
            versions=(),
            targets=(),
            dataset=self.dataset,
            dataset_version=self.version,
            choice=CaseChoice(ids=self.cases),
            scorers=tuple(judges),
            budget=self.budget,
            name=self.name,
            trigger=QUESTIONS_TRIGGER,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewing:
    """The run that was started, or the forecast of the review."""

    run: Run | None = None
    prospect: RunProspect | None = None


async def review_questions(ctx: Context, who: Actor, cmd: ReviewQuestions) -> Reviewing:
    """Start or forecast a review. All problems are reported together, before any call is made."""
    who.must(Permission.START_RUNS, cmd.project)
    check_wish(cmd.judges, cmd.models, cmd.criteria, cmd.instructions)
    now = ctx.clock.now()
    if cmd.forecast_only:
        return Reviewing(prospect=await _forecast(ctx, who, cmd, now))
    async with ctx.change(who, cmd.project, now) as tx:
        return Reviewing(run=await _begin(tx, cmd))


async def _begin(tx: ProjectTx, cmd: ReviewQuestions) -> Run:
    project = await require_live_project(tx, Permission.START_RUNS)
    if not await tx.workers.alive(tx.now):
        raise NoWorker("No worker is running, and only workers call models")
    dataset = await tx.datasets.get(cmd.project, cmd.dataset)
    specs = [_spec(judge) for judge in cmd.judges]
    if cmd.models:
        await confirm_permission(tx, Permission.EDIT_PROMPTS)
        made = await make_judges(tx, cmd.new_judges)
        specs = [_spec(judge, version) for judge, version in made]
    order = cmd.order(specs)
    draft = await draft_question_run(tx, tx.who, order, tx.now)
    about = about_of(dataset.name, dataset.description)
    return await create_question_run(tx, project, order, draft, about)


async def _forecast(ctx: Context, who: Actor, cmd: ReviewQuestions, now: datetime) -> RunProspect:
    async with ctx.read() as tx:
        dataset = await tx.datasets.get(cmd.project, cmd.dataset)
        order = cmd.order([_spec(judge) for judge in cmd.judges])
        draft = await draft_question_run(tx, who, order, now)
        if cmd.models:
            await _imagine(tx, cmd, draft, now)
        sample = await load_case_sample(tx, order, draft, SAMPLE_AT_MOST)
        known = await load_earlier_calls(tx, cmd.project, draft, now)
        workers = await tx.workers.alive(now)
        month = await month_of_project(tx, cmd.project, now, simulated=draft.is_simulated)
    made = None
    if sample and draft.scorers:
        about = about_of(dataset.name, dataset.description)
        # In a thread: counting tokens would block the event loop.
        asked = await asyncio.to_thread(_askings, draft, sample, about, known)
        made = forecast(draft.cases, asked, workers)
    return RunProspect(
        problems=problems_of(draft, workers),
        warnings=tuple(warnings_of(order.budget, None, made, month)),
        cases=draft.cases,
        columns=1,
        sampled=len(sample),
        forecast=made,
        month=month,
        simulated=draft.is_simulated,
    )


async def _imagine(tx: ReadTx, cmd: ReviewQuestions, draft: RunDraft, now: datetime) -> None:
    """Add judges that do not exist yet to the draft, for the forecast."""
    draft.problems = [each for each in draft.problems if each.code != "no_judge"]
    for place, judge in enumerate(await imagined_judges(tx, cmd.project, cmd.new_judges)):
        where, content = f"models.{place}", judge.content
        target = await choose_target(
            tx, cmd.project, content.model, content.parameters, draft, where, now
        )
        if target is not None:
            spec = JudgeSpec(judge=judge.judge, version=1, name=judge.name[:80])
            draft.scorers.append(
                ChosenScorer(name=judge.name, spec=spec, where=where, target=target, judge=judge)
            )


def _askings(
    draft: RunDraft, sample: list[CaseContent], about: str, known: EarlierCalls
) -> list[Asking]:
    """Count the calls of the judges. Their input is the subject of the test, and their output is the question."""
    target = next(each.target for each in draft.scorers if each.target is not None)
    model = target.model
    counted = [
        count_tokens(question_text(case.values), model.name, str(model.provider))[0]
        for case in sample
    ]
    shown = [replace(case, values={"about": about}) for case in sample]
    questions = [ExpectedAnswers(count=draft.cases, tokens=sum(counted) / len(counted))]
    return forecast_scorer_calls(draft, shown, questions, known)


def _spec(judge: UUID, version: int | None = None) -> dict[str, object]:
    return {"kind": "judge", "judge": str(judge), "version": version}
