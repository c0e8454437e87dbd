"""What an experiment would come to, held against a calculation by hand; and which models, judges and limits fit."""

from decimal import Decimal
from typing import Any

import pytest

from edison.domain.models.token_counts import count_tokens
from tests.support.answers import granted
from tests.support.datasets import question
from tests.support.experiment_plans import TEXT, plan_body
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.world import World

CASES = 10
HELD_OUT = 3
# Dollars for a million tokens.
MINI_IN, MINI_OUT = Decimal("0.15"), Decimal("0.60")
USUAL_ANSWER = 200
ENDS = ("low", "high")
# A verdict has a frame, and a score with its reason for each of two criteria.
VERDICT = 60 + 2 * 60


async def a_desk(world: World, *models: str) -> RunDesk:
    cases = [question("Why?") for _ in range(CASES)]
    return await a_run_desk(world, *cases, models=models or ("gpt-4o-mini",))


async def forecast(desk: RunDesk, **changes: Any) -> dict[str, Any]:
    plan = {**plan_body(desk.dataset.id, desk.models[0]), **changes}
    path = f"{desk.path}/experiments/forecast"
    return granted(await desk.browser.post(path, json={"plan": plan}))


def micro(tokens_in: float, tokens_out: float) -> Decimal:
    return Decimal(tokens_in) * MINI_IN + Decimal(tokens_out) * MINI_OUT


async def test_a_forecast_is_what_a_calculation_by_hand_gives(world: World) -> None:
    """Calls, iterations and money of FR-EC-007 for targets, judges and refiner.

    With the last check on what is held out.
    """
    desk = await a_desk(world)

    told = await forecast(desk, holdout_share=0.3, stop_rules={"max_iterations": 10})

    assert told["problems"] == []
    kept = CASES - HELD_OUT
    assert (told["cases"], told["configurations"], told["judges"]) == (kept, 1, 1)
    # With early stopping 60 % of them at least.
    assert told["iterations"] == {"low": 6, "high": 10}
    assert (told["iteration"]["calls"], told["iteration"]["judge_calls"]) == (kept, kept)
    # Only the judge's own question cannot be written down here: it is read off by what differs with two judges.
    both = await forecast(
        desk,
        holdout_share=0.3,
        judges=[
            {"model": desk.models[0]},
            {"model": desk.models[0], "parameters": {"temperature": 0.9}},
        ],
    )
    assert (both["judges"], both["iteration"]["judge_calls"]) == (2, 2 * kept)
    judging = {end: money(both["iteration"], end) - money(told["iteration"], end) for end in ENDS}
    text, _ = count_tokens(TEXT.replace("{{question}}", "Why?"), "gpt-4o-mini", "OPENAI")
    prompt, _ = count_tokens(TEXT, "gpt-4o-mini", "OPENAI")
    # A quarter to two and a half times the assumed length, and a fifth more or less of what is sent.
    for end, sent, answered in (("low", 0.8, 0.25), ("high", 1.2, 2.5)):
        asking = kept * micro(sent * (text + 7), answered * USUAL_ANSWER)
        refining = micro(sent * (prompt + 2_500), answered * 600)
        run, suggestion = asking / 1_000_000 + judging[end], refining / 1_000_000
        assert money(told["iteration"], end) == pytest.approx(run + suggestion, rel=Decimal("0.02"))
        # Runs, suggestions between them, and first and best once more over the cases that were held out.
        turns = 6 if end == "low" else 10
        total = turns * run + (turns - 1) * suggestion + 2 * run * HELD_OUT / kept
        assert money(told["total"], end) == pytest.approx(total, rel=Decimal("0.02"))
    # A judge reads the answer and writes a verdict: it cannot cost less than that.
    assert judging["high"] > kept * micro(USUAL_ANSWER, VERDICT) / 1_000_000
    assert Decimal(told["total"]["worst_usd"]) > 3 * money(told["total"], "high")
    assert told["basis"].startswith("Assumed that an answer has about 200 tokens")
    assert told["sentence"].startswith(
        "Up to 10 iterations of 7 cases on 1 model configuration with 1 judge take "
    )
    assert told["total"]["tokens"]["high"] > told["total"]["tokens"]["low"] > 0


async def test_configurations_multiply_and_an_unknown_price_is_never_zero(world: World) -> None:
    desk = await a_desk(world, "gpt-4o-mini", "a-model-nobody-prices")
    grid = {"temperature": [0.2, 0.9], "max_tokens": [100, 200]}

    told = await forecast(desk, targets=[{"model": desk.models[0], "grid": grid}])
    assert (told["configurations"], told["iteration"]["calls"]) == (4, 4 * CASES)
    assert told["iteration"]["judge_calls"] == 4 * CASES

    told = await forecast(desk, targets=[{"model": desk.models[1]}])
    assert (told["iteration"]["usd"], told["total"]["usd"]) == (None, None)
    assert told["unknown_prices"] == ["a-model-nobody-prices"]
    assert "The price of a-model-nobody-prices is unknown" in told["sentence"]


async def test_a_plan_with_nothing_in_it_has_a_forecast_that_says_so(world: World) -> None:
    desk = await a_desk(world)

    answer = await desk.browser.post(f"{desk.path}/experiments/forecast", json={"plan": {}})

    told = granted(answer)
    assert (
        told["sentence"] == "There is nothing to estimate yet. Choose a prompt, cases and models."
    )
    assert (told["cases"], told["iteration"]["calls"]) == (0, 0)
    assert {problem["step"] for problem in told["problems"]} == {1, 2, 3, 4, 5, 6}


async def test_advice_goes_by_price_and_lets_no_model_judge_itself_first(world: World) -> None:
    names = ("gpt-4o-mini", "gpt-4o", "gpt-4", "text-embedding-3-small", "a-model-nobody-prices")
    desk = await a_desk(world, *names)
    costly = [{"model": desk.models[2]}, {"model": desk.models[0]}]
    plan = {**plan_body(desk.dataset.id, desk.models[0]), "targets": costly}

    path = f"{desk.path}/experiments/advice"
    told = granted(await desk.browser.post(path, json={"plan": plan}))

    assert [(each["name"], each["role"]) for each in told["models"]] == [
        ("gpt-4o-mini", "fast"),
        ("gpt-4o", "smart"),
    ]
    assert all(each["why"] for each in told["models"])
    # Above a cent for a thousand tokens, and part of the plan.
    assert [each["name"] for each in told["costly"]] == ["gpt-4"]
    assert Decimal(told["costly"][0]["usd_per_1k"]) > Decimal("0.01")
    assert [each["name"] for each in told["judges"]] == ["gpt-4o", "gpt-4o-mini"]
    assert "does not judge its own answers" in told["judges"][0]["why"]
    assert "also answers here" in told["judges"][1]["why"]
    assert told["limits"]["max_iterations"] == 10
    assert Decimal(told["limits"]["max_budget_usd"]) >= 1
    assert told["limits"]["max_tokens"] > 0


def money(part: dict[str, Any], end: str) -> Decimal:
    return Decimal(part["usd"][end])
