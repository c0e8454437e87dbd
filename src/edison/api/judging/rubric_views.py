"""Request and response bodies of the rubric endpoints."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BeforeValidator, Field

from edison.api.base_views import Body, DomainView, Line, Paragraphs, View
from edison.domain.ids import ProjectId
from edison.domain.judging.rubric import MOST_CRITERIA, MOST_NAME, SCALES, Criterion
from edison.services.judging.rubrics import KnownRubric, WriteRubric

Level = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]{0,2})$")]


class CriterionBody(Body):
    name: Annotated[Line, Field(max_length=200, description="1 to 50 letters, digits and spaces")]
    description: Annotated[Paragraphs, Field(max_length=2_000, description="10 to 500 characters")]
    weight: float = Field(allow_inf_nan=False, description="0 to 1; all weights sum to 1")
    scale: int = Field(
        description="The highest level; the lowest is 0", json_schema_extra={"enum": list(SCALES)}
    )
    levels: dict[Level, Annotated[Paragraphs, Field(max_length=1_000)]] = Field(
        default_factory=dict[str, str],
        max_length=101,
        description="Meaning of each level, by its number",
    )

    def to_criterion(self) -> Criterion:
        return Criterion(
            name=self.name,
            description=self.description,
            weight=self.weight,
            scale=self.scale,
            levels={int(level): words for level, words in self.levels.items()},
        )


class RubricBody(Body):
    """A rubric. If the weights do not sum to 1 (tolerance 0.01), the request must set `normalise`."""

    name: Annotated[Line, Field(min_length=1, max_length=MOST_NAME)]
    criteria: list[CriterionBody] = Field(max_length=MOST_CRITERIA * 2)
    normalise: bool = Field(default=False, description="Scale the weights so that they sum to 1")

    def to_command(self, project: ProjectId) -> WriteRubric:
        return WriteRubric(
            project=project,
            name=self.name,
            criteria=[criterion.to_criterion() for criterion in self.criteria],
            normalise=self.normalise,
        )


class CriterionView(DomainView):
    name: str
    description: str
    weight: float
    scale: int
    levels: dict[Annotated[str, BeforeValidator(str)], str]


class VersionNoteView(DomainView):
    number: int
    created_by: str
    created_at: datetime


class RubricView(View):
    id: UUID
    name: str
    version: int = Field(validation_alias="number")
    criteria: list[CriterionView]
    scale: int = Field(
        description="Scale of the overall score: the criteria's own if all have the same"
    )
    created_by: str
    created_at: datetime
    archived: bool = Field(validation_alias="removed")
    versions: list[VersionNoteView] = Field(description="Newest first")

    @staticmethod
    def of(known: KnownRubric) -> "RubricView":
        version = known.version
        return RubricView.copy_attributes(
            version,
            criteria=[CriterionView.of(criterion) for criterion in version.rubric.criteria],
            scale=version.rubric.scale,
            versions=[VersionNoteView.of(note) for note in known.history],
        )
