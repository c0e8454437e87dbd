"""Request and response bodies of cases, their history, and their differences between versions."""

from typing import Annotated, Any, Literal, cast
from uuid import UUID

from pydantic import BeforeValidator, Field

from edison.api.base_views import Body, DomainView, JsonObject, Line, Stored, View
from edison.api.datasets.dataset_views import DatasetView
from edison.api.datasets.file_views import (
    CaseFileBody,
    CaseFileView,
    PlacedFileBody,
    PlacedFileView,
    as_file_view,
)
from edison.domain.datasets.case_json import CaseValue
from edison.domain.datasets.case_rules import (
    EASIEST,
    HARDEST,
    MESSAGES_AT_MOST,
    NAME_AT_MOST,
    TAG_AT_MOST,
    TAGS_AT_MOST,
    TEXT_AT_MOST,
    VALUES_AT_MOST,
)
from edison.domain.datasets.case_selection import CaseChange, CaseDifference, CaseFilter
from edison.domain.datasets.dataset import Case, CaseContent, Split
from edison.domain.ids import CaseId, DatasetId, ProjectId
from edison.domain.models.model_call import Message, MessageRole, ToolCall
from edison.services.datasets.case_commands import AddCases, ChangeCases, Changed, EditCase
from edison.services.datasets.dataset_queries import FoundCases, VersionComparison

ADD_AT_ONCE = 1_000
CaseText = Annotated[Stored, Field(max_length=TEXT_AT_MOST)]
ValueName = Annotated[Line, Field(min_length=1, max_length=NAME_AT_MOST)]
Tag = Annotated[Line, Field(min_length=1, max_length=TAG_AT_MOST)]
Tags = Annotated[list[Tag], Field(max_length=TAGS_AT_MOST)]
Difficulty = Annotated[int, Field(ge=EASIEST, le=HARDEST)]


class CaseToolCallBody(Body):
    id: Annotated[Stored, Field(max_length=200)]
    name: Annotated[Stored, Field(max_length=200)]
    arguments: CaseText


class CaseMessageBody(Body):
    role: Literal["system", "user", "assistant", "tool"]
    content: CaseText
    tool_calls: list[CaseToolCallBody] = Field(
        default_factory=list[CaseToolCallBody], max_length=100
    )
    tool_call_id: Annotated[Stored, Field(max_length=200)] | None = None
    files: list[PlacedFileBody] = Field(default_factory=list[PlacedFileBody], max_length=50)

    def to_message(self) -> Message:
        return Message(
            role=self.role,
            content=self.content,
            tool_calls=tuple(
                ToolCall(id=call.id, name=call.name, arguments=call.arguments)
                for call in self.tool_calls
            ),
            tool_call_id=self.tool_call_id,
            files=tuple(file.to_file() for file in self.files),
        )


class CaseMessagesBody(Body):
    """A conversation that replaces a whole message of the prompt."""

    messages: list[CaseMessageBody] = Field(min_length=1, max_length=MESSAGES_AT_MOST)


CaseValueBody = CaseText | CaseMessagesBody | CaseFileBody
Values = Annotated[dict[ValueName, CaseValueBody], Field(min_length=1, max_length=VALUES_AT_MOST)]


def _to_values(values: dict[str, CaseValueBody]) -> dict[str, CaseValue]:
    return {
        name: value
        if isinstance(value, str)
        else value.to_file()
        if isinstance(value, CaseFileBody)
        else tuple(message.to_message() for message in value.messages)
        for name, value in values.items()
    }


class CaseBody(Body):
    values: Values
    expected: CaseText | None = None
    tags: Tags = Field(default_factory=list[Tag])
    difficulty: Difficulty | None = None
    metadata: JsonObject = Field(default_factory=dict[str, Any])
    split: Split = Split.NONE

    def to_content(self) -> CaseContent:
        return CaseContent(
            values=_to_values(self.values),
            expected=self.expected,
            tags=tuple(self.tags),
            difficulty=self.difficulty,
            metadata=self.metadata,
            split=self.split,
        )


class AddCasesBody(Body):
    cases: list[CaseBody] = Field(min_length=1, max_length=ADD_AT_ONCE)

    def to_command(self, project: ProjectId, dataset: UUID) -> AddCases:
        return AddCases(
            project=project,
            dataset=DatasetId(dataset),
            contents=tuple(case.to_content() for case in self.cases),
        )


class EditCaseBody(Body):
    """Changes of a case. Fields that are left out keep their values; null removes the expected answer or difficulty."""

    values: Values | None = None
    expected: CaseText | None = None
    tags: Tags | None = None
    difficulty: Difficulty | None = None
    metadata: JsonObject | None = None
    split: Split | None = None
    revision: UUID | None = Field(default=None, description="Revision that the change is based on")

    def to_command(self, project: ProjectId, dataset: UUID, case: UUID) -> EditCase:
        changes: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("expected", "difficulty", "metadata", "split")
            if name in self.model_fields_set
        }
        # Only these two can be removed.
        for name in ("metadata", "split"):
            if name in changes and changes[name] is None:
                del changes[name]
        if self.values is not None:
            changes["values"] = _to_values(self.values)
        if self.tags is not None:
            changes["tags"] = tuple(self.tags)
        return EditCase(
            project=project,
            dataset=DatasetId(dataset),
            case=CaseId(case),
            changes=changes,
            revision=self.revision,
        )


