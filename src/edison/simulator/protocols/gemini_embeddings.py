"""Google's embeddings protocol: embedContent for one text, batchEmbedContents for several."""

from dataclasses import dataclass

from edison.simulator.admission_limits import LimitHeaders
from edison.simulator.protocols.gemini_protocol import Gemini
from edison.simulator.protocols.meaning_vectors import meaning_vector
from edison.simulator.protocols.protocol_base import (
    JSON_TYPE,
    compact,
    inner,
    objects,
    text_of,
    whole_number,
)
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
_GEMINI = Gemini()


@dataclass(frozen=True, slots=True, kw_only=True)
class GeminiVectors:
    # Whether the request has several texts.
    batch: bool
    name: str = "gemini"
    stream_type: str = JSON_TYPE

    def read(self, body: Json, *, model: str, stream: bool) -> SimulatedRequest:
        requests = objects(body.get("requests")) if self.batch else [body]
        if not requests:
            raise Unreadable("* BatchEmbedContentsRequest.requests: must not be empty")
        texts: list[str] = []
        for place, one in enumerate(requests):
            if self.batch and str(one.get("model")) != f"models/{model}":
                raise Unreadable(
                    f"* BatchEmbedContentsRequest.requests[{place}].model: unexpected model name"
                )
            text = text_of(inner(one.get("content")).get("parts"))
            if not text:
                raise Unreadable(f"* requests[{place}].content: content must have a non-empty part")
            texts.append(text)
        dimensions = whole_number(requests[0].get("outputDimensionality")) or USUAL_DIMENSIONS
        if not 1 <= dimensions <= 4096:
            raise Unreadable("* outputDimensionality: out of range")
        return SimulatedRequest(
            model=model,
            turns=tuple(ConversationTurn(role="user", text=text) for text in texts),
            temperature=0,
            options={"dimensions": dimensions},
        )

    def whole(self, asked: SimulatedRequest, said: SimulatedAnswer) -> bytes:
        size = asked.options["dimensions"]
        found = [{"values": meaning_vector(turn.text, size)} for turn in asked.turns]
        answer: Json = {"embeddings": found} if self.batch else {"embedding": found[0]}
        if said.used is not None:
            answer["usageMetadata"] = self.usage(said.used, said.miscount)
        return compact(answer)

    def stream(self, asked: SimulatedRequest, said: SimulatedAnswer) -> list[bytes]:
        return [self.whole(asked, said)]

    def usage(self, used: Used, miscount: int) -> Json:
        return {"promptTokenCount": used.prompt, "totalTokenCount": used.prompt + miscount}

    def trouble(self, trouble: Trouble) -> SimulatedReply:
        return _GEMINI.trouble(trouble)

    def standing(self, standing: LimitHeaders) -> dict[str, str]:
        return _GEMINI.standing(standing)
