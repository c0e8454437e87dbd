"""Choose the judges of a run: pin their versions, and check their models and rubrics."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from edison.domain.errors import NotFound
from edison.domain.ids import JudgeId, ProjectId
from edison.domain.judging.judge import (
    MOST_JUDGES,
    USUAL_EXAM_CELLS,
    Exam,
    JudgeMode,
    JudgeVersion,
    pairs_of,
)
from edison.engine.runs.start.run_draft import ChosenScorer, RunDraft, choose_target
from edison.scorers.judge import JudgeSpec
from edison.scorers.pairwise import PairwiseSpec
from edison.scorers.registry import spec_to_json
from edison.store.repositories.runs.runs import RunScorer
from edison.store.unit_of_work import ReadTx

MOST_SCORER_NAME = 80
EXAM_NAMES = {
    Exam.REPEAT: "asked again",
    Exam.PADDED: "with padding",
    Exam.INJECTED: "with an order",
}


async def choose_judge(
    tx: ReadTx, project: ProjectId, draft: RunDraft, spec: JudgeSpec, where: str, now: datetime
) -> Sequence[ChosenScorer]:
    """Choose a judge that scores single answers, or an exam of such a judge."""
    judge = await _judge(tx, project, draft, spec, where)
    if judge is None:
        return ()
    if judge.content.mode is JudgeMode.PAIRWISE:
        draft.lacks(
            "judges_pairs", f"{judge.name} compares two answers: add it as a pairwise judge", where
        )
    cells = spec.cells
    if spec.exam == Exam.NONE and cells is not None:
        draft.lacks(
            "bad_scorer",
            "Only an exam can score some of the cells. Remove the number of cells.",
            f"{where}.cells",
        )
    elif spec.exam != Exam.NONE and cells is None:
        cells = USUAL_EXAM_CELLS
    name = judge.name if spec.exam == Exam.NONE else f"{judge.name}, {EXAM_NAMES[spec.exam]}"
    pinned = spec.model_copy(
        update={"version": judge.number, "cells": cells, "name": _short(spec.name or name)}
    )
    return await _asked(tx, project, draft, [pinned], judge, where, now)


async def choose_pairs(
    tx: ReadTx,
    project: ProjectId,
    draft: RunDraft,
    spec: PairwiseSpec,
    where: str,
    now: datetime,
    columns: int,
) -> Sequence[ChosenScorer]:
    """Choose a pairwise judge: one scorer for the pair of columns in its settings, or for each pair of columns."""
    judge = await _judge(tx, project, draft, spec, where)
    if judge is None:
        return ()
    if judge.content.mode is not JudgeMode.PAIRWISE:
        draft.lacks("judges_one", f"{judge.name} scores single answers: add it as a judge", where)
    if columns == 1:
        draft.lacks("no_pairs", "A pairwise judge needs a run with at least two columns", where)
    if spec.a is None and spec.b is None:
        pairs = pairs_of(columns)
    elif spec.a is None or spec.b is None or spec.a == spec.b or max(spec.a, spec.b) >= columns:
        draft.lacks("bad_pair", "Name two different columns of the run, or none", where)
        return ()
    else:
        pairs = [(spec.a, spec.b)]
    name = spec.name or judge.name
    pinned = [
        spec.model_copy(
            update={
                "version": judge.number,
                "a": a,
                "b": b,
                "name": _short(name, f": column {b + 1} against {a + 1}"),
            }
        )
        for a, b in pairs
    ]
    return await _asked(tx, project, draft, pinned, judge, where, now)


async def check_judges(
    tx: ReadTx, project: ProjectId, draft: RunDraft, known: Sequence[RunScorer]
) -> None:
    """Report too many judges of one rubric, and judges that the run already has.

    The limit applies to each rubric, because the composite score is the mean of the judges of one rubric.
    """
    new = [chosen for chosen in draft.scorers if chosen.judge is not None]
    if not new:
        return
    there = [scorer.spec for scorer in known if scorer.spec.get("judge")]
    _check_twice(draft, new, there)
    _check_exams(draft, new, there)
    _check_pairs(draft, new, there)
    panel = [await _version_of(tx, project, spec) for spec in there if _is_plain(spec)]
    for chosen in new:
        judge = chosen.judge
        if judge is None or not _is_plain(spec_to_json(chosen.spec)):
            continue
        if sum(_rubric(each) == _rubric(judge) for each in panel) >= MOST_JUDGES:
            message = f"A run can have at most {MOST_JUDGES} judges of one rubric"
            draft.lacks("too_many_judges", message, chosen.where)
            break
        panel.append(judge)


def _check_twice(
    draft: RunDraft, new: Sequence[ChosenScorer], there: Sequence[dict[str, Any]]
) -> None:
    seen = {_identity(spec) for spec in there}
    for chosen in new:
        identity = _identity(spec_to_json(chosen.spec))
        if identity in seen and chosen.judge is not None:
            draft.lacks(
                "judge_twice",
                f"{chosen.judge.name} v{chosen.judge.number} already scores this run",
                chosen.where,
            )
        seen.add(identity)


def _check_exams(
    draft: RunDraft, new: Sequence[ChosenScorer], there: Sequence[dict[str, Any]]
) -> None:
    """Report an exam of a judge that does not score the run's unchanged answers, which the exam compares with."""
    specs = [*there, *(spec_to_json(chosen.spec) for chosen in new)]
    plain = {(spec["judge"], spec.get("version")) for spec in specs if _is_plain(spec)}
    for chosen in new:
        spec = spec_to_json(chosen.spec)
        if spec.get("exam") and (spec["judge"], spec["version"]) not in plain:
            draft.lacks(
                "exam_alone",
                "Let this version of the judge score the run first: "
                "an exam is compared with its scores of the unchanged answers",
                chosen.where,
            )


