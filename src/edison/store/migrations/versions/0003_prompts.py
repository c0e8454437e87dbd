"""Prompts, their versions and labels"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "prompts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("draft", sa.JSON(), nullable=False),
        sa.Column("draft_digest", sa.Text(), nullable=False),
        sa.Column("preview", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("latest", sa.Integer(), nullable=False),
        sa.Column("latest_digest", sa.Text(), nullable=True),
        sa.Column("created_by", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('generator','grader')", name=op.f("ck_prompts_kind")),
        sa.CheckConstraint("char_length(name) BETWEEN 1 AND 255", name=op.f("ck_prompts_name")),
        sa.CheckConstraint("char_length(description) <= 2000", name=op.f("ck_prompts_description")),
        sa.CheckConstraint("revision >= 1 AND latest >= 0", name=op.f("ck_prompts_counts")),
        sa.CheckConstraint(
            "(latest = 0) = (latest_digest IS NULL)", name=op.f("ck_prompts_latest_digest")
        ),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_prompts_created_by")),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_prompts_project_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_prompts")),
    )
    op.create_index(op.f("ix_prompts_project_id"), "prompts", ["project_id"])
    op.create_index(op.f("ix_prompts_created_by"), "prompts", ["created_by"])
    op.create_index(
        "uq_prompts_name",
        "prompts",
        ["project_id", "name"],
        unique=True,
        postgresql_where=sa.text("removed_at IS NULL"),
    )
    op.create_index(
        "ix_prompts_list",
        "prompts",
        ["project_id", sa.literal_column("updated_at DESC"), sa.literal_column("id DESC")],
        postgresql_where=sa.text("removed_at IS NULL"),
    )
    op.create_table(
        "prompt_versions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("prompt_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("parent_id", sa.Uuid(), nullable=True),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("changelog", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("author_id", sa.Uuid(), nullable=True),
        sa.Column("author_label", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("number >= 1", name=op.f("ck_prompt_versions_number")),
        sa.CheckConstraint(
            "char_length(changelog) <= 500", name=op.f("ck_prompt_versions_changelog")
        ),
        sa.CheckConstraint(
            "origin IN ('saved','run','restored','forked','imported','suggested')",
            name=op.f("ck_prompt_versions_origin"),
        ),
        sa.ForeignKeyConstraint(
            ["author_id"], ["users.id"], name=op.f("fk_prompt_versions_author_id")
        ),
        sa.ForeignKeyConstraint(
            ["parent_id"], ["prompt_versions.id"], name=op.f("fk_prompt_versions_parent_id")
        ),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_prompt_versions_project_id")
        ),
        sa.ForeignKeyConstraint(
            ["prompt_id"], ["prompts.id"], name=op.f("fk_prompt_versions_prompt_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_prompt_versions")),
        sa.UniqueConstraint(
            "prompt_id", "number", name=op.f("uq_prompt_versions_prompt_id_number")
        ),
    )
    op.create_index(op.f("ix_prompt_versions_project_id"), "prompt_versions", ["project_id"])
    op.create_index(op.f("ix_prompt_versions_parent_id"), "prompt_versions", ["parent_id"])
    op.create_index(op.f("ix_prompt_versions_author_id"), "prompt_versions", ["author_id"])
    op.execute(
        "CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON prompt_versions "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    op.create_table(
        "prompt_labels",
        sa.Column("prompt_id", sa.Uuid(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("set_by", sa.Uuid(), nullable=True),
        sa.Column("set_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "label ~ '^[a-z0-9][a-z0-9._-]{0,49}$' AND label <> 'latest'",
            name=op.f("ck_prompt_labels_label"),
        ),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_prompt_labels_project_id")
        ),
        sa.ForeignKeyConstraint(
            ["prompt_id", "number"],
            ["prompt_versions.prompt_id", "prompt_versions.number"],
            name=op.f("fk_prompt_labels_prompt_id_number"),
        ),
        sa.ForeignKeyConstraint(["set_by"], ["users.id"], name=op.f("fk_prompt_labels_set_by")),
        sa.PrimaryKeyConstraint("prompt_id", "label", name=op.f("pk_prompt_labels")),
    )
    op.create_index("ix_prompt_labels_version", "prompt_labels", ["prompt_id", "number"])
    op.create_index(op.f("ix_prompt_labels_project_id"), "prompt_labels", ["project_id"])
    op.create_index(op.f("ix_prompt_labels_set_by"), "prompt_labels", ["set_by"])


def downgrade() -> None:
    op.drop_table("prompt_labels")
    op.drop_table("prompt_versions")
    op.drop_table("prompts")
