"""Graders of OpenAI's evals as checks and grader prompts of Edison."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from edison.domain.imports.import_plan import PlannedPrompt
from edison.domain.imports.openai_messages import content_of
from edison.domain.imports.source_files import as_dict, as_list
from edison.domain.prompts.prompt import PromptContent, PromptKind

_RAW = {"part": "raw"}
_ANSWER = re.compile(r"\{\{\s*sample\.output_text\s*\}\}")
_SAMPLE = re.compile(r"\{\{\s*sample\.")
_ITEM = re.compile(r"\{\{\s*item\.")
_GRADE_PYTHON = """

def check(raw, values, tool_calls):
    sample = {{"output_text": raw, "output_tools": tool_calls}}
    score = float(grade(sample, values))
    return {{"score": min(max(score, 0.0), 1.0), "passed": score >= {threshold!r}}}
"""


class UnmappedGrader(ValueError):
    """The grader has no counterpart; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraderPlan:
    """A grader: with a prompt if a model grades, otherwise a check of each case."""

    name: str
    place: str
    fields: dict[str, Any] = field(default_factory=dict[str, Any])
    prompt: PlannedPrompt | None = None
    model: str = ""
    pass_at: float = 0.5
    note: str = ""


def prompt_of_grader(name: str, place: str, fields: dict[str, Any]) -> GraderPlan:
    """Plan a grader. Raise UnmappedGrader for one that Edison does not have."""
    match fields.get("type"):
        case "string_check" | "text_similarity" | "python":
            return GraderPlan(name=name, place=place, fields=fields)
        case "score_model":
            return _score_model(name, place, fields)
        case "label_model":
            return _label_model(name, place, fields)
        case "multi":
            raise UnmappedGrader("It combines graders by a formula; add them one by one")
        case other:
            raise UnmappedGrader(f"Edison has no grader of the type {other}")


def check_of_grader(plan: GraderPlan, constant: Callable[[str], str]) -> tuple[dict[str, Any], str]:
    """Return the check of one case, and how it differs from the grader, if it does."""
    fields, kind = plan.fields, plan.fields.get("type")
    if kind == "python":
        threshold = _number(fields.get("pass_threshold"), 0.5)
        code = str(fields.get("source", "")) + _GRADE_PYTHON.format(threshold=threshold)
        return {"spec": {"kind": "python_check", "code": code, **_RAW}, "name": plan.name}, ""
    if not _ANSWER.fullmatch(str(fields.get("input", "")).strip()):
        raise UnmappedGrader("Its input is not the answer alone ({{ sample.output_text }})")
    reference = constant(str(fields.get("reference", "")))
    if kind == "string_check":
        return _string_check(plan.name, str(fields.get("operation")), reference), ""
    return _similarity(plan.name, fields, reference)


def _string_check(name: str, operation: str, reference: str) -> dict[str, Any]:
    exact = {"kind": "exact", "value": reference, "trim": False, **_RAW}
    contains = {"kind": "contains", "values": [reference], **_RAW}
    match operation:
        case "eq":
            return {"spec": exact, "name": name}
        case "ne":
            return {"spec": exact, "name": name, "negate": True}
        case "like":
            return {"spec": {**contains, "ignore_case": False}, "name": name}
        case "ilike":
            return {"spec": {**contains, "ignore_case": True}, "name": name}
        case _:
            raise UnmappedGrader(f"Edison does not know the comparison {operation}")


def _similarity(name: str, fields: dict[str, Any], reference: str) -> tuple[dict[str, Any], str]:
    metric = str(fields.get("evaluation_metric"))
    pass_at = _number(fields.get("pass_threshold"), 0.5)
    overlap = {"kind": "ngram_overlap", "values": [reference], "pass_at": pass_at, **_RAW}
    differs = "Edison splits the text into words by its own rules"
    match metric:
        case "bleu" | "gleu":
            return {"spec": {**overlap, "measure": metric}, "name": name}, differs
        case "rouge_1" | "rouge_l" | "meteor":
            differs = differs if metric == "rouge_1" else f"{metric} is compared by single words"
            return {"spec": {**overlap, "measure": "rouge_1"}, "name": name}, differs
        case "fuzzy_match":
            spec = {"kind": "edit_distance", "value": reference, "pass_at": pass_at, **_RAW}
            return {"spec": spec, "name": name}, "Edison compares by the edit distance"
        case _:
            raise UnmappedGrader(f"Edison does not compute {metric}")


def _score_model(name: str, place: str, fields: dict[str, Any]) -> GraderPlan:
    low, high = 0.0, 1.0
    given = as_list(fields.get("range"))
    if len(given) == 2:
        low, high = _number(given[0], 0.0), _number(given[1], 1.0)
    if low != 0 or high <= 0:
        raise UnmappedGrader("Its scale does not begin at 0")
    threshold = _number(fields.get("pass_threshold"), high / 2)
    form = (
        f'Answer with one JSON object and nothing else: {{"reason": "<one sentence>", "score": <0 to {high:g}>, '
        f'"scale": {high:g}}}.'
    )
    return _graded(name, place, fields, form, threshold / high)


def _label_model(name: str, place: str, fields: dict[str, Any]) -> GraderPlan:
    labels = ", ".join(str(each) for each in as_list(fields.get("labels")))
    passing = ", ".join(str(each) for each in as_list(fields.get("passing_labels")))
    if not labels or not passing:
        raise UnmappedGrader("It names no labels, or none that pass")
    form = (
        f"Choose one of the labels: {labels}. Then answer with one JSON object and nothing else: "
        f'{{"reason": "<the label>", "score": 1}} if the label is one of {passing}, and with "score": 0 if not.'
    )
    return _graded(name, place, fields, form, 0.5)


def _graded(name: str, place: str, fields: dict[str, Any], form: str, pass_at: float) -> GraderPlan:
    messages = [
        {**as_dict(each), "content": _plain(as_dict(each).get("content"))}
        for each in as_list(fields.get("input"))
    ]
    content, problems = content_of({"messages": messages})
    if problems or not messages:
        raise UnmappedGrader(problems[0] if problems else "It has no messages")
    content = replace(content, system=f"{content.system}\n\n{form}".strip())
    if not content.messages:
        content = PromptContent(
            system=form, messages=content_of({"input": content.system})[0].messages
        )
    return GraderPlan(
        name=name,
        place=place,
        fields=fields,
        prompt=PlannedPrompt(name=name, content=content, kind=PromptKind.GRADER, in_suite=False),
        model=str(fields.get("model") or "grader"),
        pass_at=pass_at,
        note="The form of the grade is Edison's own",
    )


def _plain(content: Any) -> Any:
    if isinstance(content, dict):
        return _plain(as_dict(content).get("text"))
    if isinstance(content, list):
        return [{**as_dict(p), "text": _plain(as_dict(p).get("text"))} for p in as_list(content)]
    text = _ANSWER.sub("{{output}}", str(content or ""))
    if _SAMPLE.search(text):
        raise UnmappedGrader("It reads more of the answer than its text")
    return _ITEM.sub("{{", text)


def _number(value: Any, usual: float) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else usual
