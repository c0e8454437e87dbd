"""Request and response bodies of imports from other tools."""

import base64
import binascii
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, field_validator

from edison.api.base_views import Body, Line, Stored, View
from edison.domain.errors import InvalidInput
from edison.domain.ids import ProjectId
from edison.domain.imports.import_plan import Fidelity, PartKind, ReportEntry, counts_of
from edison.services.imports.project_import import (
    AppliedImport,
    ApplyImport,
    ImportPreview,
    ModelChoice,
)
from edison.services.imports.read_source import ImportFile, Source, SourceKind

MOST_FILES = 200
MOST_TEXT = 20_000_000
MOST_ENTRIES = 500
# Cases in a preview.
SAMPLES = 3


class ImportFileBody(Body):
    """A file of the other tool: as text, or in base64 for an archive and other binary files."""

    path: Annotated[Line, Field(min_length=1, max_length=500)]
    text: Annotated[str, Field(max_length=MOST_TEXT)] | None = None
    base64: Annotated[str, Field(max_length=MOST_TEXT)] | None = None

    def to_file(self) -> ImportFile:
        if (self.text is None) == (self.base64 is None):
            raise InvalidInput("Give either the text or the base64 of a file", field="files")
        if self.text is not None:
            return ImportFile(path=self.path, content=self.text.encode("utf-8", "replace"))
        try:
            content = base64.b64decode(self.base64 or "", validate=True)
        except (binascii.Error, ValueError):
            raise InvalidInput(f"{self.path} is not valid base64", field="files") from None
        return ImportFile(path=self.path, content=content)


class ImportSourceBody(Body):
    kind: SourceKind
    files: list[ImportFileBody] = Field(min_length=1, max_length=MOST_FILES)
    models: dict[str, UUID] = Field(
        default_factory=dict[str, UUID],
        max_length=100,
        description="For each model that the files name, a model of the catalog. Default: the one of the same name",
    )

    @field_validator("files")
    @classmethod
    def differ(cls, given: list[ImportFileBody]) -> list[ImportFileBody]:
        if len({file.path for file in given}) < len(given):
            raise ValueError("Two files have the same path")
        return given

    def to_source(self, project: ProjectId) -> Source:
        return Source(
            project=project, kind=self.kind, files=tuple(file.to_file() for file in self.files)
        )


class ApplyImportBody(ImportSourceBody):
    name: Annotated[Stored, Field(min_length=1, max_length=100)] | None = Field(
        default=None, description="Name of the suite. Default: from the files"
    )

    def to_command(self, project: ProjectId) -> ApplyImport:
        return ApplyImport(source=self.to_source(project), models=self.models, name=self.name)


class ReportEntryView(View):
    place: str = Field(description="Where it is in the files")
    part: PartKind
    name: str
    fidelity: Fidelity
    reason: str
    count: int = Field(description="How many equal parts the entry stands for")


class PartCountsView(View):
    part: str
    mapped: int
    approximated: int
    skipped: int


class OfferedModelView(View):
    id: UUID
    name: str
    credential: str = Field(validation_alias="credential_label")


class ModelChoiceView(View):
    source: str = Field(description="Its name in the files")
    use: Literal["target", "grader", "embedding", "moderation"]
    name: str
    model: UUID | None = Field(description="The model that takes its place; null: choose one")
    offered: list[OfferedModelView]

    @staticmethod
    def of(choice: ModelChoice) -> "ModelChoiceView":
        return ModelChoiceView.copy_attributes(
            choice, offered=[OfferedModelView.copy_attributes(each) for each in choice.offered]
        )


class PlannedPromptView(View):
    name: str
    grader: bool
    preview: str


class PlannedDatasetView(View):
    name: str
    cases: int
    columns: list[str]


class ImportReportView(View):
    """What the files would create, and what became of each of their parts."""

    name: str
    counts: list[PartCountsView]
    entries: list[ReportEntryView] = Field(description="What needs attention first")
    entries_left_out: int
    prompts: list[PlannedPromptView]
    datasets: list[PlannedDatasetView]
    scorers: list[str]
    models: list[ModelChoiceView]

    @staticmethod
    def of(preview: ImportPreview) -> "ImportReportView":
        plan = preview.plan
        entries: tuple[ReportEntry, ...] = plan.entries
        return ImportReportView(
            name=plan.name,
            counts=[
                PartCountsView(
                    part=part,
                    mapped=count.mapped,
                    approximated=count.approximated,
                    skipped=count.skipped,
                )
                for part, count in counts_of(entries).items()
            ],
            entries=[ReportEntryView.copy_attributes(each) for each in entries[:MOST_ENTRIES]],
            entries_left_out=max(0, len(entries) - MOST_ENTRIES),
            prompts=[
                PlannedPromptView(
                    name=each.name,
                    grader=each.kind == "grader",
                    preview=(
                        each.content.messages[0].content
                        if each.content.messages
                        else each.content.system
                    )[:200],
                )
                for each in plan.prompts
            ],
            datasets=[
                PlannedDatasetView(
                    name=each.name,
                    cases=len(each.cases),
                    columns=list(
                        dict.fromkeys(name for case in each.cases for name in case.values)
                    )[:50],
                )
                for each in plan.datasets
            ],
            scorers=[str(each.spec.get("name") or each.spec["kind"]) for each in plan.scorers],
            models=[ModelChoiceView.of(each) for each in preview.models],
        )


class CreatedView(View):
    id: UUID
    name: str


class AppliedImportView(View):
    report: ImportReportView
    prompts: list[CreatedView]
    datasets: list[CreatedView]
    suite: CreatedView | None
    missing: list[str] = Field(description="Why there is no suite, or what it lacks")

    @staticmethod
    def of(applied: AppliedImport) -> "AppliedImportView":
        return AppliedImportView(
            report=ImportReportView.of(applied.preview),
            prompts=[CreatedView.copy_attributes(each) for each in applied.prompts],
            datasets=[CreatedView.copy_attributes(each) for each in applied.datasets],
            suite=None if applied.suite is None else CreatedView.copy_attributes(applied.suite),
            missing=list(applied.missing),
        )
