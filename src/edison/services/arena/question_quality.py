"""Estimate the quality of questions from run results, dismiss suspicions, and retire questions."""

import asyncio
from bisect import bisect_right
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from edison.domain.arena.psychometrics.gather_answers import AnswersOfRun, gathered
from edison.domain.arena.psychometrics.question_assessment import (
    AnswerColumn,
    Dismissed,
    QualitySort,
    QuestionAssessment,
    assess_questions,
    order_of,
)
from edison.domain.arena.psychometrics.question_generators import Generator as Generator
from edison.domain.arena.psychometrics.question_generators import by_generator, sentence_about
from edison.domain.arena.psychometrics.question_phrasing import retired, summary_of, unchecked_keys
from edison.domain.arena.psychometrics.suspicions import Suspicion
from edison.domain.datasets.case_selection import CaseFilter
from edison.domain.datasets.dataset import Dataset, Split
from edison.domain.errors import HoldoutLocked, InvalidInput, NotFound
from edison.domain.events import DATASET_CHANGED
from edison.domain.ids import CaseId, DatasetId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.cell_labels import GRADER, JUDGE
from edison.kit.pagination import Page, PageRequest, page_of, row_number
from edison.services.context import Context
from edison.services.datasets.dataset_queries import version_of
from edison.services.datasets.dataset_versions import finish_version, lock_dataset
from edison.store.repositories.arena.question_evidence import QuestionsOfVersion, UsableRun
from edison.store.repositories.results.run_panels import panel_among
from edison.store.unit_of_work import ReadTx

