"""Request and response bodies of prompt content."""

from typing import Annotated, Any, Literal

from pydantic import Field

from edison.api.base_views import Body, DomainView, JsonObject, SetParameters, Stored, View
from edison.api.datasets.file_views import PlacedFileView
from edison.api.models.playground_views import ParametersBody
from edison.domain.models.model_call import Message, MessageRole, Tool, ToolCall
from edison.domain.prompts.prompt import MOST_FEW_SHOTS, FewShot, OutputContract, PromptContent
from edison.domain.prompts.prompt_rules import (
    MOST_MESSAGES,
    MOST_SYSTEM,
    MOST_TEXT,
    MOST_TOOL_CALLS,
    MOST_TOOL_DESCRIPTION,
    MOST_TOOLS,
)

Text = Annotated[Stored, Field(max_length=MOST_TEXT)]
ShortText = Annotated[Stored, Field(max_length=200)]


class PromptToolCallBody(Body):
    id: ShortText
    name: ShortText
    arguments: Text


class PromptMessageBody(Body):
    role: MessageRole
    content: Text
    tool_calls: list[PromptToolCallBody] = Field(
        default_factory=list[PromptToolCallBody], max_length=MOST_TOOL_CALLS
    )
    tool_call_id: ShortText | None = None

    def to_message(self) -> Message:
        return Message(
            role=self.role,
            content=self.content,
            tool_calls=tuple(
                ToolCall(id=call.id, name=call.name, arguments=call.arguments)
                for call in self.tool_calls
            ),
            tool_call_id=self.tool_call_id,
        )


class FewShotBody(Body):
    user: Text
    assistant: Text


class PromptToolBody(Body):
    """A tool of a prompt. A name or schema that providers reject is accepted and listed as a problem of the draft."""

    name: ShortText
    description: Annotated[Stored, Field(max_length=MOST_TOOL_DESCRIPTION)] = ""
    parameters: JsonObject = Field(default_factory=dict[str, Any])


class OutputContractBody(Body):
    kind: Literal["auto", "text", "response", "json", "response_json", "schema"] = "auto"
    schema_: JsonObject | None = Field(default=None, alias="schema")


class ContentBody(Body):
    """All parts of a prompt that are sent to the model. `{{name}}` is a variable."""

    system: Annotated[Stored, Field(max_length=MOST_SYSTEM)] = ""
    few_shots: list[FewShotBody] = Field(
        default_factory=list[FewShotBody], max_length=MOST_FEW_SHOTS
    )
    messages: list[PromptMessageBody] = Field(
        default_factory=list[PromptMessageBody], max_length=MOST_MESSAGES
    )
    tools: list[PromptToolBody] = Field(default_factory=list[PromptToolBody], max_length=MOST_TOOLS)
    output: OutputContractBody = OutputContractBody()
    parameters: ParametersBody = ParametersBody()

    def to_content(self) -> PromptContent:
        return PromptContent(
            system=self.system,
            few_shots=tuple(
                FewShot(user=shot.user, assistant=shot.assistant) for shot in self.few_shots
            ),
            messages=tuple(message.to_message() for message in self.messages),
            tools=tuple(
                Tool(name=tool.name, description=tool.description, parameters=tool.parameters)
                for tool in self.tools
            ),
            output=OutputContract(kind=self.output.kind, schema=self.output.schema_),
            parameters=self.parameters.to_parameters(),
        )


class PromptToolCallView(View):
    id: str
    name: str
    arguments: str


class PromptMessageView(DomainView):
    role: MessageRole
    content: str
    tool_calls: list[PromptToolCallView]
    tool_call_id: str | None


class SentMessageView(PromptMessageView):
    """A message as it is sent, with the files that variables put into it."""

    files: list[PlacedFileView]


class FewShotView(View):
    user: str
    assistant: str


class PromptToolView(View):
    name: str
    description: str
    parameters: dict[str, Any]


class OutputContractView(View):
    kind: Literal["auto", "text", "response", "json", "response_json", "schema"]
    schema_: dict[str, Any] | None = Field(alias="schema")


class ContentView(DomainView):
    system: str
    few_shots: list[FewShotView]
    messages: list[PromptMessageView]
    tools: list[PromptToolView]
    output: OutputContractView
    parameters: SetParameters = Field(description="Only the parameters that were set")
