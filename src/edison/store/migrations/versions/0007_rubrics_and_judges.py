"""Rubrics, judges, criterion scores"""

from collections.abc import Sequence

from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = """
CREATE TABLE rubrics (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    name TEXT NOT NULL,
    latest INTEGER NOT NULL,
    created_by UUID,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    updated_at TIMESTAMP WITH TIME ZONE NOT NULL,
    removed_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_rubrics PRIMARY KEY (id),
    CONSTRAINT ck_rubrics_name CHECK (char_length(name) BETWEEN 1 AND 100),
    CONSTRAINT ck_rubrics_latest CHECK (latest >= 0),
    CONSTRAINT fk_rubrics_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_rubrics_created_by FOREIGN KEY(created_by) REFERENCES users (id)
);

CREATE INDEX ix_rubrics_project_id ON rubrics (project_id);

CREATE INDEX ix_rubrics_created_by ON rubrics (created_by);

CREATE UNIQUE INDEX uq_rubrics_name ON rubrics (project_id, name) WHERE removed_at IS NULL;

CREATE TABLE rubric_versions (
    rubric_id UUID NOT NULL,
    number INTEGER NOT NULL,
    project_id UUID NOT NULL,
    content JSON NOT NULL,
    digest TEXT NOT NULL,
    author_id UUID,
    author_label TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_rubric_versions PRIMARY KEY (rubric_id, number),
    CONSTRAINT ck_rubric_versions_number CHECK (number >= 1),
    CONSTRAINT fk_rubric_versions_rubric_id FOREIGN KEY(rubric_id) REFERENCES rubrics (id),
    CONSTRAINT fk_rubric_versions_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_rubric_versions_author_id FOREIGN KEY(author_id) REFERENCES users (id)
);

CREATE INDEX ix_rubric_versions_project_id ON rubric_versions (project_id);

CREATE INDEX ix_rubric_versions_author_id ON rubric_versions (author_id);

CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON rubric_versions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE judges (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    name TEXT NOT NULL,
    latest INTEGER NOT NULL,
    created_by UUID,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    updated_at TIMESTAMP WITH TIME ZONE NOT NULL,
    removed_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_judges PRIMARY KEY (id),
    CONSTRAINT ck_judges_name CHECK (char_length(name) BETWEEN 1 AND 100),
    CONSTRAINT ck_judges_latest CHECK (latest >= 0),
    CONSTRAINT fk_judges_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_judges_created_by FOREIGN KEY(created_by) REFERENCES users (id)
);

CREATE INDEX ix_judges_project_id ON judges (project_id);

CREATE INDEX ix_judges_created_by ON judges (created_by);

CREATE UNIQUE INDEX uq_judges_name ON judges (project_id, name) WHERE removed_at IS NULL;

CREATE TABLE judge_versions (
    judge_id UUID NOT NULL,
    number INTEGER NOT NULL,
    project_id UUID NOT NULL,
    mode TEXT NOT NULL,
    model_id UUID NOT NULL,
    model_name TEXT NOT NULL,
    rubric_id UUID,
    rubric_version INTEGER,
    content JSON NOT NULL,
    digest TEXT NOT NULL,
    author_id UUID,
    author_label TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_judge_versions PRIMARY KEY (judge_id, number),
    CONSTRAINT ck_judge_versions_number CHECK (number >= 1),
    CONSTRAINT ck_judge_versions_mode CHECK (mode IN ('pointwise','free_text','pairwise')),
    CONSTRAINT ck_judge_versions_rubric CHECK ((mode = 'free_text') = (rubric_id IS NULL)),
    CONSTRAINT ck_judge_versions_rubric_version CHECK (num_nulls(rubric_id, rubric_version) IN (0, 2)),
    CONSTRAINT fk_judge_versions_judge_id FOREIGN KEY(judge_id) REFERENCES judges (id),
    CONSTRAINT fk_judge_versions_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_judge_versions_model_id FOREIGN KEY(model_id) REFERENCES models (id),
    CONSTRAINT fk_judge_versions_rubric_id_rubric_version FOREIGN KEY(rubric_id, rubric_version)
        REFERENCES rubric_versions (rubric_id, number),
    CONSTRAINT fk_judge_versions_author_id FOREIGN KEY(author_id) REFERENCES users (id)
);

CREATE INDEX ix_judge_versions_project_id ON judge_versions (project_id);

CREATE INDEX ix_judge_versions_model_id ON judge_versions (model_id);

CREATE INDEX ix_judge_versions_author_id ON judge_versions (author_id);

CREATE INDEX ix_judge_versions_rubric ON judge_versions (rubric_id, rubric_version);

CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON judge_versions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE INDEX ix_run_scorers_judge ON run_scorers ((spec ->> 'judge'));

ALTER TABLE scores ADD COLUMN criteria REAL[]
"""


def upgrade() -> None:
    for statement in TABLES.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    op.execute("ALTER TABLE scores DROP COLUMN criteria")
    op.execute("DROP INDEX ix_run_scorers_judge")
    op.execute("DROP TABLE judge_versions")
    op.execute("DROP TABLE judges")
    op.execute("DROP TABLE rubric_versions")
    op.execute("DROP TABLE rubrics")
