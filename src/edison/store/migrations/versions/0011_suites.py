"""Suites: recipes of runs that can be executed again and again"""

from collections.abc import Sequence

from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = """
CREATE TABLE suites (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    recipe JSONB NOT NULL,
    revision INTEGER NOT NULL,
    state TEXT NOT NULL,
    pause_reason TEXT,
    paused_until TIMESTAMP WITH TIME ZONE,
    daily_limit_micro BIGINT,
    prompt_id UUID,
    dataset_id UUID,
    created_by UUID,
    created_by_label TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    updated_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_suites PRIMARY KEY (id),
    CONSTRAINT ck_suites_name CHECK (char_length(name) BETWEEN 1 AND 200),
    CONSTRAINT ck_suites_description CHECK (char_length(description) <= 2000),
    CONSTRAINT ck_suites_state CHECK (state IN ('active','paused','archived')),
    CONSTRAINT ck_suites_pause_reason CHECK (pause_reason IN ('budget','person')),
    CONSTRAINT ck_suites_paused CHECK ((state = 'paused') = (pause_reason IS NOT NULL)),
    CONSTRAINT ck_suites_revision CHECK (revision >= 1),
    CONSTRAINT ck_suites_daily_limit CHECK (daily_limit_micro > 0),
    CONSTRAINT fk_suites_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_suites_prompt_id FOREIGN KEY(prompt_id) REFERENCES prompts (id),
    CONSTRAINT fk_suites_dataset_id FOREIGN KEY(dataset_id) REFERENCES datasets (id),
    CONSTRAINT fk_suites_created_by FOREIGN KEY(created_by) REFERENCES users (id)
);

CREATE UNIQUE INDEX uq_suites_name ON suites (project_id, lower(name));

CREATE INDEX ix_suites_list ON suites (project_id, updated_at DESC, id DESC);

CREATE INDEX ix_suites_resume ON suites (paused_until) WHERE state = 'paused';

CREATE INDEX ix_suites_prompt_id ON suites (prompt_id);

CREATE INDEX ix_suites_dataset_id ON suites (dataset_id);

CREATE INDEX ix_suites_created_by ON suites (created_by)
"""


def upgrade() -> None:
    for statement in TABLES.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TABLE suites")
