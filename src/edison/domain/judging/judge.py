"""Judges: a model with a goal and a rubric, or with free instructions. In a run, a judge is a scorer."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from math import isfinite
from typing import Any

from pydantic import TypeAdapter

from edison.domain.errors import InvalidInput
from edison.domain.ids import JudgeId, ModelId, RubricId
from edison.domain.judging.rubric import Rubric
from edison.domain.models.parameters import Parameters
from edison.kit.digests import sha256_hex

MOST_NAME = 100
MOST_GOAL = 4_000
MOST_INSTRUCTIONS = 10_000
# Most pointwise judges of one run: more add cost but little information.
MOST_JUDGES = 5
# Up to this many columns every pair is compared; above it, each column with the first.
MOST_PAIRED_COLUMNS = 5

TEMPERATURE = 0.3
SEED = 42
# Default parameters; dropped for models that do not support a seed or temperature.
USUAL_PARAMETERS = Parameters(temperature=TEMPERATURE, seed=SEED)
USUAL_PASS_AT = 0.5


def preset_parameters(parameters: Parameters) -> frozenset[str]:
    """Return the parameters that still have the default of a new judge, so that no user chose them."""
    given = parameters.given()
    return frozenset(
        name for name, value in USUAL_PARAMETERS.given().items() if given.get(name) == value
    )


class JudgeMode(StrEnum):
    # Scores each criterion of a rubric.
    POINTWISE = "pointwise"
    # Gives one score by free instructions.
    FREE_TEXT = "free_text"
    # Decides which of two answers is better.
    PAIRWISE = "pairwise"


class Exam(StrEnum):
    """Exams that test a judge with repeated or modified answers.

    The resulting scores never count as grades of answers.
    """

    NONE = ""
    # The same question again.
    REPEAT = "repeat"
    # The answer padded with words that add nothing.
    PADDED = "padded"
    # The answer ends with an instruction to give full marks.
    INJECTED = "injected"


EXAMS = (Exam.REPEAT, Exam.PADDED, Exam.INJECTED)
USUAL_EXAM_CELLS = 120
MOST_EXAM_CELLS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeContent:
    """Settings of a judge that determine its prompts."""

    mode: JudgeMode
    model: ModelId
    parameters: Parameters = field(default=USUAL_PARAMETERS)
    goal: str = ""
    # None for a judge with instructions.
    rubric_id: RubricId | None = None
    rubric_version: int | None = None
    instructions: str = ""
    # The judge sees the expected answer of the case.
    uses_reference: bool = False
    pass_at: float = USUAL_PASS_AT


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeVersion:
    """Immutable version of a judge; an edit creates the next version. Stored names are from the time of creation."""

    judge: JudgeId
    number: int
    name: str
    content: JudgeContent
    rubric: Rubric | None
    rubric_name: str = ""
    model_name: str = ""
    created_by: str = ""
    created_at: datetime = datetime(2000, 1, 1, tzinfo=UTC)
    removed: bool = False


def check_name(name: str) -> str:
    name = name.strip()
    if not name:
        raise InvalidInput("Name is required", field="name")
    if len(name) > MOST_NAME:
        raise InvalidInput(f"A name can have at most {MOST_NAME} characters", field="name")
    return name


def check_content(content: JudgeContent) -> None:
    """Raise InvalidInput for the first incomplete or invalid field of a judge."""
    if content.mode is JudgeMode.FREE_TEXT:
        if not content.instructions.strip():
            raise InvalidInput("Write how to score", field="instructions")
        if content.rubric_id is not None:
            raise InvalidInput(
                "A judge with instructions has no rubric; for a rubric choose pointwise",
                field="rubric",
            )
    elif content.rubric_id is None:
        raise InvalidInput("Choose a rubric", field="rubric")
    if not content.goal.strip() and content.mode is not JudgeMode.FREE_TEXT:
        raise InvalidInput("Describe what the answers should achieve", field="goal")
    if len(content.goal) > MOST_GOAL:
        raise InvalidInput(f"At most {MOST_GOAL} characters", field="goal")
    if len(content.instructions) > MOST_INSTRUCTIONS:
        raise InvalidInput(f"At most {MOST_INSTRUCTIONS} characters", field="instructions")
    if not isfinite(content.pass_at) or not 0 <= content.pass_at <= 1:
        raise InvalidInput("The pass mark must be between 0 and 1", field="pass_at")
    content.parameters.check("parameters.")


def pairs_of(columns: int) -> list[tuple[int, int]]:
    """Return the pairs of columns (a, b) that a pairwise judge compares. A score of 1 means that b is better."""
    if columns <= MOST_PAIRED_COLUMNS:
        return [(a, b) for a in range(columns) for b in range(a + 1, columns)]
    return [(0, b) for b in range(1, columns)]


_RUBRIC = TypeAdapter(Rubric)
_JUDGE = TypeAdapter(JudgeContent)


def rubric_to_json(rubric: Rubric) -> dict[str, Any]:
    return _RUBRIC.dump_python(rubric, mode="json")


def rubric_from_json(value: dict[str, Any]) -> Rubric:
    return _RUBRIC.validate_python(value)


def judge_to_json(content: JudgeContent) -> dict[str, Any]:
    return _JUDGE.dump_python(content, mode="json")


def judge_from_json(value: dict[str, Any]) -> JudgeContent:
    return _JUDGE.validate_python(value)


def digest_of(value: dict[str, Any]) -> str:
    """Return a digest of a judge's or rubric's JSON. The order of criteria matters, because judges see it."""
    return sha256_hex(json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
