"""A run from start to end, through a real worker and a real provider's protocol."""

import asyncio
from decimal import Decimal

import pytest

from edison.domain.events import run_topic
from edison.domain.runs.run_plan import CaseChoice
from edison.domain.runs.run_states import RunState
from edison.services.results.run_results import WantedResults, read_results
from edison.services.runs.run_control import add_scorers, cancel_run
from tests.support.gateway import Gateway
from tests.support.runs import a_run_bench
from tests.support.sql import rows

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_every_cell_is_answered_once_and_paid_once(gateway: Gateway) -> None:
    runs = await a_run_bench(await gateway.bench())
    await gateway.sim.reset()

    run = await runs.start(scorers=({"kind": "contains", "values": ["a"]},))
    done = await runs.finished(run.id)

    assert done.state is RunState.COMPLETED
    assert sum(runs.counts(run.id).values()) == 100
    assert (await gateway.sim.calls())["answered"] == 100
    assert runs.budget(run.id)["held"] == 0
    assert runs.budget(run.id)["settled"] == runs.ledger(run.id)["settled"] == runs.spent(run.id)
    await runs.assert_sums_are_true(run.id)


async def test_a_small_run_does_not_wait_for_the_chunks_of_a_large_one(gateway: Gateway) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=1000)
    # The first chunks of the large run take at least 15 seconds, 1,000 cells in 128 slots.
    await gateway.sim.behave(latency={"ms": 2000})
    large = await runs.start()
    async with asyncio.timeout(60):
        while (await gateway.sim.calls())["total"] < 100:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)

    small = await runs.start(choice=CaseChoice(first=10))
    done = await runs.finished(small.id)
    query = "SELECT count(*) FROM run_chunks WHERE run_id = %s AND done"
    ended = rows(gateway.world.url, query, large.id)
    await cancel_run(gateway.world.ctx, runs.who, runs.project, large.id)
    await gateway.sim.reset()

    assert done.state is RunState.COMPLETED
    assert ended == [(0,)]


async def test_a_grader_scores_each_cell_and_its_cost_is_apart(gateway: Gateway) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=20)
    await gateway.sim.reset()
    grader = await runs.a_grader("Grade 0 to 1. Say only the number. {{output}}")

    run = await runs.start(scorers=(grader,))
    await runs.finished(run.id)

    seen = await gateway.sim.calls()
    assert seen["answered"] == 80
    async with gateway.world.ctx.read() as tx:
        _, scores = await tx.run_sums.read(runs.project, run.id)
    assert sum(score.done for score in scores.values()) == 40
    assert all(score.cost > 0 for score in scores.values())
    bill = await gateway.sim.bill(Decimal("2.5"), Decimal("10"))
    assert bill == runs.budget(run.id)["settled"] == runs.spent(run.id)
    await runs.assert_sums_are_true(run.id)


async def test_what_scorers_give_to_malformed_answers_is_counted_apart(gateway: Gateway) -> None:
    """Seed 003: a broken contract is a grade of zero, whatever a scorer that looks at the whole output says."""
    text = "Put your answer between <response> tags. {{question}}"
    runs = await a_run_bench(await gateway.bench(), cases=5, models=1, text=text)
    await gateway.sim.reset()
    lenient = {"kind": "length", "unit": "characters", "at_least": 1, "part": "raw"}
    grader = await runs.a_grader("Grade 0 to 1. Say only the number. {{output}}")

    run = await runs.start(scorers=(lenient, grader))
    await runs.finished(run.id)
    async with gateway.world.ctx.read() as tx:
        columns, scores = await tx.run_sums.read(runs.project, run.id)
    assert columns[0].malformed > 0, "the simulator keeps this contract now: ask for another"
    assert scores[0, 0].malformed_scored == columns[0].malformed
    assert scores[0, 0].malformed_total == pytest.approx(columns[0].malformed)
    assert (scores[0, 1].malformed_scored, scores[0, 1].malformed_total) == (
        columns[0].malformed,
        0,
    )
    await runs.assert_sums_are_true(run.id)

    # Added long after, to answers that are kept.
    await add_scorers(
        gateway.world.ctx, runs.who, runs.project, run.id, ({**lenient, "name": "again"},)
    )
    await runs.finished(run.id)
    async with gateway.world.ctx.read() as tx:
        _, scores = await tx.run_sums.read(runs.project, run.id)
    assert scores[0, 2].malformed_scored == columns[0].malformed
    await runs.assert_sums_are_true(run.id)


async def test_the_results_are_computed_when_a_run_ends_and_whoever_follows_it_is_told(
    gateway: Gateway,
) -> None:
    """FR-EE-002.11"""
    runs = await a_run_bench(await gateway.bench(), cases=10)
    run = await runs.start(scorers=({"kind": "contains", "values": ["a"]},))
    await runs.finished(run.id)

    topic = run_topic(run.id)
    told = "SELECT data FROM events WHERE topic = %s AND type = 'run.summarised' ORDER BY number"
    async with asyncio.timeout(60):
        while not rows(gateway.world.url, told, topic):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)

    wanted = WantedResults(project=runs.project, run=run.id)
    found = await read_results(gateway.world.ctx, runs.who, wanted)
    assert not found.stale
    assert found.as_of is not None
    assert found.covers.cells == found.covers.of == run.plan.cells
    [*_, (data,)] = rows(gateway.world.url, told, topic)
    means = [column.composite.value for column in found.columns if column.composite]
    assert data["composites"] == [round(mean, 4) for mean in means]
    assert (data["cells"], data["total"]) == (run.plan.cells, run.plan.cells)
    # Nobody needs to ask: it is there before anyone looks, and looking orders nothing.
    orders = rows(
        gateway.world.url, "SELECT asked, done FROM run_statistics WHERE run_id = %s", run.id
    )
    assert orders == [(1, 1)]
