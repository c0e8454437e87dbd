"""Let a user choose the API of a model, and note parameters of runs"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0031"
down_revision: str | None = "0030"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "models",
        sa.Column("api", sa.Text(), server_default=sa.text("'automatic'"), nullable=False),
    )
    op.create_check_constraint(
        op.f("ck_models_api"), "models", "api IN ('automatic','chat_completions','responses')"
    )
    op.add_column(
        "runs",
        sa.Column(
            "parameter_notes",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'"),
            nullable=False,
        ),
    )


def downgrade() -> None:
    op.drop_column("runs", "parameter_notes")
    op.drop_constraint(op.f("ck_models_api"), "models")
    op.drop_column("models", "api")
