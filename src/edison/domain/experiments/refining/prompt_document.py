"""Conversion of a prompt to a single text for diffs, and back. Few-shots, tools and output contract are left out."""

import re
from collections.abc import Sequence
from dataclasses import replace

from edison.domain.prompts.prompt import PromptContent

SYSTEM = "system"
_FENCE = "==="


class PartsDiffer(ValueError):
    """The heading lines of a text do not match the parts of the prompt."""


def text_of(content: PromptContent) -> str:
    """Return the prompt as a single text: the text of its only part, or all parts, each under a heading line."""
    parts = _parts(content)
    if len(parts) == 1:
        return parts[0][1]
    fence = _fence([text for _, text in parts])
    return "\n".join(f"{_marker(fence, name)}\n{text}" for name, text in parts)


def content_with(content: PromptContent, text: str) -> PromptContent:
    """Return the prompt with the texts of an edited document. Raise PartsDiffer if a heading line was changed."""
    parts = _parts(content)
    if len(parts) == 1:
        return _with(content, [text])
    fence = _fence([part for _, part in parts])
    expected = [_marker(fence, name) for name, _ in parts]
    lines = text.split("\n")
    looks_like = re.compile(rf"\s*{fence}=*\s*(?:system|message \d+).*")
    places = [at for at, line in enumerate(lines) if looks_like.fullmatch(line)]
    if [lines[at] for at in places] != expected or places[0] != 0:
        raise PartsDiffer("The lines that name the parts of the prompt must not change")
    ends = [*places[1:], len(lines)]
    return _with(
        content,
        ["\n".join(lines[at + 1 : end]) for at, end in zip(places, ends, strict=True)],
    )


def parts_of(content: PromptContent) -> list[str]:
    """Return the system text (possibly empty) and the texts of all messages, in order."""
    return [content.system, *(message.content for message in content.messages)]


def _parts(content: PromptContent) -> list[tuple[str, str]]:
    """Return the names and texts of all parts. An empty system text is left out, unless there is no message."""
    messages = [
        (f"message {number}, {message.role}", message.content)
        for number, message in enumerate(content.messages, start=1)
    ]
    return [(SYSTEM, content.system), *messages] if content.system or not messages else messages


def _with(content: PromptContent, texts: Sequence[str]) -> PromptContent:
    rest = list(texts)
    system = rest.pop(0) if len(rest) > len(content.messages) else content.system
    messages = tuple(
        replace(message, content=text) for message, text in zip(content.messages, rest, strict=True)
    )
    return replace(content, system=system, messages=messages)


def _fence(texts: Sequence[str]) -> str:
    """Return a fence of equal signs that is longer than any sequence of equal signs at the start of a line."""
    longest = max(
        (len(found) for text in texts for found in re.findall(r"^\s*(=+)", text, re.MULTILINE)),
        default=0,
    )
    return "=" * max(len(_FENCE), longest + 1)


def _marker(fence: str, name: str) -> str:
    return f"{fence} {name} {fence}"
