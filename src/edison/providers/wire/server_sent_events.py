"""Parser of server-sent events; the bytes may be split anywhere, even inside a character."""

from typing import NamedTuple


class ServerSentEvent(NamedTuple):
    name: str
    data: bytes


class SseReader:
    """Splits bytes into lines and combines lines into events."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._name = ""
        self._data: list[bytes] = []

    def feed(self, data: bytes) -> list[ServerSentEvent]:
        # Pieces without a line end are only collected, so a long line is scanned once.
        first, *rest = data.split(b"\n")
        self._pieces.append(first)
        if not rest:
            return []
        lines = [b"".join(self._pieces), *rest[:-1]]
        self._pieces = [rest[-1]]
        return [event for line in lines if (event := self._line(line))]

    def close(self) -> list[ServerSentEvent]:
        """Return the last event even if its line end is missing; a truncated event fails to parse later."""
        rest, self._pieces = b"".join(self._pieces), []
        return [event for line in (rest, b"") if (event := self._line(line))]

    def _line(self, line: bytes) -> ServerSentEvent | None:
        line = line.removesuffix(b"\r")
        if not line:
            return self._dispatch()
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            self._data.append(value)
        elif field == b"event":
            self._name = value.decode("utf-8", "replace")
        return None

    def _dispatch(self) -> ServerSentEvent | None:
        event = ServerSentEvent(self._name, b"\n".join(self._data)) if self._data else None
        self._name, self._data = "", []
        return event
