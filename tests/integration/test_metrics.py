"""The metric of a run: chosen, shared by both sides of a comparison, and the same on every list."""

import pytest

from edison.domain.judging.score import ScoreOutcome
from tests.support.answers import granted, refused
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, scored
from tests.support.results import EXACT, a_panel, answered, computed, fresh, judged, verdict
from tests.support.sql import rows
from tests.support.world import World

CASES = 12


async def _runs(desk: RunDesk) -> tuple[dict[str, str], dict[str, str]]:
    """One that was checked and judged, and one that was checked only, a little better."""
    panel = await a_panel(desk, judges=1)
    first = await answered(desk, [f"Old {n}" for n in range(CASES)], scorers=[EXACT, *panel])
    said: dict[tuple[int, int], ScoreOutcome] = {(n, 0): scored(float(n % 2)) for n in range(CASES)}
    said |= {(n, 1): judged(0.5, 0.5) for n in range(CASES)}
    await desk.score(first, said)
    second = await answered(desk, [f"New {n}" for n in range(CASES)], scorers=[EXACT])
    await desk.score(second, {(n, 0): scored(float(n % 4 != 0)) for n in range(CASES)})
    for run in (first, second):
        await computed(desk, run)
    return first, second


async def test_two_runs_are_compared_by_the_metric_that_they_share(world: World) -> None:
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(CASES)))
    first, second = await _runs(desk)

    found = await verdict(desk, second, first, minimum_effect=0.02)

    assert found["metric"]["key"] == found["other_metric"]["key"] == "exact"
    assert [one["key"] for one in found["shared"]] == ["exact"]
    comparison = found["comparison"]
    assert comparison["cases"] == CASES
    assert comparison["effect"]["value"] == pytest.approx(0.25)
    # What was observed needs fewer cases than the smallest difference that matters, and both are said.
    assert comparison["cases_for_observed"] < comparison["cases_needed"]
    assert f"{comparison['cases_for_observed']:,} cases for the 0.25 observed" in found["next_step"]
    assert (found["identical"], found["answers"]) == (0, CASES)
    assert [one["column"] for one in found["models"]] == [0]
    refused(
        await desk.browser.get(
            f"{desk.path}/runs/{second['id']}/verdict?with={first['id']}&metric=Tone"
        ),
        400,
        "BAD_REQUEST",
    )


async def test_the_main_metric_of_the_project_is_shown_first_where_a_run_has_it(
    world: World,
) -> None:
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(CASES)))
    first, _ = await _runs(desk)
    composite = (await fresh(desk, first))["measure"]["key"]
    assert composite.startswith("Composite: ")

    patched = await desk.browser.patch(desk.path, json={"settings": {"main_metric": "exact"}})

    assert granted(patched)["settings"]["main_metric"] == "exact"
    assert (await fresh(desk, first))["measure"]["key"] == "exact"
    assert (await fresh(desk, first, metric=composite))["measure"]["key"] == composite
    listed = granted(await desk.browser.get(f"{desk.path}/runs"))["items"]
    assert {card["metric"] for card in listed} == {"exact"}
    report = await desk.read(first)
    assert report["metric"]["key"] == "exact"
    assert [one["metric"]["key"] for one in report["figures"]] == [composite, "exact", "Judge 0"]
    known = granted(await desk.browser.get(f"{desk.path}/metrics"))
    assert {one["key"] for one in known} == {composite, "exact", "Judge 0"}
    changes = rows(
        world.url,
        "SELECT changes ->> 'main_metric' FROM audit_log WHERE action = 'project.updated'",
    )
    assert "exact" in str(changes)


async def test_the_same_answers_are_called_identical(world: World) -> None:
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(CASES)))
    runs = [
        await answered(desk, [f"Same {n}" for n in range(CASES)], scorers=[EXACT]) for _ in "ab"
    ]
    for run in runs:
        await desk.score(run, {(n, 0): scored(1.0) for n in range(CASES)})
        await computed(desk, run)

    found = await verdict(desk, runs[1], runs[0])

    assert (found["identical"], found["answers"]) == (CASES, CASES)
    assert (found["comparison"]["why"], found["comparison"]["effect"]) == ("identical", None)
    assert "all 12 answers are the same text" in found["sentence"]
    assert found["label"].startswith(f"run #{runs[1]['number']} against run #{runs[0]['number']}")
    assert found["models"][0]["identical"]


async def test_two_targets_with_the_same_answers_are_called_identical_in_the_results(
    world: World,
) -> None:
    questions = [question(f"Case {n}") for n in range(CASES)]
    desk = await a_run_desk(world, *questions, models=("gpt-4o-mini", "gpt-4o"))
    run = await answered(desk, [f"Same {n // 2}" for n in range(2 * CASES)], scorers=[EXACT])
    await desk.score(run, {(n, 0): scored(1.0) for n in range(2 * CASES)})

    found = await fresh(desk, run)

    [comparison] = found["comparisons"]
    assert (comparison["why"], comparison["effect"]) == ("identical", None)
    assert "all 12 answers are the same text" in comparison["sentence"]
