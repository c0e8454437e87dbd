"""Add sign-in with OpenID Connect providers, and roles by group"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0042"
down_revision: str | None = "0041"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

GRANTABLE_ROLES = "role IN ('VIEWER','REVIEWER','EDITOR','ADMIN')"


def upgrade() -> None:
    op.create_table(
        "identities",
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("groups", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("signed_in_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_identities_user_id")),
        sa.PrimaryKeyConstraint("issuer", "subject", name=op.f("pk_identities")),
    )
    op.create_index(op.f("ix_identities_user_id"), "identities", ["user_id"])
    op.create_table(
        "sign_in_flows",
        sa.Column("state_digest", sa.Text(), nullable=False),
        sa.Column("browser_digest", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("verifier", sa.Text(), nullable=False),
        sa.Column("next_path", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("state_digest", name=op.f("pk_sign_in_flows")),
    )
    op.create_index(op.f("ix_sign_in_flows_expires_at"), "sign_in_flows", ["expires_at"])
    op.create_table(
        "group_roles",
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("group_name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.CheckConstraint(GRANTABLE_ROLES, name=op.f("ck_group_roles_role")),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_group_roles_project_id")
        ),
        sa.PrimaryKeyConstraint("project_id", "issuer", "group_name", name=op.f("pk_group_roles")),
    )
    op.create_index("ix_group_roles_issuer", "group_roles", ["issuer", "group_name"])
    op.add_column(
        "project_members",
        sa.Column("by_group", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )


def downgrade() -> None:
    op.execute("DELETE FROM project_members WHERE by_group")
    op.drop_column("project_members", "by_group")
    op.drop_table("group_roles")
    op.drop_table("sign_in_flows")
    op.drop_table("identities")
