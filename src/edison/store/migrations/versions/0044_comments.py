"""Add comments in threads, and move the comments on suggestions into them"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0044"
down_revision: str | None = "0042"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

FIRST = sa.text("id = thread")


def upgrade() -> None:
    time = sa.DateTime(timezone=True)
    op.create_table(
        "comments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("thread", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("part", sa.Text(), nullable=False),
        sa.Column("author", sa.Uuid(), nullable=True),
        sa.Column("author_label", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("mentions", postgresql.ARRAY(sa.Uuid()), nullable=False),
        sa.Column("created_at", time, nullable=False),
        sa.Column("edited_at", time, nullable=True),
        sa.Column("deleted_at", time, nullable=True),
        sa.Column("resolved_at", time, nullable=True),
        sa.Column("resolved_by", sa.Uuid(), nullable=True),
        sa.Column("resolved_by_label", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "kind IN ('cell','case','version','run','experiment','board','suggestion')",
            name=op.f("ck_comments_kind"),
        ),
        sa.CheckConstraint(
            "(kind IN ('cell','case','version')) = (part <> '')", name=op.f("ck_comments_part")
        ),
        sa.CheckConstraint(
            "(resolved_at IS NULL) = (resolved_by_label IS NULL) AND (resolved_at IS NULL OR id = thread)",
            name=op.f("ck_comments_resolved"),
        ),
        sa.CheckConstraint(
            "deleted_at IS NULL OR (text = '' AND mentions = '{}' AND id = thread)",
            name=op.f("ck_comments_deleted"),
        ),
        sa.ForeignKeyConstraint(["author"], ["users.id"], name=op.f("fk_comments_author")),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_comments_project_id")
        ),
        sa.ForeignKeyConstraint(
            ["resolved_by"], ["users.id"], name=op.f("fk_comments_resolved_by")
        ),
        sa.ForeignKeyConstraint(["thread"], ["comments.id"], name=op.f("fk_comments_thread")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comments")),
    )
    op.create_index("ix_comments_subject", "comments", ["subject_id", "kind", "part"])
    op.create_index("ix_comments_thread", "comments", ["thread", "id"])
    op.create_index(
        "ix_comments_list",
        "comments",
        ["project_id", sa.literal_column("id DESC")],
        postgresql_where=FIRST,
    )
    op.create_index("ix_comments_mentions", "comments", ["mentions"], postgresql_using="gin")
    op.create_index(op.f("ix_comments_author"), "comments", ["author"])
    op.create_index(op.f("ix_comments_resolved_by"), "comments", ["resolved_by"])
    # Comments on suggestions had no replies: each becomes a thread.
    op.execute(
        """
        INSERT INTO comments (id, project_id, thread, kind, subject_id, part, author, author_label, text, mentions,
            created_at)
        SELECT id, project_id, id, 'suggestion', suggestion_id, '', author, author_label, text, '{}', at
        FROM review_comments
        """
    )
    op.drop_table("review_comments")


def downgrade() -> None:
    op.create_table(
        "review_comments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("suggestion_id", sa.Uuid(), nullable=False),
        sa.Column("author", sa.Uuid(), nullable=True),
        sa.Column("author_label", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["author"], ["users.id"], name=op.f("fk_review_comments_author")),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_review_comments_project_id")
        ),
        sa.ForeignKeyConstraint(
            ["suggestion_id"], ["suggestions.id"], name=op.f("fk_review_comments_suggestion_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_review_comments")),
    )
    for column in ("author", "project_id", "suggestion_id"):
        op.create_index(op.f(f"ix_review_comments_{column}"), "review_comments", [column])
    op.execute(
        """
        INSERT INTO review_comments (id, project_id, suggestion_id, author, author_label, text, at)
        SELECT id, project_id, subject_id, author, author_label, text, created_at FROM comments
        WHERE kind = 'suggestion' AND deleted_at IS NULL
        """
    )
    op.drop_table("comments")
