"""OpenAI's embeddings protocol."""

import base64
from array import array
from dataclasses import dataclass
from typing import Any, cast

from edison.simulator.admission_limits import LimitHeaders
from edison.simulator.protocols.meaning_vectors import meaning_vector
from edison.simulator.protocols.openai_protocol import OpenAi
from edison.simulator.protocols.protocol_base import EVENTS_TYPE, compact, whole_number, words
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

USUAL_DIMENSIONS = 256
_OPENAI = OpenAi()


@dataclass(frozen=True, slots=True, kw_only=True)
class Embeddings:
    name: str = "openai"
    stream_type: str = EVENTS_TYPE

    def read(self, body: Json, *, model: str, stream: bool) -> SimulatedRequest:
        texts = words(body.get("input"))
        if not texts:
            raise Unreadable("'$.input' is invalid. Please check the API reference.")
        if not all(texts):
            raise Unreadable("'$.input' is invalid: an input cannot be an empty string.")
        dimensions = whole_number(body.get("dimensions")) or USUAL_DIMENSIONS
        if not 1 <= dimensions <= 4096:
            raise Unreadable("Invalid value for 'dimensions'.")
        return SimulatedRequest(
            model=model or str(body.get("model") or "sim-embedding"),
            turns=tuple(ConversationTurn(role="user", text=text) for text in texts),
            temperature=0,
            options={
                "dimensions": dimensions,
                "base64": body.get("encoding_format") == "base64",
            },
        )

    def whole(self, asked: SimulatedRequest, said: SimulatedAnswer) -> bytes:
        found = [
            {
                "object": "embedding",
                "index": index,
                "embedding": _written(
                    meaning_vector(turn.text, asked.options["dimensions"]), asked.options["base64"]
                ),
            }
            for index, turn in enumerate(asked.turns)
        ]
        answer: Json = {"object": "list", "data": found, "model": asked.model}
        if said.used is not None:
            answer["usage"] = self.usage(said.used, said.miscount)
        return compact(answer)

    def stream(self, asked: SimulatedRequest, said: SimulatedAnswer) -> list[bytes]:
        return [self.whole(asked, said)]

    def usage(self, used: Used, miscount: int) -> Json:
        return {"prompt_tokens": used.prompt, "total_tokens": used.prompt + miscount}

    def trouble(self, trouble: Trouble) -> SimulatedReply:
        return _OPENAI.trouble(trouble)

    def standing(self, standing: LimitHeaders) -> dict[str, str]:
        return _OPENAI.standing(standing)


def _written(values: list[float], as_base64: bool) -> Any:
    if not as_base64:
        return cast(Any, values)
    return base64.b64encode(array("f", values).tobytes()).decode()
