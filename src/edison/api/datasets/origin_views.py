"""Where the cases of a dataset came from, as it goes out."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import View
from edison.domain.datasets.dataset_origin import DatasetOrigin, OriginKind
from edison.domain.money import to_usd


class OriginView(View):
    id: UUID
    version: int = Field(description="The version of the dataset that the cases came in with")
    kind: OriginKind
    added: int = Field(description="How many cases came in; some may have been left out by hand")
    asked: int = Field(description="How many were asked for; or how many the source has")
    made: int
    duplicates: int = Field(description="Left out: there already, or nearly so")
    unusable: int = Field(description="Left out: not fit to be a case")
    cost_usd: Decimal = Field(description="What the whole generation cost")
    assist: UUID | None
    model: UUID | None
    model_name: str | None
    instructions: str = Field(description="The generation prompt, or the hints")
    types: list[str]
    topic: str
    difficulty: str | None
    source_dataset: UUID | None
    source_name: str | None
    source_version: int | None
    by: str
    at: datetime

    @staticmethod
    def of(origin: DatasetOrigin) -> "OriginView":
        return OriginView(
            id=origin.id,
            version=origin.version,
            kind=origin.kind,
            added=origin.added,
            asked=origin.asked,
            made=origin.made,
            duplicates=origin.duplicates,
            unusable=origin.unusable,
            cost_usd=to_usd(origin.cost),
            assist=origin.assist,
            model=origin.model,
            model_name=origin.model_name,
            instructions=origin.instructions,
            types=list(origin.types),
            topic=origin.topic,
            difficulty=origin.difficulty,
            source_dataset=origin.source,
            source_name=origin.source_name,
            source_version=origin.source_version,
            by=origin.by_label,
            at=origin.at,
        )
