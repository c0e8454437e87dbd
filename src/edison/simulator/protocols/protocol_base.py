"""Interface of the simulator's protocols, and shared parsers."""

import json
import time
from typing import Any, Protocol, cast

from edison.simulator.admission_limits import LimitHeaders
from edison.simulator.request_json import inner as inner
from edison.simulator.request_json import objects as objects
from edison.simulator.simulated_call import (
    Json,
    OfferedTool,
    SimulatedAnswer,
    SimulatedReply,
    SimulatedRequest,
    Trouble,
    Used,
)

JSON_TYPE = "application/json"
EVENTS_TYPE = "text/event-stream; charset=utf-8"


class Speaker(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def stream_type(self) -> str:
        """The content type of a stream."""
        ...

    def read(self, body: Json, *, model: str, stream: bool) -> SimulatedRequest:
        """Parse a request; raise Unreadable with the provider's error message. `model` comes from the path."""
        ...

    def whole(self, asked: SimulatedRequest, said: SimulatedAnswer) -> bytes: ...

    def stream(self, asked: SimulatedRequest, said: SimulatedAnswer) -> list[bytes]:
        """Return the answer as chunks of a stream; a truncated stream omits the last chunks."""
        ...

    def usage(self, used: Used, miscount: int) -> Json:
        """Return the usage in the provider's format."""
        ...

    def trouble(self, trouble: Trouble) -> SimulatedReply: ...

    def standing(self, standing: LimitHeaders) -> dict[str, str]:
        """Return the response headers with the remaining rate limits."""
        ...


_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def compact(value: Any) -> bytes:
    return _ENCODER.encode(value).encode("utf-8", "surrogatepass")


def event(value: Any) -> bytes:
    return b"data: " + compact(value) + b"\n\n"


def now_s() -> int:
    return int(time.time())


def words(value: Any) -> tuple[str, ...]:
    """Return the stop sequences of a request, given as one text or as a list."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list):
        return tuple(item for item in cast(list[Any], value) if isinstance(item, str))
    return ()


def number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def whole_number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def text_of(content: Any) -> str:
    """Return the text of a message content, given as one text or as parts."""
    if isinstance(content, str):
        return content
    return "\n".join(str(part["text"]) for part in objects(content) if "text" in part)


def tool(given: Json, *, schema: str) -> OfferedTool:
    return OfferedTool(
        name=str(given.get("name", "")),
        description=str(given.get("description", "")),
        schema=inner(given.get(schema)),
    )


def given_names(names: dict[str, str], *places: Json) -> frozenset[str]:
    """Return the Edison names of the parameters that are set; null counts as not set."""
    return frozenset(
        names[theirs]
        for place in places
        for theirs, value in place.items()
        if value is not None and theirs in names
    )
