"""A call that a chunk wants to make, for a cell or for one of the scorers of a cell."""

from dataclasses import dataclass

from edison.domain.ids import ProjectId
from edison.domain.models.answer_key import answer_key
from edison.domain.models.model_call import ModelCall
from edison.domain.models.token_counts import at_most_tokens
from edison.domain.runs.cell import Worst, worst_case
from edison.engine.runs.prepare_chunk import PreparedColumn


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRequest:
    """A call to make."""

    chunk: int
    claim: int
    ordinal: int
    scorer: int | None
    trial: int
    asked: PreparedColumn
    call: ModelCall
    # Number of this attempt for the cell.
    attempt: int = 1
    # Idempotency key for the provider; a repetition after a crash uses the same one.
    key: str
    # The fallback is called, because the target failed.
    stands_in: bool = False

    def answer_key(self, project: ProjectId) -> str:
        target = self.asked.target
        left_out = target.left_out_of(self.call)
        return answer_key(project, self.asked.identity, self.call, self.trial, left_out)

    @property
    def worst(self) -> Worst:
        # Moderation and embeddings have no output to pay for.
        answer = self.asked.max_tokens if self.call.task == "chat" else 0
        return worst_case(self.asked.price, at_most_tokens(self.call), answer)
