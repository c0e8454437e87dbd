"""The results of a run as they were last computed: a dashboard reads one row, however large the run is."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, LargeBinary
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class RunStatisticsRow(Table):
    """`asked` counts orders to compute it, `done` is the last one that was carried out."""

    __tablename__ = "run_statistics"

    run_id: Mapped[UUID] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), index=True)
    asked: Mapped[int]
    asked_at: Mapped[datetime]
    done: Mapped[int]
    computed_at: Mapped[datetime | None]
    # How long it took: what takes long is not done often.
    took_s: Mapped[float | None]
    # What was there when it was computed; when that has changed, it is stale.
    seen: Mapped[str | None]
    summary: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    # Grade and standing of each cell, compressed.
    kept: Mapped[bytes | None] = mapped_column(LargeBinary)
