"""Response bodies of spending reports. Amounts are exact; null means unknown, not zero."""

from datetime import date
from typing import Literal
from uuid import UUID

from pydantic import AliasPath, Field

from edison.api.base_views import DomainView, UsdAmount, View
from edison.domain.reports.burn_down import BurnDown
from edison.domain.reports.reprice_usage import Repricing
from edison.domain.reports.spend_breakdown import SpendBreakdown, SpendRow, TokenUse


class SumsView(View):
    calls: int = Field(description="Sent calls, including failed ones; without reused answers")
    cost_usd: UsdAmount = Field(validation_alias="cost")
    doubt_usd: UsdAmount = Field(
        validation_alias="doubt", description="Possible cost of calls whose worker stopped"
    )
    prompt_tokens: int
    completion_tokens: int
    doubt_tokens: int = Field(
        description="Tokens that calls in doubt may have used; not part of the other numbers"
    )
    cache_read_tokens: int = Field(description="Prompt tokens read from the provider's cache")
    cache_write_tokens: int = Field(description="Prompt tokens written to the provider's cache")
    simulated_usd: UsdAmount = Field(
        validation_alias="simulated",
        description="Part of the cost that is of simulated models; zero unless they are included",
    )
    overrun_usd: UsdAmount = Field(
        validation_alias="overrun",
        description="Part of the cost that providers billed beyond the reservations of calls",
    )


class SpendingRowView(SumsView):
    key: str = Field(description="An id, a phase or a day; `none`: calls without one")
    label: str
    share: float | None = Field(description="Share of the total cost; null: nothing was spent")
    slug: str | None = Field(description="Slug of the project, for its URL")

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
    """Calls in progress when their worker stopped; `counted_usd` is part of the amount in doubt."""

    calls: int
    counted_usd: UsdAmount = Field(validation_alias="counted")
    probable_usd: UsdAmount = Field(
        validation_alias="probable",
        description="Estimated by the mean cost of finished calls of the same target or judge",
    )
    worst_usd: UsdAmount = Field(validation_alias="worst")


class SpendingView(View):
    """Spending of a period; days are in UTC."""

    first: date = Field(serialization_alias="from")
    last: date = Field(serialization_alias="to")
    group: Literal["model", "phase", "day", "run", "experiment", "project"]
    rows: list[SpendingRowView] = Field(
        description="Most expensive first, days in order; at most 500"
    )
    rest: RestView | None = Field(description="Sum of groups without a row; null: none")
    total: SumsView
    judge_usd: UsdAmount = Field(
        validation_alias="judges", description="Part of the total that is of judges"
    )
    lost: LostCallsView | None = Field(
        description="null: no call was in progress when a worker stopped"
    )
    includes_simulated: bool
    simulated_calls: int = Field(description="Calls of simulated models, included or not")
    simulated_usd: UsdAmount = Field(
        description="Cost of those calls in simulated money, included or not"
    )
    stacked: Literal["model", "phase", "project"]
    series: list[LayerView] = Field(description="Days and layers without cost are left out")

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
        validation_alias="spent", description="Spent on that day, including amounts in doubt"
    )


class ProjectionView(DomainView):
    value_usd: UsdAmount = Field(validation_alias="value")
    low_usd: UsdAmount = Field(validation_alias="low", description="Lower end of the 95% interval")
    high_usd: UsdAmount = Field(validation_alias="high")


class BurnDownView(View):
    """Spending of this month, in UTC."""

    month: date = Field(description="First day of the month")
    today: date
    limit_usd: UsdAmount | None = Field(
        validation_alias="limit", description="null: there is no limit"
    )
    spent_usd: UsdAmount = Field(
        validation_alias="spent",
        description="Including amounts in doubt, which count towards the limit",
    )
    held_usd: UsdAmount = Field(
        validation_alias="held", description="Reserved for calls in progress"
    )
    days: list[SpentDayView]
    projected: ProjectionView | None = Field(
        description="Spending at the end of the month; null: too few days for a projection"
    )
    projected_from_days: int = Field(description="Number of whole days the projection is based on")
    runs_out_on: date | None = Field(description="Day the limit is reached; null: not this month")
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
        description="null: the price is unknown; below zero: the cache cost more than it saved",
    )


class SavingsView(DomainView):
    first: date = Field(validation_alias=AliasPath("window", "first"), serialization_alias="from")
    last: date = Field(validation_alias=AliasPath("window", "last"), serialization_alias="to")
    reused_calls: int = Field(
        validation_alias=AliasPath("reused", "calls"),
        description="Number of reused answers, which cost nothing",
    )
    reused_usd: UsdAmount = Field(
        validation_alias=AliasPath("reused", "saved"),
        description="Original cost of the reused answers",
    )
    cached_tokens: int = Field(description="Tokens that providers read from their caches")
    cached_usd: UsdAmount | None = Field(
        validation_alias="cached", description="null: unknown for some models"
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
        validation_alias="cost", description="null: the price is unknown"
    )
    rows: list[RepricedView] = Field(description="One row for each model that was called")
    notes: list[str] = Field(description="What the estimate does not take into account")

    @staticmethod
    def of(report: Repricing) -> "RepricingView":
        return RepricingView.copy_attributes(
            report,
            first=report.window.first,
            last=report.window.last,
            model=OtherModelView(id=UUID(report.model), label=report.label),
        )
