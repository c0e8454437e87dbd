"""Scorers that run in your process, by the rules of the server's scorers of the same kind.

Kinds that are not here, such as judges, are scored by the server only.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from edison_sdk.errors import EdisonError

Spec = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalScore:
    """The score of one output: a value from 0 to 1, whether it passed, and why."""

    scorer: str
    value: float
    passed: bool
    reason: str


def has_local(spec: Spec) -> bool:
    """Return whether this kind of scorer can run here. Options for parts of an answer need the server."""
    return spec.get("kind") in _KINDS and not spec.get("part")


def score_locally(spec: Spec, output: str, expected: str | None) -> LocalScore:
    """Score an output. Raise an error if the scorer needs an expected answer and the case has none."""
    kind = str(spec.get("kind"))
    passed, reason = _KINDS[kind](spec, output, expected)
    name = str(spec.get("name") or kind)
    return LocalScore(scorer=name, value=float(passed), passed=passed, reason=reason)


def _exact(spec: Spec, output: str, expected: str | None) -> tuple[bool, str]:
    wanted = _wanted(spec.get("value"), expected)

    def plain(text: str) -> str:
        text = text.strip() if spec.get("trim", True) else text
        return text.casefold() if spec.get("ignore_case") else text

    equal = plain(output) == plain(wanted)
    return equal != bool(spec.get("negate")), f"{'Equals' if equal else 'Differs from'} {wanted!r}"


def _contains(spec: Spec, output: str, expected: str | None) -> tuple[bool, str]:
    wanted: list[str] = list(spec.get("values") or [_wanted(None, expected).strip()])

    def folded(text: str) -> str:
        return text.casefold() if spec.get("ignore_case", True) else text

    absent = [each for each in wanted if folded(each) not in folded(output)]
    enough = len(absent) < len(wanted) if spec.get("mode") == "any" else not absent
    reason = f"Does not contain {absent[0]!r}" if absent else f"Contains {wanted[0]!r}"
    return enough != bool(spec.get("negate")), reason


def _regex(spec: Spec, output: str, _: str | None) -> tuple[bool, str]:
    options = (("ignore_case", re.I), ("multiline", re.M), ("dot_all", re.S))
    # ASCII, as RE2 on the server.
    flags = re.A
    for name, flag in options:
        flags |= flag if spec.get(name) else re.A
    pattern = re.compile(str(spec["pattern"]), flags)
    found = pattern.fullmatch(output) if spec.get("whole") else pattern.search(output)
    if found is None:
        return bool(spec.get("negate")), f"{pattern.pattern!r} does not match"
    return not spec.get("negate"), f"Matches {found.group()[:400]!r}"


def _json_valid(spec: Spec, output: str, _: str | None) -> tuple[bool, str]:
    text = output.strip()
    fenced = re.fullmatch(r"```(?:json)?\s*\n(.*?)\n?```", text, re.S)
    if fenced and spec.get("allow_fence", True):
        text = fenced.group(1)
    try:
        value: object = json.loads(text, parse_constant=_no_constant)
    except ValueError as error:
        return False, f"Not JSON: {error}"
    kinds: dict[str, type] = {"object": dict, "array": list}
    wanted = spec.get("type", "any")
    if wanted in kinds and not isinstance(value, kinds[wanted]):
        return False, f"JSON, but not an {wanted}"
    return True, "Valid JSON"


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _length(spec: Spec, output: str, _: str | None) -> tuple[bool, str]:
    unit = spec.get("unit", "words")
    counts: dict[str, Callable[[], int]] = {
        "characters": lambda: len(output),
        "words": lambda: len(output.split()),
        "lines": lambda: len(output.splitlines()),
    }
    if unit not in counts:
        raise EdisonError(f"A length in {unit} is scored by the server only")
    count = counts[unit]()
    low, high = spec.get("at_least") or 0, spec.get("at_most")
    allowed = f"{low} to {high}" if high is not None else f"at least {low}"
    return count >= low and (high is None or count <= high), f"{count} {unit}; allowed {allowed}"


def _wanted(value: Any, expected: str | None) -> str:
    if value is not None:
        return str(value)
    if expected is None:
        raise EdisonError("This scorer needs the expected answer of the case, which has none.")
    return expected


_KINDS: dict[str, Callable[[Spec, str, str | None], tuple[bool, str]]] = {
    "exact": _exact,
    "contains": _contains,
    "regex": _regex,
    "json_valid": _json_valid,
    "length": _length,
}
