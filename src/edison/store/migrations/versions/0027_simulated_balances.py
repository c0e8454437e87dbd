"""Simulated models count against balances of their own; what a run or an experiment cost is found by its id"""

from collections.abc import Sequence

from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# A period in which only simulated models were called becomes theirs as it is, reservations included. A period with
# both stays with the real ones until it ends: what was reserved is released where it was reserved.
MOVE = """
UPDATE budgets b SET simulated = true
WHERE b.scope IN ('suite_day', 'project_day', 'project_month')
    AND b.period >= date_trunc('month', now(), 'UTC') - interval '1 day'
    AND EXISTS ({simulated}) AND NOT EXISTS ({real})
"""
LINES = """
    SELECT FROM ledger l JOIN models m ON m.id = l.model_id JOIN credentials c ON c.id = m.credential_id
    WHERE l.project_id = b.project_id AND l.at >= b.period
        AND l.at < b.period + CASE b.scope WHEN 'project_month' THEN interval '1 month' ELSE interval '1 day' END
        AND c.provider {which} 'SIMULATED'
"""


def upgrade() -> None:
    op.execute("ALTER TABLE budgets ADD COLUMN simulated BOOLEAN DEFAULT false NOT NULL")
    op.execute(MOVE.format(simulated=LINES.format(which="="), real=LINES.format(which="<>")))
    op.execute("DROP INDEX uq_budgets_subject")
    op.execute(
        "CREATE UNIQUE INDEX uq_budgets_subject ON budgets (scope, subject, period, simulated)"
    )
    op.execute("CREATE INDEX ix_spend_days_run_id ON spend_days (run_id)")
    op.execute("CREATE INDEX ix_spend_days_experiment_id ON spend_days (experiment_id)")


def downgrade() -> None:
    op.execute("DROP INDEX ix_spend_days_experiment_id")
    op.execute("DROP INDEX ix_spend_days_run_id")
    op.execute("DELETE FROM budgets WHERE simulated")
    op.execute("DROP INDEX uq_budgets_subject")
    op.execute("CREATE UNIQUE INDEX uq_budgets_subject ON budgets (scope, subject, period)")
    op.execute("ALTER TABLE budgets DROP COLUMN simulated")
