"""Bodies of imports: what a file holds, what its columns mean, which rows cannot be taken."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, Stored, View
from edison.api.datasets.case_views import CaseContentView, Tags
from edison.api.datasets.dataset_views import DatasetVersionView
from edison.domain.datasets.case_rules import NAME_AT_MOST
from edison.domain.datasets.importing.column_uses import ColumnTarget, ColumnUse
from edison.domain.datasets.importing.file_table import COLUMNS_AT_MOST, FileFormat, ReadOptions
from edison.domain.datasets.importing.file_tasks import FileSummary
from edison.domain.ids import DatasetId, ProjectId
from edison.services.datasets.case_import import Checked, CheckFile, ImportCases, Uploaded

Variables = Annotated[
    list[Annotated[Stored, Field(max_length=NAME_AT_MOST)]], Field(max_length=COLUMNS_AT_MOST)
]


class FileOptionsBody(Body):
    """What is known about the file; what is left out is found out."""

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
        default=None, description="Of the variable, or the key in the metadata"
    )
    json_: bool = Field(
        default=False,
        alias="json",
        description="Cells hold JSON: a list of messages, or a text in quotes",
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
    ) = Field(default=None, description="What each column is for; left out, it is as was suggested")
    options: FileOptionsBody = Field(default_factory=FileOptionsBody)
    tags: Tags = Field(default_factory=list[str], description="For every case of the file")
    variables: Variables = Field(
        default_factory=list[str], description="Of the prompt that the cases are for"
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
        default=False, description="Import the good rows; otherwise one bad row stops all"
    )

    def to_command(self, project: ProjectId, dataset: UUID) -> ImportCases:
        return ImportCases(
            check=self.to_check(project, self.upload),
            dataset=DatasetId(dataset),
            skip_bad_rows=self.skip_bad_rows,
        )


class RowProblemView(DomainView):
    row: int = Field(description="Counted from 1, without the header")
    line: int | None = Field(description="Of the file, where it has lines")
    column: str | None
    message: str


class ProblemsView(DomainView):
    rows: int = Field(description="How many rows have a problem")
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
    """What was found in a file."""

    format: FileFormat
    encoding: str | None
    delimiter: str | None
    columns: list[str]
    row_count: int
    rows: list[list[str | None]] = Field(
        description="The first 10 rows as texts, long ones cut; null where a value is missing"
    )
    notes: list[str] = Field(description="What was done to make sense of the file")

    @staticmethod
    def of(file: FileSummary) -> "FileView":
        return FileView.copy_attributes(
            file,
            columns=[_sendable(name) for name in file.columns],
            rows=[[None if cell is None else _sendable(cell) for cell in row] for row in file.rows],
            notes=[_sendable(note) for note in file.notes],
        )


def _sendable(text: str) -> str:
    """Bytes that are no text cannot be answered as JSON either: they are shown as what they are, unknown."""
    return text.encode(errors="replace").decode()


def _mapping(uses: Mapping[str, ColumnUse]) -> dict[str, ColumnUseView]:
    return {_sendable(column): ColumnUseView.of(use) for column, use in uses.items()}


class UploadView(View):
    upload: UUID = Field(validation_alias="id")
    file_name: str = Field(validation_alias="name")
    expires_at: datetime
    file: FileView
    mapping: dict[str, ColumnUseView] = Field(description="A suggestion for each column")
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
    cases: list[MappedRowView] = Field(description="The first 10 cases as they would be")
    problems: ProblemsView
    missing_variables: list[str] = Field(
        validation_alias="missing", description="Variables of the prompt that no column is for"
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
