"""The verdict of every target of a run against its baseline, and the filters that show what it is made of."""

from typing import Any

import pytest

from tests.support.answers import granted
from tests.support.boards import completed, graded_run
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, scored
from tests.support.results import EXACT, verdict
from tests.support.world import World

MODELS = ("gpt-4o-mini", "gpt-4o")


async def _desk(world: World, cases: int = 30) -> RunDesk:
    return await a_run_desk(world, *(question(f"Case {n}") for n in range(cases)), models=MODELS)


async def _ended(desk: RunDesk, grade: Any, **order: Any) -> dict[str, Any]:
    # Answers of two runs are never the same text: identical answers have a verdict of their own.
    number = len((await desk.browser.get(f"{desk.path}/runs")).json()["items"])
    run = await graded_run(
        desk, grade, cases=30, text=lambda case, column: f"{number} {case} {column}", **order
    )
    completed(desk, run)
    return run


async def _baseline(desk: RunDesk, run: dict[str, Any], **query: Any) -> dict[str, Any]:
    answer = await desk.browser.get(f"{desk.path}/runs/{run['id']}/baseline", params=query)
    return granted(answer)


async def _rows(desk: RunDesk, run: dict[str, Any], **query: Any) -> list[int]:
    return [row["row"] for row in (await desk.page(run, limit=100, **query))["items"]]


def _before(case: int, column: int) -> float:
    """The first model fails everywhere; the second fails in every third case."""
    return 0.2 if column == 0 or case % 3 == 0 else 0.9


def _after(case: int, column: int) -> float:
    """The first model passes everywhere but in case 0; the second fails in cases 1 and 2 as well."""
    if column == 0:
        return 0.2 if case == 0 else 0.9
    return 0.2 if case % 3 == 0 or case in (1, 2) else 0.9


def _perfect(case: int, column: int) -> float:
    return 0.9


async def test_each_target_is_compared_with_the_run_before(world: World) -> None:
    desk = await _desk(world)
    before = await _ended(desk, _before)
    run = await _ended(desk, _after)

    found = await _baseline(desk, run)

    assert (found["baseline"]["id"], found["baseline"]["number"]) == (
        before["id"],
        before["number"],
    )
    first, second = found["columns"]
    assert (first["comparison"]["verdict"], first["fixed"], first["broken"]) == ("better", 29, 0)
    assert (second["fixed"], second["broken"]) == (0, 2)
    assert (found["fixed_rows"], found["broken_rows"]) == (29, 2)
    # The same numbers as the comparison of the two columns says.
    alone = await verdict(desk, run, before)
    assert [one["comparison"] for one in alone["models"]] == [
        one["comparison"] for one in found["columns"]
    ]
    assert alone["counts"]["fixed"] == first["fixed"]


async def test_counts_and_filters_show_the_cells_behind_the_verdict(world: World) -> None:
    desk = await _desk(world)
    await _ended(desk, _before)
    run = await _ended(desk, _after)

    counts = granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/row-counts"))

    assert (counts["fixed"], counts["broken"], counts["changed"]) == (29, 2, 29)
    assert await _rows(desk, run, kind="broken") == [1, 2]
    assert await _rows(desk, run, kind="fixed") == list(range(1, 30))
    assert await _rows(desk, run, kind="broken", column=0) == []
    assert await _rows(desk, run, kind="broken", search="Case 2") == [2]


async def test_the_baseline_may_be_production_or_any_run(world: World) -> None:
    desk = await _desk(world)
    first = await _ended(desk, _before)
    path = f"{desk.path}/prompts/{desk.prompt}"
    granted(await desk.browser.put(f"{path}/labels/production", json={"number": 1}))
    granted(await desk.browser.get(path))
    second = await _ended(desk, _perfect)
    run = await _ended(desk, _after)

    previous = await _baseline(desk, run)
    named = await _baseline(desk, run, baseline=first["id"])

    assert previous["baseline"]["id"] == second["id"]
    assert named["baseline"]["id"] == first["id"]
    assert (await _baseline(desk, run, baseline="production"))["baseline"] is not None
    query = {"baseline": first["id"]}
    counts = granted(
        await desk.browser.get(f"{desk.path}/runs/{run['id']}/row-counts", params=query)
    )
    assert counts["baseline"] == {"id": first["id"], "number": first["number"]}
    assert counts["fixed"] == named["fixed_rows"]
    assert len(await _rows(desk, run, kind="fixed", **query)) == named["fixed_rows"]


async def test_a_run_that_nothing_can_be_compared_with_has_no_baseline(world: World) -> None:
    desk = await _desk(world)
    run = await _ended(desk, _before)

    found = await _baseline(desk, run)

    assert (found["baseline"], found["columns"], found["metric"]) == (None, [], None)
    other = await _ended(desk, _after, scorers=[{"kind": "length", "at_least": 1}])
    assert (await _baseline(desk, other))["baseline"] is None
    assert await _rows(desk, other, kind="changed") == []
    # A run of this project only.
    answer = await desk.browser.get(
        f"{desk.path}/runs/{run['id']}/baseline", params={"baseline": desk.dataset.path[-36:]}
    )
    assert answer.status_code == 404


LENGTH = {"kind": "length", "at_most": 100}


async def _by_two_scorers(desk: RunDesk, length: Any) -> dict[str, Any]:
    """Return a run that is perfect by `exact`; `length` gives its own scores."""
    run = await _ended(desk, _perfect, scorers=[EXACT, LENGTH])
    places = [(case, column) for case in range(30) for column in range(2)]
    await desk.score(
        run, {(n, 1): scored(length(case, column)) for n, (case, column) in enumerate(places)}
    )
    completed(desk, run)
    return run


def _short(case: int, column: int) -> float:
    return 1.0


def _long_in_two_of_three(case: int, column: int) -> float:
    """Score 20 answers of the first model as too long."""
    return 0.0 if column == 0 and case % 3 else 1.0


async def test_a_metric_that_got_worse_is_reported_with_the_chosen_one(world: World) -> None:
    desk = await _desk(world)
    await _by_two_scorers(desk, _short)
    run = await _by_two_scorers(desk, _long_in_two_of_three)

    found = await _baseline(desk, run)

    assert found["metric"]["key"] == "exact"
    assert {one["comparison"]["verdict"] for one in found["columns"]} == {"cannot_tell"}
    [length] = found["others"]
    assert (length["metric"]["key"], length["verdict"]) == ("length", "worse")
    assert (length["fixed_rows"], length["broken_rows"]) == (0, 20)


async def test_all_shared_metrics_are_corrected_together(world: World) -> None:
    desk = await _desk(world)
    await _by_two_scorers(desk, _short)
    run = await _by_two_scorers(desk, _long_in_two_of_three)

    switched = await _baseline(desk, run, metric="length")

    assert switched["metric"]["key"] == "length"
    assert [(one["metric"]["key"], one["verdict"]) for one in switched["others"]] == [
        ("exact", "cannot_tell")
    ]
    assert switched["broken_rows"] == 20
    worse = switched["columns"][0]["comparison"]
    assert worse["verdict"] == "worse"
    # Two targets by two metrics are four tests.
    assert worse["p_adjusted"] == pytest.approx(4 * worse["p"])
