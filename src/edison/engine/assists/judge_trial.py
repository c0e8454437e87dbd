"""Dialogue that tries a judge on one answer, with the same request and the same parsing as in a run."""

from datetime import UTC, datetime
from uuid import UUID

from edison.assistants.assistant_dialogue import AssistantQuestion, Json
from edison.domain.assists.assist import TestJudge
from edison.domain.ids import JudgeId, ModelId
from edison.domain.judging.judge import USUAL_PARAMETERS, JudgeContent, JudgeMode, JudgeVersion
from edison.domain.judging.rubric import Rubric, checked
from edison.domain.judging.score import Sample, Scored
from edison.scorers.judge import JudgeSpec
from edison.scorers.scorer_dialogue import JudgeContext, JudgeQuestion, next_scorer_step

NOBODY = UUID(int=0)


class JudgeTrial:
    """Trial of a judge on one answer. Raises `InvalidInput` if the criteria are not a valid rubric."""

    def __init__(self, wish: TestJudge) -> None:
        rubric = checked(wish.criteria, normalise=True)
        self._rubric = rubric
        self._spec = JudgeSpec(judge=NOBODY, version=1)
        self._context = JudgeContext(
            sample=Sample(output=wish.output, parsed=wish.output, values={"input": wish.input}),
            judge=_judge(wish.goal, rubric),
        )
        self._said: list[str] = []

    @property
    def progress(self) -> tuple[int, int]:
        return 0, 0

    def next(self) -> AssistantQuestion | None:
        found = next_scorer_step(self._spec, self._context, self._said)
        if not isinstance(found, JudgeQuestion):
            return None
        return AssistantQuestion(
            messages=found.messages,
            output=found.output,
            parameters=USUAL_PARAMETERS,
            tools=found.tools,
            adaptable=frozenset(USUAL_PARAMETERS.given()),
        )

    def hear(self, said: str) -> None:
        self._said.append(said)

    @property
    def result(self) -> Json | None:
        found = next_scorer_step(self._spec, self._context, self._said)
        if not isinstance(found, Scored):
            return None
        criteria = found.details["criteria"]
        return {
            "scores": {each.name: criteria[each.name]["score"] for each in self._rubric.criteria},
            "reasons": {
                each.name: criteria[each.name]["why"] or "" for each in self._rubric.criteria
            },
            "value": found.value,
        }

    @property
    def problem(self) -> str | None:
        found = next_scorer_step(self._spec, self._context, self._said)
        return None if isinstance(found, JudgeQuestion | Scored) else found.reason


def _judge(goal: str, rubric: Rubric) -> JudgeVersion:
    return JudgeVersion(
        judge=JudgeId(NOBODY),
        number=1,
        name="Trial",
        content=JudgeContent(mode=JudgeMode.POINTWISE, model=ModelId(NOBODY), goal=goal),
        rubric=rubric,
        created_at=datetime(2000, 1, 1, tzinfo=UTC),
    )
