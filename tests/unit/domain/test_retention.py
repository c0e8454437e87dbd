"""When the night of retention begins, and from when on things are kept."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from edison.domain.retention.retention_rules import keeps_from, next_night, night_of


@pytest.mark.parametrize(
    ("now", "night"),
    [
        (datetime(2026, 3, 2, 1, 19, 59, tzinfo=UTC), date(2026, 3, 1)),
        (datetime(2026, 3, 2, 1, 20, tzinfo=UTC), date(2026, 3, 2)),
        (datetime(2026, 3, 2, 23, 59, tzinfo=UTC), date(2026, 3, 2)),
        # The clock of the machine may be anywhere.
        (datetime(2026, 3, 2, 2, 0, tzinfo=timezone(timedelta(hours=2))), date(2026, 3, 1)),
    ],
)
def test_a_night_begins_at_twenty_past_one_in_utc(now: datetime, night: date) -> None:
    assert night_of(now) == night
    coming = next_night(now)
    assert coming > now
    assert night_of(coming) == night + timedelta(days=1)
    assert night_of(coming - timedelta(microseconds=1)) == night


def test_an_age_of_0_keeps_everything() -> None:
    now = datetime(2026, 3, 2, tzinfo=UTC)

    assert keeps_from(0, now) is None
    assert keeps_from(90, now) == now - timedelta(days=90)
