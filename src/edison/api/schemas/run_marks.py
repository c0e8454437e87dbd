"""What people say of cells, and the mean grade of a column."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from edison.api.schemas.base import Body, Paragraphs, View
from edison.domain.runs.marks import NOTE_AT_MOST, ColumnGrade, Mark


class GradeCellBody(Body):
    grade: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = Field(
        description="null takes the grade back"
    )
    attempt: Annotated[int, Field(ge=1, le=2**15 - 1)] | None = Field(
        default=None, description="Which answer was looked at: refused if the cell was asked anew"
    )


class FlagCellBody(Body):
    flagged: bool
    note: Annotated[Paragraphs, Field(max_length=NOTE_AT_MOST)] = Field(
        default="", description="Why; kept as long as the cell is flagged"
    )


class CellMarkView(View):
    ordinal: int
    grade: float | None = Field(
        description="A person's, of the answer that is there now; it counts before any scorer's"
    )
    graded_by: str | None
    graded_at: datetime | None
    flagged: bool
    note: str
    flagged_by: str | None
    flagged_at: datetime | None

    @staticmethod
    def of(mark: Mark) -> "CellMarkView":
        return CellMarkView(
            ordinal=mark.ordinal,
            grade=mark.grade,
            graded_by=mark.graded_by,
            graded_at=mark.graded_at,
            flagged=mark.flagged,
            note=mark.note,
            flagged_by=mark.flagged_by,
            flagged_at=mark.flagged_at,
        )


class ColumnGradeView(View):
    """A cell's grade is a person's, else 0 if it is malformed, else the value of `grade_scorer`."""

    column: int
    mean: float | None
    count: int = Field(description="Cells with a grade")
    manual: int = Field(description="Of these, graded by a person")
    failed_contract: int = Field(description="Malformed answers")

    @staticmethod
    def of(grade: ColumnGrade) -> "ColumnGradeView":
        return ColumnGradeView(
            column=grade.column,
            mean=grade.mean,
            count=grade.count,
            manual=grade.manual,
            failed_contract=grade.failed_contract,
        )
