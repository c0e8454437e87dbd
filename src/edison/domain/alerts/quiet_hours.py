"""Quiet hours of a monitor. Notifications wait until the quiet hours end; the alert itself is visible at once."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from edison.domain.monitoring.monitor import Quiet

SATURDAY = 5


def quiet_until(quiet: Quiet | None, now: datetime) -> datetime | None:
    """Return when the current quiet hours end (in UTC), or None if notifications may be sent now.

    Quiet hours are given in the local time of the configured time zone.
    """
    if quiet is None:
        return None
    zone = ZoneInfo(quiet.timezone)
    moment = now.astimezone(zone)
    # Adjacent quiet hours and quiet days form one period: at most from Friday evening to Monday morning.
    for _ in range(8):
        end = _end_of(quiet, moment, zone)
        if end is None:
            break
        moment = end
    return moment.astimezone(UTC) if moment > now else None


def _end_of(quiet: Quiet, moment: datetime, zone: ZoneInfo) -> datetime | None:
    """Return the end of the quiet period that contains `moment`, or None if `moment` is not in a quiet period."""
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
    # Convert through UTC, so that a local time skipped by a clock change becomes the hour after it.
    return datetime.combine(day, clock, zone).astimezone(UTC).astimezone(zone)
