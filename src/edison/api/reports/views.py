"""Reports of spending. Money is exact; null is unknown, never zero."""

from datetime import date
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import View
from edison.domain.money import MicroUsd, to_usd
from edison.domain.reports.burn_down import BurnDown, Projection
from edison.domain.reports.reprice_usage import Repricing
from edison.domain.reports.savings import Savings
from edison.domain.reports.spend_breakdown import LostCalls, SpendBreakdown, SpendRow, Sums
from edison.domain.reports.token_report import TokenUse


class SumsView(View):
    calls: int = Field(description="That were sent, failed ones included; reused answers are none")
    cost_usd: Decimal
    doubt_usd: Decimal = Field(description="What calls may have cost that nobody can tell")
    prompt_tokens: int
    completion_tokens: int
    cache_read_tokens: int = Field(description="Of the prompt's, from the provider's cache")
    cache_write_tokens: int = Field(description="Of the prompt's, into the provider's cache")
    simulated_usd: Decimal = Field(
        description="Of the cost, that of simulated models; zero unless they are included"
    )
    overrun_usd: Decimal = Field(
        description="Of the cost, what providers billed beyond the reservations of calls"
    )


class SpendingRowView(SumsView):
    key: str = Field(description="An id, a phase or a day; `none` where there is none")
    label: str
    share: float | None = Field(description="Of the money; null: nothing was spent")
    slug: str | None = Field(description="Of a project, for its address")

    @staticmethod
    def of(row: SpendRow) -> "SpendingRowView":
        return SpendingRowView(
            key=row.key, label=row.label, share=row.share, slug=row.slug, **sums(row.sums)
        )


class RestView(SumsView):
    rows: int


class LayerView(View):
    day: date
    key: str
    label: str
    cost_usd: Decimal


class LostCallsView(View):
    """Calls that were on their way when their worker stopped; `counted_usd` is part of the money in doubt."""

    calls: int
    counted_usd: Decimal
    probable_usd: Decimal = Field(
        description="By the mean of the finished calls of the same target or judge"
    )
    worst_usd: Decimal

    @staticmethod
    def of(lost: LostCalls) -> "LostCallsView":
        return LostCallsView(
            calls=lost.calls,
            counted_usd=to_usd(lost.counted),
            probable_usd=to_usd(lost.probable),
            worst_usd=to_usd(lost.worst),
        )


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
    judge_usd: Decimal = Field(description="Of the total, what judges cost")
    lost: LostCallsView | None = Field(
        description="Null: no call was on its way when a worker stopped"
    )
    includes_simulated: bool
    simulated_calls: int = Field(description="Of simulated models, included or not")
    simulated_usd: Decimal = Field(
        description="What those calls came to in simulated money, included or not"
    )
    stacked: Literal["model", "phase", "project"]
    series: list[LayerView] = Field(description="Days and layers without money are left out")

    @staticmethod
    def of(report: SpendBreakdown) -> "SpendingView":
        rest = report.rest
        return SpendingView(
            first=report.window.first,
            last=report.window.last,
            group=report.group.value,
            rows=[SpendingRowView.of(row) for row in report.rows],
            rest=None if rest is None else RestView(rows=rest.rows, **sums(rest.sums)),
            total=SumsView(**sums(report.total)),
            judge_usd=to_usd(report.judges),
            lost=None if report.lost is None else LostCallsView.of(report.lost),
            includes_simulated=report.window.simulated,
            simulated_calls=report.simulated.calls,
            simulated_usd=to_usd(report.simulated.cost),
            stacked=report.stacked.value,  # type: ignore[arg-type]  # routes offer these three only
            series=[
                LayerView(day=one.day, key=one.key, label=one.label, cost_usd=to_usd(one.cost))
                for one in report.series
                if one.cost
            ],
        )


class TokenDayView(SumsView):
    day: date


class TokenModelView(SumsView):
    key: str
    label: str


class TokenReportView(View):
    first: date = Field(serialization_alias="from")
    last: date = Field(serialization_alias="to")
    total: SumsView
    days: list[TokenDayView] = Field(description="Days without calls are left out")
    models: list[TokenModelView]

    @staticmethod
    def of(report: TokenUse) -> "TokenReportView":
        return TokenReportView(
            first=report.window.first,
            last=report.window.last,
            total=SumsView(**sums(report.total)),
            days=[TokenDayView(day=one.day, **sums(one.sums)) for one in report.days],
            models=[
                TokenModelView(key=row.key, label=row.label, **sums(row.sums))
                for row in report.models
            ],
        )


