"""Bodies for what changes a dataset as a whole: generated cases, another dataset's cases, its tags."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, View
from edison.api.datasets.case_views import Tag
from edison.api.datasets.dataset_views import DatasetView, Name
from edison.domain.assists.assist import MOST_CASES
from edison.domain.datasets.tag_changes import TagAction
from edison.domain.ids import AssistId, DatasetId, ProjectId
from edison.services.datasets.dataset_merge import MergeDatasets
from edison.services.datasets.dataset_tags import ChangedTags, ChangeTags
from edison.services.datasets.generated_cases import Grown, SaveGenerated

TAGS_AT_ONCE = 50


class SaveGeneratedBody(Body):
    """Into a new dataset, or with `dataset` into one that is there."""

    assist: UUID = Field(description="One of kind `generate_cases` or `fill_gaps` that has ended")
    name: Name | None = Field(default=None, description="Of a new dataset; None: a name is found")
    dataset: UUID | None = None
    chosen: list[Annotated[int, Field(ge=0, lt=MOST_CASES)]] | None = Field(
        default=None,
        min_length=1,
        max_length=MOST_CASES,
        description="Which of the made cases, counted from 0; None: all of them",
    )

    def to_command(self, project: ProjectId) -> SaveGenerated:
        return SaveGenerated(
            project=project,
            assist=AssistId(self.assist),
            name=self.name,
            dataset=None if self.dataset is None else DatasetId(self.dataset),
            chosen=None if self.chosen is None else tuple(self.chosen),
        )


class GrownView(DatasetView):
    """The dataset as it is now, with how many cases came in."""

    added: int

    @staticmethod
    def of_grown(found: Grown) -> "GrownView":
        dataset = DatasetView.of(found.dataset, found.origin)
        return GrownView(added=found.origin.added, **dict(dataset))


class MergeBody(Body):
    source: UUID
    version: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = Field(
        default=None, description="Of the source; None: its newest"
    )
    leave_out_duplicates: bool = Field(
        default=True, description="The same values, whatever the capitals and spaces"
    )

    def to_command(self, project: ProjectId, dataset: UUID) -> MergeDatasets:
        return MergeDatasets(
            project=project,
            dataset=DatasetId(dataset),
            source=DatasetId(self.source),
            version=self.version,
            leave_out_duplicates=self.leave_out_duplicates,
        )


class MergedView(DomainView):
    version: int = Field(description="The newest version; the one of before, if nothing came in")
    added: int
    duplicates: int


class ChangeTagsBody(Body):
    """`rename` one tag, `merge` several into `to`, or `remove` them."""

    action: TagAction
    tags: list[Tag] = Field(min_length=1, max_length=TAGS_AT_ONCE)
    to: Tag | None = None

    def to_command(self, project: ProjectId, dataset: UUID) -> ChangeTags:
        return ChangeTags(
            project=project,
            dataset=DatasetId(dataset),
            action=self.action,
            tags=tuple(self.tags),
            to=self.to,
        )


class ChangedTagsView(View):
    changed: int = Field(description="How many cases the change reached")
    note: str = Field(description="As it stands in the list of versions")
    dataset: DatasetView

    @staticmethod
    def of(found: ChangedTags) -> "ChangedTagsView":
        return ChangedTagsView(
            changed=found.cases, note=found.note, dataset=DatasetView.of(found.dataset)
        )
