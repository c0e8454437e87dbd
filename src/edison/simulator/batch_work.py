"""The work on simulated batches: answered over time, and ended early when cancelled or expired."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from aiohttp import web

from edison.simulator.behaviour import BatchRules
from edison.simulator.protocol_paths import CallRoute
from edison.simulator.protocols.protocol_base import Speaker, compact
from edison.simulator.simulated_call import Json

Status = Literal["in_progress", "cancelling", "completed", "expired", "cancelled", "failed"]
ENDED = ("completed", "expired", "cancelled", "failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResponse:
    status: int
    body: bytes


# Answers one request of a batch: its route, its body and its name.
Answer = Callable[[CallRoute, bytes, str], StoredResponse]


@dataclass(slots=True)
class SimulatedBatch:
    """A batch of any provider: its requests by name, and the responses so far, in the same order."""

    id: str
    route: CallRoute
    requests: Sequence[tuple[str, Json]]
    created: float = field(default_factory=time.time)
    status: Status = "in_progress"
    responses: list[StoredResponse] = field(default_factory=list[StoredResponse])

    @property
    def ended(self) -> bool:
        return self.status in ENDED

    def results(self) -> list[tuple[str, StoredResponse | None]]:
        """Return the response of each request; None for a request that was not executed."""
        rest = len(self.requests) - len(self.responses)
        responses = [*self.responses, *[None] * rest]
        return [(key, said) for (key, _), said in zip(self.requests, responses, strict=True)]

    def count(self, *, ok: bool) -> int:
        return sum((each.status == 200) == ok for each in self.responses)


class BatchDesk(Protocol):
    """The endpoints of one provider for batches."""

    @property
    def speaker(self) -> Speaker: ...

    def takes(self, path: str, headers: Mapping[str, str]) -> bool: ...

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse: ...

    def forget(self) -> None: ...


class BatchWork:
    def __init__(self, answer: Answer, rules: Callable[[], BatchRules]) -> None:
        self._answer = answer
        self._rules = rules
        self._lost = 0

    @property
    def rules(self) -> BatchRules:
        return self._rules()

    def forget(self) -> None:
        self._lost = 0

    def loses_response(self) -> bool:
        """Return whether the response to this submission is lost, and count it."""
        if self._lost >= self.rules.lost_submissions:
            return False
        self._lost += 1
        return True

    def progress(self, batch: SimulatedBatch) -> None:
        """Answer as many requests as the time that has passed allows, and end the batch if it is over."""
        if batch.ended:
            return
        if batch.status == "cancelling":
            batch.status = "cancelled"
            return
        rules, total = self.rules, len(batch.requests)
        share = 1.0
        if rules.seconds:
            share = min(1.0, (time.time() - batch.created) / rules.seconds)
        most = total if rules.expires_after is None else rules.expires_after
        wanted = min(int(share * total), most)
        for key, body in batch.requests[len(batch.responses) : wanted]:
            batch.responses.append(self._answer(batch.route, compact(body), key))
        if share >= 1:
            batch.status = "completed" if wanted >= total else "expired"

    def cancel(self, batch: SimulatedBatch) -> None:
        self.progress(batch)
        if batch.status == "in_progress":
            batch.status = "cancelling"
