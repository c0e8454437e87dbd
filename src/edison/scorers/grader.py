"""Grader: a user's own prompt that grades an answer.

This file has the spec, the template values and the parsing; the engine makes the call.
"""

import math
import re
from typing import Annotated, Any, Literal, cast
from uuid import UUID

from pydantic import Field

from edison.domain.arena.question_review import question_text
from edison.domain.datasets.dataset import CaseValue
from edison.domain.judging.score import NotScored, Sample, Scored, ScoreOutcome, ScoreProblem
from edison.domain.prompts.output_contract import parse
from edison.scorers.scorer_plugin import MAX_REASON, PassAt, TextSpec, scorer
from edison.scorers.strict_json import NotJson, read_json

# Names that a grader's template may use besides the variables of the case.
OUTPUT = "output"
EXPECTED = "expected"
INPUT = "input"

_RESPONSE_TAG = re.compile(r"</?response>", re.IGNORECASE)
# "0.7", "7/10", "85 / 100", "85%", "Score: 4 out of 5". Only a word such as "score" may precede it.
_NUMBER = re.compile(
    r"(?:(?:final\s+)?(?:score|grade|rating)\s*(?:is|:|=)?\s*)?"
    r"(?P<number>[-+]?(?:\d{1,9}(?:\.\d{0,20})?|\.\d{1,20}))\s*"
    r"(?:(?P<percent>%)|(?:/|out\s+of)\s*(?P<scale>\d{1,9}(?:\.\d{1,20})?))?\s*\.?",
    re.IGNORECASE,
)
PASS_WORDS = frozenset({"pass", "passed", "true", "yes", "correct"})
FAIL_WORDS = frozenset({"fail", "failed", "false", "no", "incorrect"})
SCORE_NAMES = ("score", "grade", "value", "rating")
PASS_NAMES = ("pass", "passed", "correct")
REASON_NAMES = ("reason", "reasoning", "explanation", "comment")


class GraderSpec(TextSpec, frozen=True):
    kind: Literal["grader"] = "grader"
    prompt: Annotated[UUID, Field(title="Grader", description="A prompt of the kind grader")]
    version: Annotated[
        int | None,
        Field(ge=1, title="Version", description="None: the newest version when a run starts"),
    ] = None
    model: Annotated[UUID, Field(title="Model", description="A model of the catalog")]
    parameters: Annotated[
        dict[str, Any],
        Field(title="Parameters", description="Parameters that differ from those of the prompt"),
    ] = Field(default_factory=dict[str, Any])
    pass_at: PassAt = 0.5
    only_with: Annotated[
        str,
        Field(
            max_length=100,
            title="Only cases with",
            description="Grade only cases that have a value of this name; empty: all cases",
        ),
    ] = ""


@scorer(GraderSpec, title="Grader prompt", calls_model=True)
def grader(spec: GraderSpec, sample: Sample) -> ScoreOutcome:
    """Your own prompt grades the answer. It may use the case's variables, {{output}}, {{expected}} and {{input}}."""
    return _no_grade("A grader calls a model and only works in a run")


def grader_values(sample: Sample) -> dict[str, CaseValue]:
    """Return the values for the grader's template. `output` and `expected` override variables of the same names."""
    values = dict(sample.values)
    if INPUT not in values:
        values[INPUT] = input_of(sample)
    values[EXPECTED] = sample.expected or ""
    values[OUTPUT] = sample.output if sample.parsed is None else sample.parsed
    return values


