"""Response bodies of the retention preview."""

from datetime import datetime

from pydantic import Field

from edison.api.base_views import Body, View
from edison.domain.retention.retention_rules import KeptBecause
from edison.services.retention.retention_preview import RetentionPreview


class KeptRunsView(View):
    because: KeptBecause
    runs: int


class RetentionView(View):
    """The data that the next nightly cleanup will delete."""

    days: int = Field(description="Age limit in days; 0: nothing is deleted")
    next_night_at: datetime
    finished_before: datetime | None = Field(description="null: nothing is deleted")
    runs: int
    cells: int
    answers: int
    scores: int
    playground_calls: int
    assistant_calls: int
    events: int
    deliveries: int
    executions: int = Field(description="Suite executions without a run; others go with their run")
    alerts: int
    bytes: int = Field(description="Estimated from a sample of cells and scores")
    kept: list[KeptRunsView] = Field(
        description="Older runs that are kept, counted by their first reason"
    )

    @staticmethod
    def of(preview: RetentionPreview) -> "RetentionView":
        due = preview.due
        return RetentionView.copy_attributes(
            due,
            days=preview.days,
            next_night_at=preview.at,
            finished_before=preview.before,
            kept=[
                KeptRunsView(because=because, runs=due.kept[because])
                for because in KeptBecause
                if because in due.kept
            ],
        )


class KeepRunBody(Body):
    keep: bool
