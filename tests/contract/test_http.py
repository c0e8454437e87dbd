"""What the guarded client promises: true times, bounded answers, errors in our words, nothing carried over."""

import asyncio
import gzip
import tracemalloc
from collections.abc import AsyncGenerator
from pathlib import Path
from time import perf_counter

import pytest
from aiohttp.abc import ResolveResult

from edison.network.guarded_http import (
    AnswerTooLarge,
    Blocked,
    GuardedHttp,
    HostUnreachable,
    Response,
    TimedOut,
)
from edison.providers.wire.wire_protocol import WireRequest
from tests.support.hostile_urls import Canary, Names
from tests.support.odd_server import MB, OddServer, raw, self_signed, trusting
from tests.support.virtual_time import in_virtual_time

SECRET = "sk-of-a-secret"
# Only ends the wait for what never comes.
PATIENCE_S = 30.0


@pytest.fixture
async def server() -> AsyncGenerator[OddServer]:
    async with OddServer().running() as server:
        yield server


@pytest.fixture
async def http() -> AsyncGenerator[GuardedHttp]:
    http = GuardedHttp(max_body=MB)
    yield http
    await http.close()


def post(url: str, body: bytes = b"{}", **headers: str) -> WireRequest:
    given = {"authorization": f"Bearer {SECRET}", "content-type": "application/json", **headers}
    return WireRequest(method="POST", url=url, headers=given, body=body)


async def send(
    http: GuardedHttp, url: str, timeout_s: float = PATIENCE_S, body: bytes = b"{}"
) -> Response:
    return await http.send(post(url, body), allow_private=True, timeout_s=timeout_s)


async def test_a_permitted_private_server_answers(http: GuardedHttp, server: OddServer) -> None:
    request = post(f"{server.url}/echo?s=418", b'{"a":1}', **{"X-Given": "Yes"})

    answer = await http.send(request, allow_private=True, timeout_s=PATIENCE_S)

    assert (answer.status, answer.body) == (418, b'{"a":1}')
    assert answer.headers["x-given"] == "Yes"
    assert SECRET not in repr(request) + repr(answer)


async def test_connections_are_kept_and_cookies_are_not(
    http: GuardedHttp, server: OddServer
) -> None:
    for _ in range(3):
        await send(http, f"{server.url}/echo")

    assert len(server.peers) == 1
    assert server.cookies_seen == ["", "", ""]


async def test_an_open_connection_is_not_lent_to_who_may_not_use_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over TLS, because without it the URL alone would be refused."""
    context = self_signed(tmp_path)
    monkeypatch.setattr("aiohttp.connector._SSL_CONTEXT_VERIFIED", trusting(tmp_path))
    http = GuardedHttp(resolver=Names(mine=["127.0.0.1"]))
    async with OddServer().running(context) as server:
        url = server.url.replace("127.0.0.1", "mine.example.com") + "/echo"

        assert (await send(http, url)).status == 200
        with pytest.raises(Blocked, match="this machine"):
            await http.send(post(url), allow_private=False, timeout_s=PATIENCE_S)
        assert (await send(http, url)).status == 200

        assert (len(server.cookies_seen), len(server.peers)) == (2, 1)
        await http.close()


async def slow_answers(http: GuardedHttp, server: OddServer) -> AsyncGenerator[Response]:
    """Ask a server that takes 200 ms: with a small body, with a large one, and without one."""
    for body in (b"{}", b"x" * (4 * MB)):
        yield await send(http, f"{server.url}/slow", body=body)
    request = WireRequest(method="GET", url=f"{server.url}/slow", headers={})
    yield await http.send(request, allow_private=True, timeout_s=PATIENCE_S)


async def test_latency_is_the_time_the_server_took(http: GuardedHttp, server: OddServer) -> None:
    """From the request written to the last byte: the server's work lies in between."""
    async for answer in slow_answers(http, server):
        assert answer.latency_ms > 195
        assert answer.latency_ms == (answer.last_byte_at - answer.sent_at) * 1000
        assert answer.sent_at < server.answered_at <= answer.first_byte_at <= answer.last_byte_at


@pytest.mark.nightly
async def test_latency_is_hardly_more_than_the_server_took(
    http: GuardedHttp, server: OddServer
) -> None:
    async for answer in slow_answers(http, server):
        assert 195 < answer.latency_ms < 300


