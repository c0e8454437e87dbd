"""OpenAI's moderations protocol: the result depends only on the words of a text."""

from dataclasses import dataclass

from edison.simulator.admission_limits import LimitHeaders
from edison.simulator.protocols.openai_protocol import OpenAi
from edison.simulator.protocols.protocol_base import EVENTS_TYPE, compact, words
from edison.simulator.simulated_call import (
    ConversationTurn,
    Json,
    SimulatedAnswer,
    SimulatedReply,
    SimulatedRequest,
    Trouble,
    Unreadable,
    Used,
)
from edison.simulator.worlds.seeded_draws import draw

_OPENAI = OpenAi()
# The categories of omni-moderation, and words that indicate each.
CATEGORIES: dict[str, tuple[str, ...]] = {
    "harassment": ("idiot", "stupid", "loser"),
    "harassment/threatening": ("i will hurt you",),
    "hate": ("vermin", "subhuman"),
    "hate/threatening": ("exterminate",),
    "illicit": ("shoplift", "counterfeit"),
    "illicit/violent": ("build a bomb",),
    "self-harm": ("hurt myself", "kill myself"),
    "self-harm/intent": ("i want to die",),
    "self-harm/instructions": ("how to overdose",),
    "sexual": ("explicit sex",),
    "sexual/minors": (),
    "violence": ("kill", "stab", "murder"),
    "violence/graphic": ("dismember", "gore"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Moderations:
    name: str = "openai"
    stream_type: str = EVENTS_TYPE

    def read(self, body: Json, *, model: str, stream: bool) -> SimulatedRequest:
        texts = words(body.get("input"))
        if not texts:
            raise Unreadable("'$.input' is invalid. Please check the API reference.")
        return SimulatedRequest(
            model=model or str(body.get("model") or "omni-moderation-latest"),
            turns=tuple(ConversationTurn(role="user", text=text) for text in texts),
            temperature=0,
        )

    def whole(self, asked: SimulatedRequest, said: SimulatedAnswer) -> bytes:
        return compact(
            {
                "id": f"modr-{said.id[:24]}",
                "model": asked.model,
                "results": [_result(turn.text) for turn in asked.turns],
            }
        )

    def stream(self, asked: SimulatedRequest, said: SimulatedAnswer) -> list[bytes]:
        return [self.whole(asked, said)]

    def usage(self, used: Used, miscount: int) -> Json:
        """Return an empty usage, because moderation is free."""
        return {}

    def trouble(self, trouble: Trouble) -> SimulatedReply:
        return _OPENAI.trouble(trouble)

    def standing(self, standing: LimitHeaders) -> dict[str, str]:
        return _OPENAI.standing(standing)


def _result(text: str) -> Json:
    low = text.casefold()
    scores = {
        name: round(0.8 + 0.19 * draw(name, text), 6)
        if any(word in low for word in given)
        else round(0.01 * draw(name, text), 6)
        for name, given in CATEGORIES.items()
    }
    found = {name: score >= 0.5 for name, score in scores.items()}
    return {
        "flagged": any(found.values()),
        "categories": found,
        "category_scores": scores,
        "category_applied_input_types": {name: ["text"] for name in scores},
    }
