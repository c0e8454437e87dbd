"""Whole answers of every provider are read into one form, and nonsense into Garbled."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.model_call import FinishReason
from edison.domain.models.provider import Provider
from edison.domain.models.token_usage import Usage
from edison.providers.wire import anthropic_answers, bedrock_answers, gemini_answers, openai_answers
from edison.providers.wire.registry import WIRES
from edison.providers.wire.wire_protocol import Garbled, Wire, WireAnswer
from tests.unit.providers.wire.recordings import ALL_WIRES, recorded, wire_for

ANSWERS = recorded("answers")
ALL_PROTOCOLS = st.sampled_from(ALL_WIRES)

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
# Names that the readers look for, so that the fuzz gets past the first door.
names = st.sampled_from(
    [
        *("choices", "message", "content", "tool_calls", "function", "arguments", "finish_reason"),
        *("usage", "prompt_tokens", "completion_tokens", "prompt_tokens_details", "cached_tokens"),
        *("type", "text", "tool_use", "input", "stop_reason", "output", "stopReason", "toolUse"),
        *("candidates", "parts", "functionCall", "args", "promptFeedback", "blockReason", "name"),
        *("usageMetadata", "promptTokenCount", "inputTokens", "refusal", "error", "delta", "index"),
        *("status", "incomplete_details", "reason", "input_tokens", "encrypted_content", "summary"),
    ]
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(names | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=20,
)


@pytest.mark.parametrize("name", ANSWERS)
def test_a_recorded_answer_is_read(name: str) -> None:
    body, expected = ANSWERS[name]["body"], ANSWERS[name]["expected"]

    answer = wire_for(ANSWERS[name]).answer(json.dumps(body).encode())

    assert_same(answer, expected)
    raw = body.get("usage") or body.get("usageMetadata")
    assert (answer.usage.raw if answer.usage else None) == raw


def assert_same(answer: WireAnswer, expected: dict[str, Any]) -> None:
    usage = answer.usage and {k: v for k, v in asdict(answer.usage).items() if k != "raw"}
    assert answer.text == expected["text"]
    assert answer.finish == expected["finish"]
    counted = expected["usage"]
    assert usage == (counted and {"cache_write_1h": 0, **counted})
    assert (answer.usage.total if answer.usage else None) == expected["total"]
    assert [asdict(call) for call in answer.tool_calls] == expected["tool_calls"]
    assert answer.model == expected["model"]
    assert answer.refusal == expected["refusal"]


@pytest.mark.parametrize("name", [n for n, r in ANSWERS.items() if r["expected"]["usage"]])
def test_the_buckets_sum_to_what_the_provider_counted(name: str) -> None:
    body = ANSWERS[name]["body"]
    raw = body.get("usage") or body["usageMetadata"]
    answer = wire_for(ANSWERS[name]).answer(json.dumps(body).encode())

    told = raw.get("total_tokens", raw.get("totalTokenCount", raw.get("totalTokens")))
    if told is None:  # Anthropic gives no total; its four counts are disjoint already
        told = sum(value for key, value in raw.items() if key.endswith("put_tokens"))

    assert answer.usage is not None
    assert answer.usage.total == told


@given(wire=ALL_PROTOCOLS, body=st.binary(max_size=200))
def test_any_bytes_are_an_answer_or_garbled(wire: Wire, body: bytes) -> None:
    assert_answer_or_garbled(wire, body)


@given(wire=ALL_PROTOCOLS, value=values)
def test_any_json_is_an_answer_or_garbled(wire: Wire, value: Any) -> None:
    assert_answer_or_garbled(wire, json.dumps(value).encode())


@given(name=st.sampled_from(sorted(ANSWERS)), data=st.data())
def test_a_recorded_answer_with_one_wrong_value_is_an_answer_or_garbled(
    name: str, data: st.DataObject
) -> None:
    body = json.loads(json.dumps(ANSWERS[name]["body"]))
    holders = list(places(body))
    holder, key = data.draw(st.sampled_from(holders))
    holder[key] = data.draw(values)

    assert_answer_or_garbled(wire_for(ANSWERS[name]), json.dumps(body).encode())


@given(name=st.sampled_from(sorted(ANSWERS)), data=st.data())
def test_a_truncated_answer_is_garbled(name: str, data: st.DataObject) -> None:
    body = json.dumps(ANSWERS[name]["body"]).encode()
    cut = data.draw(st.integers(min_value=0, max_value=len(body) - 1))

    with pytest.raises(Garbled):
        wire_for(ANSWERS[name]).answer(body[:cut])


def assert_answer_or_garbled(wire: Wire, body: bytes) -> None:
    try:
        answer = wire.answer(body)
    except Garbled:
        return
    assert isinstance(answer.text, str)
    assert isinstance(answer.finish, FinishReason)
    # Whatever came can be stored: PostgreSQL takes neither NUL nor half a surrogate pair.
    stored = repr([answer.text, answer.model, answer.tool_calls, answer.refusal])
    assert "\\x00" not in stored.replace("\\\\x00", "")
    answer.text.encode()
    if answer.usage is not None:
        assert_sane(answer.usage)


def assert_sane(usage: Usage) -> None:
    written = usage.cache_write + usage.cache_write_1h
    counts = (usage.input, usage.cache_read, written, usage.output, usage.reasoning)
    assert all(type(number) is int and 0 <= number < 10**13 for number in counts)


def places(value: dict[str, Any] | list[Any]) -> Iterator[tuple[Any, Any]]:
    """Go through every place in a document where another value could be."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(cast("dict[str, Any]", inner))