async def test_latency_does_not_hold_the_time_to_send(http: GuardedHttp) -> None:
    """More than fits between the two: it is not written before the server reads."""
    size, reads_at = 32 * MB, 0.0

    async def late(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal reads_at
        await reader.readuntil(b"\r\n\r\n")
        await asyncio.sleep(0.4)
        reads_at = perf_counter()
        await reader.readexactly(size)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        await writer.drain()
        writer.close()

    async with raw(late) as url:
        answer = await send(http, url, body=b"x" * size)

    assert 0 < reads_at < answer.sent_at


class SlowNames(Names):
    resolved_at = 0.0

    async def resolve(self, *args: object, **more: object) -> list[ResolveResult]:
        await asyncio.sleep(0.4)
        self.resolved_at = perf_counter()
        return await super().resolve("loopback.example.com", int(str(args[1])))


async def test_latency_does_not_hold_the_time_to_connect(server: OddServer) -> None:
    names = SlowNames()
    http = GuardedHttp(resolver=names)
    url = server.url.replace("127.0.0.1", "slow.example.com")

    answer = await send(http, f"{url}/echo")

    assert 0 < names.resolved_at < answer.sent_at
    await http.close()


async def test_a_server_that_hangs_is_left_at_the_deadline(
    http: GuardedHttp, server: OddServer
) -> None:
    # On a connection that is open already: all of the time is the server's.
    await send(http, f"{server.url}/echo")
    began = perf_counter()
    with pytest.raises(TimedOut) as caught:
        await send(http, f"{server.url}/hang", timeout_s=0.3)

    assert perf_counter() - began > 0.28
    assert caught.value.sent
    assert SECRET not in str(caught.value)
    await asyncio.wait_for(server.hung_up.wait(), PATIENCE_S)


async def test_a_server_that_drips_is_left_at_the_deadline(
    http: GuardedHttp, server: OddServer
) -> None:
    """Without the deadline both would succeed after five seconds."""
    with pytest.raises(TimedOut):
        await send(http, f"{server.url}/drip?n=100", timeout_s=0.3)
    with pytest.raises(TimedOut):
        async with http.stream(
            post(f"{server.url}/drip?n=100"), allow_private=True, timeout_s=0.3
        ) as stream:
            await stream.body()


def test_long_deadlines_are_not_rounded_up() -> None:
    """aiohttp makes whole seconds of deadlines above five, unless told otherwise."""

    async def seconds_waited() -> float:
        loop, http = asyncio.get_running_loop(), GuardedHttp()
        async with OddServer().running() as server:
            began = loop.time()
            with pytest.raises(TimedOut):
                await send(http, f"{server.url}/hang", timeout_s=5.1)
            waited = loop.time() - began
            await http.close()
        return waited

    assert in_virtual_time(seconds_waited()) == pytest.approx(5.1, abs=0.01)


async def test_who_stops_waiting_hangs_up(http: GuardedHttp, server: OddServer) -> None:
    waiting = asyncio.create_task(send(http, f"{server.url}/hang", timeout_s=60))
    await asyncio.wait_for(server.arrived.wait(), PATIENCE_S)
    waiting.cancel()

    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.wait_for(server.hung_up.wait(), PATIENCE_S)


@pytest.mark.parametrize("path", ["announced", "endless", "bomb"])
async def test_an_answer_that_is_too_large_is_cut_off(
    http: GuardedHttp, server: OddServer, path: str
) -> None:
    with pytest.raises(AnswerTooLarge, match="larger than 1,048,576 bytes"):
        await send(http, f"{server.url}/{path}")
    with pytest.raises(AnswerTooLarge):
        async with http.stream(
            post(f"{server.url}/{path}"), allow_private=True, timeout_s=PATIENCE_S
        ) as stream:
            await stream.body()


async def test_a_small_packed_answer_is_never_unpacked_whole(http: GuardedHttp) -> None:
    packed = gzip.compress(b"\0" * (200 * MB), 6)

    async def bomb(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = f"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {len(packed)}\r\n\r\n"
        writer.write(head.encode() + packed)
        writer.close()

    async with raw(bomb) as url:
        tracemalloc.start()
        with pytest.raises(AnswerTooLarge):
            await send(http, url)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()

    assert peak < 10 * MB


async def test_an_answer_below_the_limit_arrives_whole(
    http: GuardedHttp, server: OddServer
) -> None:
    assert (await send(http, f"{server.url}/big")).body == b"x" * (MB // 2)


async def test_a_stream_is_given_while_it_arrives(http: GuardedHttp) -> None:
    """Each piece is only written when the one before has been read."""
    read = asyncio.Semaphore(0)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n{}")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n")
        for number in range(4):
            writer.write(f"{number};".encode())
            await writer.drain()
            await read.acquire()
        writer.close()

    times: list[float] = []
    chunks: list[bytes] = []
    async with (
        raw(answer) as url,
        http.stream(post(url), allow_private=True, timeout_s=PATIENCE_S) as stream,
    ):
        async for chunk in stream.chunks():
            times.append(stream.elapsed_ms())
            chunks.append(chunk)
            read.release()

    assert (stream.status, chunks) == (200, [b"0;", b"1;", b"2;", b"3;"])
    assert times == sorted(times)
    assert times[-1] <= stream.latency_ms
    assert stream.last_byte_at is not None
    assert stream.last_byte_at > stream.first_byte_at > stream.sent_at


async def test_who_leaves_a_stream_hangs_up(http: GuardedHttp, server: OddServer) -> None:
    async with http.stream(
        post(f"{server.url}/drip?n=1000"), allow_private=True, timeout_s=60
    ) as stream:
        async for _ in stream.chunks():
            break

    await asyncio.wait_for(server.hung_up.wait(), PATIENCE_S)


async def test_a_finished_stream_gives_its_connection_back(
    http: GuardedHttp, server: OddServer
) -> None:
    for _ in range(3):
        async with http.stream(
            post(f"{server.url}/echo", b"hello"), allow_private=True, timeout_s=PATIENCE_S
        ) as stream:
            assert await stream.body() == b"hello"

    assert len(server.peers) == 1


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (b"", "closed the connection"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "not HTTP"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "closed the connection"),
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "not HTTP",
        ),
    ],
)
async def test_a_broken_answer_is_an_error_that_says_it_was_sent(
    http: GuardedHttp, said: bytes, words: str
) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(said)
        writer.close()

    async with raw(answer) as url:
        with pytest.raises(HostUnreachable, match=words) as caught:
            await send(http, url)

    assert caught.value.sent
    assert SECRET not in str(caught.value)


