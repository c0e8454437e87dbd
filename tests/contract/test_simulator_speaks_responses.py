"""The simulator speaks the Responses protocol: OpenAI's own client understands every word, whole and streamed."""

import json
from collections.abc import AsyncGenerator
from typing import Any, cast

import openai
import pytest
from openai import AsyncOpenAI
from pydantic import BaseModel

from tests.support.simulated import Simulated

ASK = "What is the capital of France?"
ASK_WEATHER = "What is the weather in Berlin?"
WEATHER: Any = {
    "type": "function",
    "name": "get_weather",
    "parameters": {
        "type": "object",
        "properties": {"city": {"type": "string"}},
        "required": ["city"],
        "additionalProperties": False,
    },
    "strict": True,
}


class Grade(BaseModel):
    score: int
    reason: str


@pytest.fixture
async def gpt(sim: Simulated) -> AsyncGenerator[AsyncOpenAI]:
    url = f"{sim.url}/v1"
    async with AsyncOpenAI(
        api_key="sk-test", base_url=url, max_retries=0, _strict_response_validation=True
    ) as client:
        yield client


async def test_it_answers_and_its_usage_adds_up(gpt: AsyncOpenAI) -> None:
    answer = await gpt.responses.create(model="sim-large", input=ASK, temperature=0)

    assert (answer.status, answer.error, answer.incomplete_details) == ("completed", None, None)
    assert "Paris" in answer.output_text
    usage = answer.usage
    assert usage is not None
    assert usage.total_tokens == usage.input_tokens + usage.output_tokens
    assert 0 < usage.output_tokens_details.reasoning_tokens < usage.output_tokens
    assert [item.type for item in answer.output] == ["reasoning", "message"]


async def test_it_streams_numbered_events_that_end_with_the_response(gpt: AsyncOpenAI) -> None:
    whole = await gpt.responses.create(model="sim-large", input=ASK, temperature=0)

    stream = await gpt.responses.create(model="sim-large", input=ASK, temperature=0, stream=True)
    events = [event async for event in stream]

    assert [event.sequence_number for event in events] == list(range(len(events)))
    deltas = [event.delta for event in events if event.type == "response.output_text.delta"]
    last = events[-1]
    assert events[0].type == "response.created"
    assert last.type == "response.completed"
    assert "".join(deltas) == last.response.output_text == whole.output_text


@pytest.mark.parametrize("stream", [False, True])
async def test_it_calls_a_function_and_uses_its_output(gpt: AsyncOpenAI, stream: bool) -> None:
    asked: Any = {"model": "sim-small", "input": ASK_WEATHER, "tools": [WEATHER]}
    if stream:
        async with gpt.responses.stream(**asked) as streamed:
            output = cast("list[Any]", (await streamed.get_final_response()).output)
    else:
        create: Any = gpt.responses.create
        output = cast("list[Any]", (await create(**asked)).output)
    [call] = output

    assert (call.type, call.name) == ("function_call", "get_weather")
    assert json.loads(call.arguments) == {"city": "Berlin"}
    said = {"type": "function_call_output", "call_id": call.call_id, "output": "Nine degrees"}
    wish = {"type": "function_call", "call_id": call.call_id, "name": call.name, "arguments": "{}"}
    final = await gpt.responses.create(
        model="sim-small",
        input=[{"role": "user", "content": ASK_WEATHER}, wish, said],  # pyright: ignore[reportArgumentType] - plain dictionaries
    )
    assert "Nine degrees" in final.output_text


async def test_it_answers_in_a_schema_and_in_json(gpt: AsyncOpenAI) -> None:
    fitted = await gpt.responses.parse(model="sim-medium", input=ASK, text_format=Grade)
    loose = await gpt.responses.create(
        model="sim-medium", input=f"{ASK} Use JSON.", text={"format": {"type": "json_object"}}
    )

    assert isinstance(fitted.output_parsed, Grade)
    assert isinstance(json.loads(loose.output_text), dict)


