"""Request and response bodies of cell labels and flags, and the mean grade of a target."""

from datetime import datetime
from typing import Annotated, Self

from pydantic import Field, model_validator

from edison.api.base_views import Body, DomainView, Line, Paragraphs
from edison.domain.annotations.annotation_queue import MOST_STARS
from edison.domain.judging.rubric import MOST_CRITERIA
from edison.domain.runs.cell_labels import NOTE_AT_MOST
from edison.services.runs.cell_labels import GradeSaid

RawValue = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]


class GradeCellBody(Body):
    """A label of a cell: exactly one of `grade`, `stars` and `criteria`."""

    grade: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = Field(
        default=None, description="null removes the label"
    )
    stars: Annotated[int, Field(ge=1, le=MOST_STARS, strict=True)] | None = Field(
        default=None, description="1 star is a grade of 0, 5 stars are a grade of 1"
    )
    criteria: Annotated[dict[Line, RawValue], Field(max_length=MOST_CRITERIA)] | None = Field(
        default=None,
        description="A value for every criterion of the run's rubric, on the criterion's own scale",
    )
    note: Annotated[Paragraphs, Field(max_length=NOTE_AT_MOST)] = Field(
        default="", description="Reason of the label"
    )
    attempt: Annotated[int, Field(ge=1, le=2**15 - 1)] | None = Field(
        default=None,
        description="Attempt that was labelled; rejected if the cell was repeated since",
    )

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        said = {"grade", "stars", "criteria"} & self.model_fields_set
        if len(said) != 1 or (said != {"grade"} and getattr(self, said.copy().pop()) is None):
            raise ValueError("Give exactly one of grade, stars and criteria")
        return self

    def said(self) -> GradeSaid:
        return GradeSaid(
            grade=self.grade, stars=self.stars, criteria=self.criteria, comment=self.note
        )


class FlagCellBody(Body):
    flagged: bool
    note: Annotated[Paragraphs, Field(max_length=NOTE_AT_MOST)] = Field(
        default="", description="Reason; deleted with the flag"
    )


class CellMarkView(DomainView):
    ordinal: int
    grade: float | None = Field(
        description="Label of the current answer by people; it changes no score of a scorer"
    )
    graded_by: str | None
    graded_at: datetime | None
    stars: int | None
    criteria: dict[str, float] | None = Field(
        description="From 0 to 1; multiply by the criterion's scale"
    )
    comment: str = Field(description="Reason of the label")
    people: int = Field(description="Number of people whose labels were combined; 0: no label")
    flagged: bool
    note: str = Field(description="Reason of the flag")
    flagged_by: str | None
    flagged_at: datetime | None


class ColumnGradeView(DomainView):
    """Mean grade of a target by the metric that is shown first, and the mean label of people beside it.

    The grade of a cell is 0 if the answer is malformed, else the mean of `grade_scorers`. In a run without scorers the
    label of a person comes first.
    """

    column: int
    mean: float | None
    count: int = Field(description="Cells with a grade")
    manual: int = Field(
        description="Labels of people that count in `mean`; 0 if the run has scorers"
    )
    failed_contract: int = Field(description="Malformed answers")
    labels: int = Field(description="Cells labelled by a person")
    people: float | None = Field(description="Mean label; null: there are no labels")