def grade_of(text: str, pass_at: float = 0.5) -> ScoreOutcome:
    """Parse the grade in a grader's answer; anything that is not clearly a grade is an error.

    If the answer has a <response> part, only that part counts. A grade is a number from 0 to 1, a number with its scale
    (7/10, 85 %), a word such as pass or fail, or JSON with `score` (and `scale`) or `pass`, and `reason`. A number
    above 1 without a scale is rejected.
    """
    said = _without_thinking(text)
    parts = _RESPONSE_TAG.split(said)
    if len(parts) > 1:
        found = parse("response", None, said)
        if found.text is None:
            return _no_grade(f"The grader's answer is malformed: {found.problem}")
        answer, around = found.text.strip(), f"{parts[0]} {parts[-1]}"
    else:
        answer, around = said.strip(), ""
    if not answer:
        return _no_grade("The grader returned an empty answer")
    if answer[:1] in "{`[":
        return _from_json(answer, pass_at)
    value = _value_of(answer)
    if isinstance(value, str):
        return _no_grade(value)
    return _grade(value, pass_at, around)


def _without_thinking(text: str) -> str:
    """Remove thinking blocks in linear time, which a regular expression would not guarantee."""
    kept: list[str] = []
    place = 0
    while True:
        begin = text.find("<thinking>", place)
        end = text.find("</thinking>", begin) if begin >= 0 else -1
        if end < 0:
            return "".join([*kept, text[place:]])
        kept.append(text[place:begin])
        place = end + len("</thinking>")


def _from_json(answer: str, pass_at: float) -> ScoreOutcome:
    try:
        given: Any = read_json(answer)
    except NotJson as error:
        return _no_grade(f"The grader's answer is not JSON: {error}")
    if not isinstance(given, dict):
        return _no_grade("The grader's JSON is not an object")
    fields = {key.lower(): part for key, part in cast(dict[str, Any], given).items()}
    raw = next((fields[name] for name in SCORE_NAMES + PASS_NAMES if name in fields), None)
    if raw is None:
        return _no_grade('The grader\'s JSON has no "score"')
    value = _value_of(raw, fields.get("scale"))
    if isinstance(value, str):
        return _no_grade(value)
    why = next((fields[name] for name in REASON_NAMES if isinstance(fields.get(name), str)), "")
    return _grade(value, pass_at, str(why))


def _value_of(given: Any, scale: Any = None) -> float | str:
    """Return the grade from 0 to 1, or the reason why there is none as a text."""
    if isinstance(given, bool):
        return float(given)
    if isinstance(given, int | float):
        return _scaled(given, scale)
    if not isinstance(given, str):
        return "The grader's score is neither a number nor pass or fail"
    word = given.strip().strip("*\"'`").rstrip(".!*\"'`").strip().lower()
    if word in PASS_WORDS:
        return 1.0
    if word in FAIL_WORDS:
        return 0.0
    # Truncated before matching: a grade is short, and a long text is none.
    found = _NUMBER.fullmatch(word) if len(word) <= 100 else None
    if found is None:
        return f"This is not a grade: {word[:80]}"
    stated = 100.0 if found["percent"] else float(found["scale"]) if found["scale"] else scale
    return _scaled(float(found["number"]), stated)


def _scaled(number: float, scale: Any) -> float | str:
    most = 1.0
    if scale is not None:
        if isinstance(scale, bool) or not isinstance(scale, int | float) or not scale > 0:
            return "The grader's scale is not a number above 0"
        most = float(min(scale, 1e9))
    if not math.isfinite(number) or not 0 <= number <= most:
        hint = "" if scale is not None else ". A grade above 1 needs a scale, such as 7/10"
        return f"The grade {number:g} is not between 0 and {most:g}{hint}"
    return number / most


def _grade(value: float, pass_at: float, why: str) -> Scored:
    reason = " ".join(why.split())[:MAX_REASON] or f"The grader gave {value:g}"
    return Scored(value=value, passed=value >= pass_at, reason=reason)


def _no_grade(reason: str) -> NotScored:
    return NotScored(problem=ScoreProblem.JUDGE_ERROR, reason=reason[:MAX_REASON])


def input_of(sample: Sample) -> str:
    """Join all variables of the case into one text, so that a grader works with any prompt."""
    return question_text(sample.values)
