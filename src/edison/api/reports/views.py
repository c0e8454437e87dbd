"""Reports of spending. Money is exact; null is unknown, never zero."""

from datetime import date
from typing import Literal
from uuid import UUID

from pydantic import AliasPath, Field

from edison.api.base_views import DomainView, UsdAmount, View
from edison.domain.reports.burn_down import BurnDown
from edison.domain.reports.reprice_usage import Repricing
from edison.domain.reports.spend_breakdown import SpendBreakdown, SpendRow, TokenUse


class SumsView(View):
    calls: int = Field(description="That were sent, failed ones included; reused answers are none")
    cost_usd: UsdAmount = Field(validation_alias="cost")
    doubt_usd: UsdAmount = Field(
        validation_alias="doubt", description="What calls may have cost that nobody can tell"
    )
    prompt_tokens: int
    completion_tokens: int
    cache_read_tokens: int = Field(description="Of the prompt's, from the provider's cache")
    cache_write_tokens: int = Field(description="Of the prompt's, into the provider's cache")
    simulated_usd: UsdAmount = Field(
        validation_alias="simulated",
        description="Of the cost, that of simulated models; zero unless they are included",
    )
    overrun_usd: UsdAmount = Field(
        validation_alias="overrun",
        description="Of the cost, what providers billed beyond the reservations of calls",
    )


class SpendingRowView(SumsView):
    key: str = Field(description="An id, a phase or a day; `none` where there is none")
    label: str
    share: float | None = Field(description="Of the money; null: nothing was spent")
    slug: str | None = Field(description="Of a project, for its address")

    @staticmethod
    def of(row: SpendRow) -> "SpendingRowView":
        return SpendingRowView.copy_attributes(
            row.sums, key=row.key, label=row.label, share=row.share, slug=row.slug
        )


class RestView(SumsView):
    rows: int


class LayerView(View):
    day: date
    key: str
    label: str
    cost_usd: UsdAmount = Field(validation_alias="cost")


class LostCallsView(DomainView):
    """Calls that were on their way when their worker stopped; `counted_usd` is part of the money in doubt."""

    calls: int
    counted_usd: UsdAmount = Field(validation_alias="counted")
    probable_usd: UsdAmount = Field(
        validation_alias="probable",
        description="By the mean of the finished calls of the same target or judge",
    )
    worst_usd: UsdAmount = Field(validation_alias="worst")


class SpendingView(View):
    """Sums of the ledger, by day in UTC."""

    first: date = Field(serialization_alias="from")
    last: date = Field(serialization_alias="to")
    group: Literal["model", "phase", "day", "run", "experiment", "project"]
    rows: list[SpendingRowView] = Field(
        description="Most money first, days in their order; at most 500"
    )
    rest: RestView | None = Field(description="What has no row; null: everything has one")
    total: SumsView
    judge_usd: UsdAmount = Field(
        validation_alias="judges", description="Of the total, what judges cost"
    )
    lost: LostCallsView | None = Field(
        description="Null: no call was on its way when a worker stopped"
    )
    includes_simulated: bool
    simulated_calls: int = Field(description="Of simulated models, included or not")
    simulated_usd: UsdAmount = Field(
        description="What those calls came to in simulated money, included or not"
    )
    stacked: Literal["model", "phase", "project"]
    series: list[LayerView] = Field(description="Days and layers without money are left out")

    @staticmethod
    def of(report: SpendBreakdown) -> "SpendingView":
        rest = report.rest
        return SpendingView.copy_attributes(
            report,
            first=report.window.first,
            last=report.window.last,
            rows=[SpendingRowView.of(row) for row in report.rows],
            rest=None if rest is None else RestView.copy_attributes(rest.sums, rows=rest.rows),
            includes_simulated=report.window.simulated,
            simulated_calls=report.simulated.calls,
            simulated_usd=report.simulated.cost,
            series=[one for one in report.series if one.cost],
        )


class TokenDayView(SumsView):
    day: date


class TokenModelView(SumsView):
    key: str
    label: str


