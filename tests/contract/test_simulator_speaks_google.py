"""The simulator speaks Google's protocol, as Gemini and as Vertex: the official client understands every word."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from aiohttp import ClientSession

from tests.support.simulated import Simulated

genai: Any = pytest.importorskip("google.genai", reason="needs the package google-genai")
errors: Any = pytest.importorskip("google.genai.errors", reason="needs the package google-genai")

# The client's own way of using aiohttp, which is not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore:Inheritance class:DeprecationWarning")

ASK = "What is the capital of France?"
STEADY = {"temperature": 0}
WEATHER: dict[str, Any] = {
    "name": "get_weather",
    "description": "Tells the weather",
    "parameters": {
        "type": "OBJECT",
        "properties": {"city": {"type": "STRING"}},
        "required": ["city"],
    },
}


def client_of(sim: Simulated, key: str = "key") -> Any:
    return genai.Client(api_key=key, http_options={"base_url": sim.url})


@pytest.fixture
async def gemini(sim: Simulated) -> AsyncGenerator[Any]:
    client = client_of(sim)
    yield client.aio.models
    await client.aio.aclose()


async def test_gemini_answers_and_its_usage_adds_up(gemini: Any) -> None:
    answer = await gemini.generate_content(model="sim-large", contents=ASK, config=STEADY)

    usage = answer.usage_metadata
    assert "Paris" in answer.text
    assert answer.candidates[0].finish_reason == "STOP"
    assert usage.thoughts_token_count > 0
    assert usage.total_token_count == (
        usage.prompt_token_count + usage.candidates_token_count + usage.thoughts_token_count
    )


async def test_gemini_streams_the_same_text(gemini: Any) -> None:
    whole = await gemini.generate_content(model="sim-small", contents=ASK, config=STEADY)
    stream = await gemini.generate_content_stream(model="sim-small", contents=ASK, config=STEADY)
    chunks = [chunk async for chunk in stream]

    assert "".join(chunk.text or "" for chunk in chunks) == whole.text
    assert chunks[-1].usage_metadata.total_token_count == whole.usage_metadata.total_token_count


async def test_gemini_calls_a_tool(gemini: Any) -> None:
    config = {"tools": [{"function_declarations": [WEATHER]}]}
    answer = await gemini.generate_content(
        model="sim-small", contents="What is the weather in Berlin?", config=config
    )

    call = answer.function_calls[0]
    assert (call.name, call.args) == ("get_weather", {"city": "Berlin"})


@pytest.mark.parametrize("word", ["response_schema", "response_json_schema"])
async def test_gemini_answers_in_a_schema(gemini: Any, word: str) -> None:
    schema = {
        "type": "object",
        "properties": {"score": {"type": "integer"}, "reason": {"type": "string"}},
        "required": ["score", "reason"],
    }
    config = {"response_mime_type": "application/json", word: schema}
    answer = await gemini.generate_content(model="sim-medium", contents=ASK, config=config)

    parsed = answer.parsed
    assert isinstance(parsed["score"], int)
    assert isinstance(parsed["reason"], str)


async def test_gemini_lists_models(gemini: Any) -> None:
    names = [model.name async for model in await gemini.list()]

    assert {"models/sim-small", "models/sim-large"} <= set(names)


@pytest.mark.parametrize(
    ("model", "error", "code", "status"),
    [
        ("sim-rate-limited", "ClientError", 429, "RESOURCE_EXHAUSTED"),
        ("sim-quota", "ClientError", 429, "RESOURCE_EXHAUSTED"),
        ("sim-down", "ServerError", 500, "INTERNAL"),
        ("sim-overloaded", "ServerError", 503, "UNAVAILABLE"),
        ("sim-missing", "ClientError", 404, "NOT_FOUND"),
        ("sim-too-long", "ClientError", 400, "INVALID_ARGUMENT"),
        ("sim-picky", "ClientError", 400, "INVALID_ARGUMENT"),
    ],
)
async def test_gemini_errors_are_the_clients_own(
    gemini: Any, model: str, error: str, code: int, status: str
) -> None:
    with pytest.raises(getattr(errors, error)) as caught:
        await gemini.generate_content(model=model, contents=ASK, config={"temperature": 0.5})

    failure: Any = caught.value
    assert (failure.code, failure.status) == (code, status)


async def test_gemini_says_400_to_a_wrong_key(sim: Simulated) -> None:
    client = client_of(sim, "invalid-key")
    with pytest.raises(errors.ClientError) as caught:
        await client.aio.models.generate_content(model="sim-small", contents=ASK)
    await client.aio.aclose()

    failure: Any = caught.value
    assert failure.code == 400
    assert failure.details["error"]["details"][0]["reason"] == "API_KEY_INVALID"


async def test_gemini_blocks_what_it_refuses(gemini: Any) -> None:
    answer = await gemini.generate_content(model="sim-refuses", contents=ASK)

    assert answer.candidates is None
    assert answer.prompt_feedback.block_reason == "SAFETY"


async def test_vertex_takes_the_same_at_its_own_path(sim: Simulated) -> None:
    path = "/v1/projects/p/locations/europe-west1/publishers/google/models/sim-large"
    body = {"contents": [{"role": "user", "parts": [{"text": ASK}]}]}
    async with ClientSession() as session:
        async with session.post(f"{sim.url}{path}:generateContent", json=body) as response:
            answer: Any = await response.json()
        wrong = {"Authorization": "Bearer invalid"}
        async with session.post(
            f"{sim.url}{path}:generateContent", json=body, headers=wrong
        ) as response:
            refused: Any = await response.json()

    assert answer["candidates"][0]["finishReason"] == "STOP"
    assert (response.status, refused["error"]["status"]) == (401, "UNAUTHENTICATED")
