"""Live text of small runs.

What a model is saying reaches those who follow the run, and nobody else, and changes no bill.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator
from decimal import Decimal
from typing import Any

import pytest
import pytest_asyncio

from edison.domain.ids import RunId
from edison.domain.models.parameters import Parameters
from tests.support.following import Follower, cannot_follow, following
from tests.support.gateway import Gateway
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows, value

pytestmark = pytest.mark.asyncio(loop_scope="module")

STORY = "Write a story about {{question}}"
LONG = Parameters(max_tokens=500)
# About twenty tokens to an answer: more than a second of talking, in many pieces. It begins late
# enough for followers of the run to be there.
SLOWLY: dict[str, Any] = {"latency": {"ms": 1500, "per_token_ms": 60}, "answer_characters": 600}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def address(gateway: Gateway) -> AsyncGenerator[str]:
    async with gateway.world.served() as address:
        yield address


def events_of(runs: RunBench, run: RunId) -> str:
    return f"{runs.bench.path}/runs/{run}/events?after=0"


def outputs(runs: RunBench, run: RunId) -> dict[int, str]:
    return dict(rows(runs.url, "SELECT ordinal, output FROM cells WHERE run_id = %s", run))


def said(heard: Follower) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for frame in heard.passing:
        assert frame.type == "cell.text"
        assert frame.data.keys() == {"ordinal", "attempt", "text", "length"}
        found[frame.data["ordinal"]].append(frame.data)
    return found


async def test_what_is_said_arrives_before_the_answer_and_is_part_of_it(
    gateway: Gateway, address: str
) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=6, models=1, text=STORY)
    others = await a_run_bench(await gateway.bench(), cases=1, models=1)
    theirs = await others.start()
    await others.finished(theirs.id)
    await gateway.sim.reset()
    await gateway.sim.behave(**SLOWLY)
    began = asyncio.get_running_loop().time()
    run = await runs.start(parameters=LONG)
    async with (
        following(address, runs.bench.owner, events_of(runs, run.id)) as heard,
        following(address, others.bench.owner, events_of(others, theirs.id)) as stranger,
    ):
        await runs.finished(run.id)
        took = asyncio.get_running_loop().time() - began
        await heard.until_told("run.completed")
        await cannot_follow(address, others.bench.owner, events_of(runs, run.id), 404, "NOT_FOUND")

    frames, answers = said(heard), outputs(runs, run.id)
    assert sorted(frames) == sorted(answers) == list(range(6))
    for ordinal, texts in frames.items():
        lengths = [frame["length"] for frame in texts]
        assert len(texts) > 1
        assert lengths == sorted(lengths)
        assert {frame["attempt"] for frame in texts} == {1}
        # Ten a second at most, but for a little jitter.
        assert len(texts) <= took * 10 + 3
        for frame in texts:
            assert answers[ordinal][: frame["length"]].endswith(frame["text"])
    for ordinal in frames:
        finished = next(
            place
            for place, event in enumerate(heard.events)
            if ordinal in (event["data"].get("cells") or ())
        )
        first = next(frame for frame in heard.passing if frame.data["ordinal"] == ordinal)
        assert first.after <= finished
    assert stranger.passing == []
    # Nothing of it is stored, and what was streamed was paid to the micro-dollar.
    assert value(runs.url, "SELECT count(*) FROM events WHERE type = 'cell.text'") == 0
    bill = await gateway.sim.bill(Decimal("2.5"), Decimal("10"))
    assert bill == runs.budget(run.id)["settled"] == runs.spent(run.id) > 0
    assert (await gateway.sim.calls())["answered"] == 6
    assert runs.ledger(run.id)["held"] == runs.budget(run.id)["held"] == 0
    await runs.assert_sums_are_true(run.id)


async def test_a_run_of_21_cells_says_nothing_until_it_has_answers(
    gateway: Gateway, address: str
) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=21, models=1, text=STORY)
    await gateway.sim.reset()
    await gateway.sim.behave(latency={"ms": 50, "per_token_ms": 5})
    run = await runs.start(parameters=LONG)
    async with following(address, runs.bench.owner, events_of(runs, run.id)) as heard:
        await runs.finished(run.id)
        await heard.until_told("run.completed")

    assert heard.passing == []
    assert len(outputs(runs, run.id)) == 21


@pytest.mark.nightly
async def test_a_stream_that_breaks_begins_anew_and_readers_who_leave_harm_nothing(
    gateway: Gateway, address: str
) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=2, models=1, text=STORY)
    await gateway.sim.reset()
    await gateway.sim.behave(**SLOWLY, faults=[{"kind": "truncated", "first": 1, "each": True}])
    run = await runs.start(parameters=LONG)
    async with following(address, runs.bench.owner, events_of(runs, run.id)) as heard:
        async with following(address, runs.bench.owner, events_of(runs, run.id)) as leaves:
            await leaves.until_said(1)
        await runs.finished(run.id)
        await heard.until_told("run.completed")

    answers = outputs(runs, run.id)
    for ordinal, texts in said(heard).items():
        lengths = [frame["length"] for frame in texts]
        assert lengths != sorted(lengths), "the second call begins with nothing said"
        assert answers[ordinal][: lengths[-1]].endswith(texts[-1]["text"])
    assert len(answers) == 2
    # Both calls of each cell were charged by the provider; the broken ones are counted at their worst.
    bill = await gateway.sim.bill(Decimal("2.5"), Decimal("10"))
    budget = runs.budget(run.id)
    assert budget["held"] == 0
    assert budget["settled"] == runs.spent(run.id)
    assert budget["settled"] < bill <= budget["settled"] + budget["doubt"]


async def test_a_member_who_is_removed_hears_no_more_of_it(gateway: Gateway, address: str) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=1, models=1, text=STORY)
    guest = await gateway.world.member(runs.bench.owner, runs.bench.project["slug"], "VIEWER")
    await gateway.sim.reset()
    await gateway.sim.behave(latency={"ms": 100, "per_token_ms": 150}, answer_characters=2000)
    run = await runs.start(parameters=LONG)
    async with (
        following(address, runs.bench.owner, events_of(runs, run.id)) as heard,
        following(address, guest, events_of(runs, run.id)) as removed,
    ):
        await removed.until_said(2)
        gone = await runs.bench.browser.delete(f"{runs.bench.path}/members/{guest.id}")
        assert gone.status_code == 204, gone.text
        await removed.until_ended()
        before = len(heard.passing)
        await runs.finished(run.id)
        await heard.until_told("run.completed")

    assert len(heard.passing) > before
    assert len(removed.passing) < len(heard.passing)
