"""Judges without a database: a rubric, versions of each mode, and outputs of a judge."""

import json
from typing import Any
from uuid import UUID

from edison.domain.ids import JudgeId, ModelId, RubricId
from edison.domain.judging.judge import JudgeContent, JudgeMode, JudgeVersion
from edison.domain.judging.rubric import Criterion, Rubric
from edison.domain.judging.score import Sample

SOMEONE = UUID(int=1)
RUBRIC = Rubric(
    criteria=(
        Criterion(
            name="Accuracy",
            description="Every fact in the answer is right",
            weight=0.6,
            scale=5,
            levels={0: "wrong", 5: "right"},
        ),
        Criterion(
            name="Clear and short",
            description="Nothing is said that need not be",
            weight=0.4,
            scale=10,
        ),
    )
)


def a_judge(mode: JudgeMode = JudgeMode.POINTWISE, **changes: Any) -> JudgeVersion:
    free = mode is JudgeMode.FREE_TEXT
    content = JudgeContent(
        mode=mode,
        model=ModelId(SOMEONE),
        goal="Answer the question",
        rubric_id=None if free else RubricId(SOMEONE),
        rubric_version=None if free else 1,
        instructions="Ten points for a right answer." if free else "",
        **changes,
    )
    return JudgeVersion(
        judge=JudgeId(SOMEONE),
        number=1,
        name="Strict",
        content=content,
        rubric=None if free else RUBRIC,
    )


def an_answer(text: str, expected: str | None = "8", **more: Any) -> Sample:
    values: Any = {"question": "What is 7 + 1?"}
    return Sample(output=text, parsed=text, expected=expected, values=values, **more)


def a_verdict(accuracy: Any = 4, clear: Any = 5, **changes: Any) -> str:
    """Return an output of a judge in the requested format."""
    found: dict[str, Any] = {
        "scores": {"Accuracy": accuracy, "Clear and short": clear},
        "rationales": {"Accuracy": "Nearly right.", "Clear and short": "It rambles."},
        "safetyFlags": {
            "policyViolation": False,
            "piiDetected": True,
            "toxicContent": False,
            "jailbreakAttempt": False,
        },
    }
    return json.dumps({**found, **changes})


def a_comparison(winner: Any, **changes: Any) -> str:
    scores = {"Accuracy": 3, "Clear and short": 3}
    found = {"winner": winner, "reasons": ["It is right."], "scores": {"A": scores, "B": scores}}
    return json.dumps({**found, **changes})
