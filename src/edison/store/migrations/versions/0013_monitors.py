"""Monitors: suites on a schedule"""

from collections.abc import Sequence

from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = """
CREATE TABLE monitors (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    suite_id UUID NOT NULL,
    name TEXT NOT NULL,
    cron TEXT NOT NULL,
    timezone TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    jitter_s INTEGER NOT NULL,
    missed TEXT NOT NULL,
    rules JSONB NOT NULL,
    baseline JSONB NOT NULL,
    quiet JSONB,
    channels UUID[] NOT NULL,
    next_due_at TIMESTAMP WITH TIME ZONE,
    starts_at TIMESTAMP WITH TIME ZONE,
    last_due_at TIMESTAMP WITH TIME ZONE,
    last_started_at TIMESTAMP WITH TIME ZONE,
    revision INTEGER NOT NULL,
    created_by UUID,
    created_by_label TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    updated_at TIMESTAMP WITH TIME ZONE NOT NULL,
    removed_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_monitors PRIMARY KEY (id),
    CONSTRAINT fk_monitors_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_monitors_suite_id FOREIGN KEY(suite_id) REFERENCES suites (id),
    CONSTRAINT fk_monitors_created_by FOREIGN KEY(created_by) REFERENCES users (id),
    CONSTRAINT ck_monitors_name CHECK (char_length(name) BETWEEN 1 AND 100),
    CONSTRAINT ck_monitors_missed CHECK (missed IN ('run_once','skip')),
    CONSTRAINT ck_monitors_jitter CHECK (jitter_s BETWEEN 0 AND 3600),
    CONSTRAINT ck_monitors_disabled CHECK (enabled OR next_due_at IS NULL),
    CONSTRAINT ck_monitors_due CHECK (num_nulls(next_due_at, starts_at) IN (0, 2))
)
"""
INDICES = (
    "CREATE INDEX ix_monitors_suite_id ON monitors (suite_id)",
    "CREATE INDEX ix_monitors_created_by ON monitors (created_by)",
    "CREATE UNIQUE INDEX uq_monitors_name ON monitors (suite_id, lower(name))"
    " WHERE removed_at IS NULL",
    "CREATE INDEX ix_monitors_project ON monitors (project_id, updated_at DESC, id)",
    "CREATE INDEX ix_executions_at_work ON executions (monitor_id) WHERE state = 'running'",
    "CREATE INDEX ix_monitors_due ON monitors (starts_at) WHERE starts_at IS NOT NULL",
)


def upgrade() -> None:
    op.execute(TABLE)
    for index in INDICES:
        op.execute(index)


def downgrade() -> None:
    op.execute("DROP INDEX ix_executions_at_work")
    op.execute("DROP TABLE monitors")
