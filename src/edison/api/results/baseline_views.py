"""Response bodies of the verdict on a run against its baseline."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, View
from edison.api.results.views import MetricView, ModelVerdictView, Verdict


class ColumnChangeView(ModelVerdictView):
    """Comparison of a column with the baseline's column that has the same prompt, model and parameters."""

    fixed: int = Field(description="Cells that failed in the baseline and pass now")
    broken: int = Field(description="Cells that passed in the baseline and fail now")


class BaselineView(View):
    id: UUID
    number: int
    name: str
    created_at: datetime


class MetricVerdictView(DomainView):
    """Verdict on all targets of a run by one more metric."""

    metric: MetricView
    verdict: Verdict | None = Field(
        description="Worse if any target is worse, else better if any is better; null: all answers are identical"
    )
    fixed_rows: int
    broken_rows: int


class BaselineVerdictView(DomainView):
    """Comparison of each column of a run with the baseline, corrected for all comparisons by all shared metrics."""

    run: UUID
    baseline: BaselineView | None = Field(
        description="null: no run shares the dataset, a target and a metric with this one"
    )
    metric: MetricView | None
    scale: int | None = Field(description="The top of the metric's own scale; null: from 0 to 1")
    as_of: datetime | None
    stale: bool = Field(description="Scores came after it was computed")
    columns: list[ColumnChangeView]
    fixed_rows: int = Field(description="Rows with at least one fixed cell")
    broken_rows: int
    others: list[MetricVerdictView] = Field(
        description="The other metrics that both runs share, corrected together with `columns`"
    )
