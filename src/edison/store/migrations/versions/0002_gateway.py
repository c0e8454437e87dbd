"""The gateway: credentials, catalog, prices, tries, limits, stored answers"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("answer", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_answers_project_id")
        ),
        sa.PrimaryKeyConstraint("project_id", "key", name=op.f("pk_answers")),
    )
    op.create_index("ix_answers_expires_at", "answers", ["expires_at"], unique=False)
    op.create_table(
        "circuits",
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("credential_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("successes", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("trials", postgresql.ARRAY(sa.Float()), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "state IN ('closed','open','half_open')", name=op.f("ck_circuits_state")
        ),
        sa.CheckConstraint("failures >= 0 AND successes >= 0", name=op.f("ck_circuits_counts")),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_circuits_project_id")
        ),
        sa.PrimaryKeyConstraint("project_id", "credential_id", name=op.f("pk_circuits")),
    )
    op.create_table(
        "credentials",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("config", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("sealed", sa.Text(), nullable=True),
        sa.Column("variables", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("hint", sa.Text(), nullable=False),
        sa.Column("is_default", sa.Boolean(), nullable=False),
        sa.Column("allow_private", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("problem_code", sa.Text(), nullable=True),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("tested_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_by", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "status IN ('testing','ready','invalid','paused')", name=op.f("ck_credentials_status")
        ),
        sa.CheckConstraint(
            "removed_at IS NULL OR sealed IS NULL",
            name=op.f("ck_credentials_removed_has_no_secret"),
        ),
        sa.ForeignKeyConstraint(
            ["created_by"], ["users.id"], name=op.f("fk_credentials_created_by")
        ),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_credentials_project_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_credentials")),
    )
    op.create_index(op.f("ix_credentials_created_by"), "credentials", ["created_by"], unique=False)
    op.create_index(
        "ix_credentials_project",
        "credentials",
        ["project_id", sa.literal_column("id DESC")],
        unique=False,
    )
    op.create_index(
        "uq_credentials_default",
        "credentials",
        ["project_id", "provider"],
        unique=True,
        postgresql_where=sa.text("is_default AND removed_at IS NULL"),
    )
    op.create_index(
        "uq_credentials_label",
        "credentials",
        ["project_id", "label"],
        unique=True,
        postgresql_where=sa.text("removed_at IS NULL"),
    )
    op.create_table(
        "limiter_paces",
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("credential_id", sa.Uuid(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("state", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_limiter_paces_project_id")
        ),
        sa.PrimaryKeyConstraint(
            "project_id", "credential_id", "model", name=op.f("pk_limiter_paces")
        ),
    )
    op.create_table(
        "models",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("credential_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("listed", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("corrections", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("dropped", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("limits", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("deprecated", sa.Boolean(), nullable=False),
        sa.Column("missing", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "source IN ('listing','suggested','manual')", name=op.f("ck_models_source")
        ),
        sa.ForeignKeyConstraint(
            ["credential_id"], ["credentials.id"], name=op.f("fk_models_credential_id")
        ),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_models_project_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_models")),
    )
    op.create_index(op.f("ix_models_credential_id"), "models", ["credential_id"], unique=False)
    op.create_index("ix_models_project", "models", ["project_id", "name", "id"], unique=False)
    op.create_index(
        "uq_models_name",
        "models",
        ["credential_id", "name"],
        unique=True,
        postgresql_where=sa.text("removed_at IS NULL"),
    )
    op.create_table(
        "model_hours",
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("model_id", sa.Uuid(), nullable=False),
        sa.Column("hour", sa.DateTime(timezone=True), nullable=False),
        sa.Column("calls", sa.BigInteger(), nullable=False),
        sa.Column("failed", sa.BigInteger(), nullable=False),
        sa.Column("reused", sa.BigInteger(), nullable=False),
        sa.Column("cost_unknown", sa.BigInteger(), nullable=False),
        sa.Column("cost", sa.BigInteger(), nullable=False),
        sa.Column("saved", sa.BigInteger(), nullable=False),
        sa.Column("prompt_tokens", sa.BigInteger(), nullable=False),
        sa.Column("completion_tokens", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["models.id"], name=op.f("fk_model_hours_model_id")),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_model_hours_project_id")
        ),
        sa.PrimaryKeyConstraint("project_id", "model_id", "hour", name=op.f("pk_model_hours")),
    )
    op.create_index(op.f("ix_model_hours_model_id"), "model_hours", ["model_id"], unique=False)
    op.create_table(
        "model_latencies",
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("model_id", sa.Uuid(), nullable=False),
        sa.Column("hour", sa.DateTime(timezone=True), nullable=False),
        sa.Column("bucket", sa.SmallInteger(), nullable=False),
        sa.Column("calls", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["model_id"], ["models.id"], name=op.f("fk_model_latencies_model_id")
        ),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_model_latencies_project_id")
        ),
        sa.PrimaryKeyConstraint(
            "project_id", "model_id", "hour", "bucket", name=op.f("pk_model_latencies")
        ),
    )
    op.create_index(
        op.f("ix_model_latencies_model_id"), "model_latencies", ["model_id"], unique=False
    )
    op.create_table(
        "model_prices",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("model_id", sa.Uuid(), nullable=False),
        sa.Column("choice", sa.Text(), nullable=False),
        sa.Column("input", sa.Numeric(precision=18, scale=9), nullable=True),
        sa.Column("output", sa.Numeric(precision=18, scale=9), nullable=True),
        sa.Column("cache_read", sa.Numeric(precision=18, scale=9), nullable=True),
        sa.Column("cache_write", sa.Numeric(precision=18, scale=9), nullable=True),
        sa.Column("effective_from", sa.DateTime(timezone=True), nullable=False),
        sa.Column("set_by", sa.Uuid(), nullable=True),
        sa.Column("set_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "choice IN ('list','override','free')", name=op.f("ck_model_prices_choice")
        ),
        sa.ForeignKeyConstraint(["model_id"], ["models.id"], name=op.f("fk_model_prices_model_id")),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_model_prices_project_id")
        ),
        sa.ForeignKeyConstraint(["set_by"], ["users.id"], name=op.f("fk_model_prices_set_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_model_prices")),
    )
    op.create_index(
        "ix_model_prices_model",
        "model_prices",
        ["model_id", sa.literal_column("effective_from DESC"), sa.literal_column("id DESC")],
        unique=False,
    )
    op.create_index(
        op.f("ix_model_prices_project_id"), "model_prices", ["project_id"], unique=False
    )
    op.create_index(op.f("ix_model_prices_set_by"), "model_prices", ["set_by"], unique=False)
    op.create_table(
        "tries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("credential_id", sa.Uuid(), nullable=False),
        sa.Column("model_id", sa.Uuid(), nullable=False),
        sa.Column("call", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("fresh", sa.Boolean(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("outcome", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("asked_by", sa.Uuid(), nullable=True),
        sa.Column("asked_by_label", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("state IN ('waiting','calling','done')", name=op.f("ck_tries_state")),
        sa.ForeignKeyConstraint(["asked_by"], ["users.id"], name=op.f("fk_tries_asked_by")),
        sa.ForeignKeyConstraint(
            ["credential_id"], ["credentials.id"], name=op.f("fk_tries_credential_id")
        ),
        sa.ForeignKeyConstraint(["model_id"], ["models.id"], name=op.f("fk_tries_model_id")),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_tries_project_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tries")),
    )
    op.create_index(op.f("ix_tries_asked_by"), "tries", ["asked_by"], unique=False)
    op.create_index(
        "ix_tries_model",
        "tries",
        ["project_id", "model_id", sa.literal_column("id DESC")],
        unique=False,
    )
    op.create_index(op.f("ix_tries_model_id"), "tries", ["model_id"], unique=False)
    op.create_index(
        "ix_tries_open",
        "tries",
        ["credential_id"],
        unique=False,
        postgresql_where=sa.text("state <> 'done'"),
    )
    op.execute(
        "CREATE TRIGGER append_only BEFORE UPDATE ON model_prices "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    # Google is two providers now: with an API key, and with a service account.
    op.execute(
        "UPDATE projects SET settings = jsonb_set(settings, '{default_provider}', '\"GEMINI\"') "
        "WHERE settings ->> 'default_provider' = 'GOOGLE'"
    )


def downgrade() -> None:
    op.execute(
        "UPDATE projects SET settings = jsonb_set(settings, '{default_provider}', '\"GOOGLE\"') "
        "WHERE settings ->> 'default_provider' IN ('GEMINI', 'VERTEX')"
    )
    op.execute(
        "UPDATE projects SET settings = jsonb_set(settings, '{default_provider}', '\"COMPATIBLE\"') "
        "WHERE settings ->> 'default_provider' = 'SIMULATED'"
    )
    op.drop_index("ix_tries_open", table_name="tries", postgresql_where=sa.text("state <> 'done'"))
    op.drop_index(op.f("ix_tries_model_id"), table_name="tries")
    op.drop_index("ix_tries_model", table_name="tries")
    op.drop_index(op.f("ix_tries_asked_by"), table_name="tries")
    op.drop_table("tries")
    op.drop_index(op.f("ix_model_prices_set_by"), table_name="model_prices")
    op.drop_index(op.f("ix_model_prices_project_id"), table_name="model_prices")
    op.drop_index("ix_model_prices_model", table_name="model_prices")
    op.drop_table("model_prices")
    op.drop_index(op.f("ix_model_latencies_model_id"), table_name="model_latencies")
    op.drop_table("model_latencies")
    op.drop_index(op.f("ix_model_hours_model_id"), table_name="model_hours")
    op.drop_table("model_hours")
    op.drop_index(
        "uq_models_name", table_name="models", postgresql_where=sa.text("removed_at IS NULL")
    )
    op.drop_index("ix_models_project", table_name="models")
    op.drop_index(op.f("ix_models_credential_id"), table_name="models")
    op.drop_table("models")
    op.drop_table("limiter_paces")
    op.drop_index(
        "uq_credentials_label",
        table_name="credentials",
        postgresql_where=sa.text("removed_at IS NULL"),
    )
    op.drop_index(
        "uq_credentials_default",
        table_name="credentials",
        postgresql_where=sa.text("is_default AND removed_at IS NULL"),
    )
    op.drop_index("ix_credentials_project", table_name="credentials")
    op.drop_index(op.f("ix_credentials_created_by"), table_name="credentials")
    op.drop_table("credentials")
    op.drop_table("circuits")
    op.drop_index("ix_answers_expires_at", table_name="answers")
    op.drop_table("answers")