# Cached assessments, because paging and sorting use the same one. The key changes with a new run or
# a grade by a person.
KEPT = 8
_kept: OrderedDict[tuple[Any, ...], QuestionAssessment] = OrderedDict()


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedQuality:
    project: ProjectId
    dataset: DatasetId
    # None: the newest version.
    version: int | None = None
    kind: Suspicion | None = None
    # True: only questions with a suspicion; False: all questions.
    suspected: bool = True
    # Include dismissed suspicions.
    dismissed: bool = False
    sort: QualitySort = QualitySort.STRENGTH


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QualityPage:
    version: int
    look: QuestionAssessment
    dismissed: Dismissed
    counts: Counter[Suspicion]
    sentence: str
    # Indices into the questions of `look`.
    page: Page[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Retire:
    project: ProjectId
    dataset: DatasetId
    cases: tuple[UUID, ...]
    # The reason, for the note of the new version.
    kind: Suspicion | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Retired:
    dataset: Dataset
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Generators:
    items: tuple[Generator, ...]
    sentence: str


async def read_quality(
    ctx: Context, who: Actor, wanted: WantedQuality, page: PageRequest
) -> QualityPage:
    who.must(Permission.VIEW_PROJECT, wanted.project)
    async with ctx.read() as tx:
        version = await version_of(tx, wanted.project, wanted.dataset, wanted.version)
        looked = await _look(tx, wanted.project, wanted.dataset, version)
        dismissed = await tx.question_evidence.dismissed(wanted.project, wanted.dataset, version)
    counts = looked.counts(dismissed)
    suspected = sum(1 for place in looked.suspicions if looked.open(place, dismissed))
    return QualityPage(
        version=version,
        look=looked,
        dismissed=dismissed,
        counts=counts,
        sentence=summary_of(
            len(looked.questions),
            suspected,
            counts,
            int(looked.items.answers.sum()),
            len(looked.columns),
            len(looked.runs),
            looked.enough,
        )
        + unchecked_keys(looked.models),
        page=_page(looked, wanted, dismissed, page),
    )


async def read_points(
    ctx: Context, who: Actor, project: ProjectId, dataset: DatasetId, version: int | None
) -> QualityPage:
    """Return all questions of a dataset that have answers, as points of a chart."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        number = await version_of(tx, project, dataset, version)
        looked = await _look(tx, project, dataset, number)
        dismissed = await tx.question_evidence.dismissed(project, dataset, number)
    answered = tuple(int(place) for place in looked.items.columns.nonzero()[0])
    return QualityPage(
        version=number,
        look=looked,
        dismissed=dismissed,
        counts=looked.counts(dismissed),
        sentence="",
        page=Page(items=answered, next_cursor=None),
    )


async def dismiss_suspicion(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    dataset: DatasetId,
    case: CaseId,
    kind: Suspicion,
    *,
    back: bool = False,
) -> None:
    """Dismiss a suspicion about the current wording of a question; with `back`, restore the suspicion."""
    who.must(Permission.EDIT_DATASETS, project)
    async with ctx.change(who, project) as tx:
        was = await lock_dataset(tx, dataset)
        found = await tx.cases.get(project, dataset, case)
        if back:
            await tx.question_evidence.undismiss(project, dataset, case, kind)
        else:
            await tx.question_evidence.dismiss(
                project, dataset, case, found.revision, kind, who, tx.now
            )
        change = {"old": str(kind) if back else None, "new": None if back else str(kind)}
        changes = {"dismissed": change, "case": {"old": None, "new": str(case)}}
        facts = {"name": was.name, "changed": ["quality"], "case": str(case)}
        tx.note(DATASET_CHANGED, ("dataset", dataset), changes, **facts)


async def retire_questions(ctx: Context, who: Actor, cmd: Retire) -> Retired:
    """Remove questions from the dataset in one new version. Earlier versions and their runs keep them."""
    who.must(Permission.EDIT_DATASETS, cmd.project)
    if not cmd.cases:
        raise InvalidInput("No questions are selected. Select at least one", field="cases")
    wanted = CaseFilter(ids=frozenset(cmd.cases))
    async with ctx.change(who, cmd.project) as tx:
        was = await lock_dataset(tx, cmd.dataset)
        held = CaseFilter(ids=wanted.ids, split=Split.HOLDOUT)
        place = (cmd.project, cmd.dataset, was.version)
        if was.holdout_locked and (reached := await tx.cases.count(*place, held)):
            raise HoldoutLocked(f"The holdout of {was.name} is locked", cases=reached)
        number = await tx.case_changes.end(cmd.project, cmd.dataset, was.version + 1, wanted)
        if not number:
            raise NotFound("None of these questions is in the newest version")
        note, left = retired(number, cmd.kind), was.cases - number
        await finish_version(tx, was, cases=left, note=note)
        return Retired(dataset=await tx.datasets.get(cmd.project, cmd.dataset), number=number)


async def list_generators(ctx: Context, who: Actor, project: ProjectId) -> Generators:
    """List the models that generated questions, with the scores that judges gave to these questions."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        graded = await tx.generated_questions.graded(project)
    found = by_generator(graded)
    return Generators(items=tuple(found), sentence=sentence_about(found))


async def _look(
    tx: ReadTx, project: ProjectId, dataset: DatasetId, version: int
) -> QuestionAssessment:
    runs = await tx.question_evidence.runs(project, dataset)
    seen = tuple((run.id, run.about.finished_at, run.marks) for run in runs)
    key = (project, dataset, version, seen)
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    asked = await tx.question_evidence.questions(project, dataset, version)
    columns = list(dict.fromkeys(column for run in runs for column in run.columns))
    numbers = {column: number for number, column in enumerate(columns)}
    answers: list[AnswersOfRun] = []
    used: list[UsableRun] = []
    for run in runs:
        found = await _answers(tx, project, run, asked, numbers)
        if found is not None:
            answers.append(found)
            used.append(run)
    # In a thread: comparing thousands of texts would block the event loop.
    looked = await asyncio.to_thread(_looked, asked, columns, used, answers)
    _kept[key] = looked
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return looked


async def _answers(
    tx: ReadTx,
    project: ProjectId,
    run: UsableRun,
    asked: QuestionsOfVersion,
    columns: dict[AnswerColumn, int],
) -> AnswersOfRun | None:
    scorers = await tx.run_panels.scorers(project, run.id)
    judging = [one for one in scorers if one.kind in (JUDGE, GRADER) and not one.exam]
    return await tx.question_evidence.answers(
        project,
        run,
        panel_among(scorers),
        [one.number for one in judging],
        asked,
        columns,
    )


def _looked(
    asked: QuestionsOfVersion,
    columns: Sequence[AnswerColumn],
    runs: Sequence[UsableRun],
    answers: Sequence[AnswersOfRun],
) -> QuestionAssessment:
    evidence = gathered(answers, asked.keys, len(columns))
    return assess_questions(asked.questions, columns, [run.about for run in runs], evidence)


def _page(
    looked: QuestionAssessment, wanted: WantedQuality, dismissed: Dismissed, page: PageRequest
) -> Page[int]:
    hidden: Dismissed = frozenset() if wanted.dismissed else dismissed
    if wanted.kind is not None or wanted.suspected:
        places = [
            place
            for place in looked.suspicions
            if any(wanted.kind in (None, each.kind) for each in looked.open(place, hidden))
        ]
    else:
        places = list(range(len(looked.questions)))
    order = order_of(looked, wanted.sort, places, hidden)
    start = bisect_right(order, page.key(float, row_number)) if page.after else 0
    cut = page_of(order[start : start + page.limit + 1], page.limit, lambda one: one)
    return Page(items=tuple(place for _, place in cut.items), next_cursor=cut.next_cursor)
