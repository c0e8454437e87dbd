"""The content of a prompt as a JSON value, for storing, and its digest; what is read back equals what was written."""

import json
from typing import Any

from pydantic import TypeAdapter

from edison.domain.prompts.prompt import PromptContent
from edison.kit.digests import sha256_hex

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
