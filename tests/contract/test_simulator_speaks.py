"""The simulator speaks OpenAI's and Anthropic's protocols: the official clients understand every word."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import anthropic
import openai
import pytest
from anthropic import AsyncAnthropic
from openai import AsyncAzureOpenAI, AsyncOpenAI
from pydantic import BaseModel

from tests.support.simulated import Simulated

ASK: Any = [{"role": "user", "content": "What is the capital of France?"}]
WEATHER: dict[str, Any] = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
ASK_WEATHER: Any = [{"role": "user", "content": "What is the weather in Berlin?"}]


class Grade(BaseModel):
    score: int
    reason: str


@pytest.fixture
async def gpt(sim: Simulated) -> AsyncGenerator[AsyncOpenAI]:
    url = f"{sim.url}/v1"
    async with AsyncOpenAI(api_key="sk-test", base_url=url, max_retries=0) as client:
        yield client


@pytest.fixture
async def azure(sim: Simulated) -> AsyncGenerator[AsyncAzureOpenAI]:
    async with AsyncAzureOpenAI(
        api_key="key", azure_endpoint=sim.url, api_version="2024-10-21", max_retries=0
    ) as client:
        yield client


@pytest.fixture
async def claude(sim: Simulated) -> AsyncGenerator[AsyncAnthropic]:
    async with AsyncAnthropic(api_key="sk-test", base_url=sim.url, max_retries=0) as client:
        yield client


async def test_openai_answers_and_its_usage_adds_up(gpt: AsyncOpenAI) -> None:
    answer = await gpt.chat.completions.create(model="sim-large", messages=ASK, temperature=0)

    assert answer.choices[0].finish_reason == "stop"
    assert "Paris" in (answer.choices[0].message.content or "")
    usage = answer.usage
    assert usage is not None
    assert usage.completion_tokens_details is not None
    assert usage.total_tokens == usage.prompt_tokens + usage.completion_tokens
    assert 0 < (usage.completion_tokens_details.reasoning_tokens or 0) < usage.completion_tokens


async def test_openai_streams_the_same_text_and_ends_with_usage(gpt: AsyncOpenAI) -> None:
    whole = await gpt.chat.completions.create(model="sim-small", messages=ASK, temperature=0)
    stream = await gpt.chat.completions.create(
        model="sim-small",
        messages=ASK,
        temperature=0,
        stream=True,
        stream_options={"include_usage": True},
    )
    chunks = [chunk async for chunk in stream]

    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == whole.choices[0].message.content
    assert len(chunks) > 4
    assert [chunk.usage is not None for chunk in chunks] == [False] * (len(chunks) - 1) + [True]
    assert chunks[-1].choices == []
    assert chunks[-2].choices[0].finish_reason == "stop"


@pytest.mark.parametrize("stream", [False, True])
async def test_openai_calls_a_tool(gpt: AsyncOpenAI, stream: bool) -> None:
    tool: Any = {"type": "function", "function": {"name": "get_weather", "parameters": WEATHER}}
    if stream:
        async with gpt.chat.completions.stream(
            model="sim-small", messages=ASK_WEATHER, tools=[tool]
        ) as streamed:
            answer = await streamed.get_final_completion()
    else:
        answer = await gpt.chat.completions.create(
            model="sim-small", messages=ASK_WEATHER, tools=[tool]
        )

    choice = answer.choices[0]
    calls: Any = choice.message.tool_calls
    assert choice.finish_reason == "tool_calls"
    assert calls[0].function.name == "get_weather"
    assert json.loads(calls[0].function.arguments) == {"city": "Berlin"}


async def test_openai_answers_in_a_schema_and_in_json(gpt: AsyncOpenAI) -> None:
    fitted = await gpt.chat.completions.parse(
        model="sim-medium", messages=ASK, response_format=Grade
    )
    loose = await gpt.chat.completions.create(
        model="sim-medium", messages=ASK, response_format={"type": "json_object"}
    )

    assert isinstance(fitted.choices[0].message.parsed, Grade)
    assert isinstance(json.loads(loose.choices[0].message.content or ""), dict)


async def test_openai_lists_models_and_embeds(gpt: AsyncOpenAI) -> None:
    names = [model.id async for model in gpt.models.list()]
    found = await gpt.embeddings.create(
        model="sim-embedding", input=["a red fox", "a red fox runs", "stock market"]
    )
    first, near, far = (item.embedding for item in found.data)

    def likeness(other: list[float]) -> float:
        return sum(a * b for a, b in zip(first, other, strict=True))

    assert {"sim-small", "sim-judge", "sim-hangs"} <= set(names)
    assert likeness(first) == pytest.approx(1, abs=1e-4)
    assert likeness(near) > likeness(far) + 0.3


async def test_openai_moderates(gpt: AsyncOpenAI) -> None:
    found = await gpt.moderations.create(
        model="omni-moderation-latest", input=["good morning", "I will stab you"]
    )
    kind, threat = found.results

    assert not kind.flagged
    assert threat.flagged
    assert threat.categories.violence
    assert threat.category_scores.violence > 0.5


@pytest.mark.parametrize(
    ("model", "error", "code"),
    [
        ("sim-rate-limited", openai.RateLimitError, "rate_limit_exceeded"),
        ("sim-quota", openai.RateLimitError, "insufficient_quota"),
        ("sim-down", openai.InternalServerError, None),
        ("sim-overloaded", openai.InternalServerError, None),
        ("sim-missing", openai.NotFoundError, "model_not_found"),
        ("sim-too-long", openai.BadRequestError, "context_length_exceeded"),
        ("sim-picky", openai.BadRequestError, "unsupported_parameter"),
        ("sim-resets", openai.APIConnectionError, None),
    ],
)
async def test_openai_errors_are_the_clients_own(
    gpt: AsyncOpenAI, model: str, error: type[openai.APIError], code: str | None
) -> None:
    with pytest.raises(error) as caught:
        await gpt.chat.completions.create(model=model, messages=ASK, temperature=0.5)

    assert caught.value.code == code


async def test_a_picky_model_takes_the_call_without_the_parameter(gpt: AsyncOpenAI) -> None:
    answer = await gpt.chat.completions.create(model="sim-picky", messages=ASK)

    assert answer.choices[0].message.content


async def test_a_key_that_says_it_is_invalid_is(sim: Simulated) -> None:
    options: Any = {"api_key": "sk-invalid", "max_retries": 0}
    async with (
        AsyncOpenAI(base_url=f"{sim.url}/v1", **options) as gpt,
        AsyncAnthropic(base_url=sim.url, **options) as claude,
        AsyncAzureOpenAI(azure_endpoint=sim.url, api_version="2024-10-21", **options) as azure,
    ):
        with pytest.raises(openai.AuthenticationError):
            await gpt.chat.completions.create(model="sim-small", messages=ASK)
        with pytest.raises(openai.AuthenticationError):
            await gpt.models.list()
        with pytest.raises(openai.AuthenticationError):
            await azure.chat.completions.create(model="sim-small", messages=ASK)
        with pytest.raises(anthropic.AuthenticationError):
            await claude.messages.create(model="sim-small", messages=ASK, max_tokens=9)


async def test_a_refusal_is_told_apart_from_an_answer(gpt: AsyncOpenAI) -> None:
    answer = await gpt.chat.completions.create(model="sim-refuses", messages=ASK)

    assert answer.choices[0].message.content is None
    assert "can't help" in (answer.choices[0].message.refusal or "")


async def test_azure_answers_streams_and_complains_in_its_own_way(azure: AsyncAzureOpenAI) -> None:
    answer = await azure.chat.completions.create(model="sim-small", messages=ASK, temperature=0)
    stream = await azure.chat.completions.create(
        model="sim-small", messages=ASK, temperature=0, stream=True
    )
    parts = [chunk.choices[0].delta.content or "" async for chunk in stream if chunk.choices]

    assert "".join(parts) == answer.choices[0].message.content
    with pytest.raises(openai.RateLimitError):
        await azure.chat.completions.create(model="sim-rate-limited", messages=ASK)
    with pytest.raises(openai.NotFoundError) as missing:
        await azure.chat.completions.create(model="sim-missing", messages=ASK)
    assert missing.value.code == "DeploymentNotFound"
    with pytest.raises(openai.BadRequestError) as filtered:
        await azure.chat.completions.create(model="sim-refuses", messages=ASK)
    assert filtered.value.code == "content_filter"


async def test_anthropic_answers_and_streams_the_same(claude: Any) -> None:
    options: Any = {"model": "sim-large", "messages": ASK, "max_tokens": 500}
    steady: Any = {"extra_body": {"temperature": 0}}
    answer = await claude.messages.create(**options, **steady)
    async with claude.messages.stream(**options, **steady) as stream:
        pieces = [piece async for piece in stream.text_stream]
        streamed = await stream.get_final_message()

    block: Any = answer.content[0]
    assert answer.stop_reason == "end_turn"
    assert "Paris" in block.text
    assert "".join(pieces) == block.text
    assert len(pieces) > 1
    assert streamed.usage.output_tokens == answer.usage.output_tokens > 0
    assert streamed.usage.input_tokens == answer.usage.input_tokens > 0


@pytest.mark.parametrize("stream", [False, True])
async def test_anthropic_calls_a_tool(claude: Any, stream: bool) -> None:
    options: Any = {
        "model": "sim-small",
        "messages": ASK_WEATHER,
        "max_tokens": 500,
        "tools": [{"name": "get_weather", "input_schema": WEATHER}],
    }
    if stream:
        async with claude.messages.stream(**options) as streamed:
            answer = await streamed.get_final_message()
    else:
        answer = await claude.messages.create(**options)

    block: Any = answer.content[0]
    assert answer.stop_reason == "tool_use"
    assert (block.name, block.input) == ("get_weather", {"city": "Berlin"})


async def test_anthropic_answers_in_a_schema(claude: AsyncAnthropic) -> None:
    wanted: Any = {"format": {"type": "json_schema", "schema": Grade.model_json_schema()}}
    answer = await claude.messages.create(
        model="sim-medium", messages=ASK, max_tokens=500, output_config=wanted
    )

    block: Any = answer.content[0]
    assert Grade.model_validate_json(block.text)


async def test_anthropic_counts_what_it_cached(claude: Any) -> None:
    system: Any = [
        {"type": "text", "text": "Answer well. " * 700, "cache_control": {"type": "ephemeral"}}
    ]
    options: Any = {"model": "sim-small", "messages": ASK, "max_tokens": 50, "system": system}
    first = (await claude.messages.create(**options)).usage
    second = (await claude.messages.create(**options)).usage

    assert first.cache_read_input_tokens == 0
    assert (first.cache_creation_input_tokens or 0) > 1024
    assert (second.cache_read_input_tokens or 0) > 1024

    def total(usage: Any) -> int:
        return (
            usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens
        )

    assert total(first) == total(second)


async def test_anthropic_lists_models(claude: AsyncAnthropic) -> None:
    names = [model.id async for model in claude.models.list()]

    assert {"sim-small", "sim-large"} <= set(names)


@pytest.mark.parametrize(
    ("model", "error", "words"),
    [
        ("sim-rate-limited", anthropic.RateLimitError, "rate limit"),
        ("sim-quota", anthropic.BadRequestError, "credit balance is too low"),
        ("sim-down", anthropic.InternalServerError, "Internal server error"),
        ("sim-missing", anthropic.NotFoundError, "model: sim-missing"),
        ("sim-too-long", anthropic.BadRequestError, "prompt is too long"),
        ("sim-picky", anthropic.BadRequestError, "`temperature` is deprecated"),
    ],
)
async def test_anthropic_errors_are_the_clients_own(
    claude: AsyncAnthropic, model: str, error: type[anthropic.APIStatusError], words: str
) -> None:
    with pytest.raises(error, match=words):
        await claude.messages.create(
            model=model, messages=ASK, max_tokens=9, extra_body={"temperature": 0.5}
        )


async def test_anthropic_says_529_when_it_is_overloaded(claude: AsyncAnthropic) -> None:
    with pytest.raises(anthropic.APIStatusError) as caught:
        await claude.messages.create(model="sim-overloaded", messages=ASK, max_tokens=9)

    body: Any = caught.value.body
    assert caught.value.status_code == 529
    assert body["error"]["type"] == "overloaded_error"


async def test_anthropic_refuses_with_its_own_stop_reason(claude: AsyncAnthropic) -> None:
    answer = await claude.messages.create(model="sim-refuses", messages=ASK, max_tokens=9)

    assert answer.stop_reason == "refusal"
