"""Prompts and their versions. A version is immutable: saving an edited prompt creates a new version."""

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from pydantic import TypeAdapter

from edison.domain.ids import PromptId, UserId, VersionId
from edison.domain.models.model_call import Message, Tool
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.prompts.label_names import LATEST as LATEST
from edison.kit.digests import sha256_hex

MOST_FEW_SHOTS = 10


class PromptKind(StrEnum):
    GENERATOR = "generator"
    GRADER = "grader"


@dataclass(frozen=True, slots=True, kw_only=True)
class FewShot:
    user: str
    assistant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputContract:
    """Required format of answers. `auto` means that the format is detected from the prompt text."""

    kind: Literal["auto", "text", "response", "json", "response_json", "schema"] = "auto"
    schema: dict[str, Any] | None = None


AUTO = OutputContract()


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptContent:
    """All parts of a prompt that are sent. `messages` come after the system text and the few-shot examples."""

    system: str = ""
    few_shots: tuple[FewShot, ...] = ()
    messages: tuple[Message, ...] = ()
    tools: tuple[Tool, ...] = ()
    output: OutputContract = AUTO
    # Default parameters; those of a target have priority.
    parameters: Parameters = NOTHING_SET


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    id: PromptId
    name: str
    kind: PromptKind
    description: str
    # Current draft; it becomes a version when it is saved or run.
    draft: PromptContent
    # Counts changes of the draft, to detect concurrent edits.
    revision: int
    # Number of the newest version; 0 before the first.
    latest: int
    # The draft equals the newest version.
    clean: bool
    labels: dict[str, int]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptCard:
    """A prompt in a list, without its texts."""

    id: PromptId
    name: str
    kind: PromptKind
    description: str
    # Beginning of the text.
    preview: str
    latest: int
    clean: bool
    labels: dict[str, int]
    created_at: datetime
    updated_at: datetime


VersionOrigin = Literal["saved", "run", "restored", "forked", "imported", "suggested"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptVersion:
    id: VersionId
    prompt: PromptId
    number: int
    parent: VersionId | None
    content: PromptContent
    digest: str
    changelog: str
    # saved: by hand. run: when a run started. The others name the origin of the text.
    origin: VersionOrigin
    author: UserId | None
    author_label: str
    created_at: datetime
    labels: tuple[str, ...] = ()


_CONTENT = TypeAdapter(PromptContent)


def content_to_json(content: PromptContent) -> dict[str, Any]:
    """Convert content to JSON without default values, so that adding a field does not change existing digests."""
    return _CONTENT.dump_python(content, mode="json", exclude_defaults=True)


def content_from_json(value: dict[str, Any]) -> PromptContent:
    return _CONTENT.validate_python(value)


def digest_of(content: PromptContent) -> str:
    """Return the digest of the content. The order of schema keys matters, because models answer in that order."""
    return sha256_hex(
        json.dumps(content_to_json(content), separators=(",", ":"), ensure_ascii=False)
    )
