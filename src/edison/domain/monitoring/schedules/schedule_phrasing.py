"""A schedule in words: "every weekday at 09:00 UTC"."""

import re
from datetime import UTC, datetime

from cronsim import CronSim

from edison.domain.monitoring.schedules.cron import schedule_of

_ANY_DAY = datetime(2024, 1, 1, tzinfo=UTC)
_EVERY = re.compile(r"\*/(\d{1,2})")
_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SHORT_DAYS = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")
_WEEKDAYS = frozenset({"1-5", "MON-FRI", "1,2,3,4,5"})
_WEEKEND = frozenset({"0,6", "6,0", "6,7", "6-7", "SAT,SUN", "SUN,SAT"})


def in_words(cron: str, timezone: str = "UTC") -> str:
    """What a person would say; odd expressions are spelled out."""
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
    # Where no hour is named the zone says nothing.
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
