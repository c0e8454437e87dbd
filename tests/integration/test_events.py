"""Event streams over real HTTP: live, resumed without loss, ended when they must."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
import pytest
from prometheus_client import REGISTRY

from tests.support.answers import all_items, granted
from tests.support.following import Follower, cannot_follow, following
from tests.support.sql import execute, rows, value
from tests.support.world import API, Person, World


async def a_project(world: World) -> tuple[Person, str, str]:
    owner = await world.person("Olga")
    project = await owner.create_project()
    return owner, project["slug"], f"{API}/projects/{project['slug']}"


async def rename(person: Person, path: str, count: int, start: int = 0) -> None:
    for number in range(start, start + count):
        granted(await person.browser.patch(path, json={"name": f"Name {number}"}))


@asynccontextmanager
async def two_followers(world: World) -> AsyncGenerator[tuple[Person, str, Follower, Follower]]:
    olga, slug, path = await a_project(world)
    ada = await world.member(olga, slug, "VIEWER")
    async with (
        world.served() as address,
        following(address, olga, f"{path}/events") as one,
        following(address, ada, f"{path}/events") as two,
    ):
        yield olga, path, one, two


@pytest.mark.nightly
async def test_two_followers_see_a_change_within_a_second(world: World) -> None:
    async with two_followers(world) as (olga, path, one, two):
        await rename(olga, path, 1)
        async with asyncio.timeout(1):
            await one.until(1)
            await two.until(1)


async def test_two_followers_see_a_change(world: World) -> None:
    """FR-EE-002.8 (headers), live updates of changes"""
    async with two_followers(world) as (olga, path, one, two):
        await rename(olga, path, 1)
        await one.until(1)
        await two.until(1)

    assert one.events == two.events
    [event] = one.events
    assert (event["type"], event["data"]) == ("project.updated", {"changed": ["name"]})
    assert event["actor"] == {"kind": "user", "id": olga.id, "label": "Olga"}
    assert one.headers["content-type"].startswith("text/event-stream")
    assert one.headers["cache-control"] == "no-store"
    assert one.headers["x-accel-buffering"] == "no"


async def test_a_new_follower_starts_from_now(world: World) -> None:
    olga, _, path = await a_project(world)
    await rename(olga, path, 3)
    async with (
        world.served() as address,
        following(address, olga, f"{path}/events") as follower,
    ):
        await rename(olga, path, 1, start=3)
        await follower.until(1)

    assert follower.numbers == [5]


@pytest.mark.parametrize(
    ("headers", "query", "numbers"),
    [
        ({"last-event-id": "2"}, "", [3, 4]),
        ({}, "?after=0", [1, 2, 3, 4]),
        ({"last-event-id": "3"}, "?after=0", [4]),
        ({"last-event-id": "nonsense"}, "?after=3", [4]),
    ],
)
async def test_a_follower_gets_what_it_missed(
    world: World, headers: dict[str, str], query: str, numbers: list[int]
) -> None:
    """API-7.3.2: from `Last-Event-ID`, which a browser sends, or from `after`."""
    olga, _, path = await a_project(world)
    await rename(olga, path, 3)
    async with (
        world.served() as address,
        following(address, olga, f"{path}/events{query}", **headers) as follower,
    ):
        await follower.until(len(numbers))

    assert follower.numbers == numbers


async def test_a_follower_from_before_a_restored_backup_goes_on(world: World) -> None:
    olga, _, path = await a_project(world)
    async with (
        world.served() as address,
        following(address, olga, f"{path}/events", **{"last-event-id": "5000"}) as follower,
    ):
        await rename(olga, path, 1)
        await follower.until(1)

    assert follower.numbers == [2]


@pytest.mark.nightly
async def test_nothing_is_lost_or_doubled_while_two_hundred_events_are_written(
    world: World,
) -> None:
    """Readers come, break off and resume from the last number they saw, while writers write."""
    olga, _, path = await a_project(world)

    async def follow_in_pieces(address: str, piece: int) -> list[int]:
        seen = [0]
        while seen[-1] < 201:
            last = {"last-event-id": str(seen[-1])}
            async with following(address, olga, f"{path}/events", **last) as follower:
                await follower.until(min(piece, 201 - seen[-1]))
                seen += follower.numbers
        return seen[1:]

    async with world.served() as address, asyncio.TaskGroup() as tasks:
        readers = [tasks.create_task(follow_in_pieces(address, piece)) for piece in (17, 60, 201)]
        for writer in range(4):
            tasks.create_task(rename(olga, path, 50, start=writer * 50))

    for reader in readers:
        assert reader.result() == list(range(1, 202))


async def test_the_stream_ends_for_who_is_removed(world: World) -> None:
    olga, slug, path = await a_project(world)
    ada = await world.member(olga, slug, "VIEWER")
    async with (
        world.served() as address,
        following(address, ada, f"{path}/events") as follower,
        following(address, ada, f"{API}/me/events") as notices,
    ):
        granted(await olga.browser.delete(f"{path}/members/{ada.id}"), 204)
        await follower.until_ended()
        await notices.until(1)
        await cannot_follow(address, ada, f"{path}/events", 404, "NOT_FOUND")

    assert follower.events == []
    assert notices.types == ["member.removed"]


async def test_the_stream_ends_for_who_signs_out_everywhere(world: World) -> None:
    olga, slug, path = await a_project(world)
    ada = await world.member(olga, slug, "VIEWER")
    async with (
        world.served() as address,
        following(address, ada, f"{path}/events") as follower,
    ):
        granted(await ada.browser.delete(f"{API}/me/sessions"), 204)
        await rename(olga, path, 1)
        await follower.until_ended()

    assert follower.events == []


async def test_a_person_follows_notices_to_them(world: World) -> None:
    """FR-PM-004.15"""
    olga, slug, path = await a_project(world)
    ada = await world.member(olga, slug, "VIEWER")
    async with (
        world.served() as address,
        following(address, ada, f"{API}/me/events") as follower,
    ):
        granted(await olga.browser.patch(f"{path}/members/{ada.id}", json={"role": "EDITOR"}))
        await follower.until(1)

    [event] = follower.events
    assert event["type"] == "role.changed"
    assert event["data"] == {"project": "Support bot", "slug": slug, "role": "EDITOR"}


async def test_a_stream_is_for_members_who_are_signed_in(world: World) -> None:
    """API-7.3.1"""
    _, _, path = await a_project(world)
    eve = await world.person("Eve")
    async with world.served() as address:
        await cannot_follow(address, None, f"{path}/events", 401, "UNAUTHORIZED")
        await cannot_follow(address, eve, f"{path}/events", 404, "NOT_FOUND")
        await cannot_follow(address, None, f"{API}/me/events", 401, "UNAUTHORIZED")


async def test_a_cut_database_connection_loses_no_event(world: World) -> None:
    olga, _, path = await a_project(world)
    async with (
        world.served() as address,
        following(address, olga, f"{path}/events") as follower,
    ):
        await world.ctx.wakeups.listening.wait()
        [(killed,)] = rows(
            world.url,
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE application_name = 'edison-events' AND datname = current_database()",
        )
        assert killed
        await rename(olga, path, 2)
        await follower.until(2)
        await rename(olga, path, 1, start=2)
        await follower.until(3)

    assert follower.numbers == [2, 3, 4]


async def test_the_end_of_the_server_ends_streams(world: World) -> None:
    """FR-EE-002.8: and what they held is free again."""
    olga, _, path = await a_project(world)
    async with world.served() as address, following(address, olga, f"{path}/events") as follower:
        await world.ctx.wakeups.stop()
        await follower.until_ended()

    listeners = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'edison-events'"
    assert value(world.url, f"{listeners} AND datname = current_database()") == 0


async def test_events_are_numbered_in_commit_order_without_gaps(world: World) -> None:
    olga, _, path = await a_project(world)
    async with asyncio.TaskGroup() as tasks:
        for number in range(20):
            tasks.create_task(olga.browser.patch(path, json={"name": f"Name {number}"}))

    listed = await all_items(olga.browser, f"{path}/activity", limit=8)

    assert [event["number"] for event in listed] == list(range(21, 0, -1))


async def test_an_event_is_there_only_if_its_change_is(world: World) -> None:
    olga, _, path = await a_project(world)
    execute(world.url, "ALTER TABLE projects ADD CHECK (name <> 'Forbidden')")

    answer = await olga.browser.patch(path, json={"name": "Forbidden"})

    assert answer.status_code == 500
    assert len(await all_items(olga.browser, f"{path}/activity")) == 1


def streams_open() -> float:
    return REGISTRY.get_sample_value("edison_event_streams") or 0.0


async def until_streams_are(count: float) -> None:
    async with asyncio.timeout(30):
        while streams_open() != count:  # noqa: ASYNC110 - a gauge has no event
            await asyncio.sleep(0.01)


async def test_a_quiet_stream_gives_signs_of_life(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FR-EE-002.7: comments, which a browser skips; each 15 s in the product, sooner here."""
    monkeypatch.setattr("edison.api.event_stream.KEEPALIVE_S", 0.2)
    olga, _, path = await a_project(world)
    cookies = dict(olga.browser.cookies)
    heard: list[str] = []
    async with (
        world.served() as address,
        httpx.AsyncClient(base_url=address, cookies=cookies, timeout=30) as client,
        client.stream("GET", f"{path}/events") as answer,
    ):
        async for line in answer.aiter_lines():
            heard.append(line)
            if heard.count(": ping") == 2:
                break

    assert [line for line in heard if line.startswith("data")] == []
    assert heard[0] == ": following"


async def test_a_client_that_leaves_frees_what_its_stream_held(world: World) -> None:
    """FR-EE-002.8: the place in the list of who waits, and the count that is measured."""
    olga, slug, path = await a_project(world)
    ada = await world.member(olga, slug, "VIEWER")
    before = streams_open()
    waiting = world.ctx.wakeups._waiting  # pyright: ignore[reportPrivateUsage]
    async with world.served() as address:
        async with following(address, olga, f"{path}/events") as stays:
            async with (
                following(address, ada, f"{path}/events") as leaves,
                following(address, ada, f"{API}/me/events"),
            ):
                await until_streams_are(before + 3)
                await rename(olga, path, 1)
                await leaves.until(1)
                assert sorted(len(flags) for flags in waiting.values()) == [1, 2]
            await until_streams_are(before + 1)
            assert [len(flags) for flags in waiting.values()] == [1]
            await rename(olga, path, 1, start=1)
            await stays.until(2)
        await until_streams_are(before)

        assert waiting == {}
