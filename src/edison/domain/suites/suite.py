"""Suites and their states: active, paused (by a person or by the budget) or archived."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from edison.domain.errors import InvalidInput, WrongState
from edison.domain.ids import DatasetId, PromptId, SuiteId, UserId
from edison.domain.money import MICRO, MicroUsd
from edison.domain.suites.recipe import Recipe

MOST_NAME = 200
MOST_DESCRIPTION = 2_000
# Default daily limit of a suite (UTC).
USUAL_DAILY_LIMIT = MicroUsd(1 * MICRO)
LEAST_DAILY_LIMIT = MicroUsd(MICRO // 100)


class SuiteState(StrEnum):
    ACTIVE = "active"
    PAUSED = "paused"
    ARCHIVED = "archived"


class SuitePause(StrEnum):
    # Resumes automatically at `paused_until`.
    BUDGET = "budget"
    PERSON = "person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    id: SuiteId
    name: str
    description: str
    recipe: Recipe
    revision: int
    state: SuiteState
    pause_reason: SuitePause | None
    paused_until: datetime | None
    daily_limit: MicroUsd | None
    prompt: PromptId | None
    dataset: DatasetId | None
    created_by: UserId | None
    created_by_label: str
    created_at: datetime
    updated_at: datetime

    def is_paused(self, now: datetime) -> bool:
        """Return whether the suite is paused at `now`. A paused suite starts no scheduled runs."""
        over = self.paused_until is not None and self.paused_until <= now
        return self.state is SuiteState.PAUSED and not over

    def must_not_be_archived(self) -> None:
        if self.state is SuiteState.ARCHIVED:
            raise WrongState(
                "This suite is archived",
                advice="Restore the suite first.",
                state=str(self.state),
            )


def check_name(name: str) -> str:
    """Return the trimmed name; raise an error if it is empty."""
    name = name.strip()
    if not 1 <= len(name) <= MOST_NAME:
        raise InvalidInput(f"A name has 1 to {MOST_NAME} characters", field="name")
    return name


def check_daily_limit(limit: MicroUsd | None) -> MicroUsd | None:
    if limit is not None and limit < LEAST_DAILY_LIMIT:
        raise InvalidInput("A daily limit must be at least $0.01", field="daily_limit_usd")
    return limit
