"""What a run can detect, before it starts; and after a comparison that cannot tell, the run that decides it."""

from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from edison.domain.judging.score import ScoreOutcome
from tests.support.answers import granted
from tests.support.boards import completed
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, scored
from tests.support.results import EXACT, TWO, answered, fresh, verdict
from tests.support.world import World


async def forecast(desk: RunDesk, **changes: Any) -> dict[str, Any]:
    order = desk.order(scorers=[EXACT], **changes)
    return granted(await desk.browser.post(f"{desk.path}/runs/forecast", json=order))


async def next_run(
    desk: RunDesk, run: dict[str, Any], other: dict[str, Any], **query: Any
) -> dict[str, Any]:
    path = f"{desk.path}/runs/{run['id']}/verdict/next-run"
    return granted(await desk.browser.get(path, params={"with": other["id"], **query}))


async def a_desk_of(
    world: World, cases: int, models: tuple[str, ...] = ("gpt-4o-mini",)
) -> RunDesk:
    return await a_run_desk(world, *(question(f"Case {n}") for n in range(cases)), models=models)


async def second_version(desk: RunDesk) -> None:
    at = f"{desk.path}/prompts/{desk.prompt}"
    content = {"messages": [{"role": "user", "content": "Answer in short: {{question}}"}]}
    prompt = granted(await desk.browser.get(at))
    body = {"content": content, "revision": prompt["revision"]}
    granted(await desk.browser.patch(at, json=body))


