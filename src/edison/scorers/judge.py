"""Judge: scores each criterion of a rubric, or follows free-text instructions.

This file builds the judge's request and parses its answer.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, WithJsonSchema

from edison.domain.judging.judge import MOST_EXAM_CELLS, Exam, JudgeMode, JudgeVersion
from edison.domain.judging.rubric import Rubric, composite
from edison.domain.judging.score import Sample, Scored, ScoreOutcome
from edison.domain.models.model_call import Message, OutputFormat
from edison.scorers.free_judge import free_schema, free_verdict
from edison.scorers.judge_conversation import (
    JudgeContext,
    JudgeDelimiters,
    JudgeQuestion,
    candidate_of,
    case_of,
    closed,
    files_of_case,
    judge_error,
    level_in,
    levels_of,
    maybe_part,
    object_in,
    part_of,
    read_judge_answers,
    words,
)
from edison.scorers.judge_prompts import FLAGS, by_instructions, exam_variant, pointwise
from edison.scorers.scorer_plugin import MAX_REASON, ScorerSpec, not_applicable, scorer

NO_REFERENCE = "The case has no expected answer, which this judge needs"


class JudgeSpec(ScorerSpec, frozen=True):
    kind: Literal["judge"] = "judge"
    judge: Annotated[UUID, Field(title="Judge", description="One of the project's judges")]
    version: Annotated[
        int | None,
        Field(ge=1, title="Version", description="None: the newest version when a run starts"),
    ] = None
    exam: Annotated[
        Exam,
        WithJsonSchema(
            {
                "type": "string",
                "enum": [str(exam) for exam in Exam],
                "title": "Exam",
                "description": "Tests the judge, not the answer; never part of a grade",
            }
        ),
    ] = Exam.NONE
    cells: Annotated[
        int | None,
        Field(
            ge=1,
            le=MOST_EXAM_CELLS,
            title="Cells",
            description="The maximum number of cells; None: all",
        ),
    ] = None
    skips: Annotated[
        int,
        Field(
            ge=0,
            le=MOST_EXAM_CELLS,
            title="Skips",
            description="The number of these cells that a smaller exam has used",
        ),
    ] = 0


@scorer(JudgeSpec, title="Judge", calls_model=True)
def judge(spec: JudgeSpec, sample: Sample) -> ScoreOutcome:
    """A judge of the project scores the answer, by the criteria of its rubric or by free-text instructions."""
    return judge_error("A judge calls a model and only works in a run")


def judge_next(
    spec: JudgeSpec, context: JudgeContext, said: Sequence[str]
) -> JudgeQuestion | ScoreOutcome:
    """Return the next request to the judge, or the final score."""
    version, sample = context.judge, context.sample
    if version is None:
        return judge_error("The judge was removed")
    rubric = version.rubric
    if sample.malformed is not None or sample.parsed is None:
        return _malformed(spec, rubric, sample)
    if version.content.uses_reference and sample.expected is None:
        return not_applicable(NO_REFERENCE)
    text = exam_variant(spec.exam, candidate_of(sample))
    if version.content.mode is JudgeMode.FREE_TEXT:
        asked = _asked(version, None, sample, text)
        return read_judge_answers(
            asked, said, lambda one: free_verdict(one, version.content.pass_at)
        )[0]
    if rubric is None or version.content.mode is not JudgeMode.POINTWISE:
        return judge_error("This judge does not score single answers")
    asked = _asked(version, rubric, sample, text)
    return read_judge_answers(
        asked, said, lambda one: _scored(one, rubric, version.content.pass_at)
    )[0]


def blocks_of(
    version: JudgeVersion, sample: Sample, outputs: dict[str, str]
) -> tuple[JudgeDelimiters, dict[str, str]]:
    """Return the untrusted texts of a request (input, outputs, reference), each between delimiters."""
    texts = {"input": case_of(sample), **outputs}
    if version.content.uses_reference and sample.expected is not None:
        texts["reference"] = sample.expected
    walls = JudgeDelimiters(list(texts.values()))
    return walls, {name: walls.around(name, text) for name, text in texts.items()}


def _asked(
    version: JudgeVersion, rubric: Rubric | None, sample: Sample, text: str
) -> JudgeQuestion:
    walls, blocks = blocks_of(version, sample, {"output": text})
    told = by_instructions(version, blocks) if rubric is None else pointwise(version, rubric, blocks)  # fmt: skip
    return JudgeQuestion(
        messages=(
            Message(role="system", content=f"You are an impartial judge. {walls.rule}"),
            Message(role="user", content=told, files=files_of_case(sample, told)),
        ),
        output=OutputFormat(
            kind="schema",
            name="verdict",
            schema=free_schema() if rubric is None else _schema(rubric),
        ),
    )


def _schema(rubric: Rubric) -> dict[str, Any]:
    return closed(
        {
            "scores": closed({each.name: levels_of(each) for each in rubric.criteria}),
            "rationales": closed({each.name: {"type": "string"} for each in rubric.criteria}),
            "safetyFlags": closed({name: {"type": "boolean"} for name in FLAGS}),
        }
    )


def _scored(said: str, rubric: Rubric, pass_at: float) -> Scored:
    found = object_in(said)
    scores = part_of(found, "scores")
    given = {each.name: level_in(scores, each) for each in rubric.criteria}
    # Reasons and flags are stored if they are usable; a verdict without a reason is still a verdict.
    whys, raised = maybe_part(found, "rationales"), maybe_part(found, "safetyFlags")
    criteria = {
        each.name: {
            "score": given[each.name],
            "value": given[each.name] / each.scale,
            "why": words(whys.get(each.name)),
        }
        for each in rubric.criteria
    }
    value = composite(rubric, {name: [float(level)] for name, level in given.items()}).value
    return Scored(
        value=value,
        passed=value >= pass_at,
        reason=_reason(rubric, criteria),
        details={
            "criteria": criteria,
            "flags": {name: raised.get(name) is True for name in FLAGS},
            "missing": [],
        },
        criteria=tuple(given[each.name] / each.scale for each in rubric.criteria),
    )


def _reason(rubric: Rubric, criteria: dict[str, dict[str, Any]]) -> str:
    """Return the scores of all criteria, and the judge's reason for the lowest score."""
    told = ", ".join(
        f"{each.name} {criteria[each.name]['score']}/{each.scale}" for each in rubric.criteria
    )
    weakest = min(criteria.values(), key=lambda each: each["value"])
    return (f"{told}. {weakest['why']}" if weakest["why"] else told)[:MAX_REASON]


def _malformed(spec: JudgeSpec, rubric: Rubric | None, sample: Sample) -> ScoreOutcome:
    why = (sample.malformed or "it breaks its output contract")[:MAX_REASON]
    if spec.exam is not Exam.NONE:
        return not_applicable("A malformed answer is not shown to judges")
    nothing = () if rubric is None else (0.0,) * len(rubric.criteria)
    return Scored(
        value=0.0,
        passed=False,
        reason=f"The answer is malformed: {why}",
        criteria=nothing,
    )
