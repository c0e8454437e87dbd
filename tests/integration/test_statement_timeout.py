"""A statement for a web request has an end; work of workers has none."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

import psycopg
import pytest
from sqlalchemy import text

from edison.domain.errors import QueryTimeout
from edison.store.database import Database, libpq_url
from edison.store.repositories.results.result_arrays import fetch_packed_arrays
from edison.store.unit_of_work import UnitOfWork
from tests.support.answers import granted, refused
from tests.support.people import sign_up
from tests.support.world import API, World

SHORT_S = 1.0


@asynccontextmanager
async def locked(url: str, table: str) -> AsyncGenerator[None]:
    """Make every statement on a table wait, as a slow one does."""
    async with await psycopg.AsyncConnection.connect(libpq_url(url)) as connection:
        await connection.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE".encode())
        yield


@pytest.fixture
async def hurried(world: World) -> AsyncGenerator[World]:
    """A web application whose statements may take a second."""
    patient = world.database
    world.database = Database(world.url, pool_size=5, statement_timeout_s=SHORT_S)
    world.ctx = replace(world.ctx, work=UnitOfWork(world.database))
    yield world
    await patient.close()


async def test_a_request_that_takes_too_long_is_told_so(hurried: World) -> None:
    ada = await hurried.person("Ada")
    async with locked(hurried.url, "projects"):
        answer = await ada.browser.get(f"{API}/projects")

    error = refused(answer, 504, "QUERY_TIMEOUT")
    assert error["retryable"]
    assert "shorter period" in error["next_step"]
    assert "SELECT" not in answer.text
    granted(await ada.browser.get(f"{API}/projects"))


async def test_a_change_that_takes_too_long_is_not_made(hurried: World) -> None:
    ada = await hurried.person("Ada")
    async with locked(hurried.url, "project_members"):
        answer = await ada.browser.post(f"{API}/projects", json={"name": "Half"})

    refused(answer, 504, "QUERY_TIMEOUT")
    assert granted(await ada.browser.get(f"{API}/projects"))["items"] == []


async def test_a_copy_that_takes_too_long_is_told_so_too(hurried: World) -> None:
    """It goes past SQLAlchemy, straight to the driver."""
    with pytest.raises(QueryTimeout):
        async with hurried.database.session(readonly=True) as session:
            await fetch_packed_arrays(session, "SELECT 1::bigint FROM pg_sleep(30)", {}, ["int"])


async def test_what_is_sent_in_parts_may_take_longer_than_one_statement(hurried: World) -> None:
    """The limit is for a statement: an export of many pages has one for each."""
    async with hurried.database.session(readonly=True) as session:
        for _ in range(4):
            await session.execute(text("SELECT pg_sleep(0.4)"))


async def test_workers_take_their_time(database_url: str) -> None:
    database = Database(database_url)
    try:
        async with database.session(readonly=True) as session:
            assert await session.scalar(text("SHOW statement_timeout")) == "0"
    finally:
        await database.close()


async def test_the_first_account_is_made_within_the_limit(hurried: World) -> None:
    granted(await sign_up(await hurried.browser(), "ada@example.com"), 201)
