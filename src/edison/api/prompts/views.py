"""Request and response bodies of prompts, versions, labels and rendering."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, JsonObject, Line, Paragraphs, Stored, View
from edison.api.prompts.content_views import ContentBody, ContentView, SentMessageView, ShortText
from edison.domain.ids import ProjectId, PromptId
from edison.domain.prompts.output_contract import ContractKind, detected
from edison.domain.prompts.prompt import Prompt, PromptKind, PromptVersion, VersionOrigin
from edison.domain.prompts.prompt_rules import (
    MOST_CHANGELOG,
    MOST_DESCRIPTION,
    MOST_NAME,
    PromptProblem,
    problems_of,
    warnings_of,
)
from edison.domain.prompts.template_renderer import variables_of
from edison.services.prompts.prompt_commands import CreatePrompt, EditPrompt
from edison.services.prompts.prompt_preview import PromptPreview, RenderPrompt
from edison.services.prompts.prompt_versions import SaveVersion

MOST_VALUES = 200
# The same limit as for a playground call.
MOST_CONVERTED = 500_000

Name = Annotated[Line, Field(min_length=1, max_length=MOST_NAME)]
Description = Annotated[Paragraphs, Field(max_length=MOST_DESCRIPTION)]
Changelog = Annotated[Paragraphs, Field(max_length=MOST_CHANGELOG)]
VersionNumber = Annotated[int, Field(ge=1, le=2**31 - 1)]


class CreatePromptBody(Body):
    name: Name
    kind: PromptKind = PromptKind.GENERATOR
    description: Description = ""
    content: ContentBody = ContentBody()

    def to_command(self, project: ProjectId) -> CreatePrompt:
        return CreatePrompt(
            project=project,
            name=self.name,
            kind=self.kind,
            description=self.description,
            content=self.content.to_content(),
        )


class EditPromptBody(Body):
    """Changes of a prompt. Fields that are left out keep their values."""

    name: Name | None = None
    description: Description | None = None
    content: ContentBody | None = None
    revision: int | None = Field(
        default=None,
        ge=1,
        le=2**31 - 1,
        description="The revision that `content` is based on; required with `content`",
    )

    def to_command(self, project: ProjectId, prompt: UUID) -> EditPrompt:
        return EditPrompt(
            project=project,
            prompt=PromptId(prompt),
            name=self.name,
            description=self.description,
            content=self.content.to_content() if self.content else None,
            revision=self.revision,
        )


class DuplicatePromptBody(Body):
    name: Name | None = Field(default=None, description="Default: the name followed by (copy)")


class ForkVersionBody(Body):
    name: Name


class SaveVersionBody(Body):
    changelog: Changelog = ""
    revision: int | None = Field(
        default=None, ge=1, le=2**31 - 1, description="Reject if the draft has another revision"
    )
    parent: VersionNumber | None = Field(
        default=None,
        description="Number of the version that was edited; requires a `changelog` of 10 to 500 characters",
    )

    def to_command(self, project: ProjectId, prompt: UUID) -> SaveVersion:
        return SaveVersion(
            project=project,
            prompt=PromptId(prompt),
            changelog=self.changelog,
            revision=self.revision,
            parent=self.parent,
        )


class MoveLabelBody(Body):
    number: VersionNumber


class RenderBody(Body):
    content: ContentBody
    values: JsonObject = Field(
        default_factory=dict[str, Any],
        max_length=MOST_VALUES,
        description="Texts, numbers, JSON, or a list of messages",
    )
    declared: list[ShortText] = Field(
        default_factory=list[ShortText],
        max_length=MOST_VALUES,
        description="Variables that the text must contain",
    )
    model: ShortText = ""
    provider: ShortText = ""

    def to_command(self, project: ProjectId) -> RenderPrompt:
        return RenderPrompt(
            project=project,
            content=self.content.to_content(),
            values=self.values,
            declared=self.declared,
            model=self.model,
            provider=self.provider,
        )


class ConvertBody(Body):
    text: Annotated[Stored, Field(max_length=MOST_CONVERTED)]


class ProblemView(View):
    field: str
    message: str

    @staticmethod
    def all_of(problems: tuple[PromptProblem, ...]) -> "list[ProblemView]":
        return [ProblemView(field=item.field, message=item.message) for item in problems]


class PromptCardView(DomainView):
    id: UUID
    name: str
    kind: PromptKind
    description: str
    preview: str
    latest: int = Field(description="Number of the newest version; 0 before the first")
    clean: bool = Field(description="Whether the draft equals the newest version")
    labels: dict[str, int]
    created_at: datetime
    updated_at: datetime


class PromptView(View):
    id: UUID
    name: str
    kind: PromptKind
    description: str
    draft: ContentView
    revision: int
    latest: int
    clean: bool
    labels: dict[str, int]
    variables: list[str]
    contract: ContractKind
    problems: list[ProblemView] = Field(description="Why the draft cannot be saved as a version")
    warnings: list[ProblemView]
    created_at: datetime
    updated_at: datetime

    @staticmethod
    def of(prompt: Prompt) -> "PromptView":
        return PromptView.copy_attributes(
            prompt,
            variables=list(variables_of(prompt.draft)),
            contract=detected(prompt.draft),
            problems=ProblemView.all_of(problems_of(prompt.draft)),
            warnings=ProblemView.all_of(warnings_of(prompt.draft)),
        )


class VersionCardView(View):
    """A version in a list, without its texts."""

    id: UUID
    prompt_id: UUID
    number: int
    parent_id: UUID | None
    digest: str
    changelog: str
    origin: VersionOrigin
    author: str
    labels: list[str]
    created_at: datetime

    @staticmethod
    def of(version: PromptVersion) -> "VersionCardView":
        return VersionCardView(**_card_of(version))


class VersionView(VersionCardView):
    content: ContentView
    variables: list[str]
    contract: ContractKind

    @staticmethod
    def of(version: PromptVersion) -> "VersionView":
        return VersionView(
            **_card_of(version),
            content=ContentView.of(version.content),
            variables=list(variables_of(version.content)),
            contract=detected(version.content),
        )


def _card_of(version: PromptVersion) -> dict[str, Any]:
    return {
        "id": version.id,
        "prompt_id": version.prompt,
        "number": version.number,
        "parent_id": version.parent,
        "digest": version.digest,
        "changelog": version.changelog,
        "origin": version.origin,
        "author": version.author_label,
        "labels": list(version.labels),
        "created_at": version.created_at,
    }


class LineageView(View):
    """A version and its ancestors, oldest first."""

    items: list[VersionCardView]


class PartDiffView(DomainView):
    part: str
    changed: bool
    lines: list[str] = Field(description="Lines of a unified diff, beginning with @, space, - or +")


class CompareView(View):
    a: int
    b: int
    parts: list[PartDiffView]


class RenderedView(View):
    """The exact messages that would be sent. Variables without a value stay in the text."""

    messages: list[SentMessageView]
    variables: list[str]
    missing: list[str]
    problems: list[ProblemView]
    warnings: list[ProblemView]
    characters: int
    tokens: int
    tokens_exact: bool = Field(description="Whether counted with the model's own tokenizer")
    contract: ContractKind

    @staticmethod
    def of(shown: PromptPreview) -> "RenderedView":
        return RenderedView.copy_attributes(
            shown,
            problems=ProblemView.all_of(shown.problems),
            warnings=ProblemView.all_of(shown.warnings),
        )


class ConvertedView(View):
    text: str
    converted: list[str]
