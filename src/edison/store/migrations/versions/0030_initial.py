"""The schema of the first release"""

import re
from collections.abc import Sequence
from pathlib import Path

from alembic import op

# Not 0001: a database that had the last of the migrations which this one replaced stays up to date.
revision: str = "0030"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

SCHEMA = Path(__file__).with_suffix(".sql")


def upgrade() -> None:
    # Without parameters, because the file has many statements and contains percent signs.
    op.get_bind().exec_driver_sql(SCHEMA.read_text(), execution_options={"no_parameters": True})


def downgrade() -> None:
    created = re.findall(r"^CREATE (TABLE|FUNCTION) (\w+)", SCHEMA.read_text(), re.MULTILINE)
    for kind, name in reversed(created):
        op.execute(f"DROP {kind} {name}")
