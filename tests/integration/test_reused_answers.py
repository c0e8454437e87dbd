"""Reused answers count at their recorded tokens, cost and latency wherever targets are compared; nothing is spent."""

from decimal import Decimal
from typing import Any

from tests.support.boards import completed
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, answer, scored
from tests.support.results import EXACT, TWO, computed, results, verdict
from tests.support.world import World

CASES = 6
COSTS = (4_000, 500)


async def _ended(desk: RunDesk, *, reused: bool) -> dict[str, Any]:
    """Run two models; with `reused` the answers of the first come from the answer cache."""
    run = await desk.start(scorers=[EXACT])
    await desk.finish(
        run,
        {
            2 * n + column: answer(
                f"Answer {n} {reused}",
                cost=COSTS[column],
                latency_ms=900.0,
                prompt=40,
                completion=10,
                reused=reused and column == 0,
            )
            for n in range(CASES)
            for column in range(2)
        },
    )
    await desk.score(run, {(n, 0): scored(0.9) for n in range(2 * CASES)})
    completed(desk, run)
    await computed(desk, run)
    return run


async def test_reused_answers_are_compared_by_what_they_cost_and_spend_nothing(
    world: World,
) -> None:
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(CASES)), models=TWO)
    paid, reused = await _ended(desk, reused=False), await _ended(desk, reused=True)

    before, after = await results(desk, paid), await results(desk, reused)
    for name in ("tokens", "answer_cost_usd"):
        assert [one[name] for one in after["columns"]] == [one[name] for one in before["columns"]]
    assert after["columns"][0]["tokens"] == CASES * 50
    assert Decimal(after["columns"][0]["answer_cost_usd"]) == Decimal("0.024")
    assert [Decimal(one["cost_usd"]) for one in after["columns"]] == [0, Decimal("0.003")]

    first = (await desk.read(reused))["progress"][0]
    assert (first["prompt_tokens"], first["completion_tokens"]) == (CASES * 40, CASES * 10)
    assert Decimal(first["answer_cost_usd"]) == Decimal(first["saved_usd"]) == Decimal("0.024")
    assert (Decimal(first["cost_usd"]), first["mean_latency_ms"]) == (0, 900.0)

    cost = (await verdict(desk, reused, paid))["cost"]
    assert Decimal(cost["this_usd"]) == Decimal(cost["other_usd"]) == Decimal("0.024")
    # The reused answers are the more expensive ones, so by cost they come last.
    page = await desk.page(reused, sort="cost", sort_column=0, order="desc")
    cell = page["items"][0]["cells"][0]
    assert (Decimal(cell["cost_usd"]), Decimal(cell["cost_then_usd"])) == (0, Decimal("0.004"))
    assert page["items"][0]["cells"][1]["cost_then_usd"] is None


async def test_a_recount_counts_reused_answers_alike(world: World) -> None:
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(CASES)), models=TWO)
    run = await _ended(desk, reused=True)
    counted = (await desk.read(run))["progress"]
    async with world.ctx.write() as tx:
        await tx.run_sums.recount(desk.project, run["id"], 2)

    assert (await desk.read(run))["progress"] == counted
