"""Pausing, resuming, cancelling and repeating: what is finished stays, and nothing is paid twice."""

import asyncio
from collections.abc import AsyncGenerator
from decimal import Decimal

import psycopg
import pytest
import pytest_asyncio

from edison.domain.errors import RunNotReady, WrongState
from edison.domain.money import MicroUsd
from edison.domain.runs.run_states import PauseReason, RunState
from edison.services.runs.run_control import (
    Repeat,
    add_scorers,
    cancel_run,
    change_budget,
    pause_run,
    repeat_cells,
    resume_run,
)
from tests.support.answers import granted
from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import execute, rows, value

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Gateway]:
    async with a_gateway_of_its_own(
        postgres, tmp_path_factory.mktemp("worker"), EDISON_CALLS_AT_ONCE="8"
    ) as gateway:
        yield gateway


@pytest_asyncio.fixture(loop_scope="module")
async def runs(gateway: Gateway) -> RunBench:
    await gateway.sim.reset()
    return await a_run_bench(await gateway.bench(), cases=40)


async def some_answers(runs: RunBench, run: object, at_least: int) -> int:
    async with asyncio.timeout(60):
        while True:
            found = value(
                runs.url, "SELECT count(*) FROM cells WHERE run_id = %s AND state = 'answered'", run
            )
            if found >= at_least:
                return int(found)
            await asyncio.sleep(0.02)


async def until_idle(runs: RunBench, run: object) -> None:
    """Wait until no worker holds a part of the run: its calls have ended, and none begins."""
    held = "SELECT count(*) FROM run_chunks WHERE run_id = %s AND worker IS NOT NULL"
    async with asyncio.timeout(60):
        while value(runs.url, held, run):  # noqa: ASYNC110 - in another process
            await asyncio.sleep(0.02)


async def test_a_paused_run_begins_no_calls_and_goes_on_where_it_was(
    gateway: Gateway, runs: RunBench
) -> None:
    """FR-EE-003"""
    ctx = gateway.world.ctx
    await gateway.sim.behave(latency={"ms": 1000})
    run = await runs.start()
    await some_answers(runs, run.id, 5)

    paused = await pause_run(ctx, runs.who, runs.project, run.id)

    assert paused.state is RunState.PAUSED
    assert paused.pause_reason is PauseReason.PERSON
    await until_idle(runs, run.id)
    await gateway.sim.behave()
    before = (await gateway.sim.calls())["total"]
    await asyncio.sleep(1.0)
    assert (await gateway.sim.calls())["total"] == before < 80
    assert runs.budget(run.id)["held"] == 0

    await resume_run(ctx, runs.who, runs.project, run.id)
    await runs.finished(run.id)

    seen = await gateway.sim.calls()
    assert seen["total"] == 80
    assert seen["answered_more_than_once"] == 0
    assert runs.budget(run.id)["doubt"] == 0
    await runs.assert_sums_are_true(run.id)


async def test_work_of_a_worker_that_was_started_again_is_taken_over(
    gateway: Gateway, runs: RunBench
) -> None:
    """A worker was killed, its work adopted, and it is back under its name: it no longer knows what it held."""
    ctx = gateway.world.ctx
    await gateway.sim.behave(latency={"ms": 1000})
    run = await runs.start()
    await runs.until(run.id, RunState.EXECUTING)
    await pause_run(ctx, runs.who, runs.project, run.id)
    await until_idle(runs, run.id)
    await gateway.sim.behave()
    with psycopg.connect(runs.url, autocommit=True) as back:
        back.execute("SELECT pg_advisory_lock(hashtextextended('edison-worker:ghost', 0))")
        back.execute("UPDATE run_chunks SET worker = 'ghost#1' WHERE run_id = %s", (run.id,))

        await resume_run(ctx, runs.who, runs.project, run.id)
        await runs.finished(run.id)

    await runs.assert_sums_are_true(run.id)


