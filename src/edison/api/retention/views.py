"""What the next night will delete, as it goes out."""

from datetime import datetime

from pydantic import Field

from edison.api.base_views import Body, View
from edison.domain.retention.retention_rules import KeptBecause
from edison.services.retention.retention_preview import RetentionPreview


class KeptRunsView(View):
    because: KeptBecause
    runs: int


class RetentionView(View):
    """What is past its age when the next night begins."""

    days: int = Field(description="0: everything is kept")
    next_night_at: datetime
    finished_before: datetime | None = Field(description="null: everything is kept")
    runs: int
    cells: int
    answers: int
    scores: int
    playground_calls: int
    assistant_calls: int
    events: int
    deliveries: int
    executions: int = Field(description="Of suites, without a run; those with a run go with it")
    alerts: int
    bytes: int = Field(description="Estimated from a sample of cells and scores")
    kept: list[KeptRunsView] = Field(
        description="Runs past the age that stay, each under its first reason"
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
