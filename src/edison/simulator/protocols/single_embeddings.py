"""Embeddings of one text in each request: `predict` of Vertex AI, and Titan models on Bedrock."""

from dataclasses import dataclass
from typing import Literal

from edison.simulator.admission_limits import LimitHeaders
from edison.simulator.protocols.bedrock_protocol import Bedrock
from edison.simulator.protocols.gemini_protocol import Gemini
from edison.simulator.protocols.meaning_vectors import meaning_vector
from edison.simulator.protocols.protocol_base import JSON_TYPE, compact, objects, whole_number
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
_SPEAKERS = {"vertex": Gemini(name="vertex", vertex=True), "bedrock": Bedrock()}


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleEmbedding:
    name: Literal["vertex", "bedrock"]
    stream_type: str = JSON_TYPE

    def read(self, body: Json, *, model: str, stream: bool) -> SimulatedRequest:
        if self.name == "vertex":
            instances = objects(body.get("instances"))
            if len(instances) != 1:
                raise Unreadable(f"{model} supports one instance in a request")
            text, dimensions = instances[0].get("content"), None
        else:
            text, dimensions = body.get("inputText"), whole_number(body.get("dimensions"))
        if not isinstance(text, str) or not text:
            raise Unreadable("The text content is empty.")
        return SimulatedRequest(
            model=model,
            turns=(ConversationTurn(role="user", text=text),),
            temperature=0,
            options={"dimensions": dimensions or USUAL_DIMENSIONS},
        )

    def whole(self, asked: SimulatedRequest, said: SimulatedAnswer) -> bytes:
        vector = meaning_vector(asked.turns[0].text, asked.options["dimensions"])
        used = {} if said.used is None else self.usage(said.used, said.miscount)
        if self.name == "bedrock":
            return compact({"embedding": vector, "embeddingsByType": {"float": vector}, **used})
        statistics = {"truncated": False, **used}
        return compact(
            {"predictions": [{"embeddings": {"values": vector, "statistics": statistics}}]}
        )

    def stream(self, asked: SimulatedRequest, said: SimulatedAnswer) -> list[bytes]:
        return [self.whole(asked, said)]

    def usage(self, used: Used, miscount: int) -> Json:
        name = "token_count" if self.name == "vertex" else "inputTextTokenCount"
        return {name: used.prompt + miscount}

    def trouble(self, trouble: Trouble) -> SimulatedReply:
        return _SPEAKERS[self.name].trouble(trouble)

    def standing(self, standing: LimitHeaders) -> dict[str, str]:
        return _SPEAKERS[self.name].standing(standing)
