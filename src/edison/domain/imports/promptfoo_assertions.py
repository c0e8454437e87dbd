"""Assertions of promptfoo as checks of Edison's scorers, with the reason where they are not the same.

A mapping is exact if it decides every answer like the assertion. The wording of a model's grading is Edison's own, so
an assertion that only has a criterion in words is exact, and one with an algorithm of its own is approximated.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from edison.domain.imports.nunjucks_text import plain_text
from edison.domain.imports.promptfoo_csv import split_values
from edison.domain.imports.promptfoo_graded import GRADED, GradedForm
from edison.domain.imports.source_files import as_dict, as_list
from edison.domain.judging.javascript_patterns import python_pattern

_RAW = {"part": "raw"}


class Unmapped(Exception):
    """The assertion has no counterpart; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedAssertion:
    """An assertion as a check of a scorer, or as a criterion for a grading model."""

    spec: dict[str, Any] = field(default_factory=dict[str, Any])
    # Says how it can decide differently; empty: exact.
    differs: str = ""
    # For assertions that call a model.
    graded: GradedForm | None = None
    text: str = ""
    pass_at: float | None = None
    # The scorer decides by the expected answer of the case.
    expected: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AssertionInput:
    """An assertion whose value has been rendered with the variables of its case."""

    kind: str
    value: Any
    threshold: float | None
    fields: dict[str, Any]


def _text(given: AssertionInput) -> str:
    if given.value is None:
        raise Unmapped("The assertion has no value")
    return plain_text(given.value)


def _list(given: AssertionInput) -> list[str]:
    values = split_values(given.value) if isinstance(given.value, str) else as_list(given.value)
    if not values:
        raise Unmapped("The assertion has no value")
    return [plain_text(value) for value in values]


def _contains(mode: str, *, ignore_case: bool) -> Callable[[AssertionInput], MappedAssertion]:
    def mapped(given: AssertionInput) -> MappedAssertion:
        values = [_text(given)] if mode == "one" else _list(given)
        spec = {"kind": "contains", "values": values, "ignore_case": ignore_case, **_RAW}
        return MappedAssertion(spec={**spec, "mode": "any" if mode == "any" else "all"})

    return mapped


def _equals(given: AssertionInput) -> MappedAssertion:
    if as_dict(given.value) or as_list(given.value):
        return MappedAssertion(
            spec={"kind": "answer_format", "format": "json", "json_schema": {"const": given.value}}
        )
    return MappedAssertion(spec={"kind": "exact", "value": _text(given), "trim": False, **_RAW})


def _starts_with(given: AssertionInput) -> MappedAssertion:
    pattern = r"\A" + escaped(_text(given))
    return MappedAssertion(spec={"kind": "regex", "pattern": pattern, **_RAW})


def escaped(text: str) -> str:
    """Escape a text for a pattern, in syntax that every engine accepts."""
    return re.sub(r"([\\.+*?()|\[\]{}^$/])", r"\\\1", text)


_LOOKS_AROUND = re.compile(r"\(\?(?:[=!]|<[=!])|\\[1-9]|\\k<")


def _regex(given: AssertionInput) -> MappedAssertion:
    pattern = _text(given)
    if not _LOOKS_AROUND.search(pattern):
        pattern = re.sub(r"\(\?<(?![=!])", "(?P<", pattern)
        return MappedAssertion(spec={"kind": "regex", "pattern": pattern, **_RAW})
    # RE2 looks neither ahead nor back. A Python check does, with a time limit.
    code = f"import re\n\ndef check(raw):\n    return bool(re.search({python_pattern(pattern)!r}, raw))\n"
    return MappedAssertion(spec=python_check(code))


def python_check(code: str, pass_at: float | None = None) -> dict[str, Any]:
    spec: dict[str, Any] = {"kind": "python_check", "code": code, **_RAW}
    return spec if pass_at is None else {**spec, "pass_at": pass_at}


