"""Table of the last computed results of runs; one row per run."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, LargeBinary
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class RunStatisticsRow(Table):
    """The results of a run.

    `asked` is the number of the newest requested computation, `done` that of the newest finished computation.
    """

    __tablename__ = "run_statistics"

    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    asked: Mapped[int]
    asked_at: Mapped[datetime]
    done: Mapped[int]
    computed_at: Mapped[datetime | None]
    # Duration of the computation: slow ones are repeated less often.
    took_s: Mapped[float | None]
    # Fingerprint of the input of the computation; if it differs now, the result is stale.
    seen: Mapped[str | None]
    summary: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    # Grade and state of each cell, compressed.
    kept: Mapped[bytes | None] = mapped_column(LargeBinary)
