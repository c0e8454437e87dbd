"""Server-sent events: replay from the log, then follow. A stream holds no database connection while it waits."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated

from fastapi import Header, Query, Request
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

STREAM = {200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}}
LastEventId = Annotated[str | None, Header(description="Sent by a browser that reconnects")]
After = Annotated[
    int | None, Query(ge=0, le=2**63 - 1, description="Start after this number instead of now")
]

Batch = tuple[list[Event], int]
ReadAfter = Callable[[int], Awaitable[Batch]]


async def reidentify(request: Request, ctx: Context) -> Identified:
    """Ask again who this is: a stream outlives roles and sessions."""
    return await identify_request(request, ctx)


class EventStream(StreamingResponse):
    """Sends what `read` returns after each wake-up, until the reader may no longer read."""

    media_type = "text/event-stream"

    def __init__(self, ctx: Context, topic: str, read: ReadAfter, start: int) -> None:
        super().__init__(
            _follow(ctx, topic, read, start),
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
        )


def start_after(last_event_id: str | None, after: int | None, newest: int) -> int:
    """Say from which number to go on; a browser that reconnects knows better than the address it was first given."""
    if last_event_id and last_event_id.isdecimal() and len(last_event_id) < 19:
        after = int(last_event_id)
    # A number beyond the newest comes from before a backup was restored.
    return newest if after is None else min(after, newest)


async def _follow(ctx: Context, topic: str, read: ReadAfter, start: int) -> AsyncIterator[bytes]:
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