async def test_a_key_with_a_line_break_is_refused_and_not_quoted(
    http: GuardedHttp, server: OddServer
) -> None:
    request = post(f"{server.url}/echo", authorization=f"Bearer {SECRET}\r\nX-More: 1")

    with pytest.raises(Blocked, match="line break") as caught:
        await http.send(request, allow_private=True, timeout_s=PATIENCE_S)

    assert SECRET not in str(caught.value)
    assert server.peers == set()


async def test_a_server_that_is_not_there_is_an_error_that_says_nothing_was_sent() -> None:
    http = GuardedHttp(resolver=Names())
    async with Canary().listening() as canary:
        port = canary.port
    for url in (f"http://127.0.0.1:{port}/", "https://unknown.example.com/"):
        with pytest.raises(HostUnreachable, match="cannot be reached") as caught:
            await send(http, url)
        assert not caught.value.sent
    await http.close()


async def test_a_certificate_nobody_vouches_for_is_not_trusted(
    http: GuardedHttp, tmp_path: Path
) -> None:
    async with OddServer().running(self_signed(tmp_path)) as server:
        with pytest.raises(HostUnreachable, match="certificate") as caught:
            await send(http, f"{server.url}/echo")

    assert server.peers == set()
    assert not caught.value.sent


async def test_a_proxy_in_the_environment_is_not_used(
    http: GuardedHttp, server: OddServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Canary().listening() as canary:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{canary.port}")

        assert (await send(http, f"{server.url}/echo")).status == 200
        assert canary.heard == 0


async def test_it_can_be_closed_unused_and_used_again_after(server: OddServer) -> None:
    http = GuardedHttp()
    await http.close()

    assert (await send(http, f"{server.url}/echo")).status == 200
    await http.close()
    assert (await send(http, f"{server.url}/echo")).status == 200
    await http.close()
