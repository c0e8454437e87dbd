"""Request and response bodies of scorers, and of scoring a sample."""

from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from edison.api.base_views import Body, DomainView, JsonObject, Stored, View
from edison.api.models.playground_views import MAX_TEXT, MessageBody, Text
from edison.domain.judging.score import NotScored, Sample, ScoreOutcome, ScoreProblem
from edison.domain.models.model_call import Message, ToolCall
from edison.domain.money import from_usd

Name = Annotated[Stored, Field(min_length=1, max_length=200)]
Value = Text | list[MessageBody]
MAX_USD = 1_000_000


class ScorerView(DomainView):
    """A kind of scorer. `missing` is the reason why the scorer cannot be used on this installation."""

    kind: str
    title: str
    description: str
    needs_expected: bool
    calls_model: bool
    missing: str | None
    schema_: dict[str, Any] = Field(
        alias="schema",
        description="JSON Schema (2020-12) of the settings; screens generate their form from it",
    )


class ScorersView(View):
    items: list[ScorerView]


class SampleToolCallBody(Body):
    name: Name
    arguments: Text = "{}"


class SampleBody(Body):
    """A sample answer to score, with its case."""

    output: Text
    parsed: Text | None = Field(
        default=None,
        description="The parsed output. Default: the whole output, unless it is malformed",
    )
    malformed: Annotated[Stored, Field(min_length=1, max_length=500)] | None = Field(
        default=None, description="Why the output violates the output contract"
    )
    expected: Text | None = None
    values: dict[Name, Value] = Field(default_factory=dict[Name, Value], max_length=200)
    tags: list[Name] = Field(default_factory=list[Name], max_length=100)
    metadata: JsonObject = Field(default_factory=dict[str, Any])
    tool_calls: list[SampleToolCallBody] = Field(
        default_factory=list[SampleToolCallBody], max_length=100
    )
    latency_ms: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    cost_usd: Decimal | None = Field(default=None, ge=0, le=MAX_USD, allow_inf_nan=False)
    completion_tokens: int | None = Field(default=None, ge=0, le=MAX_TEXT)

    def to_sample(self) -> Sample:
        whole = None if self.malformed is not None else self.output
        return Sample(
            output=self.output,
            parsed=whole if self.parsed is None else self.parsed,
            malformed=self.malformed,
            expected=self.expected,
            values={
                name: value
                if isinstance(value, str)
                else tuple(Message(role=each.role, content=each.content) for each in value)
                for name, value in self.values.items()
            },
            tags=tuple(self.tags),
            metadata=self.metadata,
            tool_calls=tuple(
                ToolCall(id=str(number), name=call.name, arguments=call.arguments)
                for number, call in enumerate(self.tool_calls)
            ),
            latency_ms=self.latency_ms,
            cost=None if self.cost_usd is None else from_usd(self.cost_usd),
            completion_tokens=self.completion_tokens,
        )


class TryScorerBody(Body):
    spec: JsonObject = Field(
        description="`kind` and the fields of its schema", examples=[{"kind": "exact"}]
    )
    sample: SampleBody


class ScorerVerdictView(View):
    """Result of scoring: either a value, or the problem that prevented a score."""

    value: float | None
    passed: bool | None
    problem: ScoreProblem | None
    reason: str
    details: dict[str, Any]

    @staticmethod
    def of(verdict: ScoreOutcome) -> "ScorerVerdictView":
        if isinstance(verdict, NotScored):
            return ScorerVerdictView(
                value=None, passed=None, problem=verdict.problem, reason=verdict.reason, details={}
            )
        return ScorerVerdictView.copy_attributes(verdict, problem=None)