async def two_versions(
    desk: RunDesk, cases: int, *, trials: int = 1, between: float, within: float, effect: float
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The runs of two versions whose scores vary as told; the later first."""
    dice = np.random.default_rng(9)
    change = np.repeat(effect + dice.normal(0, between, cases), trials)
    found: list[dict[str, Any]] = []
    for place in range(2):
        if place:
            await second_version(desk)
        run = await answered(
            desk,
            [f"Answer {place} {n}" for n in range(cases * trials)],
            scorers=[EXACT],
            trials=trials,
            choice={"first": cases},
        )
        values = 0.5 + place * change + dice.normal(0, within, cases * trials)
        await desk.score(
            run, {(n, 0): scored(value) for n, value in enumerate(np.clip(values, 0, 1))}
        )
        await fresh(desk, run)
        found.append(run)
    return found[1], found[0]


async def test_without_earlier_runs_the_assumption_is_stated(world: World) -> None:
    desk = await a_desk_of(world, 30)

    reach = (await forecast(desk, trials=2))["reach"]

    assert reach["source"] == "assumed"
    assert "Assumed that one case in ten changes" in reach["basis"]
    # 30 cases whose differences deviate by the root of a tenth: 0.53 of it is found in 4 of 5.
    assert reach["detectable"] == pytest.approx(0.5281 * 0.1**0.5, rel=0.01)
    assert (reach["minimum_effect"], reach["trials_needed"]) == (0.02, None)
    assert reach["cases_needed"] == pytest.approx((2.8016 * 0.1**0.5 / 0.02) ** 2, rel=0.01)
    # Dollars go with the number of cells.
    told = (await forecast(desk, trials=2))["forecast"]["money"]["likely_usd"]
    expected = Decimal(told) * reach["cases_needed"] / 30
    assert Decimal(reach["cases_needed_usd"]) == pytest.approx(expected, abs=Decimal("0.000002"))
    wide = (await forecast(desk, minimum_effect=0.3))["reach"]
    assert wide["cases_needed"] < 30
    assert wide["power"] > 0.8


async def test_nothing_is_promised_without_a_scorer_or_with_five_cases(world: World) -> None:
    desk = await a_desk_of(world, 5)

    bare = granted(await desk.browser.post(f"{desk.path}/runs/forecast", json=desk.order()))
    few = (await forecast(desk))["reach"]

    assert bare["reach"] is None
    assert (few["detectable"], few["power"]) == (None, 0.0)
    assert few["sentence"] == "With 5 cases no difference can be shown: 6 are needed."


async def test_the_forecast_says_what_the_comparison_of_the_same_size_says(world: World) -> None:
    desk = await a_desk_of(world, 40)
    now, before = await two_versions(desk, 40, trials=3, between=0.08, within=0.1, effect=0.02)

    compared = (await verdict(desk, now, before))["comparison"]
    reach = (await forecast(desk, trials=3))["reach"]

    assert reach["source"] == "comparison"
    assert reach["basis"] == "Based on how run #2 differs from run #1 on 40 cases."
    assert reach["detectable"] == pytest.approx(compared["detectable"], rel=1e-9)
    assert reach["detectable_beyond"] == pytest.approx(compared["detectable_beyond"], rel=1e-9)
    assert reach["cases_needed"] == compared["cases_needed"]
    assert reach["power"] == pytest.approx(compared["power"], rel=1e-9)
    # More trials shrink only what trials add.
    more = (await forecast(desk, trials=12))["reach"]["detectable"]
    assert reach["detectable"] / 2 < more < reach["detectable"]


async def test_models_and_metrics_of_a_verdict_share_the_error_rate_in_the_forecast_too(
    world: World,
) -> None:
    """The verdict against the baseline tests both models by both scorers together."""
    desk = await a_desk_of(world, 40, TWO)
    dice = np.random.default_rng(5)
    grades = [EXACT, {"kind": "contains", "values": ["a"]}]
    run: dict[str, Any] = {}
    for place in range(2):
        if place:
            await second_version(desk)
        texts = [f"Answer {place} {n}" for n in range(80)]
        run = await answered(desk, texts, scorers=grades)
        values = np.clip(dice.normal(0.5, 0.1, (2, 80)), 0, 1)
        for scorer in range(2):
            marks: dict[tuple[int, int], ScoreOutcome] = {
                (n, scorer): scored(float(values[scorer, n])) for n in range(80)
            }
            await desk.score(run, marks)
        await fresh(desk, run)
        completed(desk, run)

    path = f"{desk.path}/runs/{run['id']}/baseline"
    found = granted(await desk.browser.get(path))
    order = desk.order(scorers=grades)
    reach = granted(await desk.browser.post(f"{desk.path}/runs/forecast", json=order))["reach"]

    compared = found["columns"][0]["comparison"]
    assert len(found["columns"]) * (1 + len(found["others"])) == reach["comparisons"] == 4
    assert reach["basis"].startswith("Based on how run #2 differs from run #1")
    assert reach["detectable"] == pytest.approx(compared["detectable"], rel=1e-9)
    assert reach["detectable_beyond"] == pytest.approx(compared["detectable_beyond"], rel=1e-9)


async def test_columns_of_one_run_share_the_error_rate(world: World) -> None:
    desk = await a_desk_of(world, 30, (*TWO, "gpt-4.1"))
    run = await answered(desk, [f"Answer {n}" for n in range(90)], scorers=[EXACT])
    dice = np.random.default_rng(3)
    values = np.clip(dice.normal(0.5, 0.1, 90), 0, 1)
    await desk.score(run, {(n, 0): scored(float(value)) for n, value in enumerate(values)})
    compared = (await fresh(desk, run))["comparisons"]

    reach = (await forecast(desk))["reach"]

    assert reach["comparisons"] == 2
    assert reach["basis"].startswith("Based on how the columns of run #1 differ on 30 cases.")
    assert reach["detectable"] == pytest.approx(
        max(one["detectable"] for one in compared), rel=1e-9
    )


async def test_cases_of_the_dataset_are_added_with_their_price(world: World) -> None:
    desk = await a_desk_of(world, 200)
    now, before = await two_versions(desk, 30, between=0.12, within=0.0, effect=0.02)
    compared = (await verdict(desk, now, before, minimum_effect=0.04))["comparison"]
    assert compared["verdict"] == "cannot_tell"

    found = await next_run(desk, now, before, minimum_effect=0.04)

    assert (found["step"], found["cases"], found["trials"], found["available"]) == (
        "add", 30, 1, 200,
    )  # fmt: skip
    plan = found["run"]["plan"]
    assert plan["cases"] == compared["cases_needed"]
    assert 30 < plan["cases"] < 200
    assert (plan["choice"]["first"], plan["trials"]) == (plan["cases"], 1)
    assert [column["version"] for column in plan["columns"]] == [1, 2]
    # The price is that of the forecast of the very order that the form sends.
    order = {
        "versions": [{"prompt": desk.prompt, "number": 1}, {"prompt": desk.prompt, "number": 2}],
        "choice": {"first": plan["cases"]},
        "minimum_effect": 0.04,
    }
    again = await forecast(desk, **order)
    assert found["run"]["prospect"]["forecast"] == again["forecast"]
    assert again["problems"] == []
    # The planned run is big enough by its own forecast.
    assert again["reach"]["power"] >= 0.8
    assert len(granted(await desk.browser.get(f"{desk.path}/runs"))["items"]) == 2


async def test_trials_are_added_where_answers_vary_and_no_case_is_left(world: World) -> None:
    desk = await a_desk_of(world, 40)
    now, before = await two_versions(desk, 40, trials=2, between=0.01, within=0.15, effect=0.0)

    found = await next_run(desk, now, before, minimum_effect=0.05)

    assert (found["step"], found["available"], found["cases_to_write"]) == ("add", 40, None)
    plan = found["run"]["plan"]
    assert (plan["cases"], plan["choice"]["first"]) == (40, None)
    assert 2 < plan["trials"] <= 20
    assert found["run"]["prospect"]["forecast"]["cells"] == 2 * 40 * plan["trials"]


async def test_cases_must_be_written_where_trials_cannot_decide(world: World) -> None:
    desk = await a_desk_of(world, 30)
    now, before = await two_versions(desk, 30, trials=2, between=0.2, within=0.05, effect=0.0)

    found = await next_run(desk, now, before, minimum_effect=0.02)
    needed = (await verdict(desk, now, before))["comparison"]["cases_needed"]

    assert (found["step"], found["run"]) == ("write_cases", None)
    assert found["cases_to_write"] == needed - 30
    assert "because the cases themselves differ" in found["sentence"]


async def test_without_repeats_trials_are_offered_as_a_trial(world: World) -> None:
    desk = await a_desk_of(world, 30)
    now, before = await two_versions(desk, 30, between=0.08, within=0.05, effect=0.0)

    found = await next_run(desk, now, before, minimum_effect=0.03)

    assert found["step"] == "try_trials"
    assert found["cases_to_write"] > 0
    assert found["run"]["plan"]["trials"] > 1
    assert "no case has been run twice yet" in found["sentence"]


async def test_no_run_is_suggested_for_a_comparison_by_labels_of_people(world: World) -> None:
    """A new run has no labels, so it cannot decide what people say."""
    desk = await a_desk_of(world, 60)
    now, before = await two_versions(desk, 12, between=0.1, within=0.0, effect=0.02)
    for run in (now, before):
        for cell in range(12):
            path = f"{desk.path}/runs/{run['id']}/cells/{cell}/grade"
            granted(await desk.browser.put(path, json={"grade": cell % 2}))
        await fresh(desk, run)

    by_scorer = await next_run(desk, now, before, minimum_effect=0.04)
    by_people = await next_run(desk, now, before, minimum_effect=0.04, metric="People")

    assert by_scorer["step"] == "add"
    assert (by_people["step"], by_people["run"]) == ("none", None)
    assert by_people["sentence"].startswith("A new run has no labels of people.")


async def test_a_clear_verdict_needs_no_further_run(world: World) -> None:
    desk = await a_desk_of(world, 30)
    now, before = await two_versions(desk, 30, between=0.02, within=0.02, effect=0.2)

    found = await next_run(desk, now, before)

    assert (found["step"], found["run"]) == ("none", None)
    same = await next_run(desk, now, now)
    assert (same["step"], same["run"]) == ("none", None)
    path = f"{desk.path}/runs/{now['id']}/verdict/next-run"
    wrong = await desk.browser.get(path, params={"with": now["id"], "column": 7})
    assert wrong.status_code == 400
