"""Tables of trend points of executions, and of alerts."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, Double, ForeignKey, Index, SmallInteger, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

# An absent value is NULL, not JSON null.
MAYBE_JSON = JSONB(none_as_null=True)
UNRESOLVED = text("state <> 'resolved'")
CHANGED = text("target = -1 AND changes <> '[]'::jsonb")


class PointRow(Table):
    """A trend point: one per target of an execution, and one (target -1) over all targets."""

    __tablename__ = "points"
    __table_args__ = (
        Index("ix_points_trend", "suite_id", "target_key", "at"),
        Index("ix_points_monitor", "monitor_id", "at"),
        Index("ix_points_changes", "suite_id", "at", postgresql_where=CHANGED),
        CheckConstraint("target >= -1", name="target"),
    )

    execution_id: Mapped[UUID] = mapped_column(ForeignKey("executions.id"), primary_key=True)
    target: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    suite_id: Mapped[UUID] = mapped_column(ForeignKey("suites.id"))
    monitor_id: Mapped[UUID | None] = mapped_column(ForeignKey("monitors.id"))
    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), index=True)
    # Copied from the execution, so that drawing a trend needs no join.
    number: Mapped[int]
    at: Mapped[datetime]
    # Equal for the same model with the same parameters in every run.
    target_key: Mapped[str]
    label: Mapped[str]
    score: Mapped[float | None] = mapped_column(Double)
    low: Mapped[float | None] = mapped_column(Double)
    high: Mapped[float | None] = mapped_column(Double)
    pass_rate: Mapped[float | None] = mapped_column(Double)
    n_cases: Mapped[int]
    answered: Mapped[int]
    failed: Mapped[int]
    cost_micro: Mapped[int] = mapped_column(BigInteger)
    judge_cost_micro: Mapped[int] = mapped_column(BigInteger)
    latency_p50_ms: Mapped[float | None] = mapped_column(Double)
    latency_p95_ms: Mapped[float | None] = mapped_column(Double)
    # Scores of the frozen answers: the mean, for the trend, and each of them, for statistics.
    canary_score: Mapped[float | None] = mapped_column(Double)
    canary: Mapped[dict[str, Any] | None] = mapped_column(MAYBE_JSON)
    # The baseline it was compared with.
    baseline: Mapped[dict[str, Any] | None] = mapped_column(MAYBE_JSON)
    changes: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    # It raised no alert about quality, so later executions may be compared with it.
    healthy: Mapped[bool]


class AlertRow(Table):
    """An alert. At most one alert per fingerprint is unresolved; repeated occurrences are counted in it."""

    __tablename__ = "alerts"
    __table_args__ = (
        Index(
            "uq_alerts_unresolved",
            "project_id",
            "fingerprint",
            unique=True,
            postgresql_where=UNRESOLVED,
        ),
        Index("ix_alerts_project", "project_id", text("id DESC")),
        Index("ix_alerts_suite", "suite_id", text("id DESC")),
        Index("ix_alerts_monitor", "monitor_id", postgresql_where=UNRESOLVED),
        Index("ix_alerts_snoozed", "snoozed_until", postgresql_where=text("state = 'snoozed'")),
        CheckConstraint("state IN ('open','acknowledged','snoozed','resolved')", name="state"),
        CheckConstraint("severity IN ('warning','critical')", name="severity"),
        CheckConstraint("(state = 'snoozed') = (snoozed_until IS NOT NULL)", name="snooze"),
        CheckConstraint("(state = 'resolved') = (resolved_at IS NOT NULL)", name="resolved"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    suite_id: Mapped[UUID] = mapped_column(ForeignKey("suites.id"))
    monitor_id: Mapped[UUID] = mapped_column(ForeignKey("monitors.id"))
    execution_id: Mapped[UUID | None] = mapped_column(ForeignKey("executions.id"), index=True)
    rule: Mapped[str]
    target_key: Mapped[str | None]
    severity: Mapped[str]
    state: Mapped[str]
    cause: Mapped[str | None]
    title: Mapped[str]
    sentence: Mapped[str]
    next_step: Mapped[str]
    facts: Mapped[dict[str, Any]] = mapped_column(JSONB)
    # Every model and rule that detected the cause.
    findings: Mapped[list[dict[str, Any]]] = mapped_column(
        JSONB, server_default=text("'[]'::jsonb")
    )
    fingerprint: Mapped[str]
    # How many executions showed it, and how often channels were notified.
    seen: Mapped[int]
    told: Mapped[int]
    opened_at: Mapped[datetime]
    last_seen_at: Mapped[datetime]
    acknowledged_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    acknowledged_by_label: Mapped[str | None]
    acknowledged_at: Mapped[datetime | None]
    snoozed_until: Mapped[datetime | None]
    resolved_at: Mapped[datetime | None]
    resolved_by_label: Mapped[str | None]
    resolution: Mapped[str | None]
