"""The fallback for models that reject a JSON schema: JSON mode, with the schema in the prompt."""

import json
from dataclasses import replace
from typing import Any

from edison.domain.models.model_call import Message, ModelCall, OutputFormat

# The name under which a rejection is stored, beside those of the parameters.
JSON_SCHEMA = "json_schema"


def in_json_mode(call: ModelCall) -> ModelCall:
    """Return the call with JSON mode in place of its schema. The first system message gets the schema as text."""
    said = _instruction(call.output.schema)
    first, *rest = call.messages
    if first.role == "system":
        asked = replace(first, content=f"{first.content}\n\n{said}".strip())
        messages = (asked, *rest)
    else:
        messages = (Message(role="system", content=said), *call.messages)
    return replace(call, messages=messages, output=OutputFormat(kind="json", name=call.output.name))


def _instruction(schema: dict[str, Any]) -> str:
    return "Answer with JSON that matches this JSON schema, and with nothing else:\n" + json.dumps(
        schema, ensure_ascii=False
    )
