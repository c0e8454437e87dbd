"""Answers in PostgreSQL: found again by what was asked, in their own project only, until they expire."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from edison.domain.ids import ProjectId
from edison.domain.models.model_call import Answered, FinishReason, ReusedFrom, ToolCall
from edison.domain.models.token_usage import Usage
from edison.domain.money import MicroUsd
from edison.providers.cached_answers import from_store, to_store
from edison.store.repositories.models.reusable_answers import ROWS_AT_ONCE, StoredAnswer
from tests.support.sql import execute, rows
from tests.support.world import World

DAY = timedelta(days=1)
WAITING = (
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
ANSWER = Answered(
    text='Paris "\\u0000" 🗼\n\t\u2028',
    finish=FinishReason.TOOL_CALLS,
    usage=Usage(
        input=3,
        cache_read=2,
        cache_write=1,
        output=4,
        reasoning=5,
        raw={"details": {"b": 0.1, "a": [1, 1.5, None, True, "x"]}, "big": 2**53, "tiny": 1e-9},
    ),
    cost=MicroUsd(1_234_567_890_123),
    latency_ms=200.0,
    attempts=2,
    tool_calls=(ToolCall(id="1", name="look", arguments='{"not": json'),),
    first_token_ms=12.25,
    model="gpt-4o-2024-08-06",
    dropped=("temperature",),
)


async def a_project(world: World, name: str = "Support bot") -> ProjectId:
    owner = await world.person()
    return ProjectId(UUID((await owner.create_project(name))["id"]))


def kept(
    world: World, key: str, text: str = "Paris", origin: str = "try 1", keep_for: timedelta = DAY
) -> StoredAnswer:
    stored = to_store(
        key,
        replace(ANSWER, text=text),
        model="gpt-4o",
        origin=origin,
        now=world.clock.now(),
        keep_for=keep_for,
    )
    assert stored is not None
    return stored


async def keep(world: World, project: ProjectId, *items: StoredAnswer) -> set[str]:
    async with world.ctx.write() as tx:
        return await tx.answers.keep(project, items, world.clock.now())


async def find(world: World, project: ProjectId, keys: Sequence[str]) -> dict[str, tuple[str, str]]:
    """What is found: text and origin by key."""
    async with world.ctx.read() as tx:
        found = await tx.answers.find(project, keys, world.clock.now())
    return {key: (from_store(item).text, item.origin) for key, item in found.items()}


async def test_an_answer_comes_back_from_the_database_exactly(world: World) -> None:
    project = await a_project(world)
    stored = replace(kept(world, "k"), answer=kept(world, "k", ANSWER.text).answer)

    await keep(world, project, stored)

    async with world.ctx.read() as tx:
        found = await tx.answers.find(project, ["k"], world.clock.now())
    assert found == {"k": stored}
    again = from_store(found["k"])
    assert replace(again, reused=None) == ANSWER
    assert type(again.latency_ms) is float
    when = stored.answered_at.isoformat()
    assert again.reused == ReusedFrom(answered_at=when, origin="try 1")


async def test_many_keys_are_found_at_once_and_others_are_not(world: World) -> None:
    project = await a_project(world)
    await keep(world, project, kept(world, "a", "A"), kept(world, "b", "B"), kept(world, "c", "C"))

    assert await find(world, project, ["a", "c", "no"]) == {
        "a": ("A", "try 1"),
        "c": ("C", "try 1"),
    }
    assert await find(world, project, []) == {}


async def test_another_project_does_not_find_it(world: World) -> None:
    mine, theirs = await a_project(world), await a_project(world, "Other")
    await keep(world, mine, kept(world, "k", "mine"))

    assert await find(world, theirs, ["k"]) == {}
    await keep(world, theirs, kept(world, "k", "theirs"))
    assert await find(world, mine, ["k"]) == {"k": ("mine", "try 1")}


async def test_the_first_writer_wins_while_its_answer_is_fresh(world: World) -> None:
    project = await a_project(world)
    assert await keep(world, project, kept(world, "k", "first")) == {"k"}

    world.clock.move(DAY - timedelta(hours=1))
    assert await keep(world, project, kept(world, "k", "second", "try 2")) == set()

    assert await find(world, project, ["k"]) == {"k": ("first", "try 1")}


async def test_an_expired_answer_is_not_found_and_is_replaced(world: World) -> None:
    project = await a_project(world)
    await keep(world, project, kept(world, "k", "old"))

    world.clock.move(DAY)
    assert await find(world, project, ["k"]) == {}
    assert await keep(world, project, kept(world, "k", "new", "try 2")) == {"k"}

    assert await find(world, project, ["k"]) == {"k": ("new", "try 2")}


async def test_one_key_twice_in_a_batch_is_kept_once(world: World) -> None:
    project = await a_project(world)
    twice = (kept(world, "k", "first"), kept(world, "k", "second"))

    assert await keep(world, project, *twice) == {"k"}

    assert await find(world, project, ["k"]) == {"k": ("first", "try 1")}


async def test_what_has_expired_already_is_not_written(world: World) -> None:
    project = await a_project(world)
    stale = kept(world, "k", keep_for=timedelta(hours=1))
    world.clock.move(timedelta(hours=1))

    assert await keep(world, project, stale) == set()
    assert await keep(world, project) == set()
    assert rows(world.url, "SELECT count(*) FROM answers") == [(0,)]


async def test_a_batch_may_be_larger_than_one_statement(world: World) -> None:
    project = await a_project(world)
    template = kept(world, "k")
    many = [replace(template, key=f"{number:05}") for number in range(ROWS_AT_ONCE + 5)]

    assert len(await keep(world, project, *many)) == len(many)

    assert len(await find(world, project, [item.key for item in many])) == len(many)


async def test_all_writers_go_through_the_keys_in_one_order(world: World) -> None:
    """Held up at "m", a writer holds only keys before it; so two writers can never wait for each other."""
    project = await a_project(world)
    batch = [kept(world, key, "batch") for key in ("z", "m", "a")]

    async with asyncio.TaskGroup() as tasks, world.ctx.write() as holder:
        await holder.answers.keep(project, [kept(world, "m", "holder")], world.clock.now())
        writer = tasks.create_task(keep(world, project, *batch))
        while not rows(world.url, WAITING):  # noqa: ASYNC110 - PostgreSQL has no event for it
            await asyncio.sleep(0.01)
        async with asyncio.timeout(60):
            assert await keep(world, project, kept(world, "z", "other")) == {"z"}

    assert writer.result() == {"a"}


async def test_a_batch_that_fails_keeps_nothing(world: World) -> None:
    project = await a_project(world)

    async def half() -> None:
        async with world.ctx.write() as tx:
            await tx.answers.keep(project, [kept(world, "k")], world.clock.now())
            raise RuntimeError("the rest of the verb failed")

    with pytest.raises(RuntimeError):
        await half()
    assert await find(world, project, ["k"]) == {}


async def test_the_sweep_takes_the_oldest_expired_answers_first(world: World) -> None:
    project = await a_project(world)
    ages = {"a": 3, "b": 1, "c": 2, "d": 9}
    await keep(
        world,
        project,
        *(kept(world, key, keep_for=timedelta(hours=hours)) for key, hours in ages.items()),
    )
    world.clock.move(timedelta(hours=3))

    async with world.ctx.write() as tx:
        assert await tx.answers.sweep(world.clock.now(), limit=2) == 2
    assert rows(world.url, "SELECT key FROM answers ORDER BY key") == [("a",), ("d",)]

    async with world.ctx.write() as tx:
        assert await tx.answers.sweep(world.clock.now(), limit=2) == 1
        assert await tx.answers.sweep(world.clock.now(), limit=2) == 0
    assert rows(world.url, "SELECT key FROM answers") == [("d",)]


async def test_the_sweep_leaves_what_someone_is_writing(world: World) -> None:
    project = await a_project(world)
    await keep(world, project, kept(world, "k", "old"))
    world.clock.move(DAY)

    async with world.ctx.write() as writer:
        await writer.answers.keep(project, [kept(world, "k", "new")], world.clock.now())
        async with world.ctx.write() as sweeper:
            assert await sweeper.answers.sweep(world.clock.now(), limit=10) == 0

    assert await find(world, project, ["k"]) == {"k": ("new", "try 1")}


async def test_a_project_can_forget_all_its_answers_and_only_its_own(world: World) -> None:
    mine, theirs = await a_project(world), await a_project(world, "Other")
    await keep(world, mine, kept(world, "a"), kept(world, "b"))
    await keep(world, theirs, kept(world, "a"))

    async with world.ctx.write() as tx:
        assert await tx.answers.forget(mine) == 2

    assert await find(world, mine, ["a", "b"]) == {}
    assert set(await find(world, theirs, ["a"])) == {"a"}


async def test_looking_up_and_sweeping_use_an_index(world: World) -> None:
    project = await a_project(world)
    template = kept(world, "k")
    await keep(world, project, *(replace(template, key=f"{number}") for number in range(2_000)))
    execute(world.url, "ANALYZE answers")

    by_key = "SELECT * FROM answers WHERE project_id = %s AND key = ANY(%s)"
    plan = str(rows(world.url, f"EXPLAIN {by_key}", str(project), ["1", "2"]))
    assert "Index Scan" in plan or "Bitmap" in plan
    by_age = "SELECT key FROM answers WHERE expires_at <= '2000-01-01' ORDER BY expires_at LIMIT 10"
    assert "ix_answers_expires_at" in str(rows(world.url, f"EXPLAIN {by_age}"))
