"""A base URL cannot be turned against the network the worker stands in, whatever it is written like."""

import socket

import aiohttp
import pytest
from aiohttp.abc import ResolveResult

from edison.network.address_guard import Blocked
from edison.network.guarded_http import GuardedHttp, judged_connector
from tests.support.hostile_urls import (
    ANSWERS,
    HOSTILE,
    NEVER_ANSWERS,
    PUBLIC,
    Canary,
    Hostile,
    Names,
    get,
    redirects_followed,
    slips_through,
    try_all,
)


class Both(Names):
    """Answers with an address that is never allowed and one that is private."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        first = await super().resolve("metadata.example.com", port, family)
        return [*first, *await super().resolve("loopback.example.com", port, family)]


async def test_the_canary_hears_an_unguarded_client() -> None:
    """Otherwise its silence below would mean nothing."""
    async with (
        Canary().listening() as canary,
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=Names())) as session,
    ):
        for host in ("127.0.0.1", "[::ffff:127.0.0.1]", "0.0.0.0", "mapped.example.com"):
            before = canary.heard
            with pytest.raises(aiohttp.ClientError):
                await session.get(f"http://{host}:{canary.port}/")
            assert canary.heard > before, host


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda hostile: ascii(hostile.url)[:60])
async def test_a_hostile_url_is_refused_before_anyone_is_called(hostile: Hostile) -> None:
    async with Canary().listening() as canary:
        http = GuardedHttp(resolver=Names())
        url = hostile.url.replace("{port}", str(canary.port))

        for allow_private in (False, True) if hostile.always else (False,):
            assert not await slips_through(http, url, allow_private=allow_private)

        await http.close()
        assert canary.heard == 0


@pytest.mark.parametrize("name", ANSWERS)
async def test_a_name_is_judged_by_the_address_it_is_connected_to(name: str) -> None:
    async with Canary().listening() as canary:
        http = GuardedHttp(resolver=Names())
        url = f"https://{name}:{canary.port}/"

        assert not await slips_through(http, url, allow_private=False)
        if name in NEVER_ANSWERS:
            assert not await slips_through(http, url, allow_private=True)

        await http.close()
        assert canary.heard == 0


async def test_a_name_that_changes_its_answer_after_a_check_is_refused() -> None:
    names = Names(changing=[PUBLIC, "127.0.0.1"])
    async with Canary().listening() as canary:
        http = GuardedHttp(resolver=names)
        [checked] = await names.resolve("changing.example.com", canary.port)
        assert checked["host"] == PUBLIC

        url = f"https://changing.example.com:{canary.port}/"
        assert not await slips_through(http, url, allow_private=False)

        await http.close()
        assert canary.heard == 0


async def test_an_address_that_was_permitted_to_one_is_still_refused_to_another() -> None:
    names = Names(mine=["127.0.0.1"])
    async with Canary().listening() as canary:
        http = GuardedHttp(resolver=names)
        url = f"https://mine.example.com:{canary.port}/"

        assert await slips_through(http, url, allow_private=True)
        heard = canary.heard
        assert heard > 0
        assert not await slips_through(http, url, allow_private=False)

        await http.close()
        assert canary.heard == heard


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"])
async def test_an_address_in_the_url_passes_the_same_judge_as_a_name(host: str) -> None:
    """So that a mistake in reading URLs would not be enough to get through."""
    async with (
        Canary().listening() as canary,
        aiohttp.ClientSession(connector=judged_connector(allow_private=False)) as session,
    ):
        with pytest.raises(aiohttp.ClientConnectorError, match="not allowed"):
            await session.get(f"http://{host}:{canary.port}/")

        assert canary.heard == 0


async def test_of_several_answers_only_an_allowed_one_is_called() -> None:
    names = Both()
    async with Canary().listening() as canary:
        http = GuardedHttp(resolver=names)
        url = f"https://both.example.com:{canary.port}/"

        assert not await slips_through(http, url, allow_private=False)
        assert canary.heard == 0
        assert await slips_through(http, url, allow_private=True)
        assert canary.heard > 0

        await http.close()


async def test_redirects_are_given_back_and_never_followed() -> None:
    assert await redirects_followed() == 0


async def test_the_reason_names_what_is_wrong_and_no_secret() -> None:
    http = GuardedHttp(resolver=Names())

    with pytest.raises(Blocked, match="metadata") as caught:
        await http.send(get("https://metadata-six.example.com/"), allow_private=True, timeout_s=30)

    await http.close()
    assert "of-a-secret" not in repr(caught.value)


async def test_all_together_none_comes_through() -> None:
    tried, through = await try_all()

    assert tried > 150
    assert through == 0
