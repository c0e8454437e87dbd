"""What becomes of the times at which a monitor was due: one start at most, and the rest is missed and said so."""

from dataclasses import dataclass
from datetime import datetime

from edison.domain.monitoring.monitor import STILL_ON_TIME, Missed, Monitor
from edison.domain.monitoring.schedules.cron import DueTimes, due_between

# So many missed times are written down one by one; of more, only how many there were.
MOST_WRITTEN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrences:
    # The time to start for; None: too late for all of them.
    start: datetime | None
    # The newest that nobody starts, oldest first.
    missed: tuple[datetime, ...]
    missed_count: int
    last_due: datetime
    next_due: datetime | None

    @property
    def untold(self) -> int:
        """How many were missed before those that are written down."""
        return self.missed_count - len(self.missed)


def occurrences(monitor: Monitor, now: datetime) -> Occurrences:
    """Of a monitor whose time has come.

    Up to five minutes late a start is still made. Of several times that passed, the newest is the one: what
    somebody wants to know is how the model does now.
    """
    first = monitor.next_due_at
    assert first is not None
    until = now - monitor.delay
    following = monitor.schedule.next_after(first)
    if following is None or following > until:
        due, next_due = DueTimes(newest=(first,), count=1), following
    else:
        due = due_between(monitor.schedule, first, until, MOST_WRITTEN + 1)
        next_due = monitor.schedule.next_after(until)
    newest = due.newest[-1]
    late = until - newest > STILL_ON_TIME
    if late and monitor.missed is Missed.SKIP:
        missed = due.newest[-MOST_WRITTEN:]
        return Occurrences(
            start=None, missed=missed, missed_count=due.count, last_due=newest, next_due=next_due
        )
    return Occurrences(
        start=newest,
        missed=due.newest[:-1],
        missed_count=due.count - 1,
        last_due=newest,
        next_due=next_due,
    )


def missed_words(at: Occurrences) -> str:
    """Why a time was missed, for the newest that is written down."""
    words = "No worker was there when it was due"
    if at.start is not None:
        words += "; the newest time was started instead"
    return f"{words}. {at.untold} earlier times were missed too." if at.untold else f"{words}."
