"""Request and response bodies of judges and their exams."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, Line, Paragraphs, SetParameters, View
from edison.api.judging.passport_views import PassportSummaryView
from edison.api.judging.rubric_views import VersionNoteView
from edison.api.models.playground_views import ParametersBody
from edison.domain.ids import JudgeId, ModelId, ProjectId, RubricId, RunId
from edison.domain.judging.judge import (
    EXAMS,
    MOST_EXAM_CELLS,
    MOST_GOAL,
    MOST_INSTRUCTIONS,
    MOST_NAME,
    USUAL_PASS_AT,
    Exam,
    JudgeMode,
)
from edison.domain.judging.passport_sizes import TRIALS, PassportSize
from edison.services.judging.judge_commands import WriteJudge
from edison.services.judging.judge_examination import Examine
from edison.services.judging.judge_queries import JudgeReport

Number = Annotated[int, Field(ge=1, le=2**31 - 1)]


class JudgeBody(Body):
    """A judge. Defaults of `parameters`: temperature 0.3 and seed 42."""

    name: Annotated[Line, Field(min_length=1, max_length=MOST_NAME)]
    mode: JudgeMode
    model: UUID = Field(description="Model of the catalog")
    parameters: ParametersBody = ParametersBody()
    goal: Annotated[Paragraphs, Field(max_length=MOST_GOAL)] = Field(
        default="", description="What the answers should achieve"
    )
    rubric: UUID | None = Field(default=None, description="For pointwise and pairwise judges")
    rubric_version: Number | None = Field(default=None, description="Default: the newest")
    instructions: Annotated[Paragraphs, Field(max_length=MOST_INSTRUCTIONS)] = Field(
        default="", description="For free_text judges: instructions how to score"
    )
    uses_reference: bool = Field(default=False, description="Show the expected answer to the judge")
    pass_at: float = Field(default=USUAL_PASS_AT, ge=0, le=1, allow_inf_nan=False)

    def to_command(self, project: ProjectId) -> WriteJudge:
        return WriteJudge(
            project=project,
            name=self.name,
            mode=self.mode,
            model=ModelId(self.model),
            parameters=self.parameters.to_parameters(),
            goal=self.goal,
            rubric=None if self.rubric is None else RubricId(self.rubric),
            rubric_version=self.rubric_version,
            instructions=self.instructions,
            uses_reference=self.uses_reference,
            pass_at=self.pass_at,
        )


class ExamsBody(Body):
    run: UUID = Field(description="A run that this judge has scored")
    version: Number | None = Field(default=None, description="Judge version. Default: the newest")
    size: PassportSize = Field(
        default=PassportSize.STANDARD,
        description="Answers in each exam. `list_passport_sizes` returns the cost of each size and what it detects",
    )
    cells: int | None = Field(
        default=None,
        ge=1,
        le=MOST_EXAM_CELLS,
        description="Maximum number of answers, instead of a size",
    )
    kinds: list[Exam] = Field(
        default_factory=lambda: list(EXAMS),
        min_length=1,
        max_length=len(EXAMS),
        description="repeat: the same answer again. padded: an answer made longer without new content. "
        "injected: an answer that instructs the judge to give the full score",
        json_schema_extra={"items": {"type": "string", "enum": [str(exam) for exam in EXAMS]}},
    )

    def to_command(self, project: ProjectId, judge: UUID) -> Examine:
        return Examine(
            project=project,
            judge=JudgeId(judge),
            run=RunId(self.run),
            cells=self.cells or TRIALS[self.size],
            kinds=[kind for kind in dict.fromkeys(self.kinds) if kind is not Exam.NONE],
            version=self.version,
        )


class JudgeRubricView(View):
    id: UUID
    name: str
    version: int


class JudgeView(View):
    id: UUID
    name: str
    version: int
    mode: JudgeMode
    model: UUID
    model_name: str
    parameters: SetParameters
    goal: str
    rubric: JudgeRubricView | None
    instructions: str
    uses_reference: bool
    pass_at: float
    created_by: str
    created_at: datetime
    archived: bool
    versions: list[VersionNoteView] = Field(description="Newest first")
    passport: PassportSummaryView | None = Field(description="null: it has not judged anything yet")
    validated: bool

    @staticmethod
    def of(known: JudgeReport) -> "JudgeView":
        version, content, passport = known.version, known.version.content, known.passport
        rubric = None
        if content.rubric_id is not None and content.rubric_version is not None:
            rubric = JudgeRubricView(
                id=content.rubric_id, name=version.rubric_name, version=content.rubric_version
            )
        return JudgeView.copy_attributes(
            content,
            id=version.judge,
            name=version.name,
            version=version.number,
            model_name=version.model_name,
            rubric=rubric,
            created_by=version.created_by,
            created_at=version.created_at,
            archived=version.removed,
            versions=[VersionNoteView.of(note) for note in known.history],
            passport=None if passport is None else PassportSummaryView.of(passport),
            validated=passport is not None and passport.badge == "validated",
        )
