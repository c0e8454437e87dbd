"""Points of trends, and alerts"""

from collections.abc import Sequence

from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = """
CREATE TABLE points (
    execution_id UUID NOT NULL,
    target SMALLINT NOT NULL,
    project_id UUID NOT NULL,
    suite_id UUID NOT NULL,
    monitor_id UUID,
    run_id UUID NOT NULL,
    number INTEGER NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    target_key TEXT NOT NULL,
    label TEXT NOT NULL,
    score DOUBLE PRECISION,
    low DOUBLE PRECISION,
    high DOUBLE PRECISION,
    pass_rate DOUBLE PRECISION,
    n_cases INTEGER NOT NULL,
    answered INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    cost_micro BIGINT NOT NULL,
    judge_cost_micro BIGINT NOT NULL,
    latency_p50_ms DOUBLE PRECISION,
    latency_p95_ms DOUBLE PRECISION,
    canary_score DOUBLE PRECISION,
    canary JSONB,
    baseline JSONB,
    changes JSONB NOT NULL,
    healthy BOOLEAN NOT NULL,
    CONSTRAINT pk_points PRIMARY KEY (execution_id, target),
    CONSTRAINT ck_points_target CHECK (target >= -1),
    CONSTRAINT fk_points_execution_id FOREIGN KEY(execution_id) REFERENCES executions (id),
    CONSTRAINT fk_points_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_points_suite_id FOREIGN KEY(suite_id) REFERENCES suites (id),
    CONSTRAINT fk_points_monitor_id FOREIGN KEY(monitor_id) REFERENCES monitors (id),
    CONSTRAINT fk_points_run_id FOREIGN KEY(run_id) REFERENCES runs (id)
);

CREATE INDEX ix_points_project_id ON points (project_id);

CREATE INDEX ix_points_run_id ON points (run_id);

CREATE INDEX ix_points_trend ON points (suite_id, target_key, at);

CREATE INDEX ix_points_monitor ON points (monitor_id, at);

CREATE INDEX ix_points_changes ON points (suite_id, at) WHERE target = -1 AND changes <> '[]'::jsonb;

CREATE TABLE alerts (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    suite_id UUID NOT NULL,
    monitor_id UUID NOT NULL,
    execution_id UUID,
    rule TEXT NOT NULL,
    target_key TEXT,
    severity TEXT NOT NULL,
    state TEXT NOT NULL,
    cause TEXT,
    title TEXT NOT NULL,
    sentence TEXT NOT NULL,
    next_step TEXT NOT NULL,
    facts JSONB NOT NULL,
    fingerprint TEXT NOT NULL,
    seen INTEGER NOT NULL,
    told INTEGER NOT NULL,
    opened_at TIMESTAMP WITH TIME ZONE NOT NULL,
    last_seen_at TIMESTAMP WITH TIME ZONE NOT NULL,
    acknowledged_by UUID,
    acknowledged_by_label TEXT,
    acknowledged_at TIMESTAMP WITH TIME ZONE,
    snoozed_until TIMESTAMP WITH TIME ZONE,
    resolved_at TIMESTAMP WITH TIME ZONE,
    resolved_by_label TEXT,
    resolution TEXT,
    CONSTRAINT pk_alerts PRIMARY KEY (id),
    CONSTRAINT ck_alerts_state CHECK (state IN ('open','acknowledged','snoozed','resolved')),
    CONSTRAINT ck_alerts_severity CHECK (severity IN ('warning','critical')),
    CONSTRAINT ck_alerts_snooze CHECK ((state = 'snoozed') = (snoozed_until IS NOT NULL)),
    CONSTRAINT ck_alerts_resolved CHECK ((state = 'resolved') = (resolved_at IS NOT NULL)),
    CONSTRAINT fk_alerts_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_alerts_suite_id FOREIGN KEY(suite_id) REFERENCES suites (id),
    CONSTRAINT fk_alerts_monitor_id FOREIGN KEY(monitor_id) REFERENCES monitors (id),
    CONSTRAINT fk_alerts_execution_id FOREIGN KEY(execution_id) REFERENCES executions (id),
    CONSTRAINT fk_alerts_acknowledged_by FOREIGN KEY(acknowledged_by) REFERENCES users (id)
);

CREATE INDEX ix_alerts_acknowledged_by ON alerts (acknowledged_by);

CREATE INDEX ix_alerts_execution_id ON alerts (execution_id);

CREATE INDEX ix_alerts_project ON alerts (project_id, id DESC);

CREATE INDEX ix_alerts_suite ON alerts (suite_id, id DESC);

CREATE INDEX ix_alerts_monitor ON alerts (monitor_id) WHERE state <> 'resolved';

CREATE INDEX ix_alerts_snoozed ON alerts (snoozed_until) WHERE state = 'snoozed';

CREATE UNIQUE INDEX uq_alerts_unresolved ON alerts (project_id, fingerprint) WHERE state <> 'resolved'
"""


def upgrade() -> None:
    for statement in TABLES.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TABLE alerts")
    op.execute("DROP TABLE points")