class CaseFilterBody(Body):
    """Filter of cases. A case must match all conditions; an empty filter matches all cases."""

    search: Annotated[Stored, Field(max_length=200)] | None = None
    tag: Tag | None = None
    split: Split | None = None
    difficulty: Difficulty | None = None


class ChangeCasesBody(Body):
    """A change of many cases, which are selected by `ids` or by `filter`."""

    ids: list[UUID] | None = Field(default=None, min_length=1, max_length=10_000)
    filter: CaseFilterBody | None = None
    add_tags: Tags = Field(default_factory=list[Tag])
    remove_tags: Tags = Field(default_factory=list[Tag])
    split: Split | None = None
    difficulty: Difficulty | None = None
    clear_difficulty: bool = False
    delete: bool = False

    def to_command(self, project: ProjectId, dataset: UUID) -> ChangeCases:
        wanted = self.filter or CaseFilterBody()
        return ChangeCases(
            project=project,
            dataset=DatasetId(dataset),
            named=self.ids is not None or self.filter is not None,
            wanted=CaseFilter(
                search=wanted.search or None,
                tag=wanted.tag,
                split=wanted.split,
                difficulty=wanted.difficulty,
                ids=None if self.ids is None else frozenset(self.ids),
            ),
            change=CaseChange(
                add_tags=tuple(self.add_tags),
                remove_tags=tuple(self.remove_tags),
                split=self.split,
                difficulty=self.difficulty,
                clear_difficulty=self.clear_difficulty,
                delete=self.delete,
            ),
        )


class ChangedCasesView(View):
    changed: int = Field(description="Number of changed cases")
    dataset: DatasetView

    @staticmethod
    def of(changed: Changed) -> "ChangedCasesView":
        return ChangedCasesView(changed=changed.cases, dataset=DatasetView.of(changed.dataset))


class CaseToolCallView(View):
    id: str
    name: str
    arguments: str


class CaseMessageView(DomainView):
    role: MessageRole
    content: str
    tool_calls: list[CaseToolCallView]
    tool_call_id: str | None
    files: list[PlacedFileView]


class CaseMessagesView(View):
    messages: list[CaseMessageView]


def _messages(value: Any) -> Any:
    if isinstance(value, tuple):
        return {"messages": cast(tuple[Any, ...], value)}
    return as_file_view(value)


CaseValueView = Annotated[str | CaseMessagesView | CaseFileView, BeforeValidator(_messages)]


class CaseContentView(DomainView):
    values: dict[str, CaseValueView]
    expected: str | None
    tags: list[str]
    difficulty: int | None
    metadata: dict[str, Any]
    split: Split


class CaseView(CaseContentView):
    id: UUID
    revision: UUID
    position: int
    since: int
    until: int | None

    @staticmethod
    def of_case(case: Case) -> "CaseView":
        content = CaseContentView.of(case.content)
        return CaseView.copy_attributes(case, **dict(content))


class CaseHistoryView(View):
    case: CaseView = Field(description="The newest revision; `until` is set if it was deleted")
    earlier: list[CaseView] = Field(description="Earlier revisions, newest first")

    @staticmethod
    def of(wordings: tuple[Case, ...]) -> "CaseHistoryView":
        views = [CaseView.of_case(case) for case in wordings]
        return CaseHistoryView(case=views[0], earlier=views[1:])


class CasesView(View):
    version: int
    total: int | None = Field(description="Number of cases on all pages; on the first page only")
    items: list[CaseView]
    next_cursor: str | None

    @staticmethod
    def of(found: FoundCases) -> "CasesView":
        return CasesView(
            version=found.version,
            total=found.total,
            items=[CaseView.of_case(case) for case in found.page.items],
            next_cursor=found.page.next_cursor,
        )


class CaseDifferenceView(View):
    id: UUID
    change: Literal["added", "removed", "changed"]
    before: CaseContentView | None
    after: CaseContentView | None

    @staticmethod
    def of(item: CaseDifference) -> "CaseDifferenceView":
        change = "removed" if item.after is None else "changed" if item.before else "added"
        return CaseDifferenceView.copy_attributes(item, change=change)


class VersionComparisonView(View):
    added: int
    removed: int
    changed: int
    same: int
    items: list[CaseDifferenceView]
    next_cursor: str | None

    @staticmethod
    def of(found: VersionComparison) -> "VersionComparisonView":
        return VersionComparisonView.copy_attributes(
            found.counts,
            items=[CaseDifferenceView.of(item) for item in found.page.items],
            next_cursor=found.page.next_cursor,
        )