async def test_a_run_resumed_at_once_pays_nothing_twice(gateway: Gateway, runs: RunBench) -> None:
    """Calls of before the pause are still on their way when the resumed run comes to the same chunk."""
    ctx = gateway.world.ctx
    await gateway.sim.behave(latency={"ms": 1500})
    run = await runs.start()
    for _ in range(3):
        await asyncio.sleep(0.5)
        await runs.until(run.id, RunState.EXECUTING)
        await pause_run(ctx, runs.who, runs.project, run.id)
        await resume_run(ctx, runs.who, runs.project, run.id)
    await gateway.sim.behave()
    await runs.finished(run.id)

    seen = await gateway.sim.calls()
    assert seen["total"] == 80
    assert runs.budget(run.id)["doubt"] == 0


async def test_a_cancelled_run_keeps_its_answers_and_cannot_be_resumed(
    gateway: Gateway, runs: RunBench
) -> None:
    """FR-EE-004"""
    ctx = gateway.world.ctx
    await gateway.sim.behave(latency={"ms": 1000})
    run = await runs.start()
    had = await some_answers(runs, run.id, 5)

    cancelled = await cancel_run(ctx, runs.who, runs.project, run.id)

    assert cancelled.state is RunState.CANCELLED
    await until_idle(runs, run.id)
    assert runs.counts(run.id)["answered"] >= had
    assert "calling" not in runs.counts(run.id)
    with pytest.raises(WrongState):
        await resume_run(ctx, runs.who, runs.project, run.id)


@pytest.mark.nightly
async def test_a_run_fails_only_when_it_cannot_be_worked_on_and_says_so(
    gateway: Gateway, runs: RunBench
) -> None:
    """ARENA-3.4.5: failed answers do not fail it, a database that refuses to write them does."""
    ctx = gateway.world.ctx
    await gateway.sim.behave(latency={"ms": 1000})
    run = await runs.start()
    had = await some_answers(runs, run.id, 5)
    await pause_run(ctx, runs.who, runs.project, run.id)
    await until_idle(runs, run.id)
    await gateway.sim.behave()
    with psycopg.connect(runs.url, autocommit=True) as database:
        database.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''full''; END'"
        )
        database.execute(
            "CREATE TRIGGER refuse BEFORE UPDATE ON cells FOR EACH ROW "
            f"WHEN (NEW.run_id = '{run.id}') EXECUTE FUNCTION refuse()".encode()
        )

    await resume_run(ctx, runs.who, runs.project, run.id)
    failed = await runs.until(run.id, RunState.FAILED)

    assert "A part of the run failed 3 times" in (failed.problem or "")
    assert runs.counts(run.id)["answered"] >= had


async def test_only_what_failed_is_asked_again(gateway: Gateway, runs: RunBench) -> None:
    await gateway.sim.behave_for("sim-judge", faults=[{"kind": "too_long"}])
    run = await runs.start()
    await runs.finished(run.id)
    failed = runs.counts(run.id)["failed"]
    assert failed == 40
    await gateway.sim.reset()

    _, opened = await repeat_cells(
        gateway.world.ctx, runs.who, Repeat(project=runs.project, run=run.id, failed=True)
    )
    await runs.finished(run.id)

    assert opened == 40
    assert (await gateway.sim.calls())["total"] == 40
    assert runs.counts(run.id) == {"answered": 80}
    kept = rows(
        runs.url,
        "SELECT cell->>'error_code', count(*) FROM cell_history WHERE run_id = %s GROUP BY 1",
        run.id,
    )
    assert kept == [("too_long", 40)]
    await runs.assert_sums_are_true(run.id)


async def test_a_repeated_cell_is_asked_anew_though_its_answer_is_known(
    gateway: Gateway, runs: RunBench
) -> None:
    """Reuse is on, and still a repeat goes to the model."""
    run = await runs.start(reuse=True)
    await runs.finished(run.id)
    again = await runs.start(reuse=True)
    await runs.finished(again.id)
    assert (await gateway.sim.calls())["total"] == 80
    reused = value(
        runs.url, "SELECT count(*) FROM cells WHERE run_id = %s AND reused IS NOT NULL", again.id
    )
    assert reused == 80
    assert runs.budget(again.id)["settled"] == 0

    await repeat_cells(
        gateway.world.ctx,
        runs.who,
        Repeat(project=runs.project, run=again.id, ordinals=(3,), column=1),
    )
    await runs.finished(again.id)

    assert (await gateway.sim.calls())["total"] == 80 + 40


