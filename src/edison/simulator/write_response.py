"""Write HTTP responses: at once, as a stream, byte by byte, truncated, or not at all."""

import asyncio
import contextlib
import socket
import struct

from aiohttp import web

# The longest that a hanging server waits; the handler ends with the connection anyway.
HANGS_S = 3600.0
GARBAGE = b"<html><body>502 Bad Gateway</body></html> \xff\xfe not json"
# Shorter pauses between two chunks cost more than they are worth.
SHORTEST_PAUSE_S = 0.002


def whole(status: int, body: bytes, content_type: str, headers: dict[str, str]) -> web.Response:
    return web.Response(status=status, body=body, headers={**headers, "Content-Type": content_type})


async def stream(
    request: web.BaseRequest,
    chunks: list[bytes],
    *,
    content_type: str,
    headers: dict[str, str],
    lasts_s: float = 0.0,
) -> web.StreamResponse:
    """Send the chunks as a stream, spread evenly over `lasts_s` seconds."""
    response = web.StreamResponse(
        headers={**headers, "Content-Type": content_type, "Cache-Control": "no-cache"}
    )
    await response.prepare(request)
    loop = asyncio.get_running_loop()
    begun = loop.time()
    for number, chunk in enumerate(chunks):
        due = begun + lasts_s * number / len(chunks)
        if due - loop.time() >= SHORTEST_PAUSE_S:
            await asyncio.sleep(due - loop.time())
        await response.write(chunk)
    rest = begun + lasts_s - loop.time()
    if rest > 0:
        await asyncio.sleep(rest)
    await response.write_eof()
    return response


async def drip(
    request: web.BaseRequest,
    body: bytes,
    *,
    content_type: str,
    headers: dict[str, str],
    gap_s: float,
) -> web.StreamResponse:
    response = web.StreamResponse(headers={**headers, "Content-Type": content_type})
    await response.prepare(request)
    for byte in body:
        await response.write(bytes([byte]))
        await asyncio.sleep(gap_s)
    await response.write_eof()
    return response


async def hang() -> None:
    await asyncio.sleep(HANGS_S)


def reset(request: web.BaseRequest) -> None:
    """Reset the connection (RST) instead of closing it."""
    transport = request.transport
    if transport is None:
        return
    sock = transport.get_extra_info("socket")
    if sock is not None:
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
