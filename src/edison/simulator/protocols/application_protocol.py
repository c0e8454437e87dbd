"""A small application in front of a simulated model: a question in, an answer with usage and cost out.

It stands for a user's own HTTP endpoint, which no standard describes.
"""

from dataclasses import dataclass
from typing import Literal

from edison.simulator.admission_limits import LimitHeaders
from edison.simulator.protocols.protocol_base import EVENTS_TYPE, compact, objects, text_of
from edison.simulator.simulated_call import (
    ConversationTurn,
    Json,
    SimulatedAnswer,
    SimulatedReply,
    SimulatedRequest,
    Trouble,
    TroubleKind,
    Unreadable,
    Used,
)

Role = Literal["system", "user", "assistant", "tool"]

# What the application says that one token costs it.
DOLLARS_PER_TOKEN = 0.000002
STATUSES = {
    TroubleKind.RATE_LIMITED: 429,
    TroubleKind.QUOTA: 402,
    TroubleKind.INVALID_KEY: 401,
    TroubleKind.MISSING: 404,
    TroubleKind.TOO_LONG: 413,
    TroubleKind.DOWN: 500,
    TroubleKind.UNAVAILABLE: 503,
    TroubleKind.OVERLOADED: 503,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedApplication:
    name: str = "application"
    stream_type: str = EVENTS_TYPE

    def read(self, body: Json, *, model: str, stream: bool) -> SimulatedRequest:
        question = body.get("question")
        turns = tuple(
            ConversationTurn(role=_role(each), text=text_of(each.get("content")))
            for each in objects(body.get("messages"))
        )
        if isinstance(question, str):
            turns = (*turns, ConversationTurn(role="user", text=question))
        if not turns:
            raise Unreadable("Send a question or messages.")
        return SimulatedRequest(model=model, turns=turns)

    def whole(self, asked: SimulatedRequest, said: SimulatedAnswer) -> bytes:
        body: Json = {"output": {"text": said.text}, "model": said.model}
        if said.used is not None:
            body["usage"] = self.usage(said.used, said.miscount)
            tokens = said.used.prompt + said.used.completion
            body["cost_usd"] = round(tokens * DOLLARS_PER_TOKEN, 6)
        return compact(body)

    def stream(self, asked: SimulatedRequest, said: SimulatedAnswer) -> list[bytes]:
        return [self.whole(asked, said)]

    def usage(self, used: Used, miscount: int) -> Json:
        return {"input_tokens": used.prompt, "output_tokens": used.completion + miscount}

    def trouble(self, trouble: Trouble) -> SimulatedReply:
        message = trouble.detail or f"The application failed: {trouble.kind}."
        return SimulatedReply(
            status=STATUSES.get(trouble.kind, 400),
            body=compact({"error": {"message": message}}),
        )

    def standing(self, standing: LimitHeaders) -> dict[str, str]:
        """Return no headers: an application does not report its limits."""
        return {}


def _role(turn: Json) -> Role:
    said = turn.get("role")
    return said if said in ("system", "assistant", "tool") else "user"
