"""Output contract of a prompt: the required format of answers, its detection, and the parser of answers."""

import json
import re
from dataclasses import dataclass
from typing import Any, Literal

from edison.domain.models.model_call import TEXT, OutputFormat
from edison.domain.models.structured_output import MAX_PROBLEM, Malformed, structured, unfenced
from edison.domain.prompts.prompt import OutputContract, PromptContent
from edison.domain.prompts.template_renderer import VARIABLE, texts_of

ContractKind = Literal["text", "response", "json", "response_json", "schema"]

_TAG = re.compile(r"</?response>", re.IGNORECASE)
_WORD = re.compile(r"(?<![^\W_])json(?![^\W_])", re.IGNORECASE)
_THINKING = re.compile(r"\A\s*<thinking>.*?</thinking>", re.IGNORECASE | re.DOTALL)
_OPEN = re.compile(r"<response>", re.IGNORECASE)
_CLOSE = re.compile(r"</response>", re.IGNORECASE)
_IN_A_FENCE = "The JSON was inside a code fence"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """Parsed answer. `text` is the usable part; if it is None, `problem` says why the answer is malformed."""

    text: str | None
    problem: str | None = None
    # Accepted, but not exactly what was requested.
    note: str | None = None


def detected(content: PromptContent) -> ContractKind:
    """Return the configured format, or detect it from the prompt text. Variables such as `{{json}}` are ignored."""
    if content.output.kind != "auto":
        return content.output.kind
    texts = [VARIABLE.sub(" ", text) for text in texts_of(content)]
    response = any(_TAG.search(text) for text in texts)
    wants_json = any(_WORD.search(text) for text in texts)
    if response and wants_json:
        return "response_json"
    if response:
        return "response"
    return "json" if wants_json else "text"


def format_asked(output: OutputContract) -> OutputFormat:
    """Return the output format to request from the provider. A detected format is not requested."""
    if output.kind == "schema" and output.schema:
        return OutputFormat(kind="schema", schema=output.schema)
    return OutputFormat(kind="json") if output.kind == "json" else TEXT


def parse(kind: ContractKind, schema: dict[str, Any] | None, text: str) -> Parsed:
    """Extract the usable part of an answer in the given format, or the problem of a malformed answer."""
    match kind:
        case "text":
            return Parsed(text=text)
        case "response":
            return _response(text)
        case "json":
            return _json(text)
        case "response_json":
            inner = _response(text)
            return inner if inner.text is None else _json(inner.text)
        case "schema":
            return _of_schema(text, schema or {})


def _response(text: str) -> Parsed:
    # Reasoning before the answer may mention the tags.
    text = _THINKING.sub("", text, count=1)
    opened, closed = _OPEN.findall(text), _CLOSE.findall(text)
    if not opened:
        return Parsed(text=None, problem="No <response> in the answer")
    if not closed:
        return Parsed(text=None, problem="<response> is never closed")
    if len(opened) > 1 or len(closed) > 1:
        return Parsed(text=None, problem="More than one <response> in the answer")
    start, end = text.index(opened[0]) + len(opened[0]), text.index(closed[0])
    if end < start:
        return Parsed(text=None, problem="</response> comes before <response>")
    return Parsed(text=text[start:end].strip())


def _json(text: str) -> Parsed:
    inner = unfenced(text)
    try:
        json.loads(inner, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        return Parsed(text=None, problem=f"Not JSON: {error}"[:MAX_PROBLEM])
    return Parsed(text=inner.strip(), note=None if inner is text else _IN_A_FENCE)


def _of_schema(text: str, schema: dict[str, Any]) -> Parsed:
    as_json = _json(text)
    if as_json.text is None:
        return as_json
    try:
        structured(as_json.text, OutputFormat(kind="schema", schema=schema))
    except Malformed as error:
        return Parsed(text=None, problem=str(error))
    return as_json


def _no_constant(name: str) -> Any:
    """Reject NaN and Infinity, which are not JSON."""
    raise ValueError(f"{name} is not a JSON value")
