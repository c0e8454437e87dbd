"""Request bodies of assists, one class per kind of assist."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, Line, Paragraphs, Stored
from edison.api.judging.rubric_views import CriterionBody
from edison.api.prompts.content_views import ContentBody
from edison.domain.assists.assist import (
    FEWEST_CASES,
    FEWEST_HINTS,
    MOST_CASES,
    MOST_DOMAIN,
    MOST_FAILURES,
    MOST_GOAL,
    MOST_HINTS,
    MOST_INSTRUCTION,
    MOST_INSTRUCTIONS,
    MOST_LANGUAGES,
    MOST_LIKE,
    MOST_OPTIONS,
    MOST_TOPIC,
    MOST_TYPES,
    MOST_VARIABLES,
    AssistInput,
    AssistKind,
    DraftObjectives,
    DraftPrompts,
    DraftRubric,
    ExplainFailure,
    FillGaps,
    GenerateCases,
    RewriteObjective,
    RewritePrompt,
    TestJudge,
    TestPrompt,
)
from edison.domain.assists.case_generation import ANY_LEVEL, Level
from edison.domain.datasets.coverage import BARS, Bar
from edison.domain.ids import DatasetId, ModelId, ProjectId, RunId
from edison.domain.judging.judge import MOST_GOAL as MOST_JUDGE_GOAL
from edison.domain.judging.rubric import MOST_CRITERIA
from edison.domain.prompts.prompt_rules import MOST_TEXT
from edison.services.assists.assist_start import StartAssist

Goal = Annotated[Paragraphs, Field(min_length=1, max_length=MOST_GOAL)]
Name = Annotated[Stored, Field(min_length=1, max_length=100)]
Names = Annotated[list[Name], Field(max_length=MOST_VARIABLES)]
Criteria = Annotated[list[CriterionBody], Field(max_length=MOST_CRITERIA * 2)]
Count = Annotated[int, Field(ge=1, le=MOST_OPTIONS)]
CaseCount = Annotated[int, Field(ge=FEWEST_CASES, le=MOST_CASES)]
Text = Annotated[Stored, Field(max_length=MOST_TEXT)]
Focus = Annotated[Line, Field(min_length=1, max_length=200)]
Type = Annotated[Line, Field(min_length=1, max_length=50)]
Ordinal = Annotated[int, Field(ge=0, lt=2**31)]
Language = Annotated[Line, Field(min_length=1, max_length=50)]


class DraftObjectivesInput(Body):
    hints: Annotated[Paragraphs, Field(min_length=FEWEST_HINTS, max_length=MOST_HINTS)]
    count: Count = 3

    def to_input(self) -> AssistInput:
        return DraftObjectives(hints=self.hints, count=self.count)


class RewriteObjectiveInput(Body):
    goal: Goal

    def to_input(self) -> AssistInput:
        return RewriteObjective(goal=self.goal)


class DraftRubricInput(Body):
    goal: Goal

    def to_input(self) -> AssistInput:
        return DraftRubric(goal=self.goal)


class DraftPromptsInput(Body):
    goal: Goal
    criteria: Criteria = Field(default_factory=list[CriterionBody])
    count: Count = 3
    variables: Names = Field(
        default_factory=list[str], description="Names of variables to use. Empty: the model chooses"
    )

    def to_input(self) -> AssistInput:
        return DraftPrompts(
            goal=self.goal,
            criteria=tuple(each.to_criterion() for each in self.criteria),
            count=self.count,
            variables=tuple(self.variables),
        )


class ImprovePromptInput(Body):
    text: Annotated[Text, Field(min_length=1)]
    goal: Annotated[Paragraphs, Field(max_length=MOST_GOAL)] = ""
    focus: list[Focus] = Field(default_factory=list[str], max_length=10)
    instruction: Annotated[Paragraphs, Field(max_length=MOST_INSTRUCTION)] = Field(
        default="", description="What to change"
    )
    run: UUID | None = Field(default=None, description="Run of the failed `cells`")
    cells: list[Ordinal] = Field(
        default_factory=list[int],
        max_length=MOST_FAILURES,
        description="Failed cells of `run` to learn from; holdout cases are left out",
    )

    def to_input(self) -> AssistInput:
        return RewritePrompt(
            text=self.text,
            goal=self.goal,
            focus=tuple(self.focus),
            instruction=self.instruction,
            run=None if self.run is None else RunId(self.run),
            cells=tuple(dict.fromkeys(self.cells)),
        )


class AddConstraintsInput(Body):
    text: Annotated[Text, Field(min_length=1)]
    goal: Annotated[Paragraphs, Field(max_length=MOST_GOAL)] = ""
    criteria: Criteria = Field(default_factory=list[CriterionBody])

    def to_input(self) -> AssistInput:
        return RewritePrompt(
            text=self.text,
            goal=self.goal,
            criteria=tuple(each.to_criterion() for each in self.criteria),
        )


class TestPromptInput(Body):
    __test__ = False

    content: ContentBody
    values: dict[Name, Text] = Field(default_factory=dict[str, str], max_length=MOST_VARIABLES)
    model: UUID | None = Field(default=None, description="Default: `model` beside `input`")

    def to_input(self) -> AssistInput:
        return TestPrompt(content=self.content.to_content(), values=dict(self.values))


class GenerateCasesInput(Body):
    """Description of the cases to generate: hints, topic, types, instructions or sample cases."""

    hints: Annotated[Paragraphs, Field(max_length=MOST_DOMAIN)] = Field(
        default="",
        description="At least 20 characters, unless another field says what the cases are about",
    )
    instructions: Annotated[Paragraphs, Field(max_length=MOST_INSTRUCTIONS)] = Field(
        default="", description="The generation prompt"
    )
    types: list[Type] = Field(
        default_factory=list[str],
        max_length=MOST_TYPES,
        description="Such as logic or coding; each case is tagged with its type",
    )
    topic: Annotated[Line, Field(max_length=MOST_TOPIC)] = ""
    difficulty: Level = Field(
        default=ANY_LEVEL, description="easy: difficulty 1 and 2, medium: 3, hard: 4 and 5"
    )
    like: list[UUID] = Field(
        default_factory=list[UUID],
        max_length=MOST_LIKE,
        description="Cases of `dataset` to use as samples; holdout cases are not allowed",
    )
    variables: Names = Field(
        default_factory=list[str],
        description="Variables of the cases. Empty: the columns of `dataset`, else `question`",
    )
    count: CaseCount = 10
    diversity: int = Field(default=7, ge=1, le=10, description="Higher is more varied")
    languages: list[Language] = Field(default_factory=list[str], max_length=MOST_LANGUAGES)
    lengths: list[Literal["XS", "S", "M", "L", "XL"]] = Field(
        default_factory=list[Literal["XS", "S", "M", "L", "XL"]], max_length=5
    )
    kind: Literal["synthetic", "adversarial"] = "synthetic"
    dataset: UUID | None = Field(
        default=None,
        description="Its cases are not duplicated; its holdout cases are not shown to the model",
    )
    prompt_text: Text = ""

    def to_input(self) -> AssistInput:
        return GenerateCases(
            hints=self.hints,
            instructions=self.instructions,
            types=tuple(dict.fromkeys(self.types)),
            topic=self.topic,
            difficulty=self.difficulty,
            like=tuple(dict.fromkeys(self.like)),
            variables=tuple(dict.fromkeys(self.variables)),
            count=self.count,
            diversity=self.diversity,
            languages=tuple(self.languages),
            lengths=tuple(dict.fromkeys(self.lengths)),
            kind=self.kind,
            dataset=None if self.dataset is None else DatasetId(self.dataset),
            prompt_text=self.prompt_text,
        )


class FillGapsInput(Body):
    dataset: UUID
    variables: Names = Field(
        default_factory=list[str],
        description="Variables of the cases. Empty: the columns of the dataset",
    )
    count: CaseCount = 20
    bars: list[Bar] = Field(
        default_factory=lambda: [bar for bar in BARS if bar != "languages"],
        max_length=len(BARS),
        description="Which parts of the coverage to fill; other languages only if they are named",
    )

    def to_input(self) -> AssistInput:
        return FillGaps(
            dataset=DatasetId(self.dataset),
            variables=tuple(dict.fromkeys(self.variables)),
            count=self.count,
            bars=tuple(self.bars),
        )


class TestJudgeInput(Body):
    __test__ = False

    model: UUID | None = Field(default=None, description="Default: `model` beside `input`")
    goal: Annotated[Paragraphs, Field(min_length=1, max_length=MOST_JUDGE_GOAL)]
    criteria: Criteria
    input: Text = ""
    output: Annotated[Text, Field(min_length=1)]

    def to_input(self) -> AssistInput:
        return TestJudge(
            goal=self.goal,
            criteria=tuple(each.to_criterion() for each in self.criteria),
            input=self.input,
            output=self.output,
        )


class ExplainFailureInput(Body):
    run: UUID
    cell: Ordinal = Field(description="Number of the cell in the run")

    def to_input(self) -> AssistInput:
        return ExplainFailure(run=RunId(self.run), cell=self.cell)


class _Wish(Body):
    experiment: UUID | None = Field(
        default=None, description="Experiment that pays and whose refiner is used"
    )
    model: UUID | None = Field(
        default=None, description="Default: a good model that is not expensive"
    )


class DraftObjectivesBody(_Wish):
    kind: Literal["draft_objectives"]
    input: DraftObjectivesInput


class ImproveObjectiveBody(_Wish):
    kind: Literal["improve_objective"]
    input: RewriteObjectiveInput


class AddDetailsBody(_Wish):
    kind: Literal["add_details"]
    input: RewriteObjectiveInput


class DraftRubricBody(_Wish):
    kind: Literal["draft_rubric"]
    input: DraftRubricInput


class DraftPromptsBody(_Wish):
    kind: Literal["draft_prompts"]
    input: DraftPromptsInput


class ImprovePromptBody(_Wish):
    kind: Literal["improve_prompt"]
    input: ImprovePromptInput


class AddConstraintsBody(_Wish):
    kind: Literal["add_constraints"]
    input: AddConstraintsInput


class TestPromptBody(_Wish):
    __test__ = False

    kind: Literal["test_prompt"]
    input: TestPromptInput


class GenerateCasesBody(_Wish):
    kind: Literal["generate_cases"]
    input: GenerateCasesInput


class FillGapsBody(_Wish):
    kind: Literal["fill_gaps"]
    input: FillGapsInput


class TestJudgeBody(_Wish):
    __test__ = False

    kind: Literal["test_judge"]
    input: TestJudgeInput


class ExplainFailureBody(_Wish):
    kind: Literal["explain_failure"]
    input: ExplainFailureInput


AssistBody = Annotated[
    DraftObjectivesBody
    | ImproveObjectiveBody
    | AddDetailsBody
    | DraftRubricBody
    | DraftPromptsBody
    | ImprovePromptBody
    | AddConstraintsBody
    | TestPromptBody
    | GenerateCasesBody
    | FillGapsBody
    | TestJudgeBody
    | ExplainFailureBody,
    Field(discriminator="kind"),
]


def to_command(body: AssistBody, project: ProjectId) -> StartAssist:
    tested = body.input.model if isinstance(body, TestPromptBody | TestJudgeBody) else None
    model = tested or body.model
    return StartAssist(
        project=project,
        kind=AssistKind(body.kind),
        experiment=body.experiment,
        model=None if model is None else ModelId(model),
        input=body.input.to_input(),
    )
