"""Add notifications of people, and channels of Microsoft Teams"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision: str = "0045"
down_revision: str | None = "0044"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "notification_mails",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("last_problem", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_notification_mails_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notification_mails")),
        sa.UniqueConstraint("user_id", name=op.f("uq_notification_mails_user_id")),
    )
    op.create_index(op.f("ix_notification_mails_next_at"), "notification_mails", ["next_at"])
    op.create_table(
        "notification_preferences",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("timezone", sa.Text(), nullable=False),
        sa.Column("quiet", JSONB(none_as_null=True), nullable=True),
        sa.Column("events", JSONB(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_notification_preferences_user_id")
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_notification_preferences")),
    )
    op.create_table(
        "notifications",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", JSONB(), nullable=False),
        sa.Column("bell", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("mail_due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("mail_id", sa.Uuid(), nullable=True),
        sa.Column("mailed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_notifications_project_id")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_notifications_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notifications")),
        sa.UniqueConstraint(
            "user_id",
            "event",
            "subject_id",
            "version",
            name=op.f("uq_notifications_user_id_event_subject_id_version"),
        ),
    )
    op.create_index("ix_notifications_age", "notifications", ["created_at"])
    op.create_index(
        "ix_notifications_list",
        "notifications",
        ["user_id", sa.text("id DESC")],
        postgresql_where=sa.text("bell"),
    )
    op.create_index(
        "ix_notifications_mail",
        "notifications",
        ["mail_id"],
        postgresql_where=sa.text("mail_id IS NOT NULL"),
    )
    op.create_index(
        "ix_notifications_mail_due",
        "notifications",
        ["mail_due_at", "user_id"],
        postgresql_where=sa.text("mail_due_at IS NOT NULL"),
    )
    op.create_index(
        "ix_notifications_subject", "notifications", ["project_id", "event", "subject_id"]
    )
    op.create_index(
        "ix_notifications_unread",
        "notifications",
        ["user_id", "project_id"],
        postgresql_where=sa.text("bell AND read_at IS NULL"),
    )
    op.create_table(
        "project_notification_preferences",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("muted", sa.Boolean(), nullable=False),
        sa.Column("events", JSONB(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "jsonb_typeof(events) = 'object'",
            name=op.f("ck_project_notification_preferences_events"),
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["projects.id"],
            name=op.f("fk_project_notification_preferences_project_id"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_project_notification_preferences_user_id")
        ),
        sa.PrimaryKeyConstraint(
            "user_id", "project_id", name=op.f("pk_project_notification_preferences")
        ),
    )
    op.create_index(
        op.f("ix_project_notification_preferences_project_id"),
        "project_notification_preferences",
        ["project_id"],
    )
    op.drop_constraint(op.f("ck_channels_kind"), "channels")
    op.create_check_constraint(
        op.f("ck_channels_kind"), "channels", "kind IN ('webhook','slack','teams','email')"
    )


def downgrade() -> None:
    op.drop_constraint(op.f("ck_channels_kind"), "channels")
    # Teams reads what Slack channels send as an error, which is shown on the channel.
    op.execute("UPDATE channels SET kind = 'slack' WHERE kind = 'teams'")
    op.create_check_constraint(
        op.f("ck_channels_kind"), "channels", "kind IN ('webhook','slack','email')"
    )
    op.drop_table("project_notification_preferences")
    op.drop_table("notifications")
    op.drop_table("notification_preferences")
    op.drop_table("notification_mails")
