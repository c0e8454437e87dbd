"""Addresses that must never be called, in every known notation, and a listener that detects calls."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp.abc import AbstractResolver, ResolveResult

from edison.network.address_guard import Blocked, check_url
from edison.network.guarded_http import GuardedHttp, HostUnreachable, TimedOut
from edison.providers.wire.wire_protocol import WireRequest

PUBLIC = "93.184.215.14"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hostile:
    """`{port}` is the port of the listener. `always`: rejected even if private addresses are allowed."""

    url: str
    always: bool = False


def _private(*urls: str) -> tuple[Hostile, ...]:
    return tuple(Hostile(url=url) for url in urls)


def _never(*urls: str) -> tuple[Hostile, ...]:
    return tuple(Hostile(url=url, always=True) for url in urls)


# https, so that the host is the reason of the rejection and not the missing encryption.
THIS_MACHINE = _private(
    "https://127.0.0.1:{port}/",
    "https://127.0.0.1.:{port}/",
    "https://127.255.255.254:{port}/",
    "https://127.1:{port}/",
    "https://127.0.1:{port}/",
    "https://2130706433:{port}/",
    "https://0x7f000001:{port}/",
    "https://0X7F.1:{port}/",
    "https://0x7f.0x0.0x0.0x1:{port}/",
    "https://0177.0.0.1:{port}/",
    "https://017700000001:{port}/",
    "https://00000177.0.0.01:{port}/",
    "https://localhost:{port}/",
    "https://LOCALHOST:{port}/",
    "https://localhost.:{port}/",
    "https://any.thing.localhost:{port}/",
    "https://localhost.localdomain:{port}/",
    "https://[::1]:{port}/",
    "https://[0:0:0:0:0:0:0:1]:{port}/",
    "https://[::ffff:127.0.0.1]:{port}/",
    "https://[::ffff:7f00:1]:{port}/",
    "https://[::127.0.0.1]:{port}/",
    "https://[2002:7f00:1::1]:{port}/",
    "https://[64:ff9b::127.0.0.1]:{port}/",
    "https://[::ffff:0:127.0.0.1]:{port}/",
    "https://[2001:0:4136:e378:8000:63bf:80ff:fffe]:{port}/",
    "https://[2a00:1450::5efe:7f00:1]:{port}/",
    "http://127.0.0.1:{port}/",
    "http://example.com/",
)
PRIVATE_NETWORKS = _private(
    "https://10.0.0.1/",
    "https://10.1/",
    "https://167772161/",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.0.1/",
    "https://192.168.257/",
    "https://100.64.0.1/",
    "https://198.18.0.1/",
    "https://[fc00::1]/",
    "https://[fd12:3456::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[64:ff9b::c0a8:1]/",
)
NEVER = _never(
    "https://169.254.169.254/latest/meta-data/",
    "http://169.254.169.254/latest/meta-data/",
    "https://169.254.169.254./",
    "https://169.254.43518/",
    "https://2852039166/",
    "https://0xa9fea9fe/",
    "https://0xA9.0xFE.0xA9.0xFE/",
    "https://0251.0376.0251.0376/",
    "https://025177524776/",
    "https://169.254.170.2/v2/credentials",
    "https://[::ffff:169.254.169.254]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[::169.254.169.254]/",
    "https://[2002:a9fe:a9fe::]/",
    "https://[64:ff9b::169.254.169.254]/",
    "https://[64:ff9b:1::169.254.169.254]/",
    "https://[fd00:ec2::254]/latest/meta-data/",
    "https://[fd20:ce::254]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/",
    "https://[fec0::1]/",
    "https://metadata.google.internal/computeMetadata/v1/",
    "https://Metadata.Google.Internal./",
    "https://metadata/",
    "https://instance-data.ec2.internal/",
    "https://100.100.100.200/latest/meta-data/",
    "https://168.63.129.16/machine",
    "https://192.0.0.192/opc/v1/",
    "https://0:{port}/",
    "https://0.0.0.0:{port}/",
    "https://0x0:{port}/",
    "https://0.1.2.3/",
    "https://[::]:{port}/",
    "https://[::ffff:0.0.0.0]:{port}/",
    "https://224.0.0.1/",
    "https://[ff02::1]/",
    "https://255.255.255.255/",
    "https://240.0.0.1/",
    "https://192.0.2.1/",
    "https://[2001:db8::1]/",
    "https://[4000::1]/",
)
NOT_A_PLAIN_URL = _never(
    "",
    "https://",
    "https:///path",
    "https://./",
    "https://:{port}/",
    "//127.0.0.1:{port}/",
    "https:127.0.0.1:{port}/",
    "https:/127.0.0.1:{port}/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:{port}/_x",
    "ftp://127.0.0.1:{port}/",
    "ws://127.0.0.1:{port}/",
    "unix:///var/run/docker.sock",
    "dict://127.0.0.1:{port}/info",
    "javascript:alert(1)",
    "https://user@127.0.0.1:{port}/",
    "https://user:secret@example.com/",
    "https://example.com@127.0.0.1:{port}/",
    "https://example.com%40127.0.0.1:{port}/",
    "https://example.com\\@127.0.0.1:{port}/",
    "https://127.0.0.1:{port}\\.example.com/",
    "https://example.com#@127.0.0.1:{port}/",
    "https://example.com/#fragment",
    "https://127.0.0.1\t:{port}/",
    "https://127.0.0.1:{port}/\r\nHost: example.com",
    "https://exam\nple.com/",
    " https://127.0.0.1:{port}/",
    "https://127.0.0.1 :{port}/",
    "https://127.0.0.1%00.example.com/",
    "https://\uff11\uff12\uff17.0.0.1:{port}/",
    "https://127\u30020\u30020\u30021:{port}/",
    "https://\u2460\u2461\u2466.0.0.1:{port}/",
    "https://loc\u0430lhost:{port}/",
    "https://example.com:0/",
    "https://example.com:65536/",
    "https://example.com:-1/",
    "https://example.com:80:443/",
    "https://example.com:/",
    "https://127.0.0.1:{port}@/",
    "https://" + "a" * 64 + ".example.com/",
    "https://" + "a." * 150 + "com/",
    "https://example..com/",
    "https://-example.com/",
    "https://1.2.3.4.5/",
    "https://256.256.256.256/",
    "https://0x7f.0.0.0x100/",
    "https://09.0.0.1/",
    "https://99999999999/",
    "https://[::1/",
    "https://[127.0.0.1]:{port}/",
    "https://[::1]extra:{port}/",
    "https://::1/",
)
HOSTILE = (*THIS_MACHINE, *PRIVATE_NETWORKS, *NEVER, *NOT_A_PLAIN_URL)

REDIRECTS = (
    "http://127.0.0.1:{port}/",
    "https://localhost:{port}/",
    "http://169.254.169.254/latest/meta-data/",
    "file:///etc/passwd",
)

# Addresses that a harmless name may resolve to, visible only when connecting.
ANSWERS = {
    "loopback.example.com": "127.0.0.1",
    "loopback-two.example.com": "127.0.0.2",
    "loopback-six.example.com": "::1",
    "mapped.example.com": "::ffff:127.0.0.1",
    "compatible.example.com": "::127.0.0.1",
    "six-to-four.example.com": "2002:7f00:1::1",
    "nat64.example.com": "64:ff9b::7f00:1",
    "nothing.example.com": "0.0.0.0",
    "nothing-six.example.com": "::",
    "metadata.example.com": "169.254.169.254",
    "metadata-six.example.com": "fd00:ec2::254",
    "metadata-mapped.example.com": "::ffff:169.254.169.254",
    "link-local.example.com": "fe80::1%lo",
    "private.example.com": "10.0.0.1",
    "carrier.example.com": "100.64.0.1",
    "unique-local.example.com": "fd12:3456::1",
    "multicast.example.com": "224.0.0.1",
    "broadcast.example.com": "255.255.255.255",
    "not-an-address.example.com": "localhost",
}
NEVER_ANSWERS = frozenset(
    name for name in ANSWERS if name.startswith(("nothing", "metadata", "link", "multi", "broad"))
)


class Names(AbstractResolver):
    """A DNS resolver; if a name has several answers, it returns the next one each time."""

    def __init__(self, **more: list[str]) -> None:
        self._answers = {name: [address] for name, address in ANSWERS.items()}
        self._answers.update({f"{name}.example.com": given for name, given in more.items()})

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        answers = self._answers.get(host)
        if not answers:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        address = answers.pop(0) if len(answers) > 1 else answers[0]
        kind = socket.AF_INET6 if ":" in address else socket.AF_INET
        return [
            ResolveResult(hostname=host, host=address, port=port, family=kind, proto=0, flags=0)
        ]

    async def close(self) -> None:
        pass


class Canary:
    """Listens on this machine and counts connections; never answers."""

    def __init__(self) -> None:
        self.port = 0
        self.heard = 0

    @asynccontextmanager
    async def listening(self) -> AsyncGenerator["Canary"]:
        server = await asyncio.start_server(self._hear, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        six = None
        # A machine without IPv6 cannot be reached over IPv6.
        if _has_ipv6():
            six = await asyncio.start_server(self._hear, "::1", self.port)
        try:
            yield self
        finally:
            for each in (server, six):
                if each is not None:
                    each.close()
                    await each.wait_closed()

    async def _hear(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard += 1
        writer.close()


def get(url: str) -> WireRequest:
    return WireRequest(method="GET", url=url, headers={"authorization": "Bearer of-a-secret"})


async def slips_through(http: GuardedHttp, url: str, *, allow_private: bool) -> bool:
    """Return whether calling this address does anything but fail."""
    try:
        await http.send(get(url), allow_private=allow_private, timeout_s=3)
    except Blocked:
        return False
    except (HostUnreachable, TimedOut):
        return True
    return True


def passes_the_rule(url: str, *, allow_private: bool) -> bool:
    try:
        check_url(url, allow_private=allow_private)
    except Blocked:
        return False
    return True


async def redirects_followed() -> int:
    """Count the followed redirects of an allowed server that redirects to forbidden addresses."""
    followed = 0
    async with Canary().listening() as canary:
        for pattern in REDIRECTS:
            target = pattern.replace("{port}", str(canary.port))
            async with _pointing_to(target) as url:
                http = GuardedHttp()
                answer = await http.send(get(url), allow_private=True, timeout_s=30)
                await http.close()
                followed += answer.status != 302 or answer.headers["location"] != target
        return followed + canary.heard


async def try_all() -> tuple[int, int]:
    """Call every address in every way; return the numbers of attempts and of successful calls."""
    tried = through = 0
    async with Canary().listening() as canary:
        names = Names(changing=[PUBLIC, "127.0.0.1"])
        http = GuardedHttp(resolver=names)
        for hostile in HOSTILE:
            url = hostile.url.replace("{port}", str(canary.port))
            for allowed in (False, True) if hostile.always else (False,):
                tried += 1
                through += passes_the_rule(url, allow_private=allowed) or await slips_through(
                    http, url, allow_private=allowed
                )
        for name in ANSWERS:
            for allowed in (False, True) if name in NEVER_ANSWERS else (False,):
                tried += 1
                url = f"https://{name}:{canary.port}/"
                through += await slips_through(http, url, allow_private=allowed)
        await names.resolve("changing.example.com")
        url = f"https://changing.example.com:{canary.port}/"
        through += await slips_through(http, url, allow_private=False)
        await http.close()
        through += canary.heard
    return tried + 1 + len(REDIRECTS), through + await redirects_followed()


@asynccontextmanager
async def _pointing_to(target: str) -> AsyncGenerator[str]:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = f"HTTP/1.1 302 Found\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n"
        writer.write(head.encode())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    finally:
        server.close()
        await server.wait_closed()


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True
