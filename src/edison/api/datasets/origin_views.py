"""Where the cases of a dataset came from, as it goes out."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, UsdAmount
from edison.domain.datasets.dataset_origin import OriginKind


class OriginView(DomainView):
    id: UUID
    version: int = Field(description="The version of the dataset that the cases came in with")
    kind: OriginKind
    added: int = Field(description="How many cases came in; some may have been left out by hand")
    asked: int = Field(description="How many were asked for; or how many the source has")
    made: int
    duplicates: int = Field(description="Left out: there already, or nearly so")
    unusable: int = Field(description="Left out: not fit to be a case")
    cost_usd: UsdAmount = Field(
        validation_alias="cost", description="What the whole generation cost"
    )
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
