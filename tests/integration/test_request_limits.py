"""The limit of requests holds over all web processes, and ends with its minute."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import httpx
import psycopg
import pytest

from edison.domain.errors import Unavailable
from edison.services.request_limiter import WINDOW, RequestLimiter
from edison.store.database import Database, libpq_url
from edison.store.unit_of_work import UnitOfWork
from tests.support.answers import granted, refused
from tests.support.people import browser_at
from tests.support.world import API, ORIGIN, World

ADDRESS = "203.0.113.7"


def admitted(limiter: RequestLimiter, times: int, address: str = ADDRESS) -> int:
    return sum(limiter.admit(address).allowed for _ in range(times))


async def test_two_processes_share_one_limit(world: World) -> None:
    """SEC-11.2.6, NFR-4.4.15: what one counted, the other knows after the next exchange."""
    one, two = RequestLimiter(world.ctx, 10), RequestLimiter(world.ctx, 10)

    assert (admitted(one, 6), admitted(two, 3)) == (6, 3)
    await one.share()
    await two.share()

    assert admitted(two, 5) == 1
    await two.share()
    await one.share()
    assert two.admit(ADDRESS).remaining == 0
    assert admitted(one, 1, "203.0.113.8") == 1


async def test_what_was_refused_here_is_refused_there(world: World) -> None:
    one, two = RequestLimiter(world.ctx, 10), RequestLimiter(world.ctx, 10)
    admitted(one, 30)
    await one.share()

    # The first request of a stranger passes: the counts are exchanged once a second, not per request.
    assert admitted(two, 1) == 1
    await two.share()

    assert admitted(two, 5) == 0


async def test_both_processes_name_the_same_end_of_the_minute(world: World) -> None:
    one, two = RequestLimiter(world.ctx, 10), RequestLimiter(world.ctx, 10)
    begin = world.clock.now()
    one.admit(ADDRESS)
    await one.share()
    world.clock.move(timedelta(seconds=20))
    two.admit(ADDRESS)
    await two.share()

    [end] = {limiter.admit(ADDRESS).resets_at for limiter in (one, two)}

    assert begin + WINDOW <= end < begin + WINDOW + timedelta(seconds=10)


async def test_the_count_begins_anew_when_its_minute_is_over(world: World) -> None:
    one, two = RequestLimiter(world.ctx, 10), RequestLimiter(world.ctx, 10)
    admitted(one, 10)
    await one.share()
    assert not one.admit(ADDRESS).allowed
    await one.share()

    world.clock.move(WINDOW + timedelta(seconds=1))

    assert admitted(two, 4) == 4
    await two.share()
    assert admitted(one, 1) == 1
    await one.share()
    assert one.admit(ADDRESS).remaining == 4


async def test_the_limit_holds_while_the_database_takes_its_time(world: World) -> None:
    """SEC-11.2.6: what is on its way to the others still counts here."""
    limiter = RequestLimiter(world.ctx, 10)
    admitted(limiter, 1)
    await limiter.share()
    admitted(limiter, 9)
    with psycopg.connect(libpq_url(world.url)) as busy:
        busy.execute("SELECT 1 FROM attempts FOR UPDATE")
        sharing = asyncio.create_task(limiter.share())
        await asyncio.sleep(0.3)

        assert not sharing.done()
        assert not limiter.admit(ADDRESS).allowed

        busy.rollback()
        await sharing
    assert not limiter.admit(ADDRESS).allowed
    await limiter.share()
    other = RequestLimiter(world.ctx, 100)
    other.admit(ADDRESS)
    await other.share()
    assert other.admit(ADDRESS).remaining == 100 - 14


async def test_a_lost_database_ends_neither_the_process_nor_the_counting(world: World) -> None:
    limiter = RequestLimiter(world.ctx, 10)
    gone = Database("postgresql://nobody@127.0.0.1:1/edison")
    lost = RequestLimiter(replace(world.ctx, work=UnitOfWork(gone)), 10)

    assert (admitted(lost, 12), admitted(limiter, 12)) == (10, 10)
    with pytest.raises(Unavailable):
        await lost.share()

    assert admitted(lost, 12) == 10


async def test_a_refusal_says_when_to_come_back(world: World) -> None:
    """SEC-11.2.6: `details.resetAt` is the time in the header, at most a minute away."""
    world.config = replace(world.config, requests_per_minute=10)
    client = world.client()
    before = world.clock.now()
    answers = [await client.get(f"{API}/session") for _ in range(11)]

    error = refused(answers[-1], 429, "TOO_MANY_REQUESTS")

    resets_at = datetime.fromisoformat(error["details"]["resetAt"])
    assert before < resets_at <= world.clock.now() + WINDOW
    assert answers[-1].headers["x-ratelimit-reset"] == error["details"]["resetAt"]
    assert answers[-1].headers["retry-after"] == "60"
    assert (error["message"], error["retryable"]) == ("Rate limit exceeded", True)
    assert "details.resetAt" in error["next_step"]


async def test_every_answer_of_the_api_says_what_is_left(world: World) -> None:
    """SEC-11.2.3 to .5: successes and errors alike; pages and probes are not counted."""
    world.config = replace(world.config, requests_per_minute=10)
    client = world.client()

    def limits(answer: httpx.Response) -> tuple[str, str]:
        headers = answer.headers
        assert datetime.fromisoformat(headers["x-ratelimit-reset"]).tzinfo
        return headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]

    assert limits(await client.get(f"{API}/session")) == ("10", "9")
    assert limits(await client.get(f"{API}/me")) == ("10", "8")
    assert limits(await client.get(f"{API}/nothing")) == ("10", "7")
    assert "x-ratelimit-limit" not in (await client.get("/readiness")).headers


async def test_one_address_does_not_use_up_what_another_has(world: World) -> None:
    """SEC-11.2.1: counted per address."""
    world.config = replace(world.config, requests_per_minute=10)
    noisy = await browser_at(world, ADDRESS)
    quiet = await browser_at(world, "203.0.113.8")
    try:
        answers = [await noisy.get(f"{API}/session") for _ in range(10)]

        refused(answers[-1], 429, "TOO_MANY_REQUESTS")
        granted(await quiet.get(f"{API}/session"))
    finally:
        await noisy.aclose()
        await quiet.aclose()


async def spent(world: World, *addresses: str) -> list[int]:
    """The answers to one request from each of these addresses, where three in a minute are allowed."""
    world.config = replace(world.config, requests_per_minute=3)
    app, answers = world.app, list[int]()
    for address in addresses:
        transport = httpx.ASGITransport(app=app, client=(address, 50_000))
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            answers.append((await client.get(f"{API}/session")).status_code)
    return answers


async def test_the_addresses_of_one_ipv6_network_share_a_limit(world: World) -> None:
    """One machine has 2^64 of them."""
    same = [f"2001:db8:1:2::{number:x}" for number in range(1, 5)]

    assert await spent(world, *same, "2001:db8:1:3::1") == [200, 200, 200, 429, 200]


async def test_an_ipv4_address_is_the_same_in_ipv6_notation(world: World) -> None:
    spellings = ("203.0.113.7", "::ffff:203.0.113.7", "203.0.113.7", "::ffff:cb00:7107")

    assert await spent(world, *spellings, "::ffff:203.0.113.8") == [200, 200, 200, 429, 200]
