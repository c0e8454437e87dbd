"""Request and response bodies of datasets, their versions, tags and origins."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, Paragraphs, UsdAmount, View
from edison.domain.datasets.dataset import Dataset, DatasetKind, DatasetOrigin, OriginKind
from edison.domain.ids import DatasetId, ProjectId
from edison.services.datasets.dataset_commands import CreateDataset, EditDataset
from edison.services.datasets.dataset_versions import DealCases


class OriginView(DomainView):
    id: UUID
    version: int = Field(description="The dataset version that added the cases")
    kind: OriginKind
    added: int = Field(description="Number of added cases; a person may have left some out")
    asked: int = Field(description="Number of requested cases, or of cases in the source")
    made: int
    duplicates: int = Field(description="Cases left out as (near) duplicates")
    unusable: int = Field(description="Cases left out as unusable")
    cost_usd: UsdAmount = Field(validation_alias="cost", description="Cost of the whole generation")
    assist: UUID | None
    model: UUID | None
    model_name: str | None
    instructions: str = Field(description="The generation prompt, or the hints")
    types: list[str]
    topic: str
    difficulty: str | None
    source_dataset: UUID | None = Field(validation_alias="source")
    source_name: str | None
    source_version: int | None
    by: str = Field(validation_alias="by_label")
    at: datetime


Name = Annotated[Line, Field(min_length=1, max_length=100)]
Description = Annotated[Paragraphs, Field(max_length=2_000)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class CreateDatasetBody(Body):
    name: Name
    kind: DatasetKind = DatasetKind.GOLDEN
    description: Description = ""

    def to_command(self, project: ProjectId) -> CreateDataset:
        return CreateDataset(
            project=project, name=self.name, kind=self.kind, description=self.description
        )


class EditDatasetBody(Body):
    """Changes of a dataset. Fields that are left out keep their values."""

    name: Name | None = None
    kind: DatasetKind | None = None
    description: Description | None = None

    def to_command(self, project: ProjectId, dataset: UUID) -> EditDataset:
        return EditDataset(
            project=project,
            dataset=DatasetId(dataset),
            name=self.name,
            kind=self.kind,
            description=self.description,
        )


class HoldoutLockBody(Body):
    locked: bool


class DealBody(Body):
    holdout_share: Share
    seed: int = Field(default=0, ge=0, le=2**31 - 1)

    def to_command(self, project: ProjectId, dataset: UUID) -> DealCases:
        return DealCases(
            project=project,
            dataset=DatasetId(dataset),
            holdout_share=self.holdout_share,
            seed=self.seed,
        )


class DatasetView(View):
    id: UUID
    name: str
    kind: DatasetKind
    description: str
    columns: list[str]
    version: int
    cases: int
    holdout_locked: bool
    created_at: datetime
    updated_at: datetime
    origin: OriginView | None = Field(
        default=None,
        description="Origin of its newest generated or merged cases; only when a dataset is read or listed",
    )

    @staticmethod
    def of(dataset: Dataset, origin: DatasetOrigin | None = None) -> "DatasetView":
        return DatasetView.copy_attributes(
            dataset, origin=None if origin is None else OriginView.of(origin)
        )


class DatasetVersionView(DomainView):
    number: int
    cases: int
    note: str
    author: str = Field(validation_alias="author_label")
    created_at: datetime


class TagCountView(View):
    tag: str
    cases: int


class TagsView(View):
    items: list[TagCountView]
