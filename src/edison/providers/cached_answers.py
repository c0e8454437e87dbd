"""Convert answers to and from cache entries. Only an `Answered` is stored; failures are never cached.

A reused answer keeps its original latency and cost; `reused` marks that it cost nothing now.
"""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from edison.domain.models.model_call import Answered, ReusedFrom, outcome_from_json, outcome_to_json
from edison.store.repositories.models.reusable_answers import StoredAnswer

# Matches the JSON escape; after an even number of backslashes it is plain text, not the character.
ZERO_CHARACTER = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


def to_store(
    key: str, answered: Answered, *, model: str, origin: str, now: datetime, keep_for: timedelta
) -> StoredAnswer | None:
    """Return the cache entry for an answer; None if the answer must not be cached.

    That is so if the cache is off, the answer came from the cache, or PostgreSQL cannot store it. `model` is the
    requested name, `origin` the paying call ("try 0198..."), `keep_for` the project's time to live (zero turns the
    cache off).
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
    """Return the cached answer, marked as reused from its origin."""
    answered_at = stored.answered_at.astimezone(UTC).isoformat()
    answered = outcome_from_json(stored.answer)
    if not isinstance(answered, Answered):
        raise TypeError("A failure was stored as an answer")
    return replace(answered, reused=ReusedFrom(answered_at=answered_at, origin=stored.origin))


def _can_be_held(answer: dict[str, Any]) -> bool:
    """Return whether PostgreSQL can store the texts: no NUL and no lone surrogate.

    Answers that cannot be stored are rare and are not cached; storing one would fail its whole batch.
    """
    try:
        text = json.dumps(answer, ensure_ascii=False)
        text.encode()
    except ValueError:
        return False
    return ZERO_CHARACTER.search(text) is None
