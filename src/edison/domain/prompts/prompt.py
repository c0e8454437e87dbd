"""Prompts and their versions. A version is one immutable bundle; editing a prompt makes a new one."""

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from pydantic import TypeAdapter

from edison.domain.ids import PromptId, UserId, VersionId
from edison.domain.models.model_call import Message, Tool
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.kit.digests import sha256_hex

MOST_FEW_SHOTS = 10
LATEST = "latest"


class PromptKind(StrEnum):
    GENERATOR = "generator"
    GRADER = "grader"


@dataclass(frozen=True, slots=True, kw_only=True)
class FewShot:
    user: str
    assistant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputContract:
    """What an answer must look like. `auto`: found out from the words of the prompt."""

    kind: Literal["auto", "text", "response", "json", "response_json", "schema"] = "auto"
    schema: dict[str, Any] | None = None


AUTO = OutputContract()


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptContent:
    """Everything that decides what is sent. `messages` come after system and few-shots, and may hold any role."""

    system: str = ""
    few_shots: tuple[FewShot, ...] = ()
    messages: tuple[Message, ...] = ()
    tools: tuple[Tool, ...] = ()
    output: OutputContract = AUTO
    # What a target starts from; the target's own parameters go before.
    parameters: Parameters = NOTHING_SET


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    id: PromptId
    name: str
    kind: PromptKind
    description: str
    # What is being written; it becomes a version when it is saved or run.
    draft: PromptContent
    # Counts changes of the draft, so that two people cannot overwrite each other unseen.
    revision: int
    # Number of the newest version; 0 before the first.
    latest: int
    # The draft says the same as the newest version.
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
    # How the text begins.
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
    # saved: by hand. run: because a run began. The others say where the text came from.
    origin: VersionOrigin
    author: UserId | None
    author_label: str
    created_at: datetime
    labels: tuple[str, ...] = ()


_CONTENT = TypeAdapter(PromptContent)


def content_to_json(content: PromptContent) -> dict[str, Any]:
    """What has its default is left out, so that a part added later changes no stored digest."""
    return _CONTENT.dump_python(content, mode="json", exclude_defaults=True)


def content_from_json(value: dict[str, Any]) -> PromptContent:
    return _CONTENT.validate_python(value)


def digest_of(content: PromptContent) -> str:
    """Equal contents have equal digests. The order of keys counts: models answer in the order of a schema."""
    return sha256_hex(
        json.dumps(content_to_json(content), separators=(",", ":"), ensure_ascii=False)
    )
