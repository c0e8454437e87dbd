"""Request and response bodies of the model catalog: capabilities, limits, prices and usage."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, Moment, UsdAmount, View
from edison.domain.ids import CredentialId, ModelId, ProjectId
from edison.domain.models.capabilities import Capabilities
from edison.domain.models.catalog import (
    MAX_CALL_COST,
    MAX_MODEL_NAME,
    MAX_RATE,
    CatalogModel,
    ModelSource,
    PriceChoice,
    SetPrice,
)
from edison.domain.models.model_api import ApiChoice, ModelApi
from edison.domain.models.parameters import ReasoningEffort
from edison.domain.models.price import Price, PriceSource
from edison.domain.models.provider import Provider
from edison.domain.models.retirement import Retirement
from edison.domain.models.usage_tally import Period, percentile
from edison.domain.rate_limits.allocation import RateLimits
from edison.services.models.model_commands import AddModel, EditModel
from edison.services.models.model_queries import ModelCard, is_going

Rate = Annotated[Decimal, Field(ge=0, le=MAX_RATE, max_digits=15, decimal_places=9)]
CallCost = Annotated[Decimal, Field(gt=0, le=MAX_CALL_COST, max_digits=13, decimal_places=9)]
Count = Annotated[int, Field(ge=1, le=1_000_000_000)]


class CapabilitiesView(View):
    """Capabilities of a model; null means unknown.

    A parameter with unknown support is sent. If the model rejects it, a call fails with the provider's words; only
    a default of Edison is left out instead.
    """

    temperature: bool | None
    top_p: bool | None
    top_k: bool | None
    penalties: bool | None
    seed: bool | None
    stop: bool | None
    json_mode: bool | None
    schema_: bool | None = Field(alias="schema")
    tools: bool | None
    streaming: bool | None
    reasoning: bool | None
    images: bool | None
    pdfs: bool | None
    audio: bool | None
    context_window: int | None
    max_output_tokens: int | None

    @staticmethod
    def of(capabilities: Capabilities) -> "CapabilitiesView":
        return CapabilitiesView.model_validate(capabilities.as_dict())


class LimitsView(DomainView):
    requests_per_minute: float | None
    tokens_per_minute: float | None
    concurrency: int | None


class PriceView(View):
    """Price of a model in dollars per million tokens, or of an application in dollars per call."""

    input: Decimal
    output: Decimal
    cache_read: Decimal | None
    cache_write: Decimal | None
    per_call: Decimal | None = Field(description="The declared cost of one call to an application")
    source: PriceSource
    effective_from: datetime | None
    # Above this number of prompt tokens a higher rate applies.
    tiered_above: int | None

    @staticmethod
    def of(price: Price) -> "PriceView":
        return PriceView.copy_attributes(
            price, tiered_above=min((tier.above for tier in price.tiers), default=None)
        )


class RetirementView(View):
    on: date
    only_earliest: bool = Field(
        description="Whether the provider only promises to keep the model until this date"
    )
    replacement: str | None
    source: str = Field(description="Where the date was read")
    read_on: date | None

    @staticmethod
    def of(retirement: Retirement) -> "RetirementView":
        return RetirementView.copy_attributes(retirement)


class ModelView(View):
    id: UUID
    name: str
    title: str
    provider: Provider
    credential_id: UUID
    credential_label: str
    source: ModelSource
    deprecated: bool
    missing: bool = Field(description="No longer in the provider's list of models")
    alternative: str | None
    capabilities: CapabilitiesView
    corrections: list[str] = Field(description="Capabilities that this project corrected")
    dropped: dict[str, str] = Field(description="Parameters the model rejected, and its reason")
    limits: LimitsView
    api: ApiChoice = Field(description="The API over which the model is called, as chosen")
    api_in_use: ModelApi = Field(description="The API over which the model is called now")
    has_both_apis: bool = Field(description="Whether the provider has both APIs")
    efforts: list[ReasoningEffort] | None = Field(
        description="Reasoning efforts that the model is documented to accept; null: not documented"
    )
    default_effort: ReasoningEffort | None
    retirement: RetirementView | None = Field(description="null: no date is known")
    facts_source: str | None = Field(description="Where efforts and limits were read")
    facts_read_on: date | None
    price: PriceView | None = Field(description="null: unknown")
    price_choice: PriceChoice
    list_price: PriceView | None

    @staticmethod
    def of(card: ModelCard) -> "ModelView":
        model: CatalogModel = card.model
        return ModelView(
            id=model.id,
            name=model.name,
            title=model.title or model.name,
            provider=model.provider,
            credential_id=model.credential,
            credential_label=model.credential_label,
            source=model.source,
            deprecated=model.deprecated or is_going(model),
            missing=model.missing,
            alternative=card.alternative,
            capabilities=CapabilitiesView.of(model.capabilities),
            corrections=sorted(model.corrections),
            dropped=model.dropped,
            limits=LimitsView.of(model.limits),
            api=model.api,
            api_in_use=card.api_in_use,
            has_both_apis=card.has_both_apis,
            efforts=None if card.efforts is None else list(card.efforts),
            default_effort=card.default_effort,
            retirement=card.retirement and RetirementView.of(card.retirement),
            facts_source=card.source and card.source.address,
            facts_read_on=card.source and card.source.read_on,
            price=PriceView.of(card.price) if card.price else None,
            price_choice=card.choice,
            list_price=PriceView.of(card.list_price) if card.list_price else None,
        )


class AddModelBody(Body):
    credential_id: UUID
    name: Annotated[Line, Field(min_length=1, max_length=MAX_MODEL_NAME)]

    def to_command(self, project: ProjectId) -> AddModel:
        return AddModel(
            project=project, credential=CredentialId(self.credential_id), name=self.name
        )


class LimitsBody(Body):
    requests_per_minute: Count | None = None
    tokens_per_minute: Count | None = None
    concurrency: Count | None = None


class EditModelBody(Body):
    """Corrections of a model. `capabilities` replaces all earlier corrections and lists only values that differ."""

    capabilities: dict[Annotated[str, Field(max_length=40)], bool | Count | None] | None = Field(
        default=None, max_length=20
    )
    limits: LimitsBody | None = None
    api: ApiChoice | None = Field(default=None, description="Learned refusals are forgotten, too")
    forget_dropped: bool = False

    def to_command(self, project: ProjectId, model: UUID) -> EditModel:
        return EditModel(
            project=project,
            model=ModelId(model),
            capabilities=self.capabilities,
            limits=RateLimits(**self.limits.model_dump()) if self.limits else None,
            api=self.api,
            forget_dropped=self.forget_dropped,
        )


class SetPriceBody(Body):
    """Price of a model in dollars per million tokens.

    `override` requires `input` and `output`, or `per_call` for an application; `list` restores the published price.
    """

    choice: PriceChoice
    input: Rate | None = None
    output: Rate | None = None
    cache_read: Rate | None = None
    cache_write: Rate | None = None
    per_call: CallCost | None = Field(
        default=None, description="Dollars for one call of an application, instead of rates"
    )
    effective_from: Moment | None = None

    def to_price(self, now: datetime) -> SetPrice:
        return SetPrice(
            choice=self.choice,
            input=self.input,
            output=self.output,
            cache_read=self.cache_read,
            cache_write=self.cache_write,
            per_call=self.per_call,
            effective_from=self.effective_from or now,
        )


class SetPriceView(DomainView):
    choice: PriceChoice
    input: Decimal | None
    output: Decimal | None
    cache_read: Decimal | None
    cache_write: Decimal | None
    per_call: Decimal | None
    effective_from: datetime
    set_by: str = Field(validation_alias="set_by_label")


class PeriodView(View):
    start: datetime
    calls: int
    failed: int
    reused: int
    cost_unknown: int
    cost_usd: UsdAmount = Field(validation_alias="cost")
    saved_usd: UsdAmount = Field(validation_alias="saved")
    prompt_tokens: int
    completion_tokens: int
    latency_p50_ms: float | None
    latency_p95_ms: float | None

    @staticmethod
    def of(period: Period) -> "PeriodView":
        tally = period.tally
        return PeriodView.copy_attributes(
            tally,
            start=period.start,
            latency_p50_ms=percentile(tally.latencies, 0.5),
            latency_p95_ms=percentile(tally.latencies, 0.95),
        )


class UsageView(View):
    step: Literal["hour", "day"]
    items: list[PeriodView]
