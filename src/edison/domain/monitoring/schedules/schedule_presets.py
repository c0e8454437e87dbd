"""Schedules that most people want."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    cron: str
    name: str


PRESETS = (
    Preset(cron="* * * * *", name="Every minute"),
    Preset(cron="*/5 * * * *", name="Every 5 minutes"),
    Preset(cron="*/15 * * * *", name="Every 15 minutes"),
    Preset(cron="0 * * * *", name="Every hour"),
    Preset(cron="0 9 * * *", name="Every day at 9:00"),
    Preset(cron="0 9 * * 1-5", name="Every weekday at 9:00"),
    Preset(cron="0 9 * * 1", name="Every Monday at 9:00"),
)
