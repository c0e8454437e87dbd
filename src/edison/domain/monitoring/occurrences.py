"""Due times of a monitor. At most one due time is started; the others are recorded as missed."""

from dataclasses import dataclass
from datetime import datetime

from edison.domain.monitoring.monitor import STILL_ON_TIME, Missed, Monitor
from edison.domain.monitoring.schedules.cron import DueTimes, due_between

# Most missed times that are recorded one by one; further ones are only counted.
MOST_WRITTEN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrences:
    # Time to start for; None: all are too late.
    start: datetime | None
    # The newest missed times, oldest first.
    missed: tuple[datetime, ...]
    missed_count: int
    last_due: datetime
    next_due: datetime | None

    @property
    def untold(self) -> int:
        """Number of missed times that are too old to be recorded individually."""
        return self.missed_count - len(self.missed)


def occurrences(monitor: Monitor, now: datetime) -> Occurrences:
    """Return which due time of a monitor to start, and which were missed.

    Only the newest due time is started. If it is more than five minutes late, it is started only if the monitor's
    policy for missed times says so.
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
    """Return the sentence that explains why a recorded due time was missed."""
    words = "No worker was running when it was due"
    if at.start is not None:
        words += "; the newest time was started instead"
    return f"{words}. {at.untold} earlier times were missed too." if at.untold else f"{words}."
