"""Server-sent events: replay from the log, then follow. A stream holds no database connection while it waits."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from fastapi import Request
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from starlette.responses import StreamingResponse

from edison.api.identity import identify_request
from edison.api.observe import STREAMS
from edison.api.schemas.history import EventView
from edison.domain.errors import EdisonError
from edison.domain.events import Event
from edison.services.context import Context
from edison.services.identity import Identified

KEEPALIVE_S = 15.0
BROWSER_RETRY_MS = 5000

Batch = tuple[list[Event], int]
ReadAfter = Callable[[int | None], Awaitable[Batch]]


async def reidentify(request: Request, ctx: Context) -> Identified:
    """Ask again who this is: a stream outlives roles and sessions."""
    return await identify_request(request, ctx)


class EventStream(StreamingResponse):
    """Sends what `read` returns after each wake-up, until the reader may no longer read."""

    media_type = "text/event-stream"

    def __init__(
        self,
        ctx: Context,
        topic: str,
        read: ReadAfter,
        last_event_id: str | None,
        after: int | None,
    ) -> None:
        start = _start(last_event_id, after)
        super().__init__(
            _follow(ctx, topic, read, start),
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
        )


async def _follow(
    ctx: Context, topic: str, read: ReadAfter, start: int | None
) -> AsyncIterator[bytes]:
    number = start
    with STREAMS.track_inprogress():
        yield format_sse_event(comment="following", retry=BROWSER_RETRY_MS)
        async with ctx.wakeups.on(topic) as woken:
            while not ctx.wakeups.closing.is_set():
                woken.clear()
                try:
                    events, number = await read(number)
                except EdisonError:
                    # Signed out, removed from the project: the browser's next request says which.
                    return
                for event in events:
                    yield _wire(event)
                if events:
                    continue
                try:
                    await asyncio.wait_for(woken.wait(), KEEPALIVE_S)
                except TimeoutError:
                    yield KEEPALIVE_COMMENT


def _wire(event: Event) -> bytes:
    return format_sse_event(
        id=str(event.number), event=event.type, data_str=EventView.of(event).model_dump_json()
    )


def _start(last_event_id: str | None, after: int | None) -> int | None:
    """A browser that reconnects knows better than the address it was first given."""
    if last_event_id and last_event_id.isdigit() and len(last_event_id) < 19:
        return int(last_event_id)
    return after