@pytest.mark.parametrize("wire", ALL_WIRES)
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"<html>busy</html>",
        b"\xff\xfe{\x00}\x00",
        b"[" * 200_000,
        b'{"choices":[],"content":null,"candidates":[],"output":{}}',
        b'{"choices":[{"message":{}}],"content":"x","candidates":"x","output":{"message":{}}}',
        b'{"choices":[{"message":{"content":NaN}}],"content":[NaN],"candidates":[NaN]}',
        b"9" * 5000,
    ],
)
def test_what_is_no_answer_is_garbled(wire: Wire, body: bytes) -> None:
    with pytest.raises(Garbled):
        wire.answer(body)


def test_an_error_in_an_answer_with_status_200_is_garbled_with_its_words_but_not_its_key() -> None:
    body = b'{"error":{"message":"Upstream failed, key sk-or-v1-0123456789abcdef0123","code":502}}'

    with pytest.raises(Garbled, match="Upstream failed") as caught:
        WIRES[Provider.COMPATIBLE].answer(body)

    assert "0123456789" not in str(caught.value)


def test_texts_that_no_database_takes_are_mended() -> None:
    body = rb'{"choices":[{"message":{"content":"a\u0000b\ud83dc \ud83d\ude00"}}],"usage":null}'

    assert WIRES[Provider.OPENAI].answer(body).text == "a\ufffdb\ufffdc 😀"


counts = st.none() | st.integers(min_value=-5, max_value=5000) | st.floats() | st.text(max_size=2)


@given(
    prompt=counts, completion=counts, total=counts, cached=counts, written=counts, reasoning=counts
)
def test_inconsistent_usage_is_clamped_and_loses_nothing_that_was_counted(
    prompt: Any, completion: Any, total: Any, cached: Any, written: Any, reasoning: Any
) -> None:
    usage = openai_answers.usage_of(
        {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": total,
            "prompt_tokens_details": {"cached_tokens": cached, "cache_write_tokens": written},
            "completion_tokens_details": {"reasoning_tokens": reasoning},
        }
    )

    if usage is not None:
        assert_sane(usage)
        counted = [n for n in (prompt, completion) if isinstance(n, int) and n > 0]
        assert usage.total >= sum(counted)
        if isinstance(total, int):
            assert usage.total >= total


@given(first=counts, second=counts, third=counts, fourth=counts, fifth=counts)
def test_the_other_providers_inconsistent_usage_is_clamped(
    first: Any, second: Any, third: Any, fourth: Any, fifth: Any
) -> None:
    found = [
        anthropic_answers.usage_of(
            {
                "input_tokens": first,
                "output_tokens": second,
                "cache_read_input_tokens": third,
                "cache_creation_input_tokens": fourth,
                "output_tokens_details": {"thinking_tokens": fifth},
            }
        ),
        gemini_answers.usage_of(
            {
                "promptTokenCount": first,
                "candidatesTokenCount": second,
                "cachedContentTokenCount": third,
                "thoughtsTokenCount": fourth,
                "totalTokenCount": fifth,
            }
        ),
        bedrock_answers.usage_of(
            {"inputTokens": first, "outputTokens": second, "cacheReadInputTokens": third}
        ),
    ]

    for usage in found:
        if usage is not None:
            assert_sane(usage)


@pytest.mark.parametrize("provider", sorted(WIRES))
def test_details_that_are_null_or_of_the_wrong_type_do_no_harm(provider: Provider) -> None:
    readers = {
        Provider.ANTHROPIC: anthropic_answers.usage_of,
        Provider.GEMINI: gemini_answers.usage_of,
        Provider.VERTEX: gemini_answers.usage_of,
        Provider.BEDROCK: bedrock_answers.usage_of,
    }
    read = readers.get(provider, openai_answers.usage_of)

    assert read(None) is None
    assert read("12") is None
    assert read([1]) is None
    assert read({"prompt_tokens_details": None}) is None
    some = read(
        {
            **{"prompt_tokens": 3, "completion_tokens": 4, "prompt_tokens_details": None},
            **{"completion_tokens_details": 7, "input_tokens": 3, "output_tokens": 4},
            **{"promptTokenCount": 3, "candidatesTokenCount": 4},
            **{"inputTokens": 3, "outputTokens": 4},
        }
    )
    assert some is not None
    assert (some.input, some.output) == (3, 4)
