"""What a run would come to, told before it starts; and what a project may spend in a month."""

from decimal import Decimal
from typing import Any

import pytest

from edison.domain.budgets.budget import Scope, month_of
from tests.support.answers import granted, refused
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, answer
from tests.support.world import World


async def ask(desk: RunDesk, **changes: Any) -> dict[str, Any]:
    return granted(
        await desk.browser.post(f"{desk.path}/runs/forecast", json=desk.order(**changes))
    )


async def test_a_forecast_counts_calls_tokens_money_and_time(world: World) -> None:
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))

    seen = await ask(desk, trials=4)

    assert (seen["problems"], seen["warnings"]) == ([], [])
    assert (seen["cases"], seen["columns"], seen["sampled"]) == (3, 2, 3)
    told = seen["forecast"]
    assert (told["cells"], told["calls"], told["judge_calls"]) == (24, 24, 0)
    assert told["answer_tokens"] == 24 * 200
    # "Answer One": 2 tokens, and what stands around a message.
    assert told["prompt_tokens"] == 24 * (2 + 7)
    assert all(part["prompt_exact"] and not part["answer_known"] for part in told["parts"])
    money = {name: Decimal(value) for name, value in told["money"].items()}
    # 200 tokens at $0.60 and at $10 a million, and a few that go in.
    assert Decimal("0.0254") < money["likely_usd"] < Decimal("0.0260")
    # Assumed: 50 to 500 tokens.
    assert money["low_usd"] / money["likely_usd"] == pytest.approx(
        Decimal("0.25"), rel=Decimal("0.04")
    )
    assert money["high_usd"] / money["likely_usd"] == pytest.approx(
        Decimal("2.5"), rel=Decimal("0.04")
    )
    assert money["worst_usd"] > money["high_usd"] * 6
    assert told["basis"].startswith("Assumed that an answer has about 200 tokens (50 to 500)")
    assert told["seconds"] == 2.0


async def test_all_reasons_come_with_the_answer_and_nothing_is_stored(world: World) -> None:
    desk = await a_run_desk(world, models=("a-model-nobody-prices",))

    seen = await ask(desk, trials=0)

    assert {problem["code"] for problem in seen["problems"]} == {"no_price", "bad_trials"}
    assert seen["forecast"]["money"] is None
    assert granted(await desk.browser.get(f"{desk.path}/runs"))["items"] == []
    nothing = await ask(desk, targets=[], versions=[])
    assert nothing["forecast"] is None


async def test_answers_of_earlier_runs_are_the_better_guess(world: World) -> None:
    desk = await a_run_desk(world)
    run = await desk.start()
    await desk.finish(
        run,
        {
            0: answer("a", completion=100),
            1: answer("b", completion=60),
            2: answer("c", completion=20, reused=True),
        },
    )

    told = (await ask(desk))["forecast"]
    [part] = told["parts"]

    assert told["answer_tokens"] == 100 + 60 + 20, (
        "a reused answer is as long as when it was paid for"
    )
    assert (part["answer_known"], part["answer_source"]) == (True, "prompt")
    assert told["basis"].endswith("earlier answers of the same target to this prompt.")
    money = {name: Decimal(value) for name, value in told["money"].items()}
    assert money["low_usd"] / money["likely_usd"] == pytest.approx(
        Decimal("0.8"), rel=Decimal("0.04")
    )
    # With other parameters it is another target: its answers may be longer or shorter.
    cold = {"model": desk.models[0], "parameters": {"temperature": 0}}
    other = (await ask(desk, targets=[cold]))["forecast"]
    assert (other["answer_tokens"], other["parts"][0]["answer_source"]) == (180, "model")


async def test_expected_answers_show_how_long_answers_will_be(world: World) -> None:
    cases = [question(f"Is {n} even?", expected="yes") for n in range(4)]
    desk = await a_run_desk(world, *cases)

    told = (await ask(desk))["forecast"]

    assert told["parts"][0]["answer_source"] == "expected"
    assert told["answer_tokens"] == 4


async def test_a_bound_on_the_answer_bounds_the_forecast(world: World) -> None:
    desk = await a_run_desk(world)
    target = {"model": desk.models[0], "parameters": {"max_tokens": 20}}

    assert (await ask(desk, targets=[target]))["forecast"]["answer_tokens"] == 60


