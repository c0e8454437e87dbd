"""Channels: where alerts go, their sealed secrets, and deliveries in order"""

from collections.abc import Sequence

from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = """
CREATE TABLE channels (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    config JSONB NOT NULL,
    allow_private BOOLEAN NOT NULL,
    enabled BOOLEAN NOT NULL,
    events TEXT[] NOT NULL,
    last_sequence BIGINT NOT NULL,
    claimed_until TIMESTAMP WITH TIME ZONE,
    woken_at TIMESTAMP WITH TIME ZONE,
    failing_since TIMESTAMP WITH TIME ZONE,
    failing_told BOOLEAN NOT NULL,
    last_problem TEXT,
    last_delivered_at TIMESTAMP WITH TIME ZONE,
    created_by UUID,
    created_by_label TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    removed_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_channels PRIMARY KEY (id),
    CONSTRAINT ck_channels_kind CHECK (kind IN ('webhook','slack','email')),
    CONSTRAINT ck_channels_name CHECK (char_length(name) BETWEEN 1 AND 100),
    CONSTRAINT fk_channels_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_channels_created_by FOREIGN KEY(created_by) REFERENCES users (id)
);

CREATE UNIQUE INDEX uq_channels_name ON channels (project_id, lower(name)) WHERE removed_at IS NULL;

CREATE INDEX ix_channels_created_by ON channels (created_by);

CREATE TABLE channel_secrets (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    channel_id UUID NOT NULL,
    purpose TEXT NOT NULL,
    sealed TEXT NOT NULL,
    until TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_channel_secrets PRIMARY KEY (id),
    CONSTRAINT ck_channel_secrets_purpose CHECK (purpose IN ('url','key')),
    CONSTRAINT fk_channel_secrets_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_channel_secrets_channel_id FOREIGN KEY(channel_id) REFERENCES channels (id)
);

CREATE INDEX ix_channel_secrets_project_id ON channel_secrets (project_id);

CREATE INDEX ix_channel_secrets_channel_id ON channel_secrets (channel_id);

CREATE TABLE deliveries (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    channel_id UUID NOT NULL,
    sequence BIGINT NOT NULL,
    event TEXT NOT NULL,
    subject_id UUID NOT NULL,
    version INTEGER NOT NULL,
    payload JSONB NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_at TIMESTAMP WITH TIME ZONE NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    last_status INTEGER,
    last_problem TEXT,
    log JSONB NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    delivered_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_deliveries PRIMARY KEY (id),
    CONSTRAINT ck_deliveries_state CHECK (state IN ('waiting','held','delivered','failed')),
    CONSTRAINT uq_deliveries_channel_id_event_subject_id_version UNIQUE (channel_id, event, subject_id, version),
    CONSTRAINT fk_deliveries_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_deliveries_channel_id FOREIGN KEY(channel_id) REFERENCES channels (id)
);

CREATE INDEX ix_deliveries_project_id ON deliveries (project_id);

CREATE INDEX ix_deliveries_log ON deliveries (channel_id, id DESC);

CREATE INDEX ix_deliveries_open ON deliveries (channel_id, sequence) WHERE state IN ('waiting','held');

CREATE INDEX ix_deliveries_due ON deliveries (next_at) WHERE state IN ('waiting','held')
"""


def upgrade() -> None:
    for statement in TABLES.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    for table in ("deliveries", "channel_secrets", "channels"):
        op.execute(f"DROP TABLE {table}")
