"""Nobody is written to in quiet hours, and everybody is as soon as they end."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.alerts.quiet_hours import quiet_until
from edison.domain.monitoring.monitor import Quiet

NIGHT = Quiet(since="22:00", until="07:00", timezone="Europe/Vienna")
NOON = Quiet(since="12:00", until="13:30")
WEEKEND = Quiet(since="22:00", until="07:00", weekends=True)
VIENNA = ZoneInfo("Europe/Vienna")


def vienna(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=VIENNA)  # type: ignore[arg-type]


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("quiet", "now", "until"),
    [
        (None, utc(2026, 3, 3, 3), None),
        (NIGHT, vienna(2026, 3, 3, 21, 59), None),
        (NIGHT, vienna(2026, 3, 3, 22, 0), vienna(2026, 3, 4, 7)),
        (NIGHT, vienna(2026, 3, 4, 6, 59), vienna(2026, 3, 4, 7)),
        (NIGHT, vienna(2026, 3, 4, 7, 0), None),
        # The clocks go forward in this night: it is an hour shorter, and still ends at seven.
        (NIGHT, vienna(2026, 3, 28, 23, 0), vienna(2026, 3, 29, 7)),
        (NOON, utc(2026, 3, 3, 12, 30), utc(2026, 3, 3, 13, 30)),
        (NOON, utc(2026, 3, 3, 11, 30), None),
        # Friday night, Saturday, Sunday and the night to Monday are one silence.
        (WEEKEND, utc(2026, 3, 6, 23), utc(2026, 3, 9, 7)),
        (WEEKEND, utc(2026, 3, 7, 12), utc(2026, 3, 9, 7)),
        (WEEKEND, utc(2026, 3, 9, 12), None),
        (
            Quiet(since="09:00", until="09:00", weekends=True),
            utc(2026, 3, 7, 12),
            utc(2026, 3, 9),
        ),
        (Quiet(since="09:00", until="09:00", weekends=True), utc(2026, 3, 9, 9), None),
    ],
)
def test_the_end_of_the_silence(quiet: Quiet | None, now: datetime, until: datetime | None) -> None:
    assert quiet_until(quiet, now.astimezone(UTC)) == until


@given(
    since=st.integers(0, 23),
    until=st.integers(0, 23),
    weekends=st.booleans(),
    hours=st.floats(0, 365 * 24),
)
def test_it_always_ends_within_three_days_and_is_not_quiet_then(
    since: int, until: int, weekends: bool, hours: float
) -> None:
    now = utc(2026, 1, 1) + timedelta(hours=hours)
    quiet = Quiet(
        since=f"{since:02}:00", until=f"{until:02}:00", timezone="Europe/Vienna", weekends=weekends
    )

    end = quiet_until(quiet, now)

    if end is not None:
        assert now < end <= now + timedelta(days=4)
        assert quiet_until(quiet, end) is None
