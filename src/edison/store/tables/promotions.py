"""Table of promotions: requests to move a protected label, decisions and certificates."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

WAITING = text("state = 'WAITING'")
# An approved promotion whose certificate a worker has yet to sign.
UNSIGNED = text("certificate IS NOT NULL AND signature IS NULL")


class PromotionRow(Table):
    """A promotion. Its evidence may be deleted by retention, so it has no foreign keys to runs."""

    __tablename__ = "promotions"
    __table_args__ = (
        CheckConstraint("state IN ('WAITING','APPROVED','REJECTED','WITHDRAWN')", name="state"),
        CheckConstraint("kind IN ('CHECKED','FIRST','OVERRIDE','ROLLBACK')", name="kind"),
        CheckConstraint("(state = 'WAITING') = (decided_at IS NULL)", name="decided"),
        CheckConstraint("(state = 'APPROVED') = (certificate IS NOT NULL)", name="certificate"),
        CheckConstraint(
            "(signature IS NULL) = (key_id IS NULL) AND (signature IS NULL) = (public_key IS NULL)",
            name="signature",
        ),
        Index("ix_promotions_list", "project_id", text("id DESC")),
        Index("ix_promotions_label", "prompt_id", "label", "id"),
        Index(
            "uq_promotions_waiting",
            "prompt_id",
            "label",
            "number",
            unique=True,
            postgresql_where=WAITING,
        ),
        Index("ix_promotions_unsigned", "id", postgresql_where=UNSIGNED),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    prompt_id: Mapped[UUID] = mapped_column(ForeignKey("prompts.id"))
    label: Mapped[str]
    number: Mapped[int]
    from_number: Mapped[int | None]
    kind: Mapped[str]
    state: Mapped[str]
    digest: Mapped[str]
    run: Mapped[UUID | None]
    baseline_run: Mapped[UUID | None]
    verdict: Mapped[str | None]
    sentence: Mapped[str]
    requirements: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    requested_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    requested_by_label: Mapped[str]
    requested_at: Mapped[datetime]
    decided_by: Mapped[UUID | None] = mapped_column(ForeignKey("users.id"), index=True)
    decided_by_label: Mapped[str | None]
    decided_at: Mapped[datetime | None]
    note: Mapped[str]
    reason: Mapped[str]
    author_approved: Mapped[bool]
    certificate: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    key_id: Mapped[str | None]
    public_key: Mapped[str | None]
    signature: Mapped[str | None]
