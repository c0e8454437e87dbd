"""Request and response bodies of imports, generated cases, merges and tag changes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, Stored, View
from edison.api.datasets.case_views import CaseContentView, Tag, Tags
from edison.api.datasets.dataset_views import DatasetVersionView, DatasetView, Name
from edison.domain.assists.assist import MOST_CASES
from edison.domain.datasets.case_rules import NAME_AT_MOST
from edison.domain.datasets.importing.column_uses import ColumnTarget, ColumnUse
from edison.domain.datasets.importing.file_table import COLUMNS_AT_MOST, FileFormat, ReadOptions
from edison.domain.datasets.importing.file_tasks import FileSummary
from edison.domain.datasets.tag_changes import TagAction
from edison.domain.ids import AssistId, DatasetId, ProjectId
from edison.services.datasets.case_import import Checked, CheckFile, ImportCases, Uploaded
from edison.services.datasets.dataset_merge import MergeDatasets
from edison.services.datasets.dataset_tags import ChangedTags, ChangeTags
from edison.services.datasets.generated_cases import Grown, SaveGenerated

Variables = Annotated[
    list[Annotated[Stored, Field(max_length=NAME_AT_MOST)]], Field(max_length=COLUMNS_AT_MOST)
]


class FileOptionsBody(Body):
    """Format options of the file. Options that are left out are detected."""

    format: FileFormat | None = None
    encoding: Annotated[Line, Field(max_length=20)] | None = None
    delimiter: Annotated[Stored, Field(pattern=r'^[^"\r\n\x00]$')] | None = None

    def to_options(self) -> ReadOptions:
        return ReadOptions(
            format=self.format, encoding=self.encoding or None, delimiter=self.delimiter
        )


class ColumnUseBody(Body):
    target: ColumnTarget
    name: Annotated[Line, Field(max_length=NAME_AT_MOST)] | None = Field(
        default=None, description="Name of the variable, or key in the metadata"
    )
    json_: bool = Field(
        default=False,
        alias="json",
        description="Cells contain JSON: a list of messages, or a quoted text",
    )

    def to_use(self) -> ColumnUse:
        return ColumnUse(target=self.target, name=self.name or None, json=self.json_)


class CheckBody(Body):
    mapping: (
        Annotated[
            dict[Annotated[Stored, Field(max_length=10_000)], ColumnUseBody],
            Field(max_length=COLUMNS_AT_MOST),
        ]
        | None
    ) = Field(default=None, description="Use of each column. Default: as suggested")
    options: FileOptionsBody = Field(default_factory=FileOptionsBody)
    tags: Tags = Field(default_factory=list[str], description="Tags for every case of the file")
    variables: Variables = Field(
        default_factory=list[str], description="Variables of the prompt that the cases are for"
    )

    def to_check(self, project: ProjectId, upload: UUID) -> CheckFile:
        return CheckFile(
            project=project,
            upload=upload,
            uses=None
            if self.mapping is None
            else {column: use.to_use() for column, use in self.mapping.items()},
            options=self.options.to_options(),
            tags=tuple(self.tags),
            variables=tuple(self.variables),
        )


class ImportBody(CheckBody):
    upload: UUID
    skip_bad_rows: bool = Field(
        default=False,
        description="Import valid rows only; otherwise one invalid row rejects the file",
    )

    def to_command(self, project: ProjectId, dataset: UUID) -> ImportCases:
        return ImportCases(
            check=self.to_check(project, self.upload),
            dataset=DatasetId(dataset),
            skip_bad_rows=self.skip_bad_rows,
        )


class RowProblemView(DomainView):
    row: int = Field(description="Counted from 1, without the header")
    line: int | None = Field(description="Line in the file; null: the format has no lines")
    column: str | None
    message: str


class ProblemsView(DomainView):
    rows: int = Field(description="Number of rows with a problem")
    items: list[RowProblemView] = Field(description="The first 500 problems")


class ColumnUseView(View):
    target: ColumnTarget
    name: str | None
    json_: bool = Field(serialization_alias="json", validation_alias="json")

    @staticmethod
    def of(use: ColumnUse) -> "ColumnUseView":
        return ColumnUseView.model_validate(
            {"target": use.target, "name": use.name, "json": use.json}
        )


class FileView(View):
    """Detected format and content of a file."""

    format: FileFormat
    encoding: str | None
    delimiter: str | None
    columns: list[str]
    row_count: int
    rows: list[list[str | None]] = Field(
        description="The first 10 rows as texts, long ones shortened; null: the value is missing"
    )
    notes: list[str] = Field(description="How the file was interpreted")

    @staticmethod
    def of(file: FileSummary) -> "FileView":
        return FileView.copy_attributes(
            file,
            columns=[_sendable(name) for name in file.columns],
            rows=[[None if cell is None else _sendable(cell) for cell in row] for row in file.rows],
            notes=[_sendable(note) for note in file.notes],
        )


def _sendable(text: str) -> str:
    """Replace invalid characters, which JSON cannot represent, by the Unicode replacement character."""
    return text.encode(errors="replace").decode()


def _mapping(uses: Mapping[str, ColumnUse]) -> dict[str, ColumnUseView]:
    return {_sendable(column): ColumnUseView.of(use) for column, use in uses.items()}


class UploadView(View):
    upload: UUID = Field(validation_alias="id")
    file_name: str = Field(validation_alias="name")
    expires_at: datetime
    file: FileView
    mapping: dict[str, ColumnUseView] = Field(description="Suggested use of each column")
    problems: ProblemsView

    @staticmethod
    def of(found: Uploaded) -> "UploadView":
        return UploadView.copy_attributes(
            found.upload,
            file=FileView.of(found.file),
            mapping=_mapping(found.file.uses),
            problems=ProblemsView.of(found.file.problems),
        )


class MappedRowView(CaseContentView):
    row: int


class ImportCheckView(View):
    file: FileView
    mapping: dict[str, ColumnUseView]
    good_rows: int
    cases: list[MappedRowView] = Field(description="The first 10 cases that would be created")
    problems: ProblemsView
    missing_variables: list[str] = Field(
        validation_alias="missing", description="Variables of the prompt that no column provides"
    )

    @staticmethod
    def of(found: Checked) -> "ImportCheckView":
        return ImportCheckView.copy_attributes(
            found.cases,
            file=FileView.of(found.file),
            mapping=_mapping(found.file.uses),
            cases=[
                MappedRowView(row=row.row, **dict(CaseContentView.of(row.content)))
                for row in found.cases.cases
            ],
        )


class ImportedView(DomainView):
    imported: int = Field(validation_alias="cases")
    version: DatasetVersionView
    skipped: ProblemsView


TAGS_AT_ONCE = 50


class SaveGeneratedBody(Body):
    """Generated cases to save, and the dataset: a new one, or the existing `dataset`."""

    assist: UUID = Field(description="A finished assist of kind `generate_cases` or `fill_gaps`")
    name: Name | None = Field(default=None, description="Of a new dataset. Default: generated")
    dataset: UUID | None = None
    chosen: list[Annotated[int, Field(ge=0, lt=MOST_CASES)]] | None = Field(
        default=None,
        min_length=1,
        max_length=MOST_CASES,
        description="Indexes of the generated cases to save, from 0. Default: all",
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
    """A dataset to which cases were added, with the number of added cases."""

    added: int

    @staticmethod
    def of_grown(found: Grown) -> "GrownView":
        dataset = DatasetView.of(found.dataset, found.origin)
        return GrownView(added=found.origin.added, **dict(dataset))


class MergeBody(Body):
    source: UUID
    version: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = Field(
        default=None, description="Version of the source. Default: the newest"
    )
    leave_out_duplicates: bool = Field(
        default=True, description="Skip cases with the same values, ignoring case and whitespace"
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
    version: int = Field(description="The newest version; unchanged if no case was added")
    added: int
    duplicates: int


class ChangeTagsBody(Body):
    """A change of tags: `rename` one tag, `merge` several tags into `to`, or `remove` tags."""

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
    changed: int = Field(description="Number of changed cases")
    note: str = Field(description="Note in the list of versions")
    dataset: DatasetView

    @staticmethod
    def of(found: ChangedTags) -> "ChangedTagsView":
        return ChangedTagsView(
            changed=found.cases, note=found.note, dataset=DatasetView.of(found.dataset)
        )
