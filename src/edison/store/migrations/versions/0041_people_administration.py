"""Add what owners of an installation administer people with"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0041"
down_revision: str | None = "0039"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    time = sa.DateTime(timezone=True)
    op.add_column("users", sa.Column("last_seen_at", time, nullable=True))
    op.add_column("users", sa.Column("disabled_at", time, nullable=True))
    op.add_column(
        "users",
        sa.Column(
            "password_change_required", sa.Boolean(), nullable=False, server_default=sa.false()
        ),
    )
    op.drop_index("uq_users_installation_owner", table_name="users")
    op.create_index(
        "ix_users_installation_owners",
        "users",
        ["id"],
        postgresql_where=sa.text("role = 'OWNER'"),
    )
    op.create_table(
        "password_resets",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("expires_at", time, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_password_resets_user_id")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_password_resets")),
        sa.UniqueConstraint("digest", name=op.f("uq_password_resets_digest")),
    )
    op.create_index(op.f("ix_password_resets_expires_at"), "password_resets", ["expires_at"])
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("started_at", time, nullable=False),
        sa.Column("last_seen_at", time, nullable=False),
        sa.Column("expires_at", time, nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("user_agent", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_expires_at"), "sessions", ["expires_at"])
    op.create_index(op.f("ix_sessions_user_id"), "sessions", ["user_id"])


def downgrade() -> None:
    """The earlier release allows one owner: the first one stays, the others become ordinary accounts."""
    op.drop_table("sessions")
    op.drop_table("password_resets")
    op.drop_index("ix_users_installation_owners", table_name="users")
    op.execute(
        "UPDATE users SET role = 'EDITOR' WHERE role = 'OWNER' "
        "AND id <> (SELECT id FROM users WHERE role = 'OWNER' ORDER BY id LIMIT 1)"
    )
    op.create_index(
        "uq_users_installation_owner",
        "users",
        ["role"],
        unique=True,
        postgresql_where=sa.text("role = 'OWNER'"),
    )
    for column in ("password_change_required", "disabled_at", "last_seen_at"):
        op.drop_column("users", column)