async def test_graders_are_counted_apart_with_the_answer_they_read(world: World) -> None:
    desk = await a_run_desk(world)
    content = {"messages": [{"role": "user", "content": "Grade {{output}} for {{question}}"}]}
    grader = granted(
        await desk.browser.post(
            f"{desk.path}/prompts", json={"name": "G", "kind": "grader", "content": content}
        ),
        201,
    )
    granted(await desk.browser.post(f"{desk.path}/prompts/{grader['id']}/versions", json={}), 201)

    told = await ask(
        desk, scorers=[{"kind": "grader", "prompt": grader["id"], "model": desk.models[0]}]
    )

    assert told["problems"] == []
    assert (told["forecast"]["calls"], told["forecast"]["judge_calls"]) == (3, 3)
    target, judge = told["forecast"]["parts"]
    assert (target["phase"], judge["phase"], judge["title"]) == ("target", "judge", "G")
    assert judge["prompt_tokens"] > target["answer_tokens"]


async def test_the_limits_of_a_model_decide_how_long_it_takes(world: World) -> None:
    desk = await a_run_desk(world)
    granted(
        await desk.browser.patch(
            f"{desk.path}/models/{desk.models[0]}", json={"limits": {"requests_per_minute": 6}}
        )
    )

    assert (await ask(desk))["forecast"]["seconds"] == 30.0


async def test_a_large_dataset_is_sampled_and_scaled(world: World) -> None:
    desk = await a_run_desk(world, *(question(f"Number {n}") for n in range(250)))

    seen = await ask(desk, choice={"first": 220})

    assert (seen["sampled"], seen["cases"], seen["forecast"]["calls"]) == (200, 220, 220)
    assert seen["forecast"]["prompt_tokens"] % 220 == 0


async def test_a_budget_that_is_too_small_is_warned_of(world: World) -> None:
    desk = await a_run_desk(world, *(question(f"Number {n}") for n in range(100)))
    granted(await desk.browser.put(f"{desk.path}/budget", json={"limit_usd": "0.025"}))

    async def codes(**changes: Any) -> list[str]:
        return [each["code"] for each in (await ask(desk, **changes))["warnings"]]

    # Likely about $0.012, at most $0.03.
    assert await codes(budget_usd="0.01") == ["over_run_budget", "near_month_budget"]
    assert await codes(budget_tokens=100) == ["over_run_tokens", "near_month_budget"]
    assert await codes(choice={"first": 10}) == []


async def test_the_budget_of_a_month_is_read_changed_and_lasts(world: World) -> None:
    desk = await a_run_desk(world)
    at = f"{desk.path}/budget"
    before = granted(await desk.browser.get(at))
    assert (before["limit_usd"], before["spent"]) == (None, None)

    granted(await desk.browser.put(at, json={"limit_usd": "5", "alert_share": 0.5}))
    await desk.start()
    seen = granted(await desk.browser.get(at))

    assert (Decimal(seen["limit_usd"]), seen["alert_share"]) == (5, 0.5)
    assert Decimal(seen["spent"]["limit_usd"]) == 5
    async with world.ctx.write() as tx:
        next_month = month_of(world.clock.now()).replace(year=2099)
        await tx.budget_calendar.open(desk.project, next_month, simulated=False)
        later = await tx.budgets.read(desk.project, Scope.PROJECT_MONTH, desk.project, next_month)
    assert later.limit == 5_000_000
    [entry] = granted(await desk.browser.get(f"{desk.path}/audit?action=project.budget_changed"))[
        "items"
    ]
    assert entry["changes"]["limit_micro_usd"] == {"old": None, "new": 5_000_000}


async def test_a_budget_of_a_month_is_not_set_below_what_is_spent(world: World) -> None:
    desk = await a_run_desk(world)
    at = f"{desk.path}/budget"
    granted(await desk.browser.put(at, json={"limit_usd": "5"}))
    async with world.ctx.write() as tx:
        balance = await tx.budgets.read(
            desk.project, Scope.PROJECT_MONTH, desk.project, month_of(world.clock.now())
        )
        await tx.budgets.reserve(desk.project, [balance.id], 2_000_000, 10)

    refused(await desk.browser.put(at, json={"limit_usd": "1"}), 402, "BUDGET_EXCEEDED")
    assert Decimal(granted(await desk.browser.get(at))["limit_usd"]) == 5
    granted(await desk.browser.put(at, json={}))
