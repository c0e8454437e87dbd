"""Calls whose worker stopped before it could say what they cost"""

from collections.abc import Sequence

from alembic import op

revision: str = "0023"
down_revision: str | None = "0022"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

UPGRADE = """
CREATE TABLE calls_in_doubt (
    run_id UUID NOT NULL,
    ordinal INTEGER NOT NULL,
    scorer SMALLINT NOT NULL,
    claim INTEGER NOT NULL,
    project_id UUID NOT NULL,
    model_id UUID NOT NULL,
    phase TEXT NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE NOT NULL,
    stopped_at TIMESTAMP WITH TIME ZONE NOT NULL,
    worst BIGINT NOT NULL,
    worst_tokens BIGINT NOT NULL,
    counted BIGINT NOT NULL,
    counted_tokens BIGINT NOT NULL,
    CONSTRAINT pk_calls_in_doubt PRIMARY KEY (run_id, ordinal, scorer, claim),
    CONSTRAINT ck_calls_in_doubt_money CHECK (worst >= 0 AND counted >= 0 AND counted_tokens >= 0),
    CONSTRAINT fk_calls_in_doubt_run_id FOREIGN KEY(run_id) REFERENCES runs (id),
    CONSTRAINT fk_calls_in_doubt_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_calls_in_doubt_model_id FOREIGN KEY(model_id) REFERENCES models (id)
);

CREATE INDEX ix_calls_in_doubt_project ON calls_in_doubt (project_id, started_at);

CREATE INDEX ix_calls_in_doubt_model_id ON calls_in_doubt (model_id);

ALTER TABLE runs ADD COLUMN count_doubt TEXT NOT NULL DEFAULT 'worst',
    ADD CONSTRAINT ck_runs_count_doubt CHECK (count_doubt IN ('worst','probable'))
"""


def upgrade() -> None:
    for statement in UPGRADE.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    op.execute("ALTER TABLE runs DROP COLUMN count_doubt")
    op.execute("DROP TABLE calls_in_doubt")
