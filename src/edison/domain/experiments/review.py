"""What people decide on a suggestion, and what they say about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from edison.domain.experiments.refining.guardrails import SIZE_RULES, Guardrail
from edison.domain.ids import CommentId, ReviewId, UserId
from edison.domain.prompts.prompt_rules import MOST_CHANGELOG

MOST_REASON = 1_000
MOST_NOTES = 1_000
MOST_COMMENT = 2_000
# Enough for any talk about one change; beyond it people should meet.
MOST_COMMENTS = 500
WAITING_AFTER_REJECTION = (
    "Waiting for a person: edit the prompt, ask for another suggestion, or finish"
)


class ReviewDecision(StrEnum):
    APPROVE = "approve"
    REJECT = "reject"
    # Approved with words of the reviewer.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    id: CommentId
    author: UserId | None
    author_label: str
    text: str
    at: datetime


def standing_against(
    guardrails: Sequence[Guardrail], *, own_words: bool, anyway: bool
) -> tuple[Guardrail, ...]:
    """The guardrails that refuse a change: all that failed, but for the size of a person's own text if they insist."""
    excused = SIZE_RULES if own_words and anyway else frozenset[str]()
    return tuple(each for each in guardrails if not each.passed and each.rule not in excused)


def changelog_of(note: str) -> str:
    """What the refiner said, as far as a changelog has room."""
    words = note.strip()
    return words if len(words) <= MOST_CHANGELOG else f"{words[: MOST_CHANGELOG - 1].rstrip()}…"
