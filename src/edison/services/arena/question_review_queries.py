"""List the reviews of a dataset's questions, read the results of a review, and retry failed judge calls."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from edison.domain.errors import NotFound, NoWorker, WrongState
from edison.domain.events import RUN_CHANGED, run_topic
from edison.domain.ids import DatasetId, ProjectId, RunId
from edison.domain.money import MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.domain.results.judge_agreement import agreement_of
from edison.domain.results.run_summary import AgreementResult
from edison.domain.runs.cell_labels import Panel
from edison.domain.runs.run_plan import QUESTIONS_TRIGGER, Run
from edison.domain.runs.run_states import ENDED, RunState
from edison.domain.runs.run_sums import ScoreSums
from edison.engine.runs.describe_run import describe_run
from edison.engine.runs.enqueue_chunks import continue_paused_run, launch_chunks
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.repositories.arena.question_reviews import QuestionVerdict as QuestionVerdict
from edison.store.repositories.arena.question_reviews import ReviewedQuestion as ReviewedQuestion
from edison.store.repositories.arena.question_reviews import ReviewJudge as ReviewJudge
from edison.store.repositories.arena.question_reviews import ReviewSort as ReviewSort
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionReview:
    run: Run
    judges: tuple[ReviewJudge, ...]
    # Keyed by the number of the scorer.
    sums: dict[int, ScoreSums]
    cost: MicroUsd
    doubt: MicroUsd

    @property
    def criteria(self) -> tuple[str, ...]:
        return next((judge.criteria for judge in self.judges if judge.criteria), ())

    @property
    def done(self) -> int:
        return sum(sums.done for sums in self.sums.values())

    @property
    def total(self) -> int:
        return self.run.plan.cases * len(self.judges)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPage:
    review: QuestionReview
    # Only on the first page; empty with fewer than two judges.
    agreement: tuple[AgreementResult, ...]
    page: Page[ReviewedQuestion]


async def list_reviews(
    ctx: Context, who: Actor, project: ProjectId, dataset: DatasetId, page: PageRequest
) -> Page[QuestionReview]:
    """List reviews, newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.datasets.get(project, dataset)
        found = await tx.runs.page(project, page, dataset=dataset, trigger=QUESTIONS_TRIGGER)
        reviews = await _reviews(tx, project, found.items)
    return Page(items=tuple(reviews), next_cursor=found.next_cursor)


async def read_review(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    dataset: DatasetId,
    run: RunId,
    sort: ReviewSort,
    page: PageRequest,
) -> ReviewPage:
    """Read a page of a review. Questions that are not judged yet are shown as pending."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await _of_dataset(tx, project, dataset, run)
        [review] = await _reviews(tx, project, [found])
        scorers = [judge.scorer for judge in review.judges]
        questions = await tx.question_reviews.page(project, run, scorers, sort, page)
        places = [question.row for question in questions.items]
        said = await tx.question_reviews.verdicts(project, run, places)
        agreement = () if page.after else await _agreement(tx, project, review)
    items = tuple(
        replace(question, verdicts=tuple(said.get(question.row, ())))
        for question in questions.items
    )
    return ReviewPage(
        review=review,
        agreement=agreement,
        page=Page(items=items, next_cursor=questions.next_cursor),
    )


async def retry_failed_verdicts(
    ctx: Context, who: Actor, project: ProjectId, dataset: DatasetId, run: RunId
) -> int:
    """Retry judge calls that gave no usable score; return their number. Other scores are kept."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        await _of_dataset(tx, project, dataset, run)
        found = await tx.runs.get(project, run, lock=True)
        if found.state is RunState.CANCELLED:
            raise WrongState("The review was cancelled. Start another one")
        if not await tx.workers.alive(tx.now):
            raise NoWorker("No worker is running, and only workers call models")
        opened = await tx.question_reviews.forget_errors(project, run)
        if not opened:
            return 0
        chunks = sorted({found.plan.chunk_of(ordinal) for ordinal in opened})
        await tx.chunks.reopen(project, found, chunks)
        await tx.run_sums.recount(project, run, 1)
        if found.state in ENDED:
            await continue_paused_run(tx, found, RunState.JUDGING)
        elif found.state is not RunState.PAUSED:
            await tx.runs.renew(project, run, found.epoch + 1, tx.now)
            await launch_chunks(tx, run)
        asked = len(opened)
        tx.emit_event(RUN_CHANGED, topic=run_topic(run), run=str(run), repeated=asked)
        tx.record_entry(
            "run.verdicts_repeated", ("run", run), {"verdicts": {"old": None, "new": asked}}
        )
        return asked


async def _of_dataset(tx: ReadTx, project: ProjectId, dataset: DatasetId, run: RunId) -> Run:
    await tx.datasets.get(project, dataset)
    found = await tx.runs.get(project, run)
    if found.trigger != QUESTIONS_TRIGGER or found.plan.dataset != dataset:
        raise NotFound("The dataset has no such review")
    return found


async def _reviews(tx: ReadTx, project: ProjectId, runs: Sequence[Run]) -> list[QuestionReview]:
    ids = [run.id for run in runs]
    judges = await tx.question_reviews.judges(project, ids)
    sums = await tx.question_reviews.sums(project, ids)
    totals = await tx.run_totals.of(project, ids)
    return [
        QuestionReview(
            run=run,
            judges=judges.get(run.id, ()),
            sums={
                judge.scorer: sums.get(run.id, {}).get(judge.scorer, ScoreSums())
                for judge in judges.get(run.id, ())
            },
            cost=totals[run.id].cost,
            doubt=totals[run.id].doubt,
        )
        for run in runs
    ]


async def _agreement(
    tx: ReadTx, project: ProjectId, review: QuestionReview
) -> tuple[AgreementResult, ...]:
    if len(review.judges) < 2:
        return ()
    panel = Panel(scorers=tuple(judge.scorer for judge in review.judges))
    rubric = (await describe_run(tx, project, review.run.id)).rubric
    arrays = await tx.result_arrays.read(
        project,
        review.run.id,
        review.run.plan,
        panel=panel.scorers,
        pairwise=(),
        criteria=len(rubric.criteria) if rubric else 0,
    )
    # In a thread: the jackknife over ten thousand questions would block the event loop.
    return await asyncio.to_thread(agreement_of, arrays, panel, rubric, "questions")
