"""Five-field cron expressions in a time zone, with the semantics of Debian's cron.

When clocks go forward, due times in the skipped hour move to its end. When clocks go back, a fixed hour is due once.
Intervals of minutes follow elapsed time and are not affected by clock changes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from cronsim import CronSim, CronSimError

from edison.domain.errors import InvalidInput

MOST_EXPRESSION = 100
MOST_TIMEZONE = 64
FIELDS = 5
# Most missed times that are counted, for a server that was down for months.
MOST_COUNTED = 1_000
_SHORT = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
# Start of the search that rejects expressions which are never due; in a leap year, for 29 February.
_ANY_DAY = datetime(2024, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A valid cron expression in a valid time zone."""

    cron: str
    timezone: str = "UTC"

    def after(self, moment: datetime) -> Iterator[datetime]:
        """Yield every due time after `moment` once, in UTC."""
        zone = zone_of(self.timezone)
        last = moment.astimezone(UTC)
        for found in CronSim(self.cron, last.astimezone(zone)):
            # Two local times can be the same moment when clocks go forward.
            due = found.astimezone(UTC)
            if due > last:
                last = due
                yield due

    def next_after(self, moment: datetime) -> datetime | None:
        """Return the next due time, or None if there is none within fifty years."""
        return next(self.after(moment), None)


def schedule_of(expression: str, timezone: str = "UTC") -> Schedule:
    """Return a validated schedule; raise an error if the expression or the time zone is invalid."""
    return Schedule(cron=parse(expression), timezone=zone_of(timezone).key)


def parse(expression: str) -> str:
    """Return the expression as five fields separated by single spaces; raise an error if it is invalid."""
    words = " ".join(expression.split())
    if len(words) > MOST_EXPRESSION:
        raise _invalid(f"it has more than {MOST_EXPRESSION} characters")
    fields = _SHORT.get(words.lower(), words)
    if not fields:
        raise _invalid("it is empty")
    count = len(fields.split(" "))
    if count != FIELDS:
        raise _invalid(
            f'"{words}" has {count} fields; five are needed: minute hour day month weekday'
        )
    _sound(fields)
    return fields


@lru_cache(maxsize=1_000)
def _sound(fields: str) -> None:
    try:
        found = next(CronSim(fields, _ANY_DAY), None)
    except CronSimError as wrong:
        raise _invalid(f'"{fields}": {_said(str(wrong))}') from wrong
    except (AssertionError, ValueError, OverflowError) as wrong:
        raise _invalid(f'"{fields}"') from wrong
    if found is None:
        raise _invalid(f'"{fields}" is never due')


def _said(words: str) -> str:
    return (
        words.replace("Bad", "bad").replace("day-of-month", "day").replace("day-of-week", "weekday")
    )


def next_times(cron: str, timezone: str, after: datetime, count: int) -> tuple[datetime, ...]:
    times = schedule_of(cron, timezone).after(after)
    return tuple(due for due, _ in zip(times, range(count), strict=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class DueTimes:
    """Newest due times of a period, and the number of all its due times."""

    # The newest, oldest first.
    newest: tuple[datetime, ...]
    # Total number; counting ends at MOST_COUNTED.
    count: int


def due_between(schedule: Schedule, first: datetime, until: datetime, keep: int) -> DueTimes:
    """Count the due times from `first` to `until`, both included, and return the newest `keep` of them."""
    newest: list[datetime] = []
    count = 0
    start = until.astimezone(zone_of(schedule.timezone)) + timedelta(seconds=1)
    last: datetime | None = None
    for found in CronSim(schedule.cron, start, reverse=True):
        due = found.astimezone(UTC)
        if due < first or count >= MOST_COUNTED:
            break
        if due > until or due == last:
            continue
        last = due
        count += 1
        if len(newest) < keep:
            newest.append(due)
    return DueTimes(newest=tuple(reversed(newest)), count=count)


def zone_of(name: str) -> ZoneInfo:
    found = _zones().get(name.strip().casefold()) if len(name) <= MOST_TIMEZONE else None
    if found is None:
        raise InvalidInput(
            f"Unknown time zone: {name[:MOST_TIMEZONE]}",
            field="timezone",
            advice="Write it like Europe/Vienna or UTC.",
        )
    return ZoneInfo(found)


@lru_cache(maxsize=1)
def _zones() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones()}


def _invalid(reason: str) -> InvalidInput:
    return InvalidInput(
        f"Invalid cron expression: {reason}",
        field="cron",
        advice="Five fields: minute, hour, day of the month, month, weekday; such as 0 9 * * 1-5.",
    )


_EVERY = re.compile(r"\*/(\d{1,2})")
_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SHORT_DAYS = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")
_WEEKDAYS = frozenset({"1-5", "MON-FRI", "1,2,3,4,5"})
_WEEKEND = frozenset({"0,6", "6,0", "6,7", "6-7", "SAT,SUN", "SUN,SAT"})


def in_words(cron: str, timezone: str = "UTC") -> str:
    """Describe a schedule in English. Expressions without a common phrase are described field by field."""
    schedule = schedule_of(cron, timezone)
    minute, hour, day, month, weekday = schedule.cron.upper().split(" ")
    if (hour, day, month, weekday) == ("*", "*", "*", "*"):
        often = _often(minute)
        if often is not None:
            return often
    if minute.isdigit() and hour.isdigit() and (day, month) == ("*", "*"):
        days = _days(weekday)
        if days is not None:
            return f"every {days} at {int(hour):02}:{int(minute):02} {schedule.timezone}"
    said = CronSim(schedule.cron, _ANY_DAY).explain()
    words = said[:1].lower() + said[1:]
    # Without a fixed hour the zone is irrelevant.
    anywhere = (hour, day, month, weekday) == ("*", "*", "*", "*")
    return words if anywhere else f"{words} ({schedule.timezone})"


def _often(minute: str) -> str | None:
    if minute == "*":
        return "every minute"
    every = _EVERY.fullmatch(minute)
    if every is not None and 60 % int(every[1]) == 0 and int(every[1]) < 60:
        count = int(every[1])
        return "every minute" if count == 1 else f"every {count} minutes"
    if minute == "0":
        return "every hour"
    return f"every hour at minute {int(minute)}" if minute.isdigit() else None


def _days(weekday: str) -> str | None:
    if weekday == "*":
        return "day"
    if weekday in _WEEKDAYS:
        return "weekday"
    if weekday in _WEEKEND:
        return "Saturday and Sunday"
    if weekday.isdigit():
        return _DAYS[int(weekday)]
    return _DAYS[_SHORT_DAYS.index(weekday)] if weekday in _SHORT_DAYS else None