class TokenReportView(View):
    first: date = Field(validation_alias=AliasPath("window", "first"), serialization_alias="from")
    last: date = Field(validation_alias=AliasPath("window", "last"), serialization_alias="to")
    total: SumsView
    days: list[TokenDayView] = Field(description="Days without calls are left out")
    models: list[TokenModelView]

    @staticmethod
    def of(report: TokenUse) -> "TokenReportView":
        return TokenReportView.copy_attributes(
            report,
            days=[TokenDayView.copy_attributes(one.sums, day=one.day) for one in report.days],
            models=[
                TokenModelView.copy_attributes(row.sums, key=row.key, label=row.label)
                for row in report.models
            ],
        )


class SpentDayView(View):
    day: date
    spent_usd: UsdAmount = Field(
        validation_alias="spent", description="On that day alone, money in doubt included"
    )


class ProjectionView(DomainView):
    value_usd: UsdAmount = Field(validation_alias="value")
    low_usd: UsdAmount = Field(validation_alias="low", description="Of the 95% interval")
    high_usd: UsdAmount = Field(validation_alias="high")


class BurnDownView(View):
    """This month, in UTC."""

    month: date = Field(description="Its first day")
    today: date
    limit_usd: UsdAmount | None = Field(
        validation_alias="limit", description="null: there is no limit"
    )
    spent_usd: UsdAmount = Field(
        validation_alias="spent", description="Money in doubt included: the limit counts it too"
    )
    held_usd: UsdAmount = Field(
        validation_alias="held", description="Promised to calls on their way"
    )
    days: list[SpentDayView]
    projected: ProjectionView | None = Field(
        description="At the end of the month; null: too few days to tell"
    )
    projected_from_days: int = Field(description="Whole days that the projection rests on")
    runs_out_on: date | None = Field(description="When the limit is reached, or was")
    sentence: str

    @staticmethod
    def of(report: BurnDown) -> "BurnDownView":
        projected = report.projected
        return BurnDownView.copy_attributes(
            report, projected_from_days=0 if projected is None else projected.days
        )


class SavedView(View):
    key: str
    label: str
    reused_calls: int = Field(validation_alias=AliasPath("reused", "calls"))
    reused_usd: UsdAmount = Field(validation_alias=AliasPath("reused", "saved"))
    cached_tokens: int
    cached_usd: UsdAmount | None = Field(
        validation_alias="cached",
        description="null: the price is not known; below zero: the cache cost more than it saved",
    )


class SavingsView(DomainView):
    first: date = Field(validation_alias=AliasPath("window", "first"), serialization_alias="from")
    last: date = Field(validation_alias=AliasPath("window", "last"), serialization_alias="to")
    reused_calls: int = Field(
        validation_alias=AliasPath("reused", "calls"),
        description="Answers that were there already and cost nothing",
    )
    reused_usd: UsdAmount = Field(
        validation_alias=AliasPath("reused", "saved"),
        description="What they had cost when they were asked for",
    )
    cached_tokens: int = Field(description="Tokens that providers had in their caches")
    cached_usd: UsdAmount | None = Field(
        validation_alias="cached", description="null: not known of every model"
    )
    models: list[SavedView]
    notes: list[str]


class OtherModelView(View):
    id: UUID
    label: str


class RepricedView(View):
    key: str = Field(validation_alias=AliasPath("row", "key"))
    label: str = Field(validation_alias=AliasPath("row", "label"))
    calls: int = Field(validation_alias=AliasPath("row", "sums", "calls"))
    prompt_tokens: int = Field(validation_alias=AliasPath("row", "sums", "prompt_tokens"))
    completion_tokens: int = Field(validation_alias=AliasPath("row", "sums", "completion_tokens"))
    actual_usd: UsdAmount = Field(validation_alias=AliasPath("row", "sums", "cost"))
    repriced_usd: UsdAmount | None = Field(validation_alias="cost")


class RepricingView(View):
    first: date = Field(serialization_alias="from")
    last: date = Field(serialization_alias="to")
    model: OtherModelView
    actual_usd: UsdAmount = Field(validation_alias="actual")
    repriced_usd: UsdAmount | None = Field(
        validation_alias="cost", description="null: nobody knows its price"
    )
    rows: list[RepricedView] = Field(description="By the model that was called")
    notes: list[str] = Field(description="What such a figure leaves out")

    @staticmethod
    def of(report: Repricing) -> "RepricingView":
        return RepricingView.copy_attributes(
            report,
            first=report.window.first,
            last=report.window.last,
            model=OtherModelView(id=UUID(report.model), label=report.label),
        )
