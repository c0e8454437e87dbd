"""Table of runs that were deleted because of their age."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table


class DeletedRunRow(Table):
    """A deleted run, without its content: spend reports show its number, which is not reused.

    Cells and scores of the run are deleted later, in small batches; `emptied_to` is the first ordinal that may still
    exist.
    """

    __tablename__ = "deleted_runs"
    __table_args__ = (
        Index("ix_deleted_runs_project", "project_id", text("number DESC")),
        Index("ix_deleted_runs_full", "run_id", postgresql_where=text("emptied_at IS NULL")),
    )

    run_id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    number: Mapped[int]
    cells: Mapped[int]
    finished_at: Mapped[datetime]
    deleted_at: Mapped[datetime]
    # The name of the archive file, if runs are archived.
    archive: Mapped[str | None]
    emptied_to: Mapped[int]
    emptied_at: Mapped[datetime | None]
