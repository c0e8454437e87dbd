"""Judges at work, through a real worker and a real provider's protocol: what they say is a score, an error never is."""

import asyncio
from decimal import Decimal
from statistics import mean

import pytest
import pytest_asyncio

from edison.domain.runs.run_states import RunState
from edison.services.runs.run_control import Repeat, pause_run, repeat_cells, resume_run
from tests.support.gateway import Gateway
from tests.support.judged import JudgeBench, Score, a_judge_bench
from tests.support.runs import a_run_bench
from tests.support.sql import rows, value

pytestmark = pytest.mark.asyncio(loop_scope="module")

CASES = 15
CELLS = 2 * CASES
PRICE = Decimal("2.5"), Decimal(10)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def judges(gateway: Gateway) -> JudgeBench:
    """One project for all tests; each starts runs of its own."""
    return await a_judge_bench(await a_run_bench(await gateway.bench(), cases=1), CASES)


async def calls(gateway: Gateway) -> dict[str, int]:
    return (await gateway.sim.calls())["by_model"]


def values(scores: list[Score]) -> list[float]:
    return [score.value for score in scores if score.value is not None]


async def test_one_judge_and_three_score_every_criterion_and_their_cost_is_apart(
    gateway: Gateway, judges: JudgeBench
) -> None:
    runs = judges.runs
    await gateway.sim.reset()
    ids = [await judges.judge(f"Judge {number}") for number in range(3)]

    run = await runs.start(scorers=({"kind": "judge", "judge": ids[0]},))
    await runs.finished(run.id)
    one = judges.scores(run.id)
    await judges.add(run.id, *({"kind": "judge", "judge": each} for each in ids[1:]))
    await runs.finished(run.id)

    scores = judges.scores(run.id)
    assert len(one) == CELLS
    assert len(scores) == 3 * CELLS
    assert [score for score in scores if score.scorer == 0] == one
    for score in scores:
        assert score.state == "scored"
        assert score.criteria is not None
        accuracy, brevity = score.criteria
        assert score.value == pytest.approx(0.6 * (accuracy or 0) + 0.4 * (brevity or 0), abs=1e-6)
        assert score.passed is ((score.value or 0) >= 0.5)
        assert set(score.more) == {"criteria", "flags", "missing"}
    assert len(set(values(scores))) > 3
    # What judges cost is told apart from what the targets cost.
    assert await gateway.sim.bill(*PRICE) == runs.budget(run.id)["settled"] == runs.spent(run.id)
    phases = dict(
        rows(
            runs.url, "SELECT phase, sum(settled) FROM ledger WHERE run_id = %s GROUP BY 1", run.id
        )
    )
    assert phases["judge"] == sum(score.cost or 0 for score in scores)
    assert phases["target"] == runs.spent(run.id) - phases["judge"]
    await runs.assert_sums_are_true(run.id)


async def test_scoring_a_finished_run_asks_no_target(gateway: Gateway, judges: JudgeBench) -> None:
    runs = judges.runs
    await gateway.sim.reset()
    run = await runs.start()
    await runs.finished(run.id)
    before = await calls(gateway)
    words = await judges.judge("In words", mode="free_text", instructions="Ten for a right number.")
    pairs = await judges.judge("Pairs", mode="pairwise")
    referee = await judges.judge("With reference", uses_reference=True)
    await gateway.sim.reset()

    await judges.add(
        run.id,
        {"kind": "judge", "judge": words},
        {"kind": "pairwise", "judge": pairs},
        {"kind": "judge", "judge": referee},
    )
    done = await runs.finished(run.id)

    assert done.state is RunState.COMPLETED
    assert sum(before.values()) == CELLS
    # One question for each cell, twice; one in each order for each pair.
    assert await calls(gateway) == {"sim-judge": CELLS + 2 * CASES + CELLS}
    in_words = judges.scores(run.id, 0)
    assert len(values(in_words)) == CELLS
    assert all(score.criteria is None and score.more["why"] for score in in_words)
    compared = judges.scores(run.id, 1)
    assert [score.ordinal for score in compared] == list(range(1, CELLS, 2))
    assert set(values(compared)) <= {0.0, 0.5, 1.0}
    assert {order["first"] for score in compared for order in score.more["orders"]} == {"a", "b"}
    assert all(len(score.more["orders"]) == 2 for score in compared)
    await runs.assert_sums_are_true(run.id)


