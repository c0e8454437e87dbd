"""Experiments store which case is in which split"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision: str = "0029"
down_revision: str | None = "0028"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("experiments", sa.Column("case_draw", JSONB(), nullable=True))
    op.create_table(
        "experiment_cases",
        sa.Column("experiment_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("case_id", sa.Uuid(), nullable=False),
        sa.Column("revision", sa.Uuid(), nullable=False),
        sa.Column("split", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "split IN ('train','validation','holdout')", name=op.f("ck_experiment_cases_split")
        ),
        sa.ForeignKeyConstraint(
            ["experiment_id"], ["experiments.id"], name=op.f("fk_experiment_cases_experiment_id")
        ),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_experiment_cases_project_id")
        ),
        sa.PrimaryKeyConstraint("experiment_id", "position", name=op.f("pk_experiment_cases")),
        sa.UniqueConstraint(
            "experiment_id", "case_id", name=op.f("uq_experiment_cases_experiment_id_case_id")
        ),
    )
    op.create_index("ix_experiment_cases_project_id", "experiment_cases", ["project_id"])


def downgrade() -> None:
    op.drop_table("experiment_cases")
    op.drop_column("experiments", "case_draw")
