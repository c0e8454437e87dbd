"""Examine a judge on answers that a run has: ask it again, lengthen the answers, put orders into them."""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain.access import Actor, Permission, ProjectId
from edison.domain.errors import InvalidInput
from edison.domain.judges import Exam, JudgeId, JudgeMode
from edison.domain.runs.plan import RunId
from edison.services.context import Context
from edison.services.runs.browse import RunReport, read_run
from edison.services.runs.control import add_scorers


@dataclass(frozen=True, slots=True, kw_only=True)
class Examine:
    project: ProjectId
    judge: JudgeId
    run: RunId
    cells: int
    kinds: Sequence[Exam]
    # None: the newest.
    version: int | None = None


async def examine_judge(ctx: Context, who: Actor, cmd: Examine) -> RunReport:
    """Add the exams as scorers of the run; none of what they give is a grade. No target is asked again."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.read() as tx:
        head = await tx.judges.head(cmd.project, cmd.judge)
        number = cmd.version or head.latest
        judge = await tx.judges.version(cmd.project, cmd.judge, number)
        known = await tx.runs.scorers(cmd.project, cmd.run)
    if judge.content.mode is JudgeMode.PAIRWISE:
        raise InvalidInput(
            "A pairwise judge is examined each time it judges: it is always asked in both orders",
            field="kinds",
        )
    mine = [
        scorer.spec
        for scorer in known
        if scorer.spec.get("judge") == str(cmd.judge) and scorer.spec.get("version") == number
    ]
    asked = {spec.get("exam", "") for spec in mine}
    if Exam.NONE not in asked:
        raise InvalidInput(
            "Let this version of the judge score the run first: "
            "an exam is read against what it said of the answers as they are",
            field="run",
        )
    again = [kind for kind in cmd.kinds if str(kind) not in asked]
    if not again:
        raise InvalidInput("This run has these exams of this judge already", field="kinds")
    specs = tuple(exam_spec(cmd.judge, number, kind, cmd.cells) for kind in again)
    await add_scorers(ctx, who, cmd.project, cmd.run, specs)
    return await read_run(ctx, who, cmd.project, cmd.run)


def exam_spec(judge: JudgeId, number: int, exam: Exam, cells: int) -> dict[str, object]:
    return {
        "kind": "judge",
        "judge": str(judge),
        "version": number,
        "exam": str(exam),
        "cells": cells,
    }
