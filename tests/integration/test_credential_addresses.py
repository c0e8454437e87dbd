"""Credentials whose address answers, but not as an API for models does."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from tests.support.answers import granted, refused
from tests.support.gateway import WRONG_KEY, Gateway

pytestmark = pytest.mark.asyncio(loop_scope="module")


@asynccontextmanager
async def a_web_page(status: int) -> AsyncGenerator[str]:
    """What answers at an address that is no API: a page, under every path."""

    async def page(request: web.Request) -> web.Response:
        text = f"<!doctype html><html><body>Cannot GET {request.path}</body></html>"
        return web.Response(text=text, status=status, content_type="text/html")

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", page)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server = site._server  # pyright: ignore[reportPrivateUsage]
    assert isinstance(server, asyncio.Server)
    try:
        yield f"http://localhost:{server.sockets[0].getsockname()[1]}"
    finally:
        await runner.cleanup()


@pytest.mark.parametrize("status", [200, 404])
async def test_an_address_that_is_no_api_is_not_ready_and_v1_is_suggested(
    gateway: Gateway, status: int
) -> None:
    bench = await gateway.bench()
    async with a_web_page(status) as url:
        error = refused(await bench.add_at(url, "COMPATIBLE"), 422, "WRONG_ADDRESS")
        right = refused(await bench.add_at(f"{url}/v1", "COMPATIBLE"), 422, "WRONG_ADDRESS")

    assert ("404" if status == 404 else "a web page") in error["message"]
    assert error["details"]["suggested_base_url"] == f"{url}/v1"
    assert f"{url}/v1" in error["next_step"]
    assert right["details"]["suggested_base_url"] is None
    assert await bench.credentials() == []


async def test_a_person_may_save_such_an_address_but_no_refused_key(gateway: Gateway) -> None:
    bench = await gateway.bench()
    async with a_web_page(404) as url:
        body = {"config": {"base_url": url}, "allow_private": True, "save_anyway": True}
        saved = granted(await bench.add("COMPATIBLE", "Own server", **body), 201)
        assert (saved["status"], saved["problem_code"]) == ("ready", "wrong_address")
        assert (saved["has_key"], saved["hint"]) == (False, "")
        # Testing it again finds the same, and leaves it to the person.
        path = f"{bench.path}/credentials/{saved['id']}/test"
        again = granted(await bench.browser.post(path))
        assert (again["status"], again["problem_code"]) == ("ready", "wrong_address")

    answer = await bench.add_openai(key=WRONG_KEY, save_anyway=True)
    assert refused(answer, 422, "INVALID_KEY")["details"]["can_save_anyway"] is False
    assert [one["label"] for one in await bench.credentials()] == ["Own server"]
    assert granted(await bench.add_openai(), 201)["has_key"]
