"""Which model to use, through the API, from answers with known cost and latency."""

from typing import Any

from edison.domain.judging.score import Scored
from tests.support.answers import granted, refused
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, answer
from tests.support.results import EXACT, TWO, computed
from tests.support.world import World

CASES = 12


async def a_run_of_two(
    world: World, *, reused: tuple[bool, bool] = (False, False)
) -> tuple[RunDesk, dict[str, Any]]:
    """The first model is right but slow and dear; the second is fast, cheap and wrong half of the time."""
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(CASES)), models=TWO)
    run = await desk.start(scorers=[EXACT])
    await desk.finish(
        run,
        {
            2 * n + column: answer(
                f"Answer {n}",
                cost=(4_000, 500)[column],
                latency_ms=(900.0, 200.0)[column] + n,
                reused=reused[column],
            )
            for n in range(CASES)
            for column in range(2)
        },
    )
    await desk.score(
        run,
        {
            (2 * n + column, 0): Scored(value=good, passed=good == 1.0, reason="")
            for n in range(CASES)
            for column, good in ((0, 1.0), (1, float(n % 2)))
        },
    )
    return desk, run


async def advice(desk: RunDesk, run: dict[str, Any], **wish: Any) -> dict[str, Any]:
    path = f"{desk.path}/runs/{run['id']}/recommendations"
    return granted(await desk.browser.get(path, params=wish))


async def test_models_are_compared_in_a_table_and_recommended_with_reasons(world: World) -> None:
    """PSM-MODEL-3 to PSM-MODEL-8"""
    desk, run = await a_run_of_two(world)

    before = await advice(desk, run)
    await computed(desk, run)
    found = await advice(desk, run, score=0.9, cost_usd=0.01)

    assert before["recommendations"] is None
    told = found["recommendations"]
    first, second = told["models"]
    assert (first["score"]["value"], second["score"]["value"]) == (1.0, 0.5)
    assert round(first["cost_usd"]["value"], 6) == 0.004
    assert round(second["latency_ms"]["value"], 1) == 205.5
    assert first["latency_ms"]["low"] < 905.5 < first["latency_ms"]["high"]
    assert first["success_rate"]["value"] == 1.0
    picks = {pick["kind"]: pick["columns"] for pick in told["picks"]}
    assert picks == {"most_accurate": [0], "fastest": [1], "best_value": [1]}
    assert [fit["fits"] for fit in told["fits"]] == ["perhaps", "no"]
    assert "may meet your requirements" in told["wish_sentence"]


async def test_reused_answers_count_with_what_they_took_when_they_were_paid(world: World) -> None:
    fresh_desk, fresh = await a_run_of_two(world)
    desk, run = await a_run_of_two(world, reused=(True, False))
    await computed(fresh_desk, fresh)
    await computed(desk, run)

    asked = (await advice(fresh_desk, fresh))["recommendations"]
    told = (await advice(desk, run))["recommendations"]

    for name in ("cost_usd", "latency_ms", "cost_per_point_usd", "advice", "advice_sentence"):
        assert [model[name] for model in told["models"]] == [
            model[name] for model in asked["models"]
        ]
    assert told["picks"] == asked["picks"]
    # What was spent is another figure, and no reason for a recommendation.
    totals = [model["total_cost_usd"] for model in asked["models"]]
    assert [model["total_cost_usd"] for model in told["models"]] == totals == [0.048, 0.006]


async def test_a_wish_out_of_range_is_refused(world: World) -> None:
    desk, run = await a_run_of_two(world)

    answer_ = await desk.browser.get(
        f"{desk.path}/runs/{run['id']}/recommendations", params={"score": 1.5}
    )

    refused(answer_, 400, "BAD_REQUEST")
