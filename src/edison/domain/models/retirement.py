"""Retirement of a model: when its provider shuts it down, and what is recommended instead."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class Retirement:
    on: date
    # The provider only promises to keep the model until this date; nothing was announced.
    only_earliest: bool = False
    replacement: str | None = None
    # Where the date was read, and when.
    source: str = ""
    read_on: date | None = None

    def is_past(self, today: date) -> bool:
        return not self.only_earliest and self.on <= today

    def is_near(self, today: date, days: int) -> bool:
        """Return whether the model is shut down within this number of days, or is already."""
        return not self.only_earliest and (self.on - today).days <= days


def say_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
