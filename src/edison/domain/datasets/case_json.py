"""Lossless conversion of cases to and from JSON, for storage and files."""

from typing import Any

from pydantic import TypeAdapter

from edison.domain.datasets.dataset import CaseContent, Split
from edison.domain.datasets.dataset import CaseValue as CaseValue
from edison.domain.models.attached_file import AttachedFile, file_from_json, file_to_json
from edison.domain.models.model_call import Message

_MESSAGES = TypeAdapter(tuple[Message, ...])


def messages_to_json(messages: tuple[Message, ...]) -> list[dict[str, Any]]:
    return _MESSAGES.dump_python(messages, mode="json", exclude_defaults=True)


def value_to_json(value: CaseValue) -> str | dict[str, Any]:
    if isinstance(value, AttachedFile):
        return file_to_json(value)
    return value if isinstance(value, str) else {"messages": messages_to_json(value)}


def value_from_json(value: str | dict[str, Any]) -> CaseValue:
    if isinstance(value, str):
        return value
    return (
        file_from_json(value) if "file" in value else _MESSAGES.validate_python(value["messages"])
    )


def values_to_json(values: dict[str, CaseValue]) -> dict[str, Any]:
    return {name: value_to_json(value) for name, value in values.items()}


def values_from_json(values: dict[str, Any]) -> dict[str, CaseValue]:
    return {name: value_from_json(value) for name, value in values.items()}


def content_to_json(content: CaseContent) -> dict[str, Any]:
    """Return all fields of a case, each under the name of its database column."""
    return {
        "values": values_to_json(content.values),
        "expected": content.expected,
        "tags": list(content.tags),
        "difficulty": content.difficulty,
        "metadata": content.metadata,
        "split": str(content.split),
    }


def content_from_json(value: dict[str, Any]) -> CaseContent:
    return CaseContent(
        values=values_from_json(value["values"]),
        expected=value.get("expected"),
        tags=tuple(value.get("tags") or ()),
        difficulty=value.get("difficulty"),
        metadata=value.get("metadata") or {},
        split=Split(value.get("split") or Split.NONE),
    )
