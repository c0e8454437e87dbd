"""How many calls a worker makes at once, and that it begins fewer while it cannot keep up."""

import asyncio
import time
from uuid import uuid4

from edison.engine.call_slots import AT_LEAST, TOO_LATE_S, FairSlots


async def test_no_more_than_the_slots_are_held_and_runs_take_turns() -> None:
    slots = FairSlots(2)
    large, small = uuid4(), uuid4()
    order: list[str] = []
    go_on = asyncio.Event()

    async def call(run: object, name: str) -> None:
        async with slots.one(run):  # type: ignore[arg-type]
            order.append(name)
            await go_on.wait()

    async with asyncio.TaskGroup() as group:
        for number in range(5):
            group.create_task(call(large, f"large {number}"))
        group.create_task(call(small, "small"))
        await asyncio.sleep(0.01)
        assert order == ["large 0", "large 1"]
        go_on.set()
    assert order.index("small") < order.index("large 3")


def test_fewer_slots_are_given_out_while_the_event_loop_is_late_and_more_again_after() -> None:
    slots = FairSlots(128)

    slots.adapt(2 * TOO_LATE_S)
    assert slots.limit == 102
    for _ in range(100):
        slots.adapt(2 * TOO_LATE_S)
    assert slots.limit == 128 * AT_LEAST
    for _ in range(100):
        slots.adapt(0.0)
    assert slots.limit == 128


def test_there_is_always_one_slot() -> None:
    slots = FairSlots(1)
    for _ in range(10):
        slots.adapt(1.0)
    assert slots.limit == 1


async def test_a_busy_event_loop_is_noticed_by_itself() -> None:
    slots = FairSlots(100)
    async with slots.one(uuid4()):
        for _ in range(12):
            # Something that does not let the loop turn.
            time.sleep(0.15)  # noqa: ASYNC251
            await asyncio.sleep(0)
        assert slots.limit < 100


async def test_waiters_get_their_turn_when_slots_come_back() -> None:
    slots = FairSlots(8)
    for _ in range(100):
        slots.adapt(1.0)
    run = uuid4()
    await slots.acquire(run)
    waiting = asyncio.create_task(slots.acquire(run))
    await asyncio.sleep(0)
    assert not waiting.done()
    slots.adapt(0.0)
    await asyncio.wait_for(waiting, 5)