class SpentDayView(View):
    day: date
    spent_usd: Decimal = Field(description="On that day alone, money in doubt included")


class ProjectionView(View):
    value_usd: Decimal
    low_usd: Decimal = Field(description="Of the 95% interval")
    high_usd: Decimal

    @staticmethod
    def of(projected: Projection) -> "ProjectionView":
        return ProjectionView(
            value_usd=to_usd(projected.value),
            low_usd=to_usd(projected.low),
            high_usd=to_usd(projected.high),
        )


class BurnDownView(View):
    """This month, in UTC."""

    month: date = Field(description="Its first day")
    today: date
    limit_usd: Decimal | None = Field(description="null: there is no limit")
    spent_usd: Decimal = Field(description="Money in doubt included: the limit counts it too")
    held_usd: Decimal = Field(description="Promised to calls on their way")
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
        return BurnDownView(
            month=report.month,
            today=report.today,
            limit_usd=usd(report.limit),
            spent_usd=to_usd(report.spent),
            held_usd=to_usd(report.held),
            days=[SpentDayView(day=one.day, spent_usd=to_usd(one.spent)) for one in report.days],
            projected=None if projected is None else ProjectionView.of(projected),
            projected_from_days=0 if projected is None else projected.days,
            runs_out_on=report.runs_out_on,
            sentence=report.sentence,
        )


class SavedView(View):
    key: str
    label: str
    reused_calls: int
    reused_usd: Decimal
    cached_tokens: int
    cached_usd: Decimal | None = Field(
        description="null: the price is not known; below zero: the cache cost more than it saved"
    )


class SavingsView(View):
    first: date = Field(serialization_alias="from")
    last: date = Field(serialization_alias="to")
    reused_calls: int = Field(description="Answers that were there already and cost nothing")
    reused_usd: Decimal = Field(description="What they had cost when they were asked for")
    cached_tokens: int = Field(description="Tokens that providers had in their caches")
    cached_usd: Decimal | None = Field(description="null: not known of every model")
    models: list[SavedView]
    notes: list[str]

    @staticmethod
    def of(report: Savings) -> "SavingsView":
        return SavingsView(
            first=report.window.first,
            last=report.window.last,
            reused_calls=report.reused.calls,
            reused_usd=to_usd(report.reused.saved),
            cached_tokens=report.cached_tokens,
            cached_usd=usd(report.cached),
            models=[
                SavedView(
                    key=one.key,
                    label=one.label,
                    reused_calls=one.reused.calls,
                    reused_usd=to_usd(one.reused.saved),
                    cached_tokens=one.cached_tokens,
                    cached_usd=usd(one.cached),
                )
                for one in report.models
            ],
            notes=list(report.notes),
        )


class OtherModelView(View):
    id: UUID
    label: str


class RepricedView(View):
    key: str
    label: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    actual_usd: Decimal
    repriced_usd: Decimal | None


class RepricingView(View):
    first: date = Field(serialization_alias="from")
    last: date = Field(serialization_alias="to")
    model: OtherModelView
    actual_usd: Decimal
    repriced_usd: Decimal | None = Field(description="null: nobody knows its price")
    rows: list[RepricedView] = Field(description="By the model that was called")
    notes: list[str] = Field(description="What such a figure leaves out")

    @staticmethod
    def of(report: Repricing) -> "RepricingView":
        return RepricingView(
            first=report.window.first,
            last=report.window.last,
            model=OtherModelView(id=UUID(report.model), label=report.label),
            actual_usd=to_usd(report.actual),
            repriced_usd=usd(report.cost),
            rows=[
                RepricedView(
                    key=one.row.key,
                    label=one.row.label,
                    calls=one.row.sums.calls,
                    prompt_tokens=one.row.sums.prompt_tokens,
                    completion_tokens=one.row.sums.completion_tokens,
                    actual_usd=to_usd(one.row.sums.cost),
                    repriced_usd=usd(one.cost),
                )
                for one in report.rows
            ],
            notes=list(report.notes),
        )


def sums(found: Sums) -> dict[str, Any]:
    return {
        "calls": found.calls,
        "cost_usd": to_usd(found.cost),
        "doubt_usd": to_usd(found.doubt),
        "prompt_tokens": found.prompt_tokens,
        "completion_tokens": found.completion_tokens,
        "cache_read_tokens": found.cache_read_tokens,
        "cache_write_tokens": found.cache_write_tokens,
        "simulated_usd": to_usd(found.simulated),
        "overrun_usd": to_usd(found.overrun),
    }


def usd(amount: MicroUsd | None) -> Decimal | None:
    return None if amount is None else to_usd(amount)