async def test_a_judge_that_prefers_a_place_flips_and_its_wins_are_ties(
    gateway: Gateway, judges: JudgeBench
) -> None:
    runs = judges.runs
    await gateway.sim.reset()
    good = await judges.judge("Fair pairs", mode="pairwise")
    biased = await judges.judge("First wins", "sim-judge-position", mode="pairwise")
    run = await runs.start(scorers=({"kind": "pairwise", "judge": good},))
    await runs.finished(run.id)
    other = await runs.start(scorers=({"kind": "pairwise", "judge": biased},))
    await runs.finished(other.id)

    fair, unfair = judges.scores(run.id), judges.scores(other.id)

    assert sum(score.more["flipped"] for score in fair) == 0
    assert sum(score.more["flipped"] for score in unfair) > CASES / 2
    assert all(score.value == 0.5 for score in unfair if score.more["flipped"])
    assert len({score.value for score in fair}) > 1
    # Which order is asked first is drawn cell by cell.
    assert len({score.more["orders"][0]["first"] for score in fair}) == 2


async def test_a_verdict_is_mended_once_and_every_question_is_in_the_ledger(
    gateway: Gateway, judges: JudgeBench
) -> None:
    runs = judges.runs
    await gateway.sim.reset()
    run = await runs.start()
    await runs.finished(run.id)
    sloppy = await judges.judge("Sloppy", "sim-judge-sloppy")
    pairs = await judges.judge("Sloppy pairs", "sim-judge-sloppy", mode="pairwise")

    await judges.add(
        run.id, {"kind": "judge", "judge": sloppy}, {"kind": "pairwise", "judge": pairs}
    )
    await runs.finished(run.id)

    assert (await calls(gateway))["sim-judge-sloppy"] == 2 * CELLS + 4 * CASES
    assert all(score.state == "scored" for score in judges.scores(run.id))
    bill = await gateway.sim.bill(*PRICE)
    assert bill == runs.ledger(run.id)["settled"] == runs.budget(run.id)["settled"]
    assert bill == runs.spent(run.id)
    assert runs.budget(run.id)["held"] == 0
    await runs.assert_sums_are_true(run.id)


async def test_a_judge_without_a_verdict_gives_an_error_and_no_score(
    gateway: Gateway, judges: JudgeBench
) -> None:
    runs = judges.runs
    await gateway.sim.reset()
    await gateway.sim.behave_for("sim-judge", judging={"sloppy": 1, "stubborn": True})
    run = await runs.start(targets=runs.order().targets[1:])
    await runs.finished(run.id)
    stubborn = await judges.judge("Stubborn")

    await judges.add(run.id, {"kind": "judge", "judge": stubborn})
    await runs.finished(run.id)

    scores = judges.scores(run.id)
    assert (await calls(gateway))["sim-judge"] == 2 * CASES
    assert {(score.state, score.problem) for score in scores} == {("not_scored", "judge_error")}
    assert all(score.value is None and score.passed is None for score in scores)
    assert all("in two attempts" in score.reason and "missing" in score.reason for score in scores)
    bill = await gateway.sim.bill(*PRICE)
    assert bill == runs.ledger(run.id)["settled"] == runs.spent(run.id)


