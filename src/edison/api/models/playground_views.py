"""Request and response bodies of playground calls."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, JsonObject, Stored, UsdAmount, View
from edison.domain.ids import ModelId, ProjectId
from edison.domain.models.model_call import (
    Answered,
    CallOutcome,
    Failed,
    FailureCode,
    FinishReason,
    Message,
    OutputFormat,
    PlaygroundCallState,
    Tool,
)
from edison.domain.models.parameters import (
    MAX_TOKENS_AT_MOST,
    STOPS_AT_MOST,
    Parameters,
    ReasoningEffort,
)
from edison.domain.models.token_usage import Usage
from edison.services.models.playground_calls import AskModel, PlaygroundCallReport

MAX_TEXT = 500_000
Text = Annotated[Stored, Field(max_length=MAX_TEXT)]
Stop = Annotated[Stored, Field(min_length=1, max_length=200)]


def _between(low: float, high: float) -> dict[str, Any]:
    """Return JSON Schema bounds for the API contract. The domain validates the values with better messages."""
    return {"maximum": high, "minimum": low}


Temperature = Annotated[float, Field(allow_inf_nan=False, json_schema_extra=_between(0.0, 2.0))]
Probability = Annotated[float, Field(allow_inf_nan=False, json_schema_extra=_between(0.0, 1.0))]
Penalty = Annotated[float, Field(allow_inf_nan=False, json_schema_extra=_between(-2.0, 2.0))]
MaxTokens = Annotated[int, Field(json_schema_extra=_between(1, MAX_TOKENS_AT_MOST))]
Stops = Annotated[list[Stop], Field(json_schema_extra={"maxItems": STOPS_AT_MOST})]


class MessageBody(Body):
    role: Literal["system", "user", "assistant"]
    content: Text


class ParametersBody(Body):
    """Parameters of a call. Parameters that are left out are not sent to the model."""

    temperature: Temperature | None = None
    max_tokens: MaxTokens | None = None
    top_p: Probability | None = None
    top_k: int | None = Field(default=None, ge=1, le=1_000_000)
    frequency_penalty: Penalty | None = None
    presence_penalty: Penalty | None = None
    seed: int | None = Field(default=None, ge=0, le=2**63 - 1)
    stop: Stops = Field(default_factory=list[Stop])
    reasoning_effort: ReasoningEffort | None = None

    def to_parameters(self) -> Parameters:
        return Parameters(
            temperature=self.temperature,
            max_tokens=self.max_tokens,
            top_p=self.top_p,
            top_k=self.top_k,
            frequency_penalty=self.frequency_penalty,
            presence_penalty=self.presence_penalty,
            seed=self.seed,
            stop=tuple(self.stop),
            reasoning_effort=self.reasoning_effort,
        )


class OutputBody(Body):
    kind: Literal["text", "json", "schema"] = "text"
    schema_: JsonObject = Field(default_factory=dict[str, Any], alias="schema")

    def to_format(self) -> OutputFormat:
        return OutputFormat(kind=self.kind, schema=self.schema_)


class ToolBody(Body):
    name: Annotated[str, Field(pattern=r"^[a-zA-Z0-9_-]{1,64}$")]
    description: Text = ""
    parameters: JsonObject = Field(default_factory=dict[str, Any])

    def to_tool(self) -> Tool:
        return Tool(name=self.name, description=self.description, parameters=self.parameters)


class AskBody(Body):
    messages: Annotated[list[MessageBody], Field(min_length=1, max_length=100)]
    parameters: ParametersBody = ParametersBody()
    output: OutputBody = OutputBody()
    tools: list[ToolBody] = Field(default_factory=list[ToolBody], max_length=50)
    # False: a stored answer to the same request may be reused.
    fresh: bool = True

    def to_command(self, project: ProjectId, model: UUID) -> AskModel:
        return AskModel(
            project=project,
            model=ModelId(model),
            messages=tuple(
                Message(role=message.role, content=message.content) for message in self.messages
            ),
            parameters=self.parameters.to_parameters(),
            output=self.output.to_format(),
            tools=tuple(tool.to_tool() for tool in self.tools),
            fresh=self.fresh,
        )


class TokenUsageView(View):
    """Token counts of a call. The counts do not overlap: their sum is the provider's total."""

    input: int
    cache_read: int
    cache_write: int
    output: int
    reasoning: int
    total: int
    raw: dict[str, Any]

    @staticmethod
    def of(usage: Usage) -> "TokenUsageView":
        return TokenUsageView.copy_attributes(
            usage, cache_write=usage.cache_write + usage.cache_write_1h
        )


class ToolCallView(View):
    id: str
    name: str
    arguments: str


class ReusedView(View):
    answered_at: str
    origin: str


class AnswerView(View):
    """Answer of a model. The text is untrusted."""

    text: str
    finish: FinishReason
    tool_calls: list[ToolCallView]
    tokens: TokenUsageView | None = Field(description="null: the provider did not report it")
    cost_usd: UsdAmount | None = Field(validation_alias="cost", description="null: unknown")
    latency_ms: float
    first_token_ms: float | None
    attempts: int
    model: str
    dropped: list[str]
    doubtful: int = Field(
        description="Earlier attempts that may have been charged without an answer"
    )
    reused: ReusedView | None

    @staticmethod
    def of(answer: Answered) -> "AnswerView":
        return AnswerView.copy_attributes(
            answer, tokens=TokenUsageView.of(answer.usage) if answer.usage else None
        )


class FailureView(DomainView):
    code: FailureCode
    message: str
    attempts: int
    status: int | None
    provider_code: str | None
    parameter: str | None
    suggestion: str | None = Field(description="What to change after a refused parameter")
    retryable: bool
    dropped: list[str]
    cost_usd: UsdAmount | None = Field(
        validation_alias="cost", description="Cost of the call; a refusal is charged, too"
    )
    doubtful: int = Field(description="Attempts that may have been charged without an answer")


class OutputView(View):
    kind: Literal["text", "json", "schema"]
    schema_: dict[str, Any] = Field(alias="schema")


class TryView(View):
    """A playground call. When `state` is done, it has either `answer` or `failure`."""

    id: UUID
    model_id: UUID = Field(validation_alias="model")
    messages: list[dict[str, Any]]
    parameters: dict[str, Any]
    output: OutputView
    fresh: bool
    state: PlaygroundCallState
    answer: AnswerView | None
    failure: FailureView | None
    output_problem: str | None = Field(description="Why the answer is not the requested JSON")
    asked_by: str
    asked_at: datetime
    finished_at: datetime | None

    @staticmethod
    def of(found: PlaygroundCallReport) -> "TryView":
        item = found.item
        outcome: CallOutcome | None = item.outcome
        return TryView.copy_attributes(
            item,
            messages=[
                {"role": message.role, "content": message.content} for message in item.call.messages
            ],
            parameters=item.call.parameters.given(),
            output=OutputView(kind=item.call.output.kind, schema=item.call.output.schema),
            answer=AnswerView.of(outcome) if isinstance(outcome, Answered) else None,
            failure=FailureView.of(outcome) if isinstance(outcome, Failed) else None,
            output_problem=found.output_problem,
        )