async def test_a_scorer_added_later_asks_no_target(gateway: Gateway, runs: RunBench) -> None:
    run = await runs.start()
    await runs.finished(run.id)
    before = (await gateway.sim.calls())["total"]

    await add_scorers(
        gateway.world.ctx,
        runs.who,
        runs.project,
        run.id,
        ({"kind": "exact"}, {"kind": "word_overlap"}),
    )
    await runs.finished(run.id)

    assert (await gateway.sim.calls())["total"] == before
    counted = rows(
        runs.url,
        "SELECT scorer, count(*) FROM scores WHERE run_id = %s GROUP BY 1 ORDER BY 1",
        run.id,
    )
    assert counted == [(0, 80), (1, 80)]
    await runs.assert_sums_are_true(run.id)


async def test_a_run_took_the_time_of_its_calls_however_late_it_was_scored(runs: RunBench) -> None:
    run = await runs.start()
    await runs.finished(run.id)
    execute(
        runs.url,
        f"UPDATE runs SET finished_at = finished_at + interval '1 hour' WHERE id = '{run.id}'",
    )

    [(calls,)] = rows(
        runs.url,
        "SELECT extract(epoch FROM max(finished_at) - min(started_at)) FROM cells WHERE run_id = %s",
        run.id,
    )
    report = granted(await runs.bench.browser.get(f"{runs.bench.path}/runs/{run.id}"))
    assert report["elapsed_s"] == pytest.approx(float(calls), abs=0.01)


async def test_a_run_stops_at_its_budget_and_goes_on_when_it_is_raised(
    gateway: Gateway, runs: RunBench
) -> None:
    """A call's worst case is its bytes and 100 tokens of answer: a little more than $0.0025."""
    ctx = gateway.world.ctx
    run = await runs.start(budget=MicroUsd(10_000))

    paused = await runs.until(run.id, RunState.PAUSED)

    assert paused.pause_reason is PauseReason.BUDGET
    spent = runs.budget(run.id)
    assert spent["settled"] + spent["held"] <= 10_000
    assert 0 < runs.counts(run.id)["answered"] < 80
    told = rows(runs.url, "SELECT data->>'spent' FROM events WHERE type = 'budget.neared'")
    assert told

    await change_budget(
        ctx, runs.who, runs.project, run.id, limit=MicroUsd(1_000_000), limit_tokens=None
    )
    await resume_run(ctx, runs.who, runs.project, run.id)
    await runs.finished(run.id)

    assert runs.counts(run.id) == {"answered": 80}
    bill = await gateway.sim.bill(Decimal("2.5"), Decimal("10"))
    assert bill == runs.budget(run.id)["settled"] == runs.ledger(run.id)["settled"]


async def test_a_refused_key_halts_the_run_and_costs_no_cell(
    gateway: Gateway, runs: RunBench
) -> None:
    """EDGE-16.4.3: halt immediately, prompt for the credential; cells stay open."""
    await gateway.sim.behave(faults=[{"kind": "401"}])
    run = await runs.start()

    paused = await runs.until(run.id, RunState.PAUSED)

    assert paused.pause_reason is PauseReason.CREDENTIAL
    assert "failed" not in runs.counts(run.id)
    [(status,)] = rows(
        runs.url, "SELECT status FROM credentials WHERE project_id = %s", runs.project
    )
    assert status == "invalid"


async def test_every_reason_against_a_run_is_told_at_once(runs: RunBench) -> None:
    with pytest.raises(RunNotReady) as refused:
        await runs.start(versions=(), dataset=None, trials=0, budget=MicroUsd(1))

    problems = refused.value.facts["problems"]
    assert isinstance(problems, list)
    assert {problem["code"] for problem in problems} == {  # pyright: ignore[reportUnknownVariableType]
        "no_prompt",
        "bad_trials",
        "bad_budget",
    }
