"""Request and response bodies of prompts by name."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import Path, Query
from pydantic import Field

from edison.api.base_views import Body, JsonObject, Line, SetParameters, Stored, View
from edison.api.prompts.content_views import (
    ContentView,
    OutputContractView,
    PromptToolView,
    SentMessageView,
)
from edison.api.prompts.views import MOST_VALUES, VersionNumber
from edison.domain.ids import ProjectId
from edison.domain.prompts.output_contract import ContractKind, detected
from edison.domain.prompts.prompt import PromptKind
from edison.domain.prompts.prompt_rules import MOST_NAME
from edison.domain.prompts.template_renderer import variables_of
from edison.services.prompts.named_prompts import (
    NamedPrompt,
    PromptReference,
    RenderedNamedPrompt,
    RenderNamedPrompt,
)

PromptName = Annotated[
    Stored, Path(min_length=1, max_length=MOST_NAME, description="Name of the prompt")
]
WantedLabel = Annotated[
    Line | None,
    Query(min_length=1, max_length=50, description="Default: `production`"),
]
WantedVersion = Annotated[
    int | None, Query(ge=1, le=2**31 - 1, description="Version number, instead of a label")
]


class RenderNamedPromptBody(Body):
    """Values of variables, and a label or version. Neither means the label `production`."""

    label: Annotated[Line, Field(min_length=1, max_length=50)] | None = None
    version: VersionNumber | None = None
    values: JsonObject = Field(
        default_factory=dict[str, Any],
        max_length=MOST_VALUES,
        description="A value for each variable: a text, number, JSON, or a list of messages",
    )

    def to_command(self, project: ProjectId, name: str) -> RenderNamedPrompt:
        return RenderNamedPrompt(
            project=project,
            reference=PromptReference(name=name, label=self.label, number=self.version),
            values=self.values,
        )


class NamedPromptView(View):
    """One version of a prompt, found by name."""

    prompt_id: UUID
    version_id: UUID
    name: str
    kind: PromptKind
    description: str
    version: int
    labels: list[str] = Field(description="Labels that point to this version")
    digest: str
    content: ContentView
    variables: list[str]
    contract: ContractKind
    created_at: datetime

    @staticmethod
    def of(named: NamedPrompt) -> "NamedPromptView":
        prompt, version = named.prompt, named.version
        return NamedPromptView(
            prompt_id=prompt.id,
            version_id=version.id,
            name=prompt.name,
            kind=prompt.kind,
            description=prompt.description,
            version=version.number,
            labels=list(version.labels),
            digest=version.digest,
            content=ContentView.of(version.content),
            variables=list(variables_of(version.content)),
            contract=detected(version.content),
            created_at=version.created_at,
        )


class RenderedNamedPromptView(View):
    """The exact messages to send, with the tools, output format and parameters of the version."""

    prompt_id: UUID
    version_id: UUID
    name: str
    version: int
    messages: list[SentMessageView]
    tools: list[PromptToolView]
    output: OutputContractView
    parameters: SetParameters

    @staticmethod
    def of(rendered: RenderedNamedPrompt) -> "RenderedNamedPromptView":
        version = rendered.named.version
        content = ContentView.of(version.content)
        return RenderedNamedPromptView(
            prompt_id=version.prompt,
            version_id=version.id,
            name=rendered.named.prompt.name,
            version=version.number,
            messages=[SentMessageView.of(message) for message in rendered.messages],
            tools=content.tools,
            output=content.output,
            parameters=content.parameters,
        )