def _format(name: str, where: str) -> Callable[[AssertionInput], MappedAssertion]:
    def mapped(given: AssertionInput) -> MappedAssertion:
        spec: dict[str, Any] = {"kind": "answer_format", "format": name, "where": where}
        if name == "json":
            schema = json.loads(given.value) if _is_text(given.value) else given.value
            if schema:
                spec["json_schema"] = as_dict(schema)
        elif name == "xml" and given.value:
            wanted = as_dict(given.value).get("requiredElements", given.value)
            spec["elements"] = split_values(wanted) if _is_text(wanted) else as_list(wanted)
        return MappedAssertion(spec=spec)

    return mapped


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _sql(where: str) -> Callable[[AssertionInput], MappedAssertion]:
    def mapped(given: AssertionInput) -> MappedAssertion:
        differs = "Edison looks for a statement that begins like SQL; it does not parse the dialect"
        if as_dict(given.value):
            differs += " and does not check the allowed tables and columns"
        verbs = "SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|REPLACE|TRUNCATE"
        start = r"\A\s*" if where == "whole" else r"(?:\A|```(?:sql)?)\s*"
        pattern = rf"{start}(?:{verbs})\s+\S"
        spec = {"kind": "regex", "pattern": pattern, "ignore_case": True, **_RAW}
        return MappedAssertion(spec=spec, differs=differs)

    return mapped


def _limit(kind: str, name: str) -> Callable[[AssertionInput], MappedAssertion]:
    def mapped(given: AssertionInput) -> MappedAssertion:
        if given.threshold is None or given.threshold <= 0:
            raise Unmapped("It has no threshold above 0")
        return MappedAssertion(spec={"kind": kind, name: given.threshold})

    return mapped


def _words(given: AssertionInput) -> MappedAssertion:
    limits = as_dict(given.value)
    low, high = (limits.get("min"), limits.get("max")) if limits else (given.value, given.value)
    spec: dict[str, Any] = {"kind": "length", "unit": "words", **_RAW}
    try:
        spec |= {"at_least": int(low)} if low is not None else {}
        spec |= {"at_most": int(high)} if high is not None else {}
    except (TypeError, ValueError):
        raise Unmapped("Its value is neither a number nor a range") from None
    return MappedAssertion(spec=spec)


def _finish(given: AssertionInput) -> MappedAssertion:
    code = f"def check(finish):\n    return finish == {_text(given)!r}\n"
    return MappedAssertion(spec=python_check(code))


def _levenshtein(given: AssertionInput) -> MappedAssertion:
    most = 5 if given.threshold is None else int(given.threshold)
    spec = {"kind": "edit_distance", "value": _text(given), "max_edits": most, "trim": False}
    return MappedAssertion(spec={**spec, **_RAW})


def _overlap(measure: str, usual: float) -> Callable[[AssertionInput], MappedAssertion]:
    def mapped(given: AssertionInput) -> MappedAssertion:
        wanted = as_list(given.value) or [_text(given)]
        pass_at = usual if given.threshold is None else given.threshold
        spec: dict[str, Any] = {"kind": "ngram_overlap", "measure": measure}
        spec |= {"values": [plain_text(each) for each in wanted], "pass_at": pass_at}
        # Some versions of promptfoo reward short answers, where BLEU penalizes them.
        differs = "Edison penalizes short answers as BLEU does" if measure == "bleu" else ""
        return MappedAssertion(spec={**spec, **_RAW}, differs=differs)

    return mapped


def _meteor(given: AssertionInput) -> MappedAssertion:
    pass_at = 0.5 if given.threshold is None else given.threshold
    spec = {"kind": "ngram_overlap", "measure": "rouge_1", "values": [_text(given)]}
    differs = "METEOR counts stems and synonyms, too; Edison compares the words as they are"
    return MappedAssertion(spec={**spec, "pass_at": pass_at, **_RAW}, differs=differs)


def _refusal(_: AssertionInput) -> MappedAssertion:
    return MappedAssertion(
        spec={"kind": "refusal"},
        differs="Edison has its own list of phrases of refusal",
    )


def _guardrails(_: AssertionInput) -> MappedAssertion:
    code = "def check(finish):\n    return finish != 'content_filter'\n"
    return MappedAssertion(
        spec=python_check(code),
        differs="Edison knows that a provider filtered an answer, not which guardrail flagged it",
    )


def _tool_f1(given: AssertionInput) -> MappedAssertion:
    wanted = given.value
    names = split_values(wanted) if isinstance(wanted, str) else as_list(wanted)
    names = [
        str(as_dict(name).get("name", "")) if isinstance(name, dict) else name for name in names
    ]
    pass_at = 1.0 if given.threshold is None else given.threshold
    code = (
        "def check(tool_calls):\n"
        f"    wanted = set({names!r})\n"
        "    made = {call['name'] for call in tool_calls}\n"
        "    if not wanted and not made:\n        return 1.0\n"
        "    both = len(wanted & made)\n"
        "    return 2 * both / (len(wanted) + len(made)) if both else 0.0\n"
    )
    return MappedAssertion(spec=python_check(code, pass_at))


