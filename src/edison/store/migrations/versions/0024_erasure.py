"""Erasure: accounts that were deleted, projects that are being deleted, and a way past append-only rules for both"""

from collections.abc import Sequence

from alembic import op

revision: str = "0024"
down_revision: str | None = "0023"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Each door is open for one transaction that names what it erases, and only if the deletion was decided before.
DOORS = """
CREATE FUNCTION edison_erases_project(project text) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce(current_setting('edison.erasing_project', true) = project, false)
        AND EXISTS (SELECT FROM project_deletions WHERE project_id::text = project)
$$;
CREATE FUNCTION edison_erases_person() RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM users
        WHERE id::text = current_setting('edison.erasing_person', true) AND deleted_at IS NOT NULL
    )
$$;
CREATE FUNCTION edison_erases() RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT edison_erases_person() OR edison_erases_project(current_setting('edison.erasing_project', true))
$$
"""
# Table, its trigger, the function of the trigger, and the column with a person's name, if there is one.
# What the trigger refuses besides UPDATE and DELETE stays as it was.
VERSIONED = (
    ("prompt_versions", "never_changed", "refuse_change", "author_label"),
    ("rubric_versions", "never_changed", "refuse_change", "author_label"),
    ("judge_versions", "never_changed", "refuse_change", "author_label"),
    ("dataset_versions", "dataset_versions_never_change", "dataset_versions_refuse_change", "author_label"),
    ("dataset_origins", "dataset_origins_never_change", "dataset_versions_refuse_change", "by_label"),
    ("votes", "votes_are_final", "edison_votes_are_final", "voter_label"),
    ("ledger", "ledger_is_final", "edison_ledger_is_final", None),
)  # fmt: skip
BY_ROW = ("dataset_versions", "dataset_origins", "votes")


def upgrade() -> None:
    op.execute("ALTER TABLE users ADD COLUMN deleted_at TIMESTAMP WITH TIME ZONE")
    op.execute("ALTER TABLE audit_log ADD COLUMN redacted BOOLEAN DEFAULT false NOT NULL")
    op.execute(
        "CREATE TABLE project_deletions (id UUID NOT NULL, project_id UUID NOT NULL, "
        "requested_at TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT pk_project_deletions PRIMARY KEY (id), "
        "CONSTRAINT uq_project_deletions_project_id UNIQUE (project_id))"
    )
    for statement in DOORS.split(";\n"):
        op.execute(statement)
    for table, trigger, function, label in VERSIONED:
        op.execute(f"DROP TRIGGER {trigger} ON {table}")
        if table not in BY_ROW:
            _guard_statements(table, trigger, function)
        _guard_deletes(table, trigger, function, "OLD.project_id::text")
        _guard_updates(table, trigger, function, (label,) if label else ())
    op.execute("DROP TRIGGER cases_never_change ON cases")
    op.execute(
        "CREATE TRIGGER cases_never_change BEFORE INSERT OR UPDATE ON cases "
        "FOR EACH ROW EXECUTE FUNCTION cases_guard()"
    )
    _guard_deletes("cases", "cases_never_change", "cases_guard", "OLD.project_id::text")
    op.execute("DROP TRIGGER append_only ON audit_log")
    _guard_statements("audit_log", "append_only", "refuse_change")
    _guard_deletes("audit_log", "append_only", "refuse_change", "OLD.scope")
    _guard_updates(
        "audit_log",
        "append_only",
        "refuse_change",
        ("actor_label", "changes", "origin", "redacted"),
    )
    op.execute("DROP TRIGGER append_only ON events")
    op.execute(
        "CREATE TRIGGER append_only BEFORE UPDATE ON events "
        "FOR EACH STATEMENT WHEN (NOT edison_erases()) EXECUTE FUNCTION refuse_change()"
    )
    _guard_updates("events", "append_only", "refuse_change", ("actor_label", "data"))


def downgrade() -> None:
    op.execute("DROP TRIGGER append_only_update ON events")
    op.execute("DROP TRIGGER append_only ON events")
    op.execute(
        "CREATE TRIGGER append_only BEFORE UPDATE ON events "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    for table, trigger, function in (
        ("audit_log", "append_only", "refuse_change"),
        *((table, trigger, function) for table, trigger, function, _ in VERSIONED),
    ):
        op.execute(f"DROP TRIGGER {trigger}_delete ON {table}")
        op.execute(f"DROP TRIGGER {trigger}_update ON {table}")
        op.execute(f"DROP TRIGGER IF EXISTS {trigger}_truncate ON {table}")
        op.execute(f"DROP TRIGGER IF EXISTS {trigger} ON {table}")
        emptied = "" if table in BY_ROW else " OR TRUNCATE"
        op.execute(
            f"CREATE TRIGGER {trigger} BEFORE UPDATE OR DELETE{emptied} ON {table} "
            f"FOR EACH {'ROW' if table in BY_ROW else 'STATEMENT'} EXECUTE FUNCTION {function}()"
        )
    op.execute("DROP TRIGGER cases_never_change_delete ON cases")
    op.execute("DROP TRIGGER cases_never_change ON cases")
    op.execute(
        "CREATE TRIGGER cases_never_change BEFORE INSERT OR UPDATE OR DELETE ON cases "
        "FOR EACH ROW EXECUTE FUNCTION cases_guard()"
    )
    op.execute("DROP FUNCTION edison_erases()")
    op.execute("DROP FUNCTION edison_erases_person()")
    op.execute("DROP FUNCTION edison_erases_project(text)")
    op.execute("DROP TABLE project_deletions")
    op.execute("ALTER TABLE audit_log DROP COLUMN redacted")
    op.execute("ALTER TABLE users DROP COLUMN deleted_at")


def _guard_statements(table: str, trigger: str, function: str) -> None:
    """Refuse at once, also what would change no row. Rows are looked at only while something is being erased."""
    op.execute(
        f"CREATE TRIGGER {trigger} BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH STATEMENT WHEN (NOT edison_erases()) EXECUTE FUNCTION {function}()"
    )
    op.execute(
        f"CREATE TRIGGER {trigger}_truncate BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {function}()"
    )


def _guard_deletes(table: str, trigger: str, function: str, project: str) -> None:
    op.execute(
        f"CREATE TRIGGER {trigger}_delete BEFORE DELETE ON {table} FOR EACH ROW "
        f"WHEN (NOT edison_erases_project({project})) EXECUTE FUNCTION {function}()"
    )


def _guard_updates(table: str, trigger: str, function: str, columns: tuple[str, ...]) -> None:
    allowed = f"WHEN (NOT {_changes_only(columns)}) " if columns else ""
    op.execute(
        f"CREATE TRIGGER {trigger}_update BEFORE UPDATE ON {table} FOR EACH ROW "
        f"{allowed}EXECUTE FUNCTION {function}()"
    )


def _changes_only(columns: tuple[str, ...]) -> str:
    listed = "ARRAY[" + ", ".join(f"'{column}'" for column in columns) + "]"
    return f"(edison_erases_person() AND to_jsonb(OLD) - {listed} = to_jsonb(NEW) - {listed})"
