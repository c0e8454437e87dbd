"""Where cases came from: a model that made them, or another dataset; and datasets found by difficulty"""

from collections.abc import Sequence

from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = """
CREATE TABLE dataset_origins (
    id UUID NOT NULL,
    dataset_id UUID NOT NULL,
    version INTEGER NOT NULL,
    project_id UUID NOT NULL,
    kind TEXT NOT NULL,
    added INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    made INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    unusable INTEGER NOT NULL,
    cost_micro BIGINT NOT NULL,
    assist_id UUID,
    model_id UUID,
    model_name TEXT,
    instructions TEXT NOT NULL,
    types TEXT[] NOT NULL,
    topic TEXT NOT NULL,
    difficulty TEXT,
    source_dataset_id UUID,
    source_version INTEGER,
    by_label TEXT NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_dataset_origins PRIMARY KEY (id),
    CONSTRAINT ck_dataset_origins_kind CHECK (kind IN ('generated','merged')),
    CONSTRAINT ck_dataset_origins_whence CHECK (\
CASE kind WHEN 'generated' THEN assist_id IS NOT NULL AND model_name IS NOT NULL \
ELSE source_dataset_id IS NOT NULL AND source_version IS NOT NULL END),
    CONSTRAINT ck_dataset_origins_counts \
CHECK (added > 0 AND asked >= 0 AND made >= 0 AND duplicates >= 0 AND unusable >= 0),
    CONSTRAINT uq_dataset_origins_dataset_id_version UNIQUE (dataset_id, version),
    CONSTRAINT uq_dataset_origins_dataset_id_assist_id UNIQUE (dataset_id, assist_id),
    CONSTRAINT fk_dataset_origins_dataset_id FOREIGN KEY(dataset_id) REFERENCES datasets (id),
    CONSTRAINT fk_dataset_origins_dataset_id_version FOREIGN KEY(dataset_id, version) \
REFERENCES dataset_versions (dataset_id, number),
    CONSTRAINT fk_dataset_origins_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_dataset_origins_assist_id FOREIGN KEY(assist_id) REFERENCES asks (id),
    CONSTRAINT fk_dataset_origins_model_id FOREIGN KEY(model_id) REFERENCES models (id),
    CONSTRAINT fk_dataset_origins_source_dataset_id FOREIGN KEY(source_dataset_id) REFERENCES datasets (id)
);

CREATE INDEX ix_dataset_origins_project_id ON dataset_origins (project_id, model_name);

CREATE INDEX ix_dataset_origins_assist_id ON dataset_origins (assist_id);

CREATE INDEX ix_dataset_origins_model_id ON dataset_origins (model_id);

CREATE INDEX ix_dataset_origins_source_dataset_id ON dataset_origins (source_dataset_id);

CREATE INDEX ix_cases_difficulty ON cases (dataset_id, difficulty) WHERE until IS NULL AND difficulty IS NOT NULL;

CREATE TRIGGER dataset_origins_never_change BEFORE UPDATE OR DELETE ON dataset_origins
    FOR EACH ROW EXECUTE FUNCTION dataset_versions_refuse_change()
"""


def upgrade() -> None:
    for statement in TABLES.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP INDEX ix_cases_difficulty")
    op.execute("DROP TABLE dataset_origins")
