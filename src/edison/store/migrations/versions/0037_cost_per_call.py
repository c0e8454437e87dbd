"""Add the cost per call of an application"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0037"
down_revision: str | None = "0036"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("model_prices", sa.Column("per_call", sa.Numeric(18, 9), nullable=True))


def downgrade() -> None:
    op.drop_column("model_prices", "per_call")
