"""Nunjucks templates, which promptfoo uses: convert a prompt to Edison's variables, and render a constant text."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

_EXPRESSION = re.compile(r"\{\{-?\s*(.*?)\s*-?\}\}", re.DOTALL)
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_STATEMENT = re.compile(r"\{%.*?%\}", re.DOTALL)
_PATH = re.compile(r"[^\W\d]\w*(?:\.\w+|\[\d+\])*")


class NotConstant(ValueError):
    """The template uses something that cannot be evaluated here; the message names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertedTemplate:
    text: str
    # Variables that stand for a part of an object: `user_name` for `user.name`.
    aliases: dict[str, str]
    # Parts that Edison's templates do not have; they stay as they were written.
    problems: tuple[str, ...] = ()


def convert_template(text: str) -> ConvertedTemplate:
    """Convert a template to `{{name}}` variables. The path of an object becomes a variable of its own."""
    aliases: dict[str, str] = {}
    problems: list[str] = []

    def replaced(found: re.Match[str]) -> str:
        inner = found.group(1)
        if _PATH.fullmatch(inner) is None:
            problems.append(f"The expression {{{{{inner[:60]}}}}} is more than a variable")
            return found.group()
        name = re.sub(r"\W+", "_", inner).strip("_")
        if name != inner:
            aliases[name] = inner
        return f"{{{{{name}}}}}"

    plain = _COMMENT.sub("", text)
    problems += [
        f"The statement {each[:60]} is logic in a template" for each in _STATEMENT.findall(plain)
    ]
    return ConvertedTemplate(
        text=_EXPRESSION.sub(replaced, plain), aliases=aliases, problems=tuple(problems)
    )


def render_constant(text: str, values: Mapping[str, Any]) -> str:
    """Render a text whose values are all known. Raise NotConstant for what cannot be evaluated."""
    if _STATEMENT.search(text):
        raise NotConstant("logic in a template ({% … %})")
    return _EXPRESSION.sub(lambda found: _value(found.group(1), values), _COMMENT.sub("", text))


def value_at(path: str, values: Mapping[str, Any]) -> Any:
    """Return the value at a path such as `user.names[0]`, or None."""
    value: Any = values
    for part in re.findall(r"\w+", path):
        if isinstance(value, Mapping):
            value = cast("Mapping[str, Any]", value).get(part)
        elif isinstance(value, list) and part.isdigit():
            items = cast("list[Any]", value)
            value = items[int(part)] if int(part) < len(items) else None
        else:
            return None
    return value


def plain_text(value: Any) -> str:
    """Convert a value to text as JavaScript does; objects and lists become JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    return json.dumps(value, ensure_ascii=False)


_FILTERS: dict[str, Callable[[str], str]] = {
    "upper": lambda text: text.upper(),
    "lower": lambda text: text.lower(),
    "trim": lambda text: text.strip(),
    "capitalize": lambda text: text[:1].upper() + text[1:].lower(),
    "safe": lambda text: text,
}


def _value(expression: str, values: Mapping[str, Any]) -> str:
    path, *filters = (part.strip() for part in expression.split("|"))
    if _PATH.fullmatch(path) is None:
        raise NotConstant(f"the expression {expression[:60]}")
    text = plain_text(value_at(path, values))
    for name in filters:
        if name == "dump":
            text = json.dumps(value_at(path, values), ensure_ascii=False, separators=(",", ":"))
        elif name in _FILTERS:
            text = _FILTERS[name](text)
        else:
            raise NotConstant(f"the filter {name[:40]}")
    return text
