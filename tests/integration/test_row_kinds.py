"""Rows that are worth a look, and their counts: not passed, errors, changed since the run before, flagged."""

from typing import Any

from edison.domain.judging.score import ScoreProblem
from edison.domain.runs.row_kinds import RowKind
from edison.store.repositories.runs.run_row_sql import ERRORS, JUDGES_DISAGREE, NOT_PASSED
from tests.support.answers import granted
from tests.support.boards import completed
from tests.support.datasets import question
from tests.support.finished_runs import (
    RunDesk,
    a_run_desk,
    answer,
    failure,
    not_scored,
    scored,
)
from tests.support.results import a_panel, answered, judged
from tests.support.sql import rows
from tests.support.world import World

SCORERS = [{"kind": "length", "at_least": 1}, {"kind": "latency", "max_ms": 100}]


async def _rows(desk: RunDesk, run: dict[str, Any], kind: RowKind) -> list[int]:
    page = await desk.page(run, kind=kind.value)
    return [row["row"] for row in page["items"]]


async def _counts(desk: RunDesk, run: dict[str, Any]) -> dict[str, Any]:
    return granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/row-counts"))


async def test_rows_are_counted_and_found_by_what_is_wrong_with_them(world: World) -> None:
    """Six cases, and one answer for each way of going wrong."""
    desk = await a_run_desk(world, *(question(f"Case {number}") for number in range(6)))
    run = await desk.start(scorers=SCORERS)
    outcomes = {number: answer("Yes") for number in range(6)}
    await desk.finish(run, {**outcomes, 4: failure()}, malformed=(5,))
    passing = {(number, scorer): scored(1.0) for number in (0, 1, 2, 3) for scorer in (0, 1)}
    # The second scorer alone says no to row 1; nobody could score row 2; a person approves of row 3.
    given = {(1, 1): scored(0.0), (2, 0): not_scored(ScoreProblem.JUDGE_ERROR), (3, 0): scored(0.2)}
    silent = {(0, 1): not_scored(ScoreProblem.NOT_APPLICABLE)}
    await desk.score(run, {**passing, **given, **silent})
    cells = f"{desk.path}/runs/{run['id']}/cells"
    granted(await desk.browser.put(f"{cells}/0/flag", json={"flagged": True, "note": ""}))
    granted(await desk.browser.put(f"{cells}/3/grade", json={"grade": 1}))

    found = {kind: await _rows(desk, run, kind) for kind in RowKind}

    assert found == {
        RowKind.NOT_PASSED: [1],
        RowKind.ERRORS: [2, 4, 5],
        RowKind.CHANGED: [],
        RowKind.FIXED: [],
        RowKind.BROKEN: [],
        RowKind.FLAGGED: [0],
        RowKind.JUDGES_DISAGREE: [],
    }
    counts = await _counts(desk, run)
    assert counts == {
        "not_passed": 1, "errors": 3, "changed": None, "fixed": None, "broken": None,
        "flagged": 1, "judges_disagree": 0, "baseline": None,
    }  # fmt: skip


async def test_scores_are_read_once_for_a_count_even_of_a_run_without_statistics(
    world: World,
) -> None:
    """As a join the groups of scores would be computed for each cell: minutes for 40,000 cells."""
    await a_run_desk(world)

    for condition in (NOT_PASSED, ERRORS, JUDGES_DISAGREE):
        query = f"EXPLAIN SELECT 1 FROM cells c WHERE c.run_id = gen_random_uuid() AND {condition}"
        plan = "\n".join(
            line for (line,) in rows(world.url, query.replace(":run", "gen_random_uuid()"))
        )
        assert "hashed SubPlan" in plan
        assert "Join" not in plan.split("SubPlan")[0], plan


async def test_a_row_has_changed_if_it_passed_in_the_run_before_and_does_not_now_or_the_reverse(
    world: World,
) -> None:
    """The earlier run has its columns and scorers in another order, and one case is new."""
    desk = await a_run_desk(
        world,
        *(question(f"Case {number}") for number in range(3)),
        models=("gpt-4o-mini", "gpt-4o"),
    )
    first, second = desk.models
    turned = [{"model": second}, {"model": first}]
    before = await desk.start(scorers=SCORERS[::-1], targets=turned)
    await desk.finish(before, {number: answer("Yes") for number in range(6)})
    ours = {(number, scorer): scored(1.0) for number in range(6) for scorer in (0, 1)}
    # Case 1 on the first model, by the scorer that comes first in the later run.
    await desk.score(before, {**ours, (3, 1): scored(0.0)})
    completed(desk, before)
    await desk.dataset.add(question("A new case"))
    run = await desk.start(scorers=SCORERS)
    await desk.finish(run, {number: answer("Yes") for number in range(8)})
    theirs = {(number, scorer): scored(1.0) for number in range(8) for scorer in (0, 1)}
    # Case 2 on the second model fails now, and so does the new case, which the baseline does not have.
    await desk.score(run, {**theirs, (5, 0): scored(0.0), (6, 0): scored(0.0)})

    # While the run works nothing is compared.
    assert (await _counts(desk, run))["baseline"] is None
    completed(desk, run)
    assert await _rows(desk, run, RowKind.CHANGED) == [1, 2]
    counts = await _counts(desk, run)
    assert counts["changed"] == 2
    assert counts["baseline"] == {"id": before["id"], "number": before["number"]}
    assert counts["not_passed"] == 2


async def test_rows_are_found_on_which_judges_disagree(world: World) -> None:
    desk = await a_run_desk(world, *(question(f"Case {number}") for number in range(3)))
    run = await answered(desk, ["Yes"] * 3, scorers=await a_panel(desk, 2))
    low, high = judged(0.1, 0.1), judged(0.9, 0.9)
    verdicts = [(high, high), (high, low), (low, low)]
    await desk.score(
        run,
        {(row, judge): one for row, both in enumerate(verdicts) for judge, one in enumerate(both)},
    )

    assert await _rows(desk, run, RowKind.JUDGES_DISAGREE) == [1]
    assert (await _counts(desk, run))["judges_disagree"] == 1
