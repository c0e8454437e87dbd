"""Token counts: exact if the tokenizer is known, otherwise estimated; and upper bounds for budgets."""

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from edison.domain.models.media_prices import file_tokens, most_file_tokens
from edison.domain.models.model_call import Message, ModelCall
from edison.domain.models.vocabularies import Vocabulary, vocabulary

# Longer texts are estimated, because users wait for the count.
MOST_COUNTED = 500_000

_OPENAI = frozenset({"OPENAI", "AZURE"})
# Vocabulary by prefix of the model's name; the first match counts.
_BY_NAME: tuple[tuple[str, Vocabulary], ...] = (
    ("gpt-4o", "o200k_base"),
    ("gpt-4.", "o200k_base"),
    ("gpt-4", "cl100k_base"),
    ("gpt-3.5", "cl100k_base"),
    ("gpt-35", "cl100k_base"),
    ("text-embedding-", "cl100k_base"),
    ("gpt-", "o200k_base"),
    ("chatgpt-", "o200k_base"),
    ("o1", "o200k_base"),
    ("o3", "o200k_base"),
    ("o4", "o200k_base"),
    ("codex-", "o200k_base"),
)
# Scripts with about one token per character.
_DENSE = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U0001f000-\U0001faff\U00020000-\U0003ffff]"
)
_CHARACTERS_PER_TOKEN = 4
# OpenAI's figures for the overhead of messages.
_BETWEEN_MESSAGES = 4
_BEFORE_ANSWER = 3

# Far above the overhead that any known provider adds to a call, a message or a tool.
_MOST_PER_CALL = 64
_MOST_PER_MESSAGE = 32
_MOST_FOR_TOOLS = 1_024
_MOST_PER_TOOL = 128


def count_tokens(text: str, model_name: str, provider: str) -> tuple[int, bool]:
    """Count the tokens of a text. The returned flag says whether the count is exact for this model."""
    name = _vocabulary_of(model_name, provider)
    if name is None or len(text) > MOST_COUNTED:
        return _estimate(text), False
    return len(vocabulary(name).encode_ordinary(text)), True


def count_prompt(messages: Iterable[Message], model_name: str, provider: str) -> tuple[int, bool]:
    """Count the tokens of a conversation, including the overhead per message.

    The returned flag says whether the count is exact, which requires a tokenizer of OpenAI.
    """
    total, exact = _BEFORE_ANSWER, True
    for message in messages:
        wishes = (text for wish in message.tool_calls for text in (wish.name, wish.arguments))
        for text in (message.content, *wishes):
            count, known = count_tokens(text, model_name, provider)
            total, exact = total + count, exact and known
        total += _BETWEEN_MESSAGES
        total += sum(file_tokens(file, model_name) for file in message.files)
        exact = exact and not message.files
    return total, exact and _vocabulary_of(model_name, provider) is not None


def at_most_tokens(call: ModelCall) -> int:
    """Return an upper bound of a call's prompt tokens, for budgets.

    The bound holds because a tokenizer with byte fallback produces at most one token per byte.
    """
    most = _MOST_PER_CALL
    for message in call.messages:
        most += _MOST_PER_MESSAGE + _bytes(message.content) + _bytes(message.tool_call_id or "")
        most += sum(most_file_tokens(file, call.model) for file in message.files)
        for wish in message.tool_calls:
            most += _MOST_PER_TOOL + _bytes(wish.id) + _bytes(wish.name)
            most += max(_bytes(wish.arguments), _escaped(wish.arguments))
    if call.tools or call.output.kind != "text":
        most += _MOST_FOR_TOOLS
    for tool in call.tools:
        most += _MOST_PER_TOOL + _bytes(tool.name) + _bytes(tool.description)
        most += _described(tool.parameters)
    if call.output.kind != "text":
        most += _MOST_PER_TOOL + _bytes(call.output.name) + _described(call.output.schema)
    return most


def _vocabulary_of(model_name: str, provider: str) -> Vocabulary | None:
    if provider not in _OPENAI:
        return None
    # The name of a fine-tuned model contains that of its base model: ft:gpt-4o-mini:acme::x
    name = model_name.lower().removeprefix("ft:")
    return next((known for start, known in _BY_NAME if name.startswith(start)), None)


def _estimate(text: str) -> int:
    dense = 0 if text.isascii() else len(_DENSE.findall(text))
    return dense + -(-(len(text) - dense) // _CHARACTERS_PER_TOKEN)


def _bytes(text: str) -> int:
    """Return the larger length in bytes of the text and its NFKC form, plus one byte for a start token."""
    if text.isascii():
        return len(text) + 1
    normal = unicodedata.normalize("NFKC", text)
    return max(len(part.encode(errors="surrogatepass")) for part in (text, normal)) + 1


def _described(schema: dict[str, Any]) -> int:
    """Return an upper bound of the tokens of a schema: twice its length as indented JSON, as providers reformat it."""
    return 2 * len(json.dumps(schema, indent=4))


def _escaped(text: str) -> int:
    return len(json.dumps(text))
