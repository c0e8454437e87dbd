"""Suspicions of questions that someone has dismissed"""

from collections.abc import Sequence

from alembic import op

revision: str = "0018"
down_revision: str | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = """
CREATE TABLE question_dismissals (
    case_id UUID NOT NULL,
    revision UUID NOT NULL,
    kind TEXT NOT NULL,
    project_id UUID NOT NULL,
    dataset_id UUID NOT NULL,
    by_user UUID,
    by_label TEXT NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_question_dismissals PRIMARY KEY (case_id, revision, kind),
    CONSTRAINT ck_question_dismissals_kind CHECK (char_length(kind) BETWEEN 1 AND 50),
    CONSTRAINT fk_question_dismissals_revision FOREIGN KEY(revision) REFERENCES cases (id),
    CONSTRAINT fk_question_dismissals_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_question_dismissals_dataset_id FOREIGN KEY(dataset_id) REFERENCES datasets (id),
    CONSTRAINT fk_question_dismissals_by_user FOREIGN KEY(by_user) REFERENCES users (id)
);

CREATE INDEX ix_question_dismissals_dataset ON question_dismissals (project_id, dataset_id);

CREATE INDEX ix_question_dismissals_dataset_id ON question_dismissals (dataset_id);

CREATE INDEX ix_question_dismissals_by_user ON question_dismissals (by_user)
"""


def upgrade() -> None:
    for statement in TABLES.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TABLE question_dismissals")
