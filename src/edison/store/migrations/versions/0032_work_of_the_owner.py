"""Do what needs the owner of the tables in functions, and count tokens in doubt apart"""

from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision: str = "0032"
down_revision: str | None = "0031"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

SQL = Path(__file__).with_suffix(".sql")
UP, DOWN = SQL.read_text().split("-- Downgrade\n")
COUNTED = ("budgets", "ledger", "spend_days")


def upgrade() -> None:
    for table in COUNTED:
        op.add_column(
            table,
            sa.Column("doubt_tokens", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        )
    op.add_column(
        "credentials",
        sa.Column("has_secret", sa.Boolean(), sa.Computed("sealed IS NOT NULL", persisted=True)),
    )
    _run(UP)


def downgrade() -> None:
    _run(DOWN)
    op.drop_column("credentials", "has_secret")
    for table in COUNTED:
        op.drop_column(table, "doubt_tokens")


def _run(statements: str) -> None:
    # Without parameters, because the file has many statements and contains percent signs.
    op.get_bind().exec_driver_sql(statements, execution_options={"no_parameters": True})
