"""Schedules: cron expressions in a time zone, their description, and their next times."""