async def test_it_says_why_an_answer_is_incomplete(gpt: AsyncOpenAI, sim: Simulated) -> None:
    cut = await gpt.responses.create(
        model="sim-medium", input="Write an essay about ships.", max_output_tokens=16
    )
    await sim.behave(faults=[{"kind": "content_filter"}])
    filtered = await gpt.responses.create(model="sim-medium", input=ASK)

    for answer, reason in ((cut, "max_output_tokens"), (filtered, "content_filter")):
        assert answer.status == "incomplete"
        assert answer.incomplete_details is not None
        assert answer.incomplete_details.reason == reason


@pytest.mark.parametrize("stream", [False, True])
async def test_it_refuses_with_a_part_of_its_own(gpt: AsyncOpenAI, stream: bool) -> None:
    if stream:
        async with gpt.responses.stream(model="sim-refuses", input=ASK) as streamed:
            answer: Any = await streamed.get_final_response()
    else:
        answer = await gpt.responses.create(model="sim-refuses", input=ASK)

    output = cast("list[Any]", answer.output)
    [message] = output
    assert message.content[0].type == "refusal"
    assert answer.output_text == ""


async def test_reasoning_comes_back_as_it_was_given_or_is_refused(gpt: AsyncOpenAI) -> None:
    first = await gpt.responses.create(model="sim-large", input=ASK)
    item: Any = first.output[0].model_dump(exclude_none=True)
    again: Any = [{"role": "user", "content": ASK}, item, {"role": "user", "content": "Sure?"}]

    second = await gpt.responses.create(model="sim-large", input=again, store=False)
    again[1] = {**item, "encrypted_content": "made up"}

    assert second.status == "completed"
    with pytest.raises(openai.BadRequestError, match="could not be verified"):
        await gpt.responses.create(model="sim-large", input=again, store=False)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"max_output_tokens": 2}, "Expected a value >= 16, but got 2"),
        ({"extra_body": {"seed": 7}}, "Unknown parameter: 'seed'"),
        ({"extra_body": {"stop": ["END"]}}, "Unknown parameter: 'stop'"),
        ({"text": {"format": {"type": "json_object"}}}, "must contain the word 'json'"),
        ({"input": [{"role": "tool", "content": "x"}]}, "Supported values are"),
    ],
)
async def test_it_says_what_is_wrong_with_a_request(
    gpt: AsyncOpenAI, wrong: dict[str, Any], words: str
) -> None:
    asked: dict[str, Any] = {"model": "sim-small", "input": ASK, **wrong}

    with pytest.raises(openai.BadRequestError, match=words):
        await gpt.responses.create(**asked)


@pytest.mark.parametrize(
    ("model", "error", "code"),
    [
        ("sim-rate-limited", openai.RateLimitError, "rate_limit_exceeded"),
        ("sim-quota", openai.RateLimitError, "insufficient_quota"),
        ("sim-down", openai.InternalServerError, None),
        ("sim-missing", openai.NotFoundError, "model_not_found"),
        ("sim-too-long", openai.BadRequestError, "context_length_exceeded"),
    ],
)
async def test_its_errors_are_those_of_chat_completions(
    gpt: AsyncOpenAI, model: str, error: type[openai.APIStatusError], code: str | None
) -> None:
    with pytest.raises(error) as caught:
        await gpt.responses.create(model=model, input=ASK)

    assert caught.value.code == code


async def test_tools_with_an_effort_are_refused_only_in_chat_completions(gpt: AsyncOpenAI) -> None:
    model = "sim-no-effort-with-tools"
    messages: Any = [{"role": "user", "content": ASK_WEATHER}]
    function = {name: WEATHER[name] for name in ("name", "parameters")}
    tools: Any = [{"type": "function", "function": function}]

    with pytest.raises(openai.BadRequestError, match="Please use /v1/responses instead") as caught:
        await gpt.chat.completions.create(
            model=model, messages=messages, tools=tools, reasoning_effort="high"
        )
    await gpt.chat.completions.create(model=model, messages=messages, tools=tools)
    await gpt.chat.completions.create(model=model, messages=messages, reasoning_effort="high")
    answer = await gpt.responses.create(
        model=model, input=ASK_WEATHER, tools=[WEATHER], reasoning={"effort": "high"}
    )

    assert (caught.value.param, caught.value.code) == ("reasoning_effort", None)
    assert answer.output[0].type == "function_call"
