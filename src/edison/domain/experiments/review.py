"""Reviews of suggestions: decisions of people."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from edison.domain.experiments.refining.guardrails import SIZE_RULES, Guardrail
from edison.domain.ids import ReviewId, UserId
from edison.domain.prompts.prompt_rules import MOST_CHANGELOG

MOST_REASON = 1_000
MOST_NOTES = 1_000
WAITING_AFTER_REJECTION = (
    "Waiting for a person: edit the prompt, ask for another suggestion, or finish"
)


class ReviewDecision(StrEnum):
    APPROVE = "approve"
    REJECT = "reject"
    # Approved with changes by the reviewer.
    EDIT = "edit"


DONE: dict[ReviewDecision, str] = {
    ReviewDecision.APPROVE: "approved",
    ReviewDecision.REJECT: "rejected",
    ReviewDecision.EDIT: "edited and approved",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionReview:
    id: ReviewId
    reviewer: UserId | None
    reviewer_label: str
    decision: ReviewDecision
    notes: str
    at: datetime


def standing_against(
    guardrails: Sequence[Guardrail], *, own_words: bool, anyway: bool
) -> tuple[Guardrail, ...]:
    """Return the failed guardrails that block a change.

    Guardrails on the size of the change do not block a text written by a person who confirmed the size (`anyway`).
    """
    excused = SIZE_RULES if own_words and anyway else frozenset[str]()
    return tuple(each for each in guardrails if not each.passed and each.rule not in excused)


def changelog_of(note: str) -> str:
    """Return the refiner's note, truncated to the maximum length of a changelog."""
    words = note.strip()
    return words if len(words) <= MOST_CHANGELOG else f"{words[: MOST_CHANGELOG - 1].rstrip()}…"
