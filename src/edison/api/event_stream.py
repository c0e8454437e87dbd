"""Server-sent events: replays missed events, then sends new events. A waiting stream holds no database connection."""

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated

from fastapi import Header, Query, Request
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from starlette.responses import StreamingResponse

from edison.api.base_views import EventView
from edison.api.error_responses import Responses
from edison.api.request_identity import identify_request
from edison.api.request_observer import STREAMS
from edison.domain.errors import EdisonError
from edison.domain.events import Event
from edison.domain.people.access import Actor
from edison.domain.runs.live_text import CELL_TEXT, CellText
from edison.services.audit.audit_queries import BATCH
from edison.services.context import Context
from edison.services.people.identity import Identified

KEEPALIVE_S = 15.0
# A stream of answer texts checks permissions at most once in this time.
ASK_AGAIN_S = 1.0
BROWSER_RETRY_MS = 5000

STREAM: Responses = {200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}}
LastEventId = Annotated[str | None, Header(description="Sent by browsers when they reconnect")]
After = Annotated[
    int | None, Query(ge=0, le=2**63 - 1, description="Start after this event. Default: now")
]

Batch = tuple[list[Event], int]
ReadAfter = Callable[[int], Awaitable[Batch]]


async def reidentify(request: Request, ctx: Context) -> Identified:
    """Identify the caller again, because roles and sessions can end while a stream is open."""
    return await identify_request(request, ctx)


def throttled_reidentify(
    request: Request, ctx: Context, who: Actor
) -> Callable[[], Awaitable[Actor]]:
    """Return a function that calls `reidentify` at most once per interval and otherwise returns the last result."""
    known, asked_at = who, time.monotonic()

    async def ask() -> Actor:
        nonlocal known, asked_at
        if time.monotonic() - asked_at >= ASK_AGAIN_S:
            known = (await reidentify(request, ctx)).actor
            asked_at = time.monotonic()
        return known

    return ask


class EventStream(StreamingResponse):
    """Streaming response that sends what `read` returns after each notification, until the caller loses access."""

    media_type = "text/event-stream"

    def __init__(self, ctx: Context, topic: str, read: ReadAfter, start: int) -> None:
        super().__init__(
            _follow(ctx, topic, read, start),
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
        )


def start_after(last_event_id: str | None, after: int | None, newest: int) -> int:
    """Return the event number to start after. The Last-Event-ID header has precedence over the URL parameter."""
    if last_event_id and last_event_id.isdecimal() and len(last_event_id) < 19:
        after = int(last_event_id)
    # A number beyond the newest one is older than a restored backup.
    return newest if after is None else min(after, newest)


async def _follow(ctx: Context, topic: str, read: ReadAfter, start: int) -> AsyncIterator[bytes]:
    number = start
    with STREAMS.track_inprogress():
        yield format_sse_event(comment="following", retry=BROWSER_RETRY_MS)
        async with ctx.wakeups.on(topic) as follower:
            asked_at = 0.0
            while not ctx.wakeups.closing.is_set():
                if follower.news or time.monotonic() - asked_at >= ASK_AGAIN_S:
                    follower.news = False
                    try:
                        events, number = await read(number)
                    except EdisonError:
                        # Signed out or removed from the project: the next request of the browser returns the reason.
                        return
                    asked_at = time.monotonic()
                    for event in events:
                        yield _wire(event)
                    if len(events) >= BATCH:
                        # There may be more events; new ones wake this stream again.
                        follower.news = True
                        continue
                for text in follower.take_texts():
                    yield _live(text)
                if not await follower.wait(KEEPALIVE_S):
                    yield KEEPALIVE_COMMENT


def _live(text: CellText) -> bytes:
    """Format live text as an event without a number, because live text cannot be replayed."""
    data = {
        "ordinal": text.ordinal,
        "attempt": text.attempt,
        "text": text.text,
        "length": text.length,
    }
    return format_sse_event(event=CELL_TEXT, data_str=json.dumps(data))


def _wire(event: Event) -> bytes:
    return format_sse_event(
        id=str(event.number), event=event.type, data_str=EventView.of(event).model_dump_json()
    )
