"""Examine a judge on the answers of a run: repeat its calls, lengthen the answers, or inject instructions."""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain.errors import InvalidInput
from edison.domain.ids import JudgeId, ProjectId, RunId
from edison.domain.judging.judge import EXAMS, Exam, JudgeMode, JudgeVersion
from edison.domain.judging.passport_figures import FOOLED_BY
from edison.domain.judging.passport_findings import FindingKind
from edison.domain.judging.passport_sizes import TRIALS, PassportSize, detectable_size
from edison.domain.money import MicroUsd
from edison.domain.people.access import Actor, Permission
from edison.engine.runs.start.count_tokens import ORDERS
from edison.scorers.judge_prompts import chosen_cells
from edison.services.context import Context
from edison.services.judging.judge_passport import Passport, passports_of
from edison.services.runs.run_control import add_scorers
from edison.services.runs.run_forecast import forecast_scorers
from edison.services.runs.run_queries import RunReport, read_run
from edison.store.repositories.runs.runs import RunScorer
from edison.store.unit_of_work import ReadTx

EXAM_OF = {
    FindingKind.CONSISTENCY: Exam.REPEAT,
    FindingKind.LENGTH: Exam.PADDED,
    FindingKind.INJECTION: Exam.INJECTED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Examine:
    project: ProjectId
    judge: JudgeId
    run: RunId
    cells: int
    kinds: Sequence[Exam]
    # None: the newest version.
    version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseSize:
    project: ProjectId
    judge: JudgeId
    # The run whose answers are used; None for a pairwise judge.
    run: RunId | None
    kinds: Sequence[Exam] = EXAMS
    # None: the newest version.
    version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectableFault:
    kind: FindingKind
    # Number of cases with an answer that can show the fault.
    trials: int
    # Size of fault that is detected with a probability of 90 %; None: too few trials.
    size: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeChoice:
    """A passport size: the calls it needs, their cost, and the faults that it can detect."""

    size: PassportSize
    # Answers in each exam, or pairs in total, including those that were examined before.
    cells: int
    # Calls that are still needed, and their cost; None: the price is unknown.
    calls: int
    cost: MicroUsd | None
    simulated: bool
    finds: Sequence[DetectableFault]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Examined:
    """A run, and the exams that the judge has already taken on the answers of the run."""

    judge: JudgeVersion
    cells: int
    per_case: int
    # Number of the scorer that judges the unchanged answers.
    plain: int
    # Number of answers that each exam has used.
    taken: dict[Exam, int]

    def specs(self, kinds: Sequence[Exam], cells: int) -> list[dict[str, object]]:
        """Return the exam scorers to add. Answers that an earlier, smaller exam has used are skipped."""
        wanted = min(cells, self.cells)
        return [
            exam_spec(self.judge.judge, self.judge.number, kind, wanted, self.taken.get(kind, 0))
            for kind in kinds
            if wanted > self.taken.get(kind, 0)
        ]


async def examine_judge(ctx: Context, who: Actor, cmd: Examine) -> RunReport:
    """Add exams of a judge to a run as scorers. Exam scores are not grades, and no target is called again."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.read() as tx:
        examined = await _examined(tx, cmd)
    specs = examined.specs(cmd.kinds, cmd.cells)
    if not specs:
        raise InvalidInput(
            "This judge has already taken these exams on this run. "
            "Choose a larger passport, or a run with more answers",
            field="kinds",
        )
    await add_scorers(ctx, who, cmd.project, cmd.run, tuple(specs))
    return await read_run(ctx, who, cmd.project, cmd.run)


async def list_passport_sizes(ctx: Context, who: Actor, cmd: ChooseSize) -> Sequence[SizeChoice]:
    """List the passport sizes with calls, cost, and the faults detected with a probability of 90 %."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.read() as tx:
        number = cmd.version or (await tx.judges.head(cmd.project, cmd.judge)).latest
        judge = await tx.judges.version(cmd.project, cmd.judge, number)
        if judge.content.mode is JudgeMode.PAIRWISE:
            passports = await passports_of(tx, cmd.project, [judge], ctx.clock.now())
            return [_pairs(size, passports[cmd.judge]) for size in TRIALS]
    if cmd.run is None:
        raise InvalidInput("Choose a run that this judge has scored", field="run")
    exams = Examine(
        project=cmd.project,
        judge=cmd.judge,
        run=cmd.run,
        cells=max(TRIALS.values()),
        kinds=cmd.kinds,
        version=number,
    )
    return await _choices(ctx, who, exams)


def _pairs(size: PassportSize, passport: Passport) -> SizeChoice:
    """Return a passport size for a pairwise judge, which takes no exams: its size is the number of judged pairs."""
    known = passport.swap.n if passport.swap else 0
    pairs, each = max(TRIALS[size], known), passport.cost_per_verdict_usd
    cost = None if each is None else MicroUsd(round(each * (pairs - known) * 1_000_000))
    return SizeChoice(
        size=size,
        cells=pairs,
        calls=(pairs - known) * ORDERS,
        cost=cost,
        simulated=False,
        finds=[
            DetectableFault(kind=kind, trials=pairs, size=detectable_size(kind, pairs))
            for kind in (FindingKind.POSITION, FindingKind.CONSISTENCY)
        ],
    )


async def _choices(ctx: Context, who: Actor, cmd: Examine) -> list[SizeChoice]:
    async with ctx.read() as tx:
        examined = await _examined(tx, cmd)
        everything = sorted(chosen_cells(examined.cells, max(TRIALS.values())))
        scores = await tx.judge_verdicts.plain_scores(
            cmd.project, cmd.run, examined.plain, everything
        )
    choices: list[SizeChoice] = []
    for size, trials in TRIALS.items():
        cells = min(trials, examined.cells)
        specs = tuple(examined.specs(cmd.kinds, cells))
        prospect = await forecast_scorers(ctx, who, cmd.project, cmd.run, specs) if specs else None
        forecast = prospect and prospect.forecast
        chosen = chosen_cells(examined.cells, cells)
        judged = {ordinal: scores[ordinal] for ordinal in chosen if ordinal in scores}
        choices.append(
            SizeChoice(
                size=size,
                cells=cells,
                calls=forecast.judge_calls if forecast else 0,
                cost=forecast.money.likely if forecast and forecast.money else None,
                simulated=bool(prospect and prospect.simulated),
                finds=_detectable(judged, examined.per_case, cmd.kinds),
            )
        )
    return choices


def exam_spec(
    judge: JudgeId, number: int, exam: Exam, cells: int, skips: int = 0
) -> dict[str, object]:
    return {
        "kind": "judge",
        "judge": str(judge),
        "version": number,
        "exam": str(exam),
        "cells": cells,
        "skips": skips,
    }


async def _examined(tx: ReadTx, cmd: Examine) -> _Examined:
    head = await tx.judges.head(cmd.project, cmd.judge)
    number = cmd.version or head.latest
    judge = await tx.judges.version(cmd.project, cmd.judge, number)
    if judge.content.mode is JudgeMode.PAIRWISE:
        raise InvalidInput(
            "A pairwise judge needs no exams: it always judges both orders, which shows its faults",
            field="kinds",
        )
    plan = (await tx.runs.get(cmd.project, cmd.run)).plan
    mine = [
        scorer
        for scorer in await tx.runs.scorers(cmd.project, cmd.run)
        if scorer.spec.get("judge") == str(cmd.judge) and scorer.spec.get("version") == number
    ]
    plain = [scorer.number for scorer in mine if not scorer.spec.get("exam")]
    if not plain:
        raise InvalidInput(
            "Score the run with this version of the judge first: "
            "an exam is compared with the scores of the unchanged answers",
            field="run",
        )
    return _Examined(
        judge=judge,
        cells=plan.cells,
        per_case=len(plan.columns) * plan.trials,
        plain=plain[0],
        taken={exam: _taken(mine, exam, plan.cells) for exam in EXAMS},
    )


def _taken(mine: Sequence[RunScorer], exam: Exam, cells: int) -> int:
    asked = [
        scorer.spec.get("cells") or cells for scorer in mine if scorer.spec.get("exam") == exam
    ]
    return min(cells, max(asked, default=0))


def _detectable(
    judged: dict[int, float], per_case: int, kinds: Sequence[Exam]
) -> list[DetectableFault]:
    """Return the detectable faults. Each case counts as one trial, because its answers are not independent."""
    room = {ordinal for ordinal, value in judged.items() if value <= 1 - FOOLED_BY}
    found: list[DetectableFault] = []
    for kind, exam in EXAM_OF.items():
        if exam in kinds:
            cells = room if exam is Exam.INJECTED else set(judged)
            trials = len({ordinal // per_case for ordinal in cells})
            found.append(
                DetectableFault(kind=kind, trials=trials, size=detectable_size(kind, trials))
            )
    return found
