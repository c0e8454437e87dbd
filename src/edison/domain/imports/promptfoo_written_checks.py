"""Scorers of Edison as assertions of promptfoo. What decides otherwise there is not written."""

import json
from collections.abc import Callable, Mapping
from typing import Any

Spec = Mapping[str, Any]
_FORMS = {"whole": "is", "inside": "contains"}
_OVERLAPS = {"rouge_1": "rouge-n", "gleu": "gleu"}


class NotWritable(ValueError):
    """The scorer has no assertion of the same meaning; the message says why."""

    def __init__(self, reason: str, *, needs_expected: bool = False) -> None:
        self.needs_expected = needs_expected
        super().__init__(reason)


def write_check(spec: Spec, expected: str | None) -> dict[str, Any]:
    """Write a scorer as an assertion. `expected` is the expected answer of the case."""
    writer = _WRITERS.get(spec["kind"])
    if writer is None:
        raise NotWritable("promptfoo has no assertion of the same meaning")
    found = writer(spec, expected)
    if spec.get("negate"):
        found["type"] = f"not-{found['type']}"
    return found


def _wanted(given: str | None, expected: str | None) -> str:
    wanted = expected if given is None else given
    if wanted is None:
        raise NotWritable("it compares with the expected answer", needs_expected=True)
    return wanted


def _contains(spec: Spec, expected: str | None) -> dict[str, Any]:
    values = list(spec.get("values") or [_wanted(None, expected)])
    name = "icontains" if spec.get("ignore_case", True) else "contains"
    if len(values) == 1:
        return {"type": name, "value": values[0]}
    return {"type": f"{name}-{spec.get('mode', 'all')}", "value": values}


def _exact(spec: Spec, expected: str | None) -> dict[str, Any]:
    wanted = _wanted(spec.get("value"), expected)
    trim, fold = spec.get("trim", True), spec.get("ignore_case", False)
    if not trim and not fold:
        return {"type": "equals", "value": wanted}
    change = (".trim()" if trim else "") + (".toLowerCase()" if fold else "")
    literal = json.dumps(wanted, ensure_ascii=False)
    return {"type": "javascript", "value": f"output{change} === {literal}{change}"}


def _regex(spec: Spec, _: str | None) -> dict[str, Any]:
    pattern = str(spec["pattern"]).replace("(?P<", "(?<")
    for start, end in ((r"\A", "^"), (r"\z", "$"), (r"\Z", "$")):
        pattern = pattern.replace(start, end)
    if spec.get("whole"):
        pattern = f"^(?:{pattern})$"
    flags = "".join(
        flag
        for name, flag in (("ignore_case", "i"), ("multiline", "m"), ("dot_all", "s"))
        if spec.get(name)
    )
    if not flags:
        return {"type": "regex", "value": pattern}
    literal = json.dumps(pattern, ensure_ascii=False)
    return {"type": "javascript", "value": f'new RegExp({literal}, "{flags}").test(output)'}


def _length(spec: Spec, _: str | None) -> dict[str, Any]:
    ends = (("min", spec.get("at_least")), ("max", spec.get("at_most")))
    limits = {name: value for name, value in ends if value is not None}
    unit = spec.get("unit", "words")
    if unit == "words":
        return {"type": "word-count", "value": limits}
    counted = {"characters": "[...output].length", "lines": "output.split('\\n').length"}.get(unit)
    if counted is None:
        raise NotWritable("promptfoo does not count tokens of an answer")
    tests = [
        f"{counted} {'>=' if name == 'min' else '<='} {limit}" for name, limit in limits.items()
    ]
    return {"type": "javascript", "value": " && ".join(tests)}


def _json(spec: Spec, _: str | None) -> dict[str, Any]:
    schema = spec.get("json_schema")
    return {"type": "is-json", "value": schema} if schema else {"type": "is-json"}


def _format(spec: Spec, _: str | None) -> dict[str, Any]:
    kind = spec.get("format", "json")
    found: dict[str, Any] = {"type": f"{_FORMS[spec.get('where', 'whole')]}-{kind}"}
    if kind == "json" and spec.get("json_schema"):
        found["value"] = spec["json_schema"]
    if kind == "xml" and spec.get("elements"):
        found["value"] = {"requiredElements": list(spec["elements"])}
    return found


def _limit(name: str, field: str) -> Callable[[Spec, str | None], dict[str, Any]]:
    return lambda spec, _: {"type": name, "threshold": float(spec[field])}


def _edits(spec: Spec, expected: str | None) -> dict[str, Any]:
    most = spec.get("max_edits")
    if most is None or spec.get("trim", True) or spec.get("ignore_case"):
        raise NotWritable("promptfoo counts edits of the texts as they are, and has no share")
    wanted = _wanted(spec.get("value"), expected)
    return {"type": "levenshtein", "value": wanted, "threshold": most}


def _overlap(spec: Spec, expected: str | None) -> dict[str, Any]:
    name = _OVERLAPS.get(spec["measure"])
    if name is None:
        raise NotWritable("some versions of promptfoo compute BLEU otherwise")
    values = list(spec.get("values") or [_wanted(None, expected)])
    value = values[0] if len(values) == 1 else values
    return {"type": name, "value": value, "threshold": spec.get("pass_at", 0.5)}


def _similar(spec: Spec, expected: str | None) -> dict[str, Any]:
    threshold = spec.get("pass_at", 0.75)
    return {"type": "similar", "value": _wanted(None, expected), "threshold": threshold}


_WRITERS: dict[str, Callable[[Spec, str | None], dict[str, Any]]] = {
    "contains": _contains,
    "exact": _exact,
    "regex": _regex,
    "length": _length,
    "json_valid": _json,
    "json_schema": _json,
    "answer_format": _format,
    "latency": _limit("latency", "max_ms"),
    "cost": _limit("cost", "max_usd"),
    "edit_distance": _edits,
    "ngram_overlap": _overlap,
    "semantic_similarity": _similar,
}
