"""Datasets: versions, cases that are added and ended but never changed, uploads"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

REFUSE = """
CREATE FUNCTION dataset_versions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A version of a dataset never changes' USING ERRCODE = 'restrict_violation';
END $$
"""

# What a version holds is settled once its row is written, which is the last thing a change does.
GUARD = """
CREATE FUNCTION cases_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched integer;
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'A case is ended, never deleted' USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'UPDATE' THEN
        touched := NEW.until;
        IF OLD.until IS NULL AND NEW.until IS NOT NULL THEN
            OLD.until := NEW.until;
        END IF;
        IF touched IS NULL OR OLD IS DISTINCT FROM NEW THEN
            RAISE EXCEPTION 'A case never changes; it can only be ended, once'
                USING ERRCODE = 'restrict_violation';
        END IF;
    ELSE
        touched := NEW.since;
    END IF;
    IF EXISTS (
        SELECT FROM dataset_versions
        WHERE dataset_id = NEW.dataset_id AND number >= touched
    ) THEN
        RAISE EXCEPTION 'A version of a dataset never changes'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$
"""


def upgrade() -> None:
    op.add_column(
        "datasets", sa.Column("description", sa.Text(), nullable=False, server_default="")
    )
    op.add_column(
        "datasets",
        sa.Column("columns", postgresql.ARRAY(sa.Text()), nullable=False, server_default="{}"),
    )
    op.add_column(
        "datasets", sa.Column("version", sa.Integer(), nullable=False, server_default="0")
    )
    op.add_column("datasets", sa.Column("cases", sa.Integer(), nullable=False, server_default="0"))
    op.add_column(
        "datasets",
        sa.Column("holdout_locked", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column("datasets", sa.Column("updated_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("datasets", sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE datasets SET updated_at = created_at")
    op.alter_column("datasets", "updated_at", nullable=False)
    for column in ("description", "columns", "version", "cases", "holdout_locked"):
        op.alter_column("datasets", column, server_default=None)
    op.create_check_constraint(
        op.f("ck_datasets_counts"), "datasets", "version >= 0 AND cases BETWEEN 0 AND 100000"
    )
    op.drop_index("uq_datasets_project_name", table_name="datasets")
    op.create_index(
        "uq_datasets_project_name",
        "datasets",
        ["project_id", "name"],
        unique=True,
        postgresql_where=sa.text("removed_at IS NULL"),
    )
    op.create_index("ix_datasets_project", "datasets", ["project_id", sa.text("id DESC")])
    op.create_table(
        "dataset_versions",
        sa.Column("dataset_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("cases", sa.Integer(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("author_label", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("number > 0 AND cases >= 0", name=op.f("ck_dataset_versions_counts")),
        sa.ForeignKeyConstraint(
            ["dataset_id"], ["datasets.id"], name=op.f("fk_dataset_versions_dataset_id")
        ),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_dataset_versions_project_id")
        ),
        sa.PrimaryKeyConstraint("dataset_id", "number", name=op.f("pk_dataset_versions")),
    )
    op.create_index("ix_dataset_versions_project", "dataset_versions", ["project_id"])
    op.create_table(
        "cases",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("case_id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("dataset_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("until", sa.Integer(), nullable=True),
        sa.Column("values", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("expected", sa.Text(), nullable=True),
        sa.Column("tags", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("difficulty", sa.SmallInteger(), nullable=True),
        sa.Column("metadata", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("split", sa.Text(), nullable=False),
        sa.Column("search", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "since > 0 AND (until IS NULL OR until > since)", name=op.f("ck_cases_versions")
        ),
        sa.CheckConstraint("difficulty BETWEEN 1 AND 5", name=op.f("ck_cases_difficulty")),
        sa.CheckConstraint("split IN ('none','train','holdout')", name=op.f("ck_cases_split")),
        sa.CheckConstraint("cardinality(tags) <= 50", name=op.f("ck_cases_tags")),
        sa.CheckConstraint("jsonb_typeof(values) = 'object'", name=op.f("ck_cases_values_object")),
        sa.CheckConstraint(
            "jsonb_typeof(metadata) = 'object'", name=op.f("ck_cases_metadata_object")
        ),
        sa.ForeignKeyConstraint(["dataset_id"], ["datasets.id"], name=op.f("fk_cases_dataset_id")),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_cases_project_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cases")),
    )
    op.create_index("uq_cases_revision", "cases", ["case_id", "since"], unique=True)
    op.create_index(
        "uq_cases_newest",
        "cases",
        ["case_id"],
        unique=True,
        postgresql_where=sa.text("until IS NULL"),
    )
    op.create_index("ix_cases_dataset", "cases", ["dataset_id", "position", "case_id", "since"])
    op.create_index("ix_cases_tags", "cases", ["tags"], postgresql_using="gin")
    op.create_index("ix_cases_project", "cases", ["project_id"])
    op.create_table(
        "uploads",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_uploads_project_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploads")),
    )
    op.create_index("ix_uploads_project", "uploads", ["project_id", sa.text("id DESC")])
    op.create_index("ix_uploads_expires_at", "uploads", ["expires_at"])
    op.execute(REFUSE)
    op.execute(
        "CREATE TRIGGER dataset_versions_never_change BEFORE UPDATE OR DELETE ON dataset_versions "
        "FOR EACH ROW EXECUTE FUNCTION dataset_versions_refuse_change()"
    )
    op.execute(GUARD)
    op.execute(
        "CREATE TRIGGER cases_never_change BEFORE INSERT OR UPDATE OR DELETE ON cases "
        "FOR EACH ROW EXECUTE FUNCTION cases_guard()"
    )


def downgrade() -> None:
    op.drop_table("uploads")
    op.drop_table("cases")
    op.drop_table("dataset_versions")
    op.execute("DROP FUNCTION cases_guard()")
    op.execute("DROP FUNCTION dataset_versions_refuse_change()")
    # The name is unique again among all, so removed ones cannot stay.
    op.execute("DELETE FROM datasets WHERE removed_at IS NOT NULL")
    op.drop_index("ix_datasets_project", table_name="datasets")
    op.drop_index(
        "uq_datasets_project_name",
        table_name="datasets",
        postgresql_where=sa.text("removed_at IS NULL"),
    )
    op.create_index("uq_datasets_project_name", "datasets", ["project_id", "name"], unique=True)
    op.drop_constraint(op.f("ck_datasets_counts"), "datasets", type_="check")
    for column in (
        "removed_at",
        "updated_at",
        "holdout_locked",
        "cases",
        "version",
        "columns",
        "description",
    ):
        op.drop_column("datasets", column)