def _check_pairs(
    draft: RunDraft, new: Sequence[ChosenScorer], there: Sequence[dict[str, Any]]
) -> None:
    """Report a second pairwise judge, because wins given by different judges cannot be ranked together."""
    first = next((_pinned(spec) for spec in there if spec["kind"] == "pairwise"), None)
    told: set[str] = set()
    for chosen in new:
        if not isinstance(chosen.spec, PairwiseSpec) or chosen.where in told:
            continue
        mine = _pinned(spec_to_json(chosen.spec))
        first = first or mine
        if mine != first:
            told.add(chosen.where)
            draft.lacks(
                "one_judge_of_pairs", "A run can have only one pairwise judge", chosen.where
            )


async def _judge(
    tx: ReadTx, project: ProjectId, draft: RunDraft, spec: JudgeSpec | PairwiseSpec, where: str
) -> JudgeVersion | None:
    try:
        head = await tx.judges.head(project, JudgeId(spec.judge))
        # The number may exceed the range of the database column.
        if spec.version is not None and spec.version > head.latest:
            raise NotFound(f"{head.name} has no version {spec.version}")
        return await tx.judges.version(project, head.id, spec.version or head.latest)
    except NotFound as gone:
        draft.lacks("no_judge", gone.message, where)
        return None


async def _asked(
    tx: ReadTx,
    project: ProjectId,
    draft: RunDraft,
    specs: Sequence[JudgeSpec | PairwiseSpec],
    judge: JudgeVersion,
    where: str,
    now: datetime,
) -> Sequence[ChosenScorer]:
    content = judge.content
    target = await choose_target(tx, project, content.model, content.parameters, draft, where, now)
    if target is None:
        return ()
    return [
        ChosenScorer(name="", spec=spec, where=where, target=target, judge=judge) for spec in specs
    ]


async def _version_of(tx: ReadTx, project: ProjectId, spec: dict[str, Any]) -> JudgeVersion:
    return await tx.judges.version(project, JudgeId(UUID(spec["judge"])), spec["version"])


def _is_plain(spec: dict[str, Any]) -> bool:
    return spec["kind"] == "judge" and not spec.get("exam")


def _identity(spec: dict[str, Any]) -> tuple[Any, ...]:
    parts = tuple(spec.get(part) for part in ("kind", "judge", "version", "exam", "a", "b"))
    return *parts, spec.get("skips", 0)


def _pinned(spec: dict[str, Any]) -> tuple[Any, Any]:
    return spec["judge"], spec.get("version")


def _rubric(judge: JudgeVersion) -> tuple[Any, Any]:
    return judge.content.rubric_id, judge.content.rubric_version


def _short(name: str, end: str = "") -> str:
    return name[: MOST_SCORER_NAME - len(end)] + end
