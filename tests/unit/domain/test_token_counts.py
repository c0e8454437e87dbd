"""Tokens: exact where the vocabulary is known, never more than the bound."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken_ext import openai_public

from edison.domain.models.model_call import Message, ModelCall, OutputFormat, Tool, ToolCall
from edison.domain.models.token_counts import at_most_tokens, count_prompt, count_tokens
from edison.domain.models.vocabularies import PATTERNS, Vocabulary, file_of, vocabulary

VOCABULARIES: tuple[Vocabulary, ...] = ("o200k_base", "cl100k_base")


@pytest.mark.parametrize("name", VOCABULARIES)
def test_the_vocabularies_are_those_that_openai_publishes(
    name: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own library says which file and which pattern it expects."""
    expected: dict[str, str] = {}

    def note(_: str, expected_hash: str) -> dict[bytes, int]:
        expected["hash"] = expected_hash
        return {}

    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", note)
    published = getattr(openai_public, name)()

    assert hashlib.sha256(file_of(name)).hexdigest() == expected["hash"]
    assert PATTERNS[name] == published["pat_str"]


@pytest.mark.parametrize(
    ("model", "text", "count"),
    [
        # From OpenAI's cookbook on counting tokens.
        ("gpt-4o", "antidisestablishmentarianism", 6),
        ("gpt-4", "antidisestablishmentarianism", 6),
        ("gpt-4o", "2 + 2 = 4", 7),
        ("gpt-4o", "お誕生日おめでとう", 8),
        ("gpt-3.5-turbo", "お誕生日おめでとう", 9),
        ("ft:gpt-4o-mini:acme::x", "お誕生日おめでとう", 8),
        ("GPT-4.1-nano", "お誕生日おめでとう", 8),
        ("o3-mini", "<|endoftext|>", 7),
        ("gpt-4o", "", 0),
    ],
)
def test_openai_models_are_counted_exactly(model: str, text: str, count: int) -> None:
    assert count_tokens(text, model, "OPENAI") == (count, True)


@pytest.mark.parametrize(
    ("model", "provider"),
    [
        ("claude-opus-4", "ANTHROPIC"),
        ("gpt-4o", "COMPATIBLE"),
        ("my-deployment", "AZURE"),
        ("", ""),
    ],
)
def test_where_the_tokenizer_is_not_known_the_count_is_an_estimate(
    model: str, provider: str
) -> None:
    assert count_tokens("x" * 401, model, provider) == (101, False)
    assert count_tokens("質問" * 10, model, provider) == (20, False)
    assert count_tokens("", model, provider) == (0, False)


@pytest.mark.parametrize(
    "text",
    [
        "The quick brown fox jumps over the lazy dog and runs away from the hungry wolf. " * 20,
        "请用一句话总结下面的文章并指出作者的主要观点。" * 20,
        "次の文章を要約してください。重要な点を三つ挙げてください。" * 20,
        "다음 글을 한 문장으로 요약해 주세요. 핵심 내용을 포함하세요." * 20,
    ],
)
def test_an_estimate_is_within_a_factor_of_two(text: str) -> None:
    counted, _ = count_tokens(text, "gpt-4o", "OPENAI")
    estimated, _ = count_tokens(text, "unknown", "")

    assert counted / 2 <= estimated <= counted * 2


def test_a_very_long_text_is_estimated() -> None:
    assert count_tokens("a" * 500_001, "gpt-4o", "OPENAI")[1] is False


def test_a_conversation_is_counted_with_what_stands_between() -> None:
    messages = (
        Message(role="system", content="2 + 2 = 4"),
        Message(role="user", content="2 + 2 = 4"),
    )

    assert count_prompt(messages, "gpt-4o", "OPENAI") == (3 + 2 * (7 + 4), True)
    assert count_prompt((), "gpt-4o", "OPENAI") == (3, True)
    assert count_prompt(messages, "claude", "ANTHROPIC")[1] is False


TEXTS = st.text(alphabet=st.characters(exclude_categories=["Cs"])) | st.text(
    alphabet='aé漢🦊ﷺ {}"\n'
)
SCHEMAS: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    TEXTS,
    st.recursive(TEXTS | st.integers(), lambda inner: st.dictionaries(TEXTS, inner)),
    max_size=4,
)


@settings(max_examples=60)
@given(st.lists(TEXTS, max_size=5), st.lists(st.tuples(TEXTS, SCHEMAS), max_size=3), SCHEMAS)
def test_the_bound_is_never_below_a_real_tokenizer(
    texts: list[str], tools: list[tuple[str, dict[str, Any]]], schema: dict[str, Any]
) -> None:
    call = ModelCall(
        model="gpt-4o",
        messages=tuple(
            Message(
                role="assistant",
                content=text,
                tool_calls=(ToolCall(id="1", name="t", arguments=text),),
            )
            for text in texts
        ),
        tools=tuple(
            Tool(name="t", description=text, parameters=parameters) for text, parameters in tools
        ),
        output=OutputFormat(kind="schema", schema=schema),
    )
    written = [part for text in texts for part in (text, text)]
    written += [part for text, parameters in tools for part in (text, json.dumps(parameters))]
    written.append(json.dumps(schema, indent=2))

    bound = at_most_tokens(call)

    for name in VOCABULARIES:
        real = sum(len(vocabulary(name).encode_ordinary(text)) for text in written)
        real += 4 * len(texts) + 3 + 10 * len(tools)
        assert bound >= real


def test_the_bound_covers_tokenizers_that_normalise_first() -> None:
    """One sign of three bytes is eighteen letters after normalising."""
    call = ModelCall(model="m", messages=(Message(role="user", content="ﷺ" * 100),))

    assert at_most_tokens(call) >= 100 * len("صلى الله عليه وسلم".encode())


def test_the_bound_is_not_absurd() -> None:
    text = "The quick brown fox jumps over the lazy dog. " * 100
    call = ModelCall(model="gpt-4o", messages=(Message(role="user", content=text),))
    counted, _ = count_tokens(text, "gpt-4o", "OPENAI")

    assert at_most_tokens(call) <= 6 * counted
