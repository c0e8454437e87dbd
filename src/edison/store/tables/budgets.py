"""Tables of budgets, of the ledger, and of the daily sums of the ledger."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, Float, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class BudgetRow(Table):
    """The balance of one budget, with or without a limit. A database constraint repeats the checks of the code."""

    __tablename__ = "budgets"
    __table_args__ = (
        CheckConstraint(
            "scope IN ('run','experiment','suite_day','project_day','project_month')", name="scope"
        ),
        CheckConstraint(
            "limit_micro IS NULL OR settled + held + doubt <= limit_micro", name="kept"
        ),
        CheckConstraint(
            "limit_tokens IS NULL OR tokens + held_tokens <= limit_tokens", name="tokens_kept"
        ),
        CheckConstraint("settled >= 0 AND held >= 0 AND doubt >= 0 AND overrun >= 0", name="money"),
        Index("uq_budgets_subject", "scope", "subject", "period", "simulated", unique=True),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    scope: Mapped[str]
    subject: Mapped[UUID]
    # Start of the month or day in UTC; a fixed early date for budgets without a period.
    period: Mapped[datetime]
    # The balance of simulated models; their limits are those of the row with false.
    simulated: Mapped[bool] = mapped_column(server_default=text("false"))
    limit_micro: Mapped[int | None] = mapped_column(BigInteger)
    limit_tokens: Mapped[int | None] = mapped_column(BigInteger)
    alert_share: Mapped[float] = mapped_column(Float)
    alerted_at: Mapped[datetime | None]
    settled: Mapped[int] = mapped_column(BigInteger)
    held: Mapped[int] = mapped_column(BigInteger)
    doubt: Mapped[int] = mapped_column(BigInteger)
    # The amount that a provider billed beyond the limit.
    overrun: Mapped[int] = mapped_column(BigInteger)
    # Includes `doubt_tokens`, which calls in doubt may have used: they count towards the limit.
    tokens: Mapped[int] = mapped_column(BigInteger)
    doubt_tokens: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    held_tokens: Mapped[int] = mapped_column(BigInteger)


class LedgerRow(Table):
    """One ledger line: the calls of one batch to one model. A trigger rejects UPDATE and DELETE."""

    __tablename__ = "ledger"
    __table_args__ = (
        CheckConstraint("kind IN ('reserve','settle','doubt')", name="kind"),
        CheckConstraint("phase IN ('target','judge','refine','assist')", name="phase"),
        Index("ix_ledger_project", "project_id", text("id DESC")),
        Index("ix_ledger_run", "run_id", text("id DESC")),
        Index("ix_ledger_experiment", "experiment_id", text("id DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    # Kept when the run is deleted, because its cost was paid.
    run_id: Mapped[UUID | None]
    experiment_id: Mapped[UUID | None] = mapped_column(ForeignKey("experiments.id"))
    model_id: Mapped[UUID | None] = mapped_column(ForeignKey("models.id"), index=True)
    at: Mapped[datetime]
    kind: Mapped[str]
    phase: Mapped[str]
    calls: Mapped[int]
    # Changes of the three balances, in micro-dollars.
    held: Mapped[int] = mapped_column(BigInteger)
    settled: Mapped[int] = mapped_column(BigInteger)
    doubt: Mapped[int] = mapped_column(BigInteger)
    prompt_tokens: Mapped[int] = mapped_column(BigInteger)
    completion_tokens: Mapped[int] = mapped_column(BigInteger)
    # The prompt tokens that were read from or written to the provider's cache.
    cache_read_tokens: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    cache_write_tokens: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # The part of the settled or doubtful amount that exceeds the reservations.
    overrun: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # Tokens that calls in doubt may have used.
    doubt_tokens: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))


class SpendDayRow(Table):
    """Daily sums (UTC) of the ledger, written only by a trigger on the ledger."""

    __tablename__ = "spend_days"

    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), primary_key=True)
    day: Mapped[datetime] = mapped_column(primary_key=True, index=True)
    # The nil id stands for none.
    model_id: Mapped[UUID] = mapped_column(primary_key=True)
    phase: Mapped[str] = mapped_column(primary_key=True)
    run_id: Mapped[UUID] = mapped_column(primary_key=True, index=True)
    experiment_id: Mapped[UUID] = mapped_column(primary_key=True, index=True)
    calls: Mapped[int] = mapped_column(BigInteger)
    settled: Mapped[int] = mapped_column(BigInteger)
    doubt: Mapped[int] = mapped_column(BigInteger)
    prompt_tokens: Mapped[int] = mapped_column(BigInteger)
    completion_tokens: Mapped[int] = mapped_column(BigInteger)
    cache_read_tokens: Mapped[int] = mapped_column(BigInteger)
    cache_write_tokens: Mapped[int] = mapped_column(BigInteger)
    overrun: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # Tokens that calls in doubt may have used.
    doubt_tokens: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
