"""Unified diffs between two prompt versions, one for each part of the prompt."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from edison.domain.models.model_call import Message
from edison.domain.prompts.prompt import PromptContent

# Comparing is quadratic in the number of lines; above this all lines between the equal beginning and the equal end
# count as changed.
MOST_LINES = 1_000
# Unchanged lines around a change, as `diff -u` shows them.
AROUND = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PartDiff:
    part: str
    changed: bool
    # As written by `diff -u`, without the two file names.
    lines: tuple[str, ...]


def compare(a: PromptContent, b: PromptContent) -> tuple[PartDiff, ...]:
    """Compare every part of `b` with the same part of `a`."""
    old, new = _parts(a), _parts(b)
    return tuple(
        PartDiff(part=part, changed=old[part] != new[part], lines=diff_lines(old[part], new[part]))
        for part in old
    )


def diff_lines(old: str, new: str) -> tuple[str, ...]:
    if old == new:
        return ()
    a, b = _lines(old), _lines(new)
    if max(len(a), len(b)) <= MOST_LINES:
        return tuple(unified_diff(a, b, lineterm=""))[2:]
    start = _equal_lines(a, b)
    end = _equal_lines(a[start:][::-1], b[start:][::-1])
    first = max(0, start - AROUND)
    last = end - min(end, AROUND)
    return _around(a[first : len(a) - last], b[first : len(b) - last], first)


def _around(a: list[str], b: list[str], offset: int) -> tuple[str, ...]:
    """Compare two parts of long texts that begin after `offset` equal lines."""
    if max(len(a), len(b)) > MOST_LINES:
        head = f"@@ -{_span(a, offset)} +{_span(b, offset)} @@"
        return (head, *(f"-{line}" for line in a), *(f"+{line}" for line in b))
    return tuple(
        _moved(line, offset) if line.startswith("@@ ") else line
        for line in tuple(unified_diff(a, b, lineterm=""))[2:]
    )


def _moved(head: str, offset: int) -> str:
    def later(found: re.Match[str]) -> str:
        return f"{found[1]}{int(found[2]) + offset}"

    return re.sub(r"([-+])(\d+)", later, head)


def _equal_lines(a: Sequence[str], b: Sequence[str]) -> int:
    """Return how many lines at the beginning are equal."""
    pairs = enumerate(zip(a, b, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(a), len(b)))


def _lines(text: str) -> list[str]:
    # Not splitlines(): a final line break is a difference, and \x0b does not end a line.
    return text.split("\n") if text else []


def _span(lines: Sequence[str], offset: int) -> str:
    return f"{offset + 1 if lines else offset},{len(lines)}"


def _parts(content: PromptContent) -> dict[str, str]:
    return {
        "system": content.system,
        "messages": "\n\n".join(_message(message) for message in content.messages),
        "few_shots": "\n\n".join(
            f"[user]\n{shot.user}\n[assistant]\n{shot.assistant}" for shot in content.few_shots
        ),
        "tools": "\n".join(
            _json(
                {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
            )
            for tool in content.tools
        ),
        "output": content.output.kind
        + (f"\n{_json(content.output.schema)}" if content.output.schema is not None else ""),
        "parameters": "\n".join(
            f"{name}: {json.dumps(value, ensure_ascii=False)}"
            for name, value in content.parameters.given().items()
        ),
    }


def _message(message: Message) -> str:
    head = f"[{message.role}]" + (
        f" answers {message.tool_call_id}" if message.tool_call_id else ""
    )
    calls = [f"calls {call.name} ({call.id}) {call.arguments}" for call in message.tool_calls]
    return "\n".join([head, message.content, *calls])


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
