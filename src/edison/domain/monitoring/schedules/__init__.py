"""When something is due: cron expressions in a time zone, their words, and their next times."""
