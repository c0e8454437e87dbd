"""Check answers against schemas, as a task for a process with limits; the process ends it if it takes too long."""

import json
from typing import Any

from edison.domain.models.model_call import OutputFormat
from edison.domain.models.structured_output import problem_with


def check_answers(arguments: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the problem of each answer, or None where it fits."""
    wanted = OutputFormat(kind="schema", schema=json.loads(arguments["schema"]))
    texts: list[str] = json.loads(content)
    return {"problems": [problem_with(text, wanted, most_steps=None) for text in texts]}, b""
