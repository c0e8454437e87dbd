"""The clock as a dependency, so that tests can set the time."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """A source of the current time in UTC."""

    def now(self) -> datetime: ...


class SystemClock:
    """The system time."""

    def now(self) -> datetime:
        return datetime.now(UTC)
