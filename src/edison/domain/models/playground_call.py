"""One call that a person makes by hand, to see what a model says."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from edison.domain.ids import ModelId, TryId
from edison.domain.models.model_call import CallOutcome, ModelCall


class PlaygroundCallState(StrEnum):
    """`calling` is written before the request leaves, so that nobody pays twice after a crash."""

    WAITING = "waiting"
    CALLING = "calling"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundCall:
    id: TryId
    model: ModelId
    call: ModelCall
    # Ask the model even if the same question was answered before.
    fresh: bool
    state: PlaygroundCallState
    outcome: CallOutcome | None
    asked_by: str
    asked_at: datetime
    finished_at: datetime | None
