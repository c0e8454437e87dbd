"""Compare the fields of the answer's JSON with those of the expected JSON."""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.scorers.scorer_plugin import (
    Example,
    PassAt,
    TextSpec,
    cannot,
    graded,
    not_applicable,
    scorer,
    text_of,
    yes_or_no,
)
from edison.scorers.strict_json import NotJson, read_json, same

MOST_FIELDS = 200
NOTHING = object()


class FieldRule(BaseModel, frozen=True):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    path: Annotated[
        str,
        Field(
            max_length=500,
            title="Path",
            description="customer.address.0.city, or a JSON pointer such as /customer/address/0/city",
        ),
    ]
    compare: Annotated[
        Literal["exact", "number", "ignore_case", "present"],
        Field(
            title="Compare",
            description="number: within the tolerances. ignore_case: texts, ignoring case and outer spaces. "
            "present: any value",
        ),
    ] = "exact"
    absolute: Annotated[float, Field(ge=0.0, title="Absolute tolerance")] = 0.0
    relative: Annotated[float, Field(ge=0.0, title="Relative tolerance")] = 0.0


EXACTLY = FieldRule(path="")


class FieldMatchSpec(TextSpec, frozen=True):
    kind: Literal["field_match"] = "field_match"
    fields: Annotated[
        tuple[FieldRule, ...],
        Field(
            max_length=MOST_FIELDS,
            title="Fields",
            description="None: every field at the top of the expected JSON, exactly",
        ),
    ] = ()
    pass_at: PassAt = 1.0


PERSON = '{"name": "Ada", "born": 1815}'


@scorer(
    FieldMatchSpec,
    title="Fields match",
    needs_expected=True,
    examples=[
        Example(output='{"born": 1815.0, "name": "Ada", "more": 1}', expected=PERSON, value=1.0),
        Example(output='{"name": "Ada", "born": 1816}', expected=PERSON, value=0.5),
        Example(
            output='{"name": "ADA ", "born": "1816"}',
            expected=PERSON,
            spec={
                "fields": [
                    {"path": "name", "compare": "ignore_case"},
                    {"path": "/born", "compare": "number", "absolute": 1},
                ]
            },
            value=1.0,
        ),
        Example(output="Ada, 1815", expected=PERSON, value=0.0),
    ],
)
def field_match(spec: FieldMatchSpec, sample: Sample) -> ScoreOutcome:
    """The share of the expected JSON's fields that match in the answer's JSON. Other fields are ignored."""
    try:
        wanted = read_json(sample.expected or "")
    except NotJson as error:
        return cannot(f"The expected answer is not JSON: {error}")
    # A field without an expected value in the case is not checked.
    asked = [each for each in _asked(spec, wanted) if each[2] is not NOTHING]
    if not asked:
        return not_applicable("The expected JSON has none of these fields")
    try:
        got = read_json(text_of(spec, sample))
    except NotJson as error:
        return yes_or_no(False, f"Not JSON: {error}")
    wrong = [
        _pointer(steps)
        for rule, steps, value in asked
        if not _fits(rule, value, _found(got, steps))
    ]
    right = len(asked) - len(wrong)
    reason = f"{right} of {len(asked)} fields match"
    if wrong:
        reason += f"; not {', '.join(wrong[:5])}" + (" …" if len(wrong) > 5 else "")
    return graded(right / len(asked), spec.pass_at, reason, wrong=wrong[:50])


def at(value: Any, path: str) -> Any:
    """Return the value at a path; NOTHING if the path does not exist."""
    return _found(value, _steps(path))


def _found(value: Any, steps: tuple[str, ...]) -> Any:
    for step in steps:
        if isinstance(value, dict):
            value = cast(dict[str, Any], value).get(step, NOTHING)
        elif isinstance(value, list):
            items = cast(list[Any], value)
            is_index = step.isascii() and step.isdigit() and len(step) < 10
            value = items[int(step)] if is_index and int(step) < len(items) else NOTHING
        else:
            return NOTHING
    return value


@lru_cache(maxsize=1024)
def _steps(path: str) -> tuple[str, ...]:
    if path.startswith("/"):
        return tuple(step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/"))
    return tuple(path.replace("[", ".").replace("]", "").split(".")) if path else ()


def _pointer(steps: tuple[str, ...]) -> str:
    return "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps)


def _asked(spec: FieldMatchSpec, wanted: Any) -> Iterator[tuple[FieldRule, tuple[str, ...], Any]]:
    """Yield each rule with its path and the expected value; without rules, one for each expected field."""
    for rule in spec.fields:
        steps = _steps(rule.path)
        yield rule, steps, _found(wanted, steps)
    if spec.fields:
        return
    if not isinstance(wanted, dict):
        yield EXACTLY, (), wanted
        return
    for name, value in islice(cast(dict[str, Any], wanted).items(), MOST_FIELDS):
        yield EXACTLY, (name,), value


def _fits(rule: FieldRule, wanted: Any, got: Any) -> bool:
    if got is NOTHING:
        return False
    if rule.compare == "present":
        return True
    if rule.compare == "number":
        return _near(rule, _number(wanted), _number(got))
    if rule.compare == "ignore_case" and isinstance(wanted, str) and isinstance(got, str):
        return wanted.strip().casefold() == got.strip().casefold()
    return same(wanted, got)


def _near(rule: FieldRule, wanted: float | None, got: float | None) -> bool:
    if wanted is None or got is None:
        return False
    apart, allowed = abs(wanted - got), max(rule.absolute, rule.relative * abs(wanted))
    return apart <= allowed or math.isclose(apart, allowed, rel_tol=1e-9)


def _number(value: Any) -> float | None:
    """Return a JSON number, or a text that contains one, as float; otherwise None."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
