"""HTTP applications: a user's own endpoint that answers a case, with the templates of its request and response."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from edison.domain.errors import InvalidInput
from edison.domain.models.capabilities import Capabilities

# Fields of the credential's config.
NAME = "application"
REQUEST = "request_template"
RESPONSE = "response_path"
USAGE = "usage_path"
COST = "cost_path"
TIMEOUT = "timeout_s"
REPEATABLE = "repeatable"
SAMPLE = "test_input"

POINTERS = (RESPONSE, USAGE, COST)
# They decide what is sent and what is read, so that they are part of the identity of an answer.
SHAPE = (REQUEST, RESPONSE)
USUAL_TEMPLATE = '{"input": "{{input}}"}'
USUAL_RESPONSE = "/output"
USUAL_SAMPLE = "Hello"
LONGEST_TIMEOUT_S = 3600
MAX_NAME = 200
YES, NO = "yes", "no"

# It takes text and returns text; Edison has no parameter to send to it.
APPLICATION_CAPABILITIES = Capabilities(
    temperature=False,
    top_p=False,
    top_k=False,
    penalties=False,
    seed=False,
    stop=False,
    json_mode=False,
    schema=False,
    tools=False,
    streaming=False,
    reasoning=False,
    images=False,
    pdfs=False,
    audio=False,
)

_VARIABLE = re.compile(r"\{\{\s*([A-Za-z_][\w.\- ]*?)\s*\}\}")
_PLAIN = frozenset({"input", "system", "messages", "values"})
_VALUES = "values."


class MissingTemplateValue(ValueError):
    """A variable of the request template has no value in this case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateInputs:
    """What a request template can refer to."""

    input: str
    system: str
    messages: list[dict[str, str]]
    values: Mapping[str, Any]

    def value(self, name: str) -> Any:
        if name.startswith(_VALUES):
            key = name.removeprefix(_VALUES)
            if key not in self.values:
                raise MissingTemplateValue(
                    f"The case has no value {key}, which the request template refers to"
                )
            return self.values[key]
        return dict(self.values) if name == "values" else getattr(self, name)


def fill_template(template: str, inputs: TemplateInputs) -> Any:
    """Return the request as a JSON value. A variable that is a whole text keeps its type, such as a list."""
    return _filled(json.loads(template), inputs)


def resolve_pointer(document: Any, pointer: str) -> Any:
    """Return the value at a JSON Pointer (RFC 6901); raise KeyError with the first part that is missing."""
    value = document
    for part in _parts(pointer):
        if isinstance(value, dict) and part in value:
            value = cast("dict[str, Any]", value)[part]
        elif isinstance(value, list) and part.isdecimal():
            items = cast("list[Any]", value)
            if int(part) >= len(items):
                raise KeyError(part)
            value = items[int(part)]
        else:
            raise KeyError(part)
    return value


def uses_values(template: str) -> bool:
    """Return whether a request template refers to values of a case."""
    return any(name.partition(".")[0] == "values" for name in _VARIABLE.findall(template))


def sample_values(template: str, text: str) -> dict[str, str]:
    """Return the same text for each value of a case that a request template refers to."""
    names = _VARIABLE.findall(template)
    return {name.removeprefix(_VALUES): text for name in names if name.startswith(_VALUES)}


def check_application(config: dict[str, str]) -> None:
    """Raise InvalidInput for templates, pointers and numbers that cannot be used."""
    _check_template(config.get(REQUEST, USUAL_TEMPLATE))
    for name in POINTERS:
        pointer = config.get(name, "")
        if pointer and not pointer.startswith("/"):
            raise InvalidInput(
                f"A path starts with a slash, for example {USUAL_RESPONSE}", field=f"config.{name}"
            )
    if len(config.get(NAME, "")) > MAX_NAME:
        raise InvalidInput(f"At most {MAX_NAME} characters", field=f"config.{NAME}")
    timeout = config.get(TIMEOUT)
    if timeout is not None and not (timeout.isdecimal() and 1 <= int(timeout) <= LONGEST_TIMEOUT_S):
        raise InvalidInput(
            f"The timeout must be a whole number of seconds from 1 to {LONGEST_TIMEOUT_S:,}",
            field=f"config.{TIMEOUT}",
        )
    if config.get(REPEATABLE, NO) not in (YES, NO):
        raise InvalidInput(f'Enter "{YES}" or "{NO}"', field=f"config.{REPEATABLE}")


def _check_template(template: str) -> None:
    where = f"config.{REQUEST}"
    try:
        body = json.loads(template)
    except (ValueError, RecursionError) as wrong:
        raise InvalidInput(
            "The request template is not valid JSON. Put each variable between quotation marks, "
            f"for example {USUAL_TEMPLATE}",
            field=where,
        ) from wrong
    if not isinstance(body, dict):
        raise InvalidInput("The request template must be a JSON object", field=where)
    names = [name for text in _texts(body) for name in _VARIABLE.findall(text)]
    for name in names:
        if name not in _PLAIN and not (name.startswith(_VALUES) and name != _VALUES):
            raise InvalidInput(
                f"{{{{{name}}}}} is unknown. The variables are {{{{input}}}}, {{{{system}}}}, {{{{messages}}}}, "
                "{{values}} and {{values.<column>}}",
                field=where,
            )
    if not names:
        raise InvalidInput(
            "The request template has no variable, so that every case would send the same request. "
            "Add {{input}}, {{messages}} or {{values.<column>}}",
            field=where,
        )


def _filled(value: Any, inputs: TemplateInputs) -> Any:
    if isinstance(value, str):
        whole = _VARIABLE.fullmatch(value)
        if whole is not None:
            return inputs.value(whole[1])
        return _VARIABLE.sub(_inserted(inputs), value)
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {name: _filled(item, inputs) for name, item in items}
    if isinstance(value, list):
        return [_filled(item, inputs) for item in cast("list[Any]", value)]
    return value


def _inserted(inputs: TemplateInputs) -> Callable[[re.Match[str]], str]:
    def text_of(found: re.Match[str]) -> str:
        value = inputs.value(found[1])
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    return text_of


def _parts(pointer: str) -> list[str]:
    if not pointer:
        return []
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in cast("dict[str, Any]", value).values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in cast("list[Any]", value):
            yield from _texts(item)
