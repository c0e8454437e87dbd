"""Audit entries may be deleted once a signed checkpoint says that their chain begins after them"""

from collections.abc import Sequence

from alembic import op

revision: str = "0025"
down_revision: str | None = "0024"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

DELETES_AGED = """
CREATE FUNCTION edison_deletes_aged_audit() RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce(current_setting('edison.deleting_aged_audit', true) = 'on', false)
$$
"""
BEFORE_START = """
CREATE FUNCTION edison_is_before_audit_start(chain text, entry bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT edison_deletes_aged_audit() AND EXISTS (
        SELECT FROM audit_checkpoints WHERE scope = chain AND kind = 'start' AND entry_number >= entry
    )
$$
"""


def upgrade() -> None:
    op.execute(DELETES_AGED)
    op.execute(BEFORE_START)
    _guard_deletes(
        "edison_erases() OR edison_deletes_aged_audit()",
        "edison_erases_project(OLD.scope) OR edison_is_before_audit_start(OLD.scope, OLD.number)",
    )


def downgrade() -> None:
    _guard_deletes("edison_erases()", "edison_erases_project(OLD.scope)")
    op.execute("DROP FUNCTION edison_is_before_audit_start(text, bigint)")
    op.execute("DROP FUNCTION edison_deletes_aged_audit()")


def _guard_deletes(by_statement: str, by_row: str) -> None:
    """Refuse changes of the audit log; a deletion passes where both conditions hold, an update as it did before."""
    op.execute("DROP TRIGGER append_only ON audit_log")
    op.execute("DROP TRIGGER append_only_delete ON audit_log")
    op.execute(
        f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log "
        f"FOR EACH STATEMENT WHEN (NOT ({by_statement})) EXECUTE FUNCTION refuse_change()"
    )
    op.execute(
        f"CREATE TRIGGER append_only_delete BEFORE DELETE ON audit_log "
        f"FOR EACH ROW WHEN (NOT ({by_row})) EXECUTE FUNCTION refuse_change()"
    )
