"""A provider on this machine that misbehaves in many ways, to test the HTTP client."""

import asyncio
import gzip
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter

from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

MB = 1024 * 1024
CERTIFICATE = "server.pem"


class OddServer:
    """Misbehaves by path; records requests and aborted connections."""

    def __init__(self) -> None:
        self.url = ""
        self.peers: set[object] = set()
        # A request has reached `hang`; a client has disconnected before its answer was complete.
        self.arrived = asyncio.Event()
        self.hung_up = asyncio.Event()
        # Time of the latest answer of `slow`, by `perf_counter`.
        self.answered_at = 0.0
        self.cookies_seen: list[str] = []

    @asynccontextmanager
    async def running(self, tls: ssl.SSLContext | None = None) -> AsyncGenerator["OddServer"]:
        app = web.Application(client_max_size=100 * MB)
        for name in ("echo", "slow", "hang", "drip", "announced", "endless", "bomb", "big"):
            app.router.add_route("*", f"/{name}", getattr(self, name))
        runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls)
        await site.start()
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield self
        finally:
            await runner.cleanup()

    async def echo(self, request: web.Request) -> web.Response:
        assert request.transport
        self.peers.add(request.transport.get_extra_info("peername"))
        self.cookies_seen.append(request.headers.get("cookie", ""))
        body = await request.read()
        headers = {"X-Given": request.headers.get("X-Given", ""), "Set-Cookie": "a=1"}
        return web.Response(status=int(request.query.get("s", 200)), body=body, headers=headers)

    async def slow(self, request: web.Request) -> web.Response:
        await request.read()
        await asyncio.sleep(0.2)
        self.answered_at = perf_counter()
        return web.Response(body=b"done")

    async def hang(self, _: web.Request) -> web.Response:
        self.arrived.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            self.hung_up.set()
            raise
        return web.Response()

    async def drip(self, request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        try:
            for number in range(int(request.query.get("n", 4))):
                await asyncio.sleep(0.05)
                await answer.write(f"{number};".encode())
        except (asyncio.CancelledError, ConnectionError):
            self.hung_up.set()
            raise
        return answer

    async def announced(self, _: web.Request) -> web.Response:
        return web.Response(body=b"x" * (2 * MB))

    async def big(self, _: web.Request) -> web.Response:
        return web.Response(body=b"x" * (MB // 2))

    async def endless(self, request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        while True:
            await answer.write(b"x" * 65536)

    async def bomb(self, _: web.Request) -> web.Response:
        packed = gzip.compress(b"\0" * (200 * MB), 6)
        return web.Response(body=packed, headers={"Content-Encoding": "gzip"})


@asynccontextmanager
async def raw(
    answer: "asyncio.streams._ClientConnectedCallback",  # pyright: ignore[reportPrivateUsage]
) -> AsyncGenerator[str]:
    """Run `answer` for every connection to a free port."""
    listener = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/"
    finally:
        listener.close()
        await listener.wait_closed()


def self_signed(folder: Path) -> ssl.SSLContext:
    """Create a self-signed certificate for mine.example.com in the folder."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mine.example.com")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("mine.example.com")]), False)
        .sign(key, hashes.SHA256())
    )
    file = folder / CERTIFICATE
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def trusting(folder: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=folder / CERTIFICATE)
