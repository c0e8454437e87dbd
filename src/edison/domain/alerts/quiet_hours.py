"""Quiet hours: nobody is written to before they end. The alert itself is there at once."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from edison.domain.monitoring.monitor import Quiet

SATURDAY = 5


def quiet_until(quiet: Quiet | None, now: datetime) -> datetime | None:
    """When people may be told; None: at once. Times are those on the wall of the place."""
    if quiet is None:
        return None
    zone = ZoneInfo(quiet.timezone)
    moment = now.astimezone(zone)
    # Hours and days that follow each other are one silence: from Friday evening to Monday morning at most.
    for _ in range(8):
        end = _end_of(quiet, moment, zone)
        if end is None:
            break
        moment = end
    return moment.astimezone(UTC) if moment > now else None


def _end_of(quiet: Quiet, moment: datetime, zone: ZoneInfo) -> datetime | None:
    """The end of the silence that a moment lies in."""
    if quiet.weekends and moment.weekday() >= SATURDAY:
        return _at(moment, 1, time(), zone)
    since, until = time.fromisoformat(quiet.since), time.fromisoformat(quiet.until)
    clock = moment.time()
    if since < until:
        return _at(moment, 0, until, zone) if since <= clock < until else None
    if since > until:
        if clock >= since:
            return _at(moment, 1, until, zone)
        if clock < until:
            return _at(moment, 0, until, zone)
    return None


def _at(moment: datetime, days: int, clock: time, zone: ZoneInfo) -> datetime:
    day = moment.date() + timedelta(days=days)
    # By way of UTC: an hour that the clocks leave out is the one after it.
    return datetime.combine(day, clock, zone).astimezone(UTC).astimezone(zone)
