"""The sums of a day are those of the ledger: line by line, and for many writers at once."""

import asyncio
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from edison.domain.ids import ModelId, ProjectId, UserId
from edison.domain.models.token_usage import Usage
from edison.domain.runs.cell import Phase
from edison.store.repositories.budgets.budgets import Movement
from tests.support.catalog import a_credential, a_model
from tests.support.spent import assert_days_are_the_ledgers
from tests.support.sql import execute, rows, value
from tests.support.world import World

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
USAGE = Usage(input=10, cache_read=4, cache_write=1, output=3, reasoning=2)


async def a_project(world: World, models: int = 1) -> tuple[ProjectId, list[ModelId]]:
    owner = await world.person()
    project = ProjectId(UUID((await owner.create_project())["id"]))
    async with world.ctx.write() as tx:
        credential = await a_credential(tx, project, UserId(UUID(owner.id)))
        made = [await a_model(tx, project, credential, f"model-{n}") for n in range(models)]
    return project, made


def settled(model: ModelId, cost: int = 100, phase: Phase = Phase.TARGET) -> Movement:
    line = Movement(kind="settle", phase=phase, model=model, calls=1, settled=cost, held=-cost)
    return line.using(USAGE)


async def write(
    world: World, project: ProjectId, lines: Sequence[Movement], at: datetime = NOON
) -> None:
    async with world.ctx.write() as tx:
        await tx.budgets.write(project, None, lines, at)


async def test_what_is_settled_or_in_doubt_counts_and_a_promise_does_not(world: World) -> None:
    project, [model] = await a_project(world)
    promise = Movement(kind="reserve", phase=Phase.TARGET, model=model, calls=1, held=100)
    lost = Movement(kind="doubt", phase=Phase.TARGET, model=model, calls=1, held=-70, doubt=70)

    await write(world, project, [promise])
    nothing = rows(world.url, "SELECT 1 FROM spend_days")
    await write(world, project, [promise, settled(model), settled(model, 50, Phase.JUDGE), lost])

    assert nothing == []
    found = rows(
        world.url,
        "SELECT phase, calls, settled, doubt, prompt_tokens, completion_tokens, cache_read_tokens, "
        "cache_write_tokens FROM spend_days ORDER BY phase",
    )
    assert found == [("judge", 1, 50, 0, 15, 5, 4, 1), ("target", 2, 100, 70, 15, 5, 4, 1)]
    assert_days_are_the_ledgers(world.url)


async def test_a_day_begins_at_midnight_utc_wherever_the_database_lives(world: World) -> None:
    project, [model] = await a_project(world)
    name = value(world.url, "SELECT current_database()")
    execute(world.url, f"ALTER DATABASE {name} SET timezone = 'Asia/Tokyo'")
    await world.database.engine.dispose()
    midnight = NOON.replace(hour=0)

    await write(world, project, [settled(model)], midnight - timedelta(microseconds=1))
    await write(world, project, [settled(model)], midnight)

    days = [day.astimezone(UTC) for (day,) in rows(world.url, "SELECT day FROM spend_days")]
    assert sorted(days) == [midnight - timedelta(days=1), midnight]
    assert_days_are_the_ledgers(world.url)


async def test_what_is_not_committed_is_not_counted(world: World) -> None:
    project, [model] = await a_project(world)

    async def fail() -> None:
        async with world.ctx.write() as tx:
            await tx.budgets.write(project, None, [settled(model)], NOON)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()

    assert rows(world.url, "SELECT 1 FROM spend_days") == []


async def test_many_writers_of_the_same_day_lose_nothing_and_never_block_each_other(
    world: World,
) -> None:
    """They write the same rows in any order they like; the trigger takes them in one."""
    project, models = await a_project(world, models=6)
    dice = random.Random(7)

    async def writer() -> None:
        for _ in range(25):
            lines = [
                settled(model, dice.randrange(1, 1000), phase)
                for model in models
                for phase in (Phase.TARGET, Phase.JUDGE)
            ]
            dice.shuffle(lines)
            await write(world, project, lines)

    async with asyncio.TaskGroup() as tasks:
        for _ in range(8):
            tasks.create_task(writer())

    assert value(world.url, "SELECT sum(calls) FROM spend_days") == 8 * 25 * 12
    assert value(world.url, "SELECT count(*) FROM spend_days") == 12
    assert_days_are_the_ledgers(world.url)
