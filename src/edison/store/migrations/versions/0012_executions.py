"""Executions of suites, frozen answers, and budgets of a day"""

from collections.abc import Sequence

from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = """
CREATE TABLE executions (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    suite_id UUID NOT NULL,
    monitor_id UUID,
    number INTEGER NOT NULL,
    trigger TEXT NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE,
    state TEXT NOT NULL,
    reason TEXT,
    problem TEXT,
    run_id UUID,
    canary_run_id UUID,
    forecast_micro BIGINT,
    override JSONB,
    changes JSONB NOT NULL,
    created_by UUID,
    created_by_label TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    finished_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_executions PRIMARY KEY (id),
    CONSTRAINT uq_executions_suite_id_number UNIQUE (suite_id, number),
    CONSTRAINT uq_executions_monitor_id_due_at UNIQUE (monitor_id, due_at),
    CONSTRAINT uq_executions_run_id UNIQUE (run_id),
    CONSTRAINT uq_executions_canary_run_id UNIQUE (canary_run_id),
    CONSTRAINT ck_executions_trigger CHECK (trigger IN ('manual','schedule','api')),
    CONSTRAINT ck_executions_state CHECK (state IN ('running','completed','failed','cancelled','refused','missed')),
    CONSTRAINT ck_executions_run CHECK (state IN ('refused','missed') OR run_id IS NOT NULL),
    CONSTRAINT ck_executions_finished CHECK ((finished_at IS NULL) = (state = 'running')),
    CONSTRAINT fk_executions_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_executions_suite_id FOREIGN KEY(suite_id) REFERENCES suites (id),
    CONSTRAINT fk_executions_run_id FOREIGN KEY(run_id) REFERENCES runs (id),
    CONSTRAINT fk_executions_canary_run_id FOREIGN KEY(canary_run_id) REFERENCES runs (id),
    CONSTRAINT fk_executions_created_by FOREIGN KEY(created_by) REFERENCES users (id)
);

CREATE INDEX ix_executions_project ON executions (project_id, created_at DESC);

CREATE INDEX ix_executions_running ON executions (project_id) WHERE state = 'running';

CREATE INDEX ix_executions_created_by ON executions (created_by);

CREATE TABLE canaries (
    suite_id UUID NOT NULL,
    project_id UUID NOT NULL,
    frozen_from_run_id UUID NOT NULL,
    frozen_run_id UUID NOT NULL,
    source JSONB NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_canaries PRIMARY KEY (suite_id),
    CONSTRAINT uq_canaries_frozen_run_id UNIQUE (frozen_run_id),
    CONSTRAINT fk_canaries_suite_id FOREIGN KEY(suite_id) REFERENCES suites (id),
    CONSTRAINT fk_canaries_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_canaries_frozen_from_run_id FOREIGN KEY(frozen_from_run_id) REFERENCES runs (id),
    CONSTRAINT fk_canaries_frozen_run_id FOREIGN KEY(frozen_run_id) REFERENCES runs (id)
);

CREATE INDEX ix_canaries_project_id ON canaries (project_id);

CREATE INDEX ix_canaries_frozen_from_run_id ON canaries (frozen_from_run_id);

ALTER TABLE budgets
    DROP CONSTRAINT ck_budgets_scope,
    ADD CONSTRAINT ck_budgets_scope CHECK (scope IN ('run','experiment','suite_day','project_day','project_month'));

ALTER TABLE runs ADD COLUMN resume_at TIMESTAMP WITH TIME ZONE;

CREATE INDEX ix_runs_resume ON runs (resume_at) WHERE resume_at IS NOT NULL
"""


def upgrade() -> None:
    for statement in TABLES.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    op.execute("ALTER TABLE runs DROP COLUMN resume_at")
    op.execute("DELETE FROM budgets WHERE scope = 'project_day'")
    op.execute(
        "ALTER TABLE budgets DROP CONSTRAINT ck_budgets_scope, ADD CONSTRAINT ck_budgets_scope "
        "CHECK (scope IN ('run','experiment','suite_day','project_month'))"
    )
    for table in ("canaries", "executions"):
        op.execute(f"DROP TABLE {table}")
