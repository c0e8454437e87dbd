"""Answers on their way into the cache and back. Only an `Answered` can go in: a failure is never remembered.

A reused answer keeps its latency and its cost as they were; that nothing was paid now is said by `reused`.
"""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from edison.domain.models.model_call import Answered, ReusedFrom, outcome_from_json, outcome_to_json
from edison.store.repositories.models.reusable_answers import StoredAnswer

# As JSON writes it: an even number of backslashes before it are words about it, not the character.
ZERO_CHARACTER = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


def to_store(
    key: str, answered: Answered, *, model: str, origin: str, now: datetime, keep_for: timedelta
) -> StoredAnswer | None:
    """Make what is kept; None if the cache is off, the answer came from it, or PostgreSQL cannot hold it.

    `model` is the name that was asked for, `origin` says who pays ("try 0198..."), `keep_for` is the
    project's own time to live; zero is off.
    """
    if keep_for <= timedelta(0) or answered.reused is not None:
        return None
    answer = outcome_to_json(answered)
    if not _can_be_held(answer):
        return None
    return StoredAnswer(
        key=key,
        model=model,
        answer=answer,
        origin=origin,
        answered_at=now,
        expires_at=now + keep_for,
    )


def from_store(stored: StoredAnswer) -> Answered:
    """Give the answer back, and say where it came from."""
    answered_at = stored.answered_at.astimezone(UTC).isoformat()
    answered = outcome_from_json(stored.answer)
    if not isinstance(answered, Answered):
        raise TypeError("A failure was kept as an answer")
    return replace(answered, reused=ReusedFrom(answered_at=answered_at, origin=stored.origin))


def _can_be_held(answer: dict[str, Any]) -> bool:
    """PostgreSQL takes no zero character and no half of a surrogate pair.

    Such an answer is rare and only not remembered; an error here would lose the whole batch around it.
    """
    try:
        text = json.dumps(answer, ensure_ascii=False)
        text.encode()
    except ValueError:
        return False
    return ZERO_CHARACTER.search(text) is None
