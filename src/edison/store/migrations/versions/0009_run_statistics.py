"""Statistics of a run as they were last computed"""

from collections.abc import Sequence

from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = """
CREATE TABLE run_statistics (
    run_id UUID NOT NULL,
    project_id UUID NOT NULL,
    asked INTEGER NOT NULL,
    asked_at TIMESTAMP WITH TIME ZONE NOT NULL,
    done INTEGER NOT NULL,
    computed_at TIMESTAMP WITH TIME ZONE,
    took_s FLOAT,
    seen TEXT,
    summary JSONB,
    kept BYTEA,
    CONSTRAINT pk_run_statistics PRIMARY KEY (run_id),
    CONSTRAINT fk_run_statistics_run_id FOREIGN KEY(run_id) REFERENCES runs (id),
    CONSTRAINT fk_run_statistics_project_id FOREIGN KEY(project_id) REFERENCES projects (id)
)
"""


def upgrade() -> None:
    op.execute(TABLE)
    op.execute("CREATE INDEX ix_run_statistics_project_id ON run_statistics (project_id)")


def downgrade() -> None:
    op.execute("DROP TABLE run_statistics")