def _tools_call(given: AssertionInput) -> MappedAssertion:
    tools = as_list(given.fields.get("tools"))
    if not tools:
        raise Unmapped("The configuration does not say which tools the model has")
    return MappedAssertion(spec={"kind": "tool_schema", "tools": tools})


_MAPPED: dict[str, Callable[[AssertionInput], MappedAssertion]] = {
    "equals": _equals,
    "contains": _contains("one", ignore_case=False),
    "icontains": _contains("one", ignore_case=True),
    "contains-all": _contains("all", ignore_case=False),
    "icontains-all": _contains("all", ignore_case=True),
    "contains-any": _contains("any", ignore_case=False),
    "icontains-any": _contains("any", ignore_case=True),
    "starts-with": _starts_with,
    "regex": _regex,
    "is-json": _format("json", "whole"),
    "contains-json": _format("json", "inside"),
    "is-html": _format("html", "whole"),
    "contains-html": _format("html", "inside"),
    "is-xml": _format("xml", "whole"),
    "contains-xml": _format("xml", "inside"),
    "is-sql": _sql("whole"),
    "contains-sql": _sql("inside"),
    "cost": _limit("cost", "max_usd"),
    "latency": _limit("latency", "max_ms"),
    "word-count": _words,
    "finish-reason": _finish,
    "levenshtein": _levenshtein,
    "rouge-n": _overlap("rouge_1", 0.75),
    "bleu": _overlap("bleu", 0.5),
    "gleu": _overlap("gleu", 0.5),
    "meteor": _meteor,
    "is-refusal": _refusal,
    "guardrails": _guardrails,
    "tool-call-f1": _tool_f1,
    "is-valid-openai-tools-call": _tools_call,
    "is-valid-openai-function-call": _tools_call,
    "is-valid-function-call": _tools_call,
}

_NOT_THERE = {
    "ruby": "Ruby code cannot run in Edison; write the check in Python",
    "webhook": "Edison calls no address of a test; write the check in Python",
    "classifier": "Edison calls no classifier; use a judge or a moderation model",
    "pi": "Edison does not call this service; use a judge with the same criterion",
    "perplexity": "Providers seldom give token probabilities, so that Edison does not store them",
    "perplexity-score": "Providers seldom give token probabilities, so that Edison does not store them",
    "select-best": "It compares the answers of several targets; use a pairwise judge",
    "max-score": "It compares the answers of several targets; use the comparison of a run",
    "search-rubric": "Edison's judges do not search the web",
    "agent-rubric": "Edison's judges do not act as agents",
    "skill-used": "Edison does not record the skills of an agent",
    "similar:dot": "Edison compares by the cosine only",
    "similar:euclidean": "Edison compares by the cosine only",
}
_CODE = frozenset({"javascript", "python"})
KNOWN_TYPES = frozenset({*_MAPPED, *_NOT_THERE, *GRADED, *_CODE, "similar", "moderation"})


def map_assertion(given: AssertionInput) -> MappedAssertion:
    """Map an assertion without its `not-`. Raise Unmapped with the reason if it has no counterpart."""
    if given.kind in _MAPPED:
        try:
            return _MAPPED[given.kind](given)
        except (ValueError, TypeError):
            raise Unmapped("Its value cannot be read") from None
    if given.kind in GRADED:
        form = GRADED[given.kind]
        text = plain_text(given.value)
        if form.needs_text and not text.strip():
            raise Unmapped("The assertion has no value")
        pass_at = form.pass_at if given.threshold is None else given.threshold
        return MappedAssertion(graded=form, text=text, pass_at=pass_at, differs=form.differs)
    if given.kind in {"similar", "similar:cosine"}:
        if isinstance(given.value, list):
            raise Unmapped("Edison compares with one expected answer, not with the best of a list")
        pass_at = 0.75 if given.threshold is None else given.threshold
        return MappedAssertion(
            spec={"kind": "semantic_similarity", "pass_at": pass_at}, expected=_text(given)
        )
    if given.kind.startswith(("trace-", "trajectory:")):
        raise Unmapped("It reads a trace of an application, which Edison does not store")
    raise Unmapped(_NOT_THERE.get(given.kind, "Edison has no such check"))
