"""A clock that a test can move."""

from datetime import UTC, datetime, timedelta


class MovableClock:
    """The real time plus an offset that tests set."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    def move(self, by: timedelta) -> None:
        self._ahead += by
