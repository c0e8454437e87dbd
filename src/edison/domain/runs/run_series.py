"""Which experiment or execution a run belongs to: of runs with one series at most one is active."""

from uuid import UUID

EXPERIMENT_TRIGGER = "experiment"
SCHEDULE_TRIGGER = "schedule"
_EXPERIMENT = "experiment:"
# The last look at cases that no iteration has seen; it may run when the experiment has ended.
_CHECK = ":check"
# What executions of suites share, and the run that judges frozen answers again.
_SUITE = "suite:"
_CANARY = ":canary"
CANARY_TRIGGER = "canary"
# Judges grade the questions of a dataset.
QUESTIONS_TRIGGER = "questions"
# Shown where they belong, and not in the list of runs.
ELSEWHERE = (CANARY_TRIGGER, QUESTIONS_TRIGGER)


def series_of(experiment: UUID, *, check: bool = False) -> str:
    return f"{_EXPERIMENT}{experiment}{_CHECK if check else ''}"


def experiment_of(series: str | None) -> UUID | None:
    if series is None or not series.startswith(_EXPERIMENT):
        return None
    return UUID(series.removeprefix(_EXPERIMENT).removesuffix(_CHECK))


def series_of_suite(suite: UUID) -> str:
    """How the series of all its executions begin."""
    return f"{_SUITE}{suite}:"


def series_of_execution(suite: UUID, execution: UUID, *, canary: bool = False) -> str:
    """One for each execution: two of a suite may be at work side by side."""
    return f"{series_of_suite(suite)}{execution}{_CANARY if canary else ''}"


def suite_of(series: str | None) -> UUID | None:
    """Whose day's budget counts too."""
    if series is None or not series.startswith(_SUITE):
        return None
    return UUID(series.removeprefix(_SUITE).split(":")[0])
