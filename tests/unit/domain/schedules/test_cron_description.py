"""Schedules in words that a product manager would use."""

import pytest

from edison.domain.errors import InvalidInput
from edison.domain.monitoring.schedules.cron import in_words, parse

# The schedules that the form of a monitor offers (ui/src/features/monitors/form/monitorForm.ts).
PRESETS = (
    "* * * * *",
    "*/5 * * * *",
    "*/15 * * * *",
    "0 * * * *",
    "0 9 * * *",
    "0 9 * * 1-5",
    "0 9 * * 1",
)


@pytest.mark.parametrize(
    ("cron", "words"),
    [
        ("* * * * *", "every minute"),
        ("*/1 * * * *", "every minute"),
        ("*/5 * * * *", "every 5 minutes"),
        ("0 * * * *", "every hour"),
        ("20 * * * *", "every hour at minute 20"),
        ("0 9 * * *", "every day at 09:00 UTC"),
        ("0 9 * * 1-5", "every weekday at 09:00 UTC"),
        ("5 17 * * mon", "every Monday at 17:05 UTC"),
        ("0 0 * * 7", "every Sunday at 00:00 UTC"),
        ("30 8 * * 0,6", "every Saturday and Sunday at 08:30 UTC"),
        ("0 9,17 * * *", "at 09:00 and 17:00 every day (UTC)"),
        ("0 6 1 * *", "at 06:00 on the first day of every month (UTC)"),
    ],
)
def test_a_schedule_in_words(cron: str, words: str) -> None:
    assert in_words(cron) == words


def test_the_words_name_the_zone() -> None:
    assert in_words("0 9 * * 1-5", "europe/vienna") == "every weekday at 09:00 Europe/Vienna"


def test_a_wrong_expression_has_no_words() -> None:
    with pytest.raises(InvalidInput, match="Invalid cron expression"):
        in_words("99 * * * *")


def test_each_preset_is_sound_and_has_short_words() -> None:
    assert len({parse(cron) for cron in PRESETS}) == 7
    assert all(in_words(cron).startswith("every ") for cron in PRESETS)
