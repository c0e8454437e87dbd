"""What people ask for and say: a new queue, a label, a decision."""

from typing import Annotated, Self
from uuid import UUID

from pydantic import Field, model_validator

from edison.api.base_views import Body, Line, Paragraphs
from edison.api.runs.label_views import RawValue
from edison.domain.annotations.annotation_queue import (
    MOST_INSTRUCTIONS,
    MOST_ITEMS,
    MOST_NAME,
    MOST_NOTE,
    MOST_PEOPLE,
    MOST_STARS,
    USUAL_APART,
    USUAL_LOW,
    AnswerPick,
    Choice,
    GivenLabel,
    LabelKind,
)
from edison.domain.ids import ItemId, ProjectId, QueueId, RunId
from edison.domain.judging.rubric import MOST_CRITERIA
from edison.domain.runs.run_plan import MOST_COLUMNS
from edison.services.annotations.annotation_queue_commands import MakeQueue
from edison.services.annotations.answer_labels import LabelAnswer

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class CellChoiceBody(Body):
    pick: AnswerPick = Field(
        default=AnswerPick.ALL,
        description="`low`: graded below `below`; `disagree`: judges' scores at least `apart` from each other",
    )
    count: Annotated[int, Field(ge=1, le=MOST_ITEMS)] | None = Field(
        default=None, description="At most so many, drawn at random"
    )
    below: Share = USUAL_LOW
    apart: Share = USUAL_APART
    columns: (
        Annotated[
            list[Annotated[int, Field(ge=0, le=MOST_COLUMNS)]],
            Field(min_length=1, max_length=MOST_COLUMNS),
        ]
        | None
    ) = Field(default=None, description="null: all columns")
    unmarked: bool = Field(default=False, description="Leave out what a person has graded already")


class MakeQueueBody(Body):
    run: UUID
    name: Annotated[Line, Field(min_length=1, max_length=MOST_NAME)]
    instructions: Annotated[Paragraphs, Field(max_length=MOST_INSTRUCTIONS)] = ""
    ask: LabelKind
    rubric: UUID | None = Field(default=None, description="Whose criteria are asked for")
    rubric_version: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = Field(
        default=None, description="null: the newest"
    )
    people_per_item: int = Field(default=1, ge=1, le=MOST_PEOPLE)
    cells: CellChoiceBody = CellChoiceBody()
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = Field(
        default=None, description="Decides sample and order; null: one is drawn"
    )

    def to_command(self, project: ProjectId) -> MakeQueue:
        cells = self.cells
        return MakeQueue(
            project=project,
            run=RunId(self.run),
            name=self.name,
            instructions=self.instructions,
            ask=self.ask,
            rubric=self.rubric,
            rubric_version=self.rubric_version,
            people=self.people_per_item,
            choice=Choice(
                pick=cells.pick,
                count=cells.count,
                below=cells.below,
                apart=cells.apart,
                columns=None if cells.columns is None else tuple(sorted(set(cells.columns))),
                unmarked=cells.unmarked,
            ),
            seed=self.seed,
        )


class SaidBody(Body):
    """In the words of the question: `good` for thumbs, `stars`, or `criteria` on their own scales."""

    good: bool | None = None
    stars: Annotated[int, Field(ge=1, le=MOST_STARS, strict=True)] | None = None
    criteria: Annotated[dict[Line, RawValue], Field(max_length=MOST_CRITERIA)] | None = None
    note: Annotated[Paragraphs, Field(max_length=MOST_NOTE)] = ""

    def to_said(self) -> GivenLabel:
        return GivenLabel(good=self.good, stars=self.stars, criteria=self.criteria)


class AdjudicateBody(SaidBody):
    def to_command(self, project: ProjectId, queue: UUID, item: UUID) -> LabelAnswer:
        return LabelAnswer(
            project=project,
            queue=QueueId(queue),
            item=ItemId(item),
            said=self.to_said(),
            note=self.note,
        )


class LabelBody(SaidBody):
    skipped: bool = Field(default=False, description="Say nothing of this answer")

    @model_validator(mode="after")
    def _skip_or_say(self) -> Self:
        said = any(each is not None for each in (self.good, self.stars, self.criteria))
        if self.skipped == said:
            raise ValueError("Either say something or skip")
        return self

    def to_command(self, project: ProjectId, queue: UUID, item: UUID) -> LabelAnswer:
        return LabelAnswer(
            project=project,
            queue=QueueId(queue),
            item=ItemId(item),
            said=None if self.skipped else self.to_said(),
            note=self.note,
        )
