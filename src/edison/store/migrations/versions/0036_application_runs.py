"""Add the idempotency key of runs that a caller may start again"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0036"
down_revision: str | None = "0035"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("runs", sa.Column("idempotency_key", sa.Text(), nullable=True))
    op.create_index(
        "uq_runs_idempotency_key",
        "runs",
        ["project_id", "idempotency_key"],
        unique=True,
        postgresql_where=sa.text("idempotency_key IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("uq_runs_idempotency_key", table_name="runs")
    op.drop_column("runs", "idempotency_key")
