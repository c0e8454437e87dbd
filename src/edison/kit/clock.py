"""The clock is ours, so that tests can hold it still and move it."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Anything that can tell the time in UTC."""

    def now(self) -> datetime: ...


class SystemClock:
    """The real time."""

    def now(self) -> datetime:
        return datetime.now(UTC)