async def test_an_outage_of_a_judge_in_part_of_the_rows_moves_no_mean_and_passes_nothing(
    gateway: Gateway, judges: JudgeBench
) -> None:
    runs = judges.runs
    await gateway.sim.reset()
    judge = {"kind": "judge", "judge": await judges.judge("Steady", "sim-judge-length")}
    run = await runs.start(scorers=(judge,))
    await runs.finished(run.id)
    whole = {score.ordinal: score for score in judges.scores(run.id)}
    fault = {"kind": "too_long", "share": 0.4}
    await gateway.sim.behave_for("sim-judge-length", faults=[fault])
    again = await runs.start(scorers=(judge,))
    await runs.finished(again.id)

    found = judges.scores(again.id)
    lost = [score for score in found if score.state == "not_scored"]
    kept = [score for score in found if score.state == "scored"]

    assert 3 < len(lost) < CELLS - 3
    assert len(lost) + len(kept) == CELLS
    for score in lost:
        assert (score.value, score.passed, score.problem) == (None, None, "judge_error")
    # The mean is over what was judged, and no fail became a pass.
    async with gateway.world.ctx.read() as tx:
        _, sums = await tx.run_sums.read(runs.project, again.id)
    for column in (0, 1):
        judged = [score for score in kept if score.ordinal % 2 == column]
        assert sums[column, 0].mean == pytest.approx(mean(values(judged)))
        assert sums[column, 0].errors == len([s for s in lost if s.ordinal % 2 == column])
        assert sums[column, 0].passed == sum(1 for score in judged if score.passed)
    failed_before = {ordinal for ordinal, score in whole.items() if score.passed is False}
    passed_now = {score.ordinal for score in found if score.passed}
    same = {s.ordinal for s in kept if s.criteria == whole[s.ordinal].criteria}
    assert not failed_before & passed_now & same
    await runs.assert_sums_are_true(again.id)


async def test_a_failed_answer_is_compared_with_nothing_until_it_is_repeated(
    gateway: Gateway, judges: JudgeBench
) -> None:
    runs = judges.runs
    await gateway.sim.reset()
    pairs = await judges.judge("Pairs again", "sim-judge-gullible", mode="pairwise")
    names = [
        column.model_name for column in (await runs.read((await runs.start()).id)).plan.columns
    ]
    await gateway.sim.behave_for(names[0], faults=[{"kind": "too_long"}])
    run = await runs.start(scorers=({"kind": "pairwise", "judge": pairs},))
    await runs.finished(run.id)
    scores = judges.scores(run.id)

    assert [score.ordinal for score in scores] == list(range(1, CELLS, 2))
    assert {score.problem for score in scores} == {"not_applicable"}
    assert all("failed" in score.reason for score in scores)

    await gateway.sim.reset()
    ctx = gateway.world.ctx
    await repeat_cells(ctx, runs.who, Repeat(project=runs.project, run=run.id, failed=True))
    await runs.finished(run.id)

    assert all(score.state == "scored" for score in judges.scores(run.id))
    assert (await calls(gateway))["sim-judge-gullible"] == 2 * CASES
    await runs.assert_sums_are_true(run.id)


async def test_exams_take_a_few_cells_and_find_out_what_is_wrong_with_a_judge(
    gateway: Gateway, judges: JudgeBench
) -> None:
    runs = judges.runs
    await gateway.sim.reset()
    run = await runs.start()
    await runs.finished(run.id)
    models = ("sim-judge", "sim-judge-length", "sim-judge-gullible", "sim-judge-random")
    ids = {model: await judges.judge(f"Examined {model}", model) for model in models}
    await judges.add(run.id, *({"kind": "judge", "judge": each} for each in ids.values()))
    await runs.finished(run.id)
    before = (await gateway.sim.calls())["total"]

    exams = [(model, exam) for model in models for exam in ("repeat", "padded", "injected")]
    await judges.add(
        run.id,
        *({"kind": "judge", "judge": ids[model], "exam": exam, "cells": 10} for model, exam in exams),
    )  # fmt: skip
    await runs.finished(run.id)

    change: dict[tuple[str, str], float] = {}
    moved: dict[tuple[str, str], float] = {}
    for number, (model, exam) in enumerate(exams, start=len(models)):
        plain = {s.ordinal: s.value or 0 for s in judges.scores(run.id, models.index(model))}
        found = judges.scores(run.id, number)
        assert len(found) == 10, (model, exam)
        differences = [(score.value or 0) - plain[score.ordinal] for score in found]
        change[model, exam] = mean(differences)
        moved[model, exam] = mean(map(abs, differences))
    assert (await gateway.sim.calls())["total"] - before == 10 * len(exams)
    for exam in ("repeat", "padded", "injected"):
        assert moved["sim-judge", exam] < 0.1
    assert change["sim-judge-length", "padded"] > 0.2
    assert change["sim-judge-gullible", "injected"] > 0.2
    assert change["sim-judge-gullible", "padded"] < 0.1
    assert moved["sim-judge-random", "repeat"] > 0.15
    await runs.assert_sums_are_true(run.id)


