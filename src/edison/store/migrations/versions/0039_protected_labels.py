"""Add promotions of protected labels; the labels of existing projects stay unprotected"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision: str = "0039"
down_revision: str | None = "0038"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # A pipeline that moves `production` must go on after an upgrade.
    op.execute("UPDATE projects SET settings = settings || '{\"protected_labels\": []}'::jsonb")
    op.create_table(
        "promotions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("prompt_id", sa.Uuid(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("from_number", sa.Integer(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("run", sa.Uuid(), nullable=True),
        sa.Column("baseline_run", sa.Uuid(), nullable=True),
        sa.Column("verdict", sa.Text(), nullable=True),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("requirements", JSONB(), nullable=False),
        sa.Column("requested_by", sa.Uuid(), nullable=True),
        sa.Column("requested_by_label", sa.Text(), nullable=False),
        sa.Column("requested_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided_by", sa.Uuid(), nullable=True),
        sa.Column("decided_by_label", sa.Text(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("author_approved", sa.Boolean(), nullable=False),
        sa.Column("certificate", JSONB(none_as_null=True), nullable=True),
        sa.Column("key_id", sa.Text(), nullable=True),
        sa.Column("public_key", sa.Text(), nullable=True),
        sa.Column("signature", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "state IN ('WAITING','APPROVED','REJECTED','WITHDRAWN')",
            name=op.f("ck_promotions_state"),
        ),
        sa.CheckConstraint(
            "kind IN ('CHECKED','FIRST','OVERRIDE','ROLLBACK')", name=op.f("ck_promotions_kind")
        ),
        sa.CheckConstraint(
            "(state = 'WAITING') = (decided_at IS NULL)", name=op.f("ck_promotions_decided")
        ),
        sa.CheckConstraint(
            "(state = 'APPROVED') = (certificate IS NOT NULL)",
            name=op.f("ck_promotions_certificate"),
        ),
        sa.CheckConstraint(
            "(signature IS NULL) = (key_id IS NULL) AND (signature IS NULL) = (public_key IS NULL)",
            name=op.f("ck_promotions_signature"),
        ),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_promotions_project_id")
        ),
        sa.ForeignKeyConstraint(
            ["prompt_id"], ["prompts.id"], name=op.f("fk_promotions_prompt_id")
        ),
        sa.ForeignKeyConstraint(
            ["requested_by"], ["users.id"], name=op.f("fk_promotions_requested_by")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by"], ["users.id"], name=op.f("fk_promotions_decided_by")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promotions")),
    )
    op.create_index("ix_promotions_list", "promotions", ["project_id", sa.text("id DESC")])
    op.create_index("ix_promotions_label", "promotions", ["prompt_id", "label", "id"])
    op.create_index(
        "uq_promotions_waiting",
        "promotions",
        ["prompt_id", "label", "number"],
        unique=True,
        postgresql_where=sa.text("state = 'WAITING'"),
    )
    op.create_index(
        "ix_promotions_unsigned",
        "promotions",
        ["id"],
        postgresql_where=sa.text("certificate IS NOT NULL AND signature IS NULL"),
    )
    op.create_index(op.f("ix_promotions_requested_by"), "promotions", ["requested_by"])
    op.create_index(op.f("ix_promotions_decided_by"), "promotions", ["decided_by"])


def downgrade() -> None:
    op.drop_table("promotions")
    op.execute("UPDATE projects SET settings = settings - 'protected_labels'")
