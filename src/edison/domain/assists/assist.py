"""Assists: tasks in which a model helps a person, with their inputs. An assist may need several model calls."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal
from uuid import UUID

from pydantic import TypeAdapter

from edison.domain.assists.case_generation import ANY_LEVEL, Level
from edison.domain.datasets.coverage import Bar
from edison.domain.ids import AssistId, DatasetId, ModelId, RunId
from edison.domain.judging.rubric import Criterion
from edison.domain.money import MicroUsd
from edison.domain.prompts.prompt import PromptContent

FEWEST_HINTS = 10
MOST_HINTS = 500
MOST_GOAL = 2_000
MOST_OPTIONS = 5
FEWEST_DOMAIN = 20
MOST_DOMAIN = 1_000
FEWEST_CASES = 1
MOST_CASES = 500
MOST_VARIABLES = 20
MOST_LANGUAGES = 10
MOST_INSTRUCTIONS = 4_000
MOST_TOPIC = 200
MOST_TYPES = 10
MOST_LIKE = 20
MOST_INSTRUCTION = 1_000
MOST_FAILURES = 10

Length = Literal["XS", "S", "M", "L", "XL"]
CaseKind = Literal["synthetic", "adversarial"]


class AssistKind(StrEnum):
    DRAFT_OBJECTIVES = "draft_objectives"
    IMPROVE_OBJECTIVE = "improve_objective"
    ADD_DETAILS = "add_details"
    DRAFT_RUBRIC = "draft_rubric"
    DRAFT_PROMPTS = "draft_prompts"
    IMPROVE_PROMPT = "improve_prompt"
    ADD_CONSTRAINTS = "add_constraints"
    TEST_PROMPT = "test_prompt"
    GENERATE_CASES = "generate_cases"
    FILL_GAPS = "fill_gaps"
    TEST_JUDGE = "test_judge"
    EXPLAIN_FAILURE = "explain_failure"


# Assists that generate cases, which a project may forbid.
MAKES_CASES = frozenset({AssistKind.GENERATE_CASES, AssistKind.FILL_GAPS})


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftObjectives:
    hints: str
    count: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RewriteObjective:
    """Input of the assists "Improve" and "Add Details" of an objective."""

    goal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRubric:
    goal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftPrompts:
    goal: str
    criteria: tuple[Criterion, ...] = ()
    count: int = 3
    # Names of the cases' values; empty: the model chooses.
    variables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedAnswer:
    """An answer of a run that failed, with the reasons of its scorers. All texts are untrusted."""

    input: str
    expected: str | None
    output: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RewritePrompt:
    """Input of the prompt assists "Improve" (with an optional focus) and "Add Constraints" (from the criteria)."""

    text: str
    goal: str = ""
    focus: tuple[str, ...] = ()
    criteria: tuple[Criterion, ...] = ()
    # What the user wants to have changed.
    instruction: str = ""
    # Cells of this run that failed; `failures` holds their texts.
    run: RunId | None = None
    cells: tuple[int, ...] = ()
    failures: tuple[FailedAnswer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainFailure:
    run: RunId
    cell: int
    # Set by Edison when the assist starts.
    prompt_text: str = ""
    failure: FailedAnswer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TestPrompt:
    # Tell pytest that this class is not a test, although its name begins with "Test".
    __test__ = False

    content: PromptContent
    values: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateCases:
    hints: str = ""
    # Empty: the columns of the dataset, or a question.
    variables: tuple[str, ...] = ()
    count: int = 10
    diversity: int = 7
    languages: tuple[str, ...] = ()
    lengths: tuple[Length, ...] = ()
    kind: CaseKind = "synthetic"
    # New cases are compared with those of this dataset.
    dataset: DatasetId | None = None
    prompt_text: str = ""
    # Set by Edison to close gaps in coverage: what the new cases are about.
    gaps: tuple[str, ...] = ()
    # Some cases of the dataset as examples, none from the holdout.
    examples: tuple[dict[str, str], ...] = ()
    # The generation prompt: free instructions of the user.
    instructions: str = ""
    # Kinds of question, such as logic or coding; they become tags of the cases.
    types: tuple[str, ...] = ()
    topic: str = ""
    difficulty: Level = ANY_LEVEL
    # Cases to generate similar ones for; `examples` holds their texts.
    like: tuple[UUID, ...] = ()

    @property
    def asks_questions(self) -> bool:
        """Whether to generate questions for models, rather than inputs for one prompt."""
        return bool(self.instructions or self.types or self.topic)


@dataclass(frozen=True, slots=True, kw_only=True)
class FillGaps:
    dataset: DatasetId
    variables: tuple[str, ...] = ()
    count: int = 20
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TestJudge:
    __test__ = False

    goal: str
    criteria: tuple[Criterion, ...]
    input: str
    output: str


AssistInput = (
    DraftObjectives
    | RewriteObjective
    | DraftRubric
    | DraftPrompts
    | RewritePrompt
    | TestPrompt
    | GenerateCases
    | FillGaps
    | TestJudge
    | ExplainFailure
)
# Stored inputs: gaps have been resolved into cases to generate when the assist started.
INPUTS: dict[AssistKind, type[Any]] = {
    AssistKind.DRAFT_OBJECTIVES: DraftObjectives,
    AssistKind.IMPROVE_OBJECTIVE: RewriteObjective,
    AssistKind.ADD_DETAILS: RewriteObjective,
    AssistKind.DRAFT_RUBRIC: DraftRubric,
    AssistKind.DRAFT_PROMPTS: DraftPrompts,
    AssistKind.IMPROVE_PROMPT: RewritePrompt,
    AssistKind.ADD_CONSTRAINTS: RewritePrompt,
    AssistKind.TEST_PROMPT: TestPrompt,
    AssistKind.GENERATE_CASES: GenerateCases,
    AssistKind.FILL_GAPS: GenerateCases,
    AssistKind.TEST_JUDGE: TestJudge,
    AssistKind.EXPLAIN_FAILURE: ExplainFailure,
}


class AssistState(StrEnum):
    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED = frozenset({AssistState.DONE, AssistState.FAILED, AssistState.CANCELLED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Assist:
    id: AssistId
    kind: AssistKind
    experiment: UUID | None
    model: ModelId
    model_name: str
    # Whether the model is simulated: the cost is not real money.
    simulated: bool
    input: AssistInput
    state: AssistState
    # Result so far: cases arrive in batches, and are kept when the rest fails or is cancelled.
    result: dict[str, Any] | None
    problem: str | None
    # Includes amounts in doubt.
    cost: MicroUsd
    tokens: int
    done: int
    # 0: progress cannot be given in steps.
    total: int
    asked_by: str
    asked_at: datetime
    finished_at: datetime | None


def input_to_json(kind: AssistKind, given: AssistInput) -> dict[str, Any]:
    return _ADAPTERS[kind].dump_python(given, mode="json")


def input_from_json(kind: AssistKind, value: dict[str, Any]) -> AssistInput:
    return _ADAPTERS[kind].validate_python(value)


_ADAPTERS: dict[AssistKind, TypeAdapter[Any]] = {
    kind: TypeAdapter(shape) for kind, shape in INPUTS.items()
}
