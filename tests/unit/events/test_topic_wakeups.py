"""Readings are shared by those who ask for the same at the same time, and by nobody else."""

import asyncio

import pytest

from edison.events.topic_wakeups import SharedQuery


async def test_those_who_ask_for_the_same_at_once_share_one_reading() -> None:
    together, readings = SharedQuery(), 0
    go_on = asyncio.Event()

    async def read() -> int:
        nonlocal readings
        readings += 1
        mine = readings
        await go_on.wait()
        return mine

    async with asyncio.TaskGroup() as group:
        first = [group.create_task(together.ask("a", read)) for _ in range(20)]
        other = group.create_task(together.ask("b", read))
        await asyncio.sleep(0)
        go_on.set()

    assert {task.result() for task in first} == {1}
    assert (other.result(), readings) == (2, 2)
    assert await together.ask("a", read) == 3


async def test_who_leaves_does_not_end_the_reading_of_the_others() -> None:
    together, go_on = SharedQuery(), asyncio.Event()

    async def read() -> str:
        await go_on.wait()
        return "here"

    leaving = asyncio.create_task(together.ask("a", read))
    staying = asyncio.create_task(together.ask("a", read))
    await asyncio.sleep(0)
    leaving.cancel()
    await asyncio.sleep(0)
    go_on.set()

    assert await staying == "here"
    assert leaving.cancelled()


async def test_a_failure_reaches_everyone_who_asked() -> None:
    together = SharedQuery()

    async def read() -> None:
        await asyncio.sleep(0)
        raise ValueError("No")

    asked = [asyncio.create_task(together.ask("a", read)) for _ in range(2)]

    for each in asked:
        with pytest.raises(ValueError, match="No"):
            await each