async def until(url: str, statement: str, *values: object) -> None:
    """Wait until a count is above zero."""
    async with asyncio.timeout(60):
        while not value(url, statement, *values):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.02)


async def test_a_dialogue_that_is_paused_goes_on_where_it_stopped(
    gateway: Gateway, judges: JudgeBench
) -> None:
    runs, ctx = judges.runs, gateway.world.ctx
    await gateway.sim.reset()
    run = await runs.start()
    await runs.finished(run.id)
    sloppy = await judges.judge("Paused", "sim-judge-sloppy")
    await gateway.sim.behave_for("sim-judge-sloppy", latency={"ms": 1000})

    await judges.add(run.id, {"kind": "judge", "judge": sloppy})
    await until(runs.url, "SELECT count(*) FROM scores WHERE run_id = %s AND more ? 'said'", run.id)
    await pause_run(ctx, runs.who, runs.project, run.id)
    await until(
        runs.url,
        "SELECT count(*) FROM scores WHERE run_id = %s AND state = 'open' AND more ? 'said' AND NOT EXISTS "
        "(SELECT 1 FROM scores c WHERE c.run_id = scores.run_id AND c.state = 'calling')",
        run.id,
    )
    open_ones = [score for score in judges.scores(run.id) if score.state == "open"]
    await gateway.sim.behave_for("sim-judge-sloppy", latency={"ms": 1})
    await resume_run(ctx, runs.who, runs.project, run.id)
    await runs.finished(run.id)

    assert all(score.more["said"] and score.cost for score in open_ones)
    assert (await calls(gateway))["sim-judge-sloppy"] == 2 * CELLS
    assert all(score.state == "scored" for score in judges.scores(run.id))
    assert await gateway.sim.bill(*PRICE) == runs.ledger(run.id)["settled"] == runs.spent(run.id)
    assert runs.budget(run.id)["doubt"] == 0
    await runs.assert_sums_are_true(run.id)


async def test_an_answer_that_is_replaced_while_it_is_judged_is_judged_anew(
    gateway: Gateway, judges: JudgeBench
) -> None:
    runs, ctx = judges.runs, gateway.world.ctx
    await gateway.sim.reset()
    run = await runs.start()
    await runs.finished(run.id)
    slow = await judges.judge("Slow", "sim-judge-length")
    await gateway.sim.behave_for("sim-judge-length", latency={"ms": 4000})

    await judges.add(run.id, {"kind": "judge", "judge": slow})
    await until(
        runs.url, "SELECT count(*) FROM scores WHERE run_id = %s AND state = 'calling'", run.id
    )
    await repeat_cells(ctx, runs.who, Repeat(project=runs.project, run=run.id, column=1))
    await gateway.sim.behave_for("sim-judge-length", latency={"ms": 1})
    await runs.finished(run.id)

    older = value(
        runs.url,
        "SELECT count(*) FROM scores s JOIN cells c ON c.run_id = s.run_id AND c.ordinal = s.ordinal "
        "WHERE s.run_id = %s AND s.started_at < c.finished_at",
        run.id,
    )
    assert older == 0
    assert len(judges.scores(run.id)) == CELLS
    assert all(score.state == "scored" for score in judges.scores(run.id))
