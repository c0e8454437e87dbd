"""Money: what may be spent, what is promised to calls on their way, and every movement of it."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, Float, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class BudgetRow(Table):
    """The balance of one budget. No limit: only counted. The constraint is the last guard, behind the code."""

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
    # When the month or the day begins, in UTC; a day long ago for what has no period.
    period: Mapped[datetime]
    # The balance of simulated models; their limits are those of the row that is not.
    simulated: Mapped[bool] = mapped_column(server_default=text("false"))
    limit_micro: Mapped[int | None] = mapped_column(BigInteger)
    limit_tokens: Mapped[int | None] = mapped_column(BigInteger)
    alert_share: Mapped[float] = mapped_column(Float)
    alerted_at: Mapped[datetime | None]
    settled: Mapped[int] = mapped_column(BigInteger)
    held: Mapped[int] = mapped_column(BigInteger)
    doubt: Mapped[int] = mapped_column(BigInteger)
    # What a provider billed beyond the limit: it is counted, and the limit cannot undo it.
    overrun: Mapped[int] = mapped_column(BigInteger)
    tokens: Mapped[int] = mapped_column(BigInteger)
    held_tokens: Mapped[int] = mapped_column(BigInteger)


class LedgerRow(Table):
    """One movement for the calls of one batch on one model. A trigger refuses UPDATE and DELETE."""

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
    # Stays when the run is deleted: what it cost was paid.
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
    # Of the prompt's tokens, those that came from or went to the provider's cache.
    cache_read_tokens: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    cache_write_tokens: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # Of what was settled or in doubt, what was billed beyond the reservations.
    overrun: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))


class SpendDayRow(Table):
    """What the ledger came to on a day (UTC). A trigger on the ledger adds up; nobody else writes here."""

    __tablename__ = "spend_days"

    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), primary_key=True)
    day: Mapped[datetime] = mapped_column(primary_key=True, index=True)
    # The nil id: there was none.
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
