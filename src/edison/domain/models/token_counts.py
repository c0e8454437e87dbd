"""How many tokens a text has: counted where the tokenizer is known, estimated elsewhere, bounded for budgets."""

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from edison.domain.models.model_call import Message, ModelCall
from edison.domain.models.vocabularies import Vocabulary, vocabulary

# Longer texts are estimated: counting is for people who wait.
MOST_COUNTED = 500_000

_OPENAI = frozenset({"OPENAI", "AZURE"})
# The start of a model's name says its vocabulary; the first that fits counts.
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
# Scripts that tokenizers cut into about one token per character.
_DENSE = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U0001f000-\U0001faff\U00020000-\U0003ffff]"
)
_CHARACTERS_PER_TOKEN = 4
# OpenAI's own figures for what stands between messages.
_BETWEEN_MESSAGES = 4
_BEFORE_ANSWER = 3

# Far above what any known provider puts around a call, a message, a tool.
_MOST_PER_CALL = 64
_MOST_PER_MESSAGE = 32
_MOST_FOR_TOOLS = 1_024
_MOST_PER_TOOL = 128


def count_tokens(text: str, model_name: str, provider: str) -> tuple[int, bool]:
    """Count the tokens of a text; the flag says whether this is the model's own count."""
    name = _vocabulary_of(model_name, provider)
    if name is None or len(text) > MOST_COUNTED:
        return _estimate(text), False
    return len(vocabulary(name).encode_ordinary(text)), True


def count_prompt(messages: Iterable[Message], model_name: str, provider: str) -> tuple[int, bool]:
    """Count a conversation with what stands between its messages; never exact for other tokenizers than OpenAI's."""
    total, exact = _BEFORE_ANSWER, True
    for message in messages:
        wishes = (text for wish in message.tool_calls for text in (wish.name, wish.arguments))
        for text in (message.content, *wishes):
            count, known = count_tokens(text, model_name, provider)
            total, exact = total + count, exact and known
        total += _BETWEEN_MESSAGES
    return total, exact and _vocabulary_of(model_name, provider) is not None


def at_most_tokens(call: ModelCall) -> int:
    """Bound a call's prompt tokens from above, for budgets.

    A tokenizer that falls back on bytes makes no more tokens.
    """
    most = _MOST_PER_CALL
    for message in call.messages:
        most += _MOST_PER_MESSAGE + _bytes(message.content) + _bytes(message.tool_call_id or "")
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
    # A fine-tuned model has its base model's name inside: ft:gpt-4o-mini:acme::x
    name = model_name.lower().removeprefix("ft:")
    return next((known for start, known in _BY_NAME if name.startswith(start)), None)


def _estimate(text: str) -> int:
    dense = 0 if text.isascii() else len(_DENSE.findall(text))
    return dense + -(-(len(text) - dense) // _CHARACTERS_PER_TOKEN)


def _bytes(text: str) -> int:
    """The bytes of a text, also after the normalising that some tokenizers begin with, and a byte for its start."""
    if text.isascii():
        return len(text) + 1
    normal = unicodedata.normalize("NFKC", text)
    return max(len(part.encode(errors="surrogatepass")) for part in (text, normal)) + 1


def _described(schema: dict[str, Any]) -> int:
    """A provider writes a schema in a form of its own: twice the longest form of JSON is more than any."""
    return 2 * len(json.dumps(schema, indent=4))


def _escaped(text: str) -> int:
    return len(json.dumps(text))
