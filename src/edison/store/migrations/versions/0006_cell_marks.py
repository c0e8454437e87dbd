"""What people say of cells, and what scorers gave to malformed answers"""

from collections.abc import Sequence

from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = """
CREATE TABLE cell_marks (
    run_id UUID NOT NULL,
    ordinal INTEGER NOT NULL,
    project_id UUID NOT NULL,
    attempt SMALLINT,
    grade DOUBLE PRECISION,
    graded_by UUID,
    graded_by_label TEXT,
    graded_at TIMESTAMP WITH TIME ZONE,
    flagged BOOLEAN NOT NULL,
    note TEXT NOT NULL,
    flagged_by UUID,
    flagged_by_label TEXT,
    flagged_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_cell_marks PRIMARY KEY (run_id, ordinal),
    CONSTRAINT ck_cell_marks_grade CHECK (grade >= 0 AND grade <= 1),
    CONSTRAINT ck_cell_marks_graded CHECK (num_nulls(grade, attempt, graded_by_label, graded_at) IN (0, 4)),
    CONSTRAINT ck_cell_marks_flagged CHECK (flagged = (flagged_at IS NOT NULL)),
    CONSTRAINT ck_cell_marks_note CHECK (flagged OR note = ''),
    CONSTRAINT fk_cell_marks_run_id FOREIGN KEY(run_id) REFERENCES runs (id),
    CONSTRAINT fk_cell_marks_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_cell_marks_graded_by FOREIGN KEY(graded_by) REFERENCES users (id),
    CONSTRAINT fk_cell_marks_flagged_by FOREIGN KEY(flagged_by) REFERENCES users (id)
);

CREATE INDEX ix_cell_marks_project_id ON cell_marks (project_id);

CREATE INDEX ix_cell_marks_graded_by ON cell_marks (graded_by);

CREATE INDEX ix_cell_marks_flagged_by ON cell_marks (flagged_by);

ALTER TABLE run_scores
    ADD COLUMN malformed_scored INTEGER DEFAULT 0 NOT NULL,
    ADD COLUMN malformed_total DOUBLE PRECISION DEFAULT 0 NOT NULL
"""

# Runs from before: only those with malformed answers are looked through.
COUNT = """
UPDATE run_scores t SET malformed_scored = x.scored, malformed_total = x.total
FROM (
    SELECT s.run_id, mod(s.ordinal, n.columns)::smallint AS number, s.scorer, count(*) AS scored, sum(s.value) AS total
    FROM (
        SELECT run_id, count(*) AS columns FROM run_columns GROUP BY run_id HAVING sum(malformed) > 0
    ) n
    JOIN cells c ON c.run_id = n.run_id AND c.state = 'malformed'
    JOIN scores s ON s.run_id = c.run_id AND s.ordinal = c.ordinal AND s.state = 'scored'
    GROUP BY 1, 2, 3
) x
WHERE t.run_id = x.run_id AND t.number = x.number AND t.scorer = x.scorer
"""


def upgrade() -> None:
    for statement in TABLE.split(";\n"):
        op.execute(statement)
    op.execute(COUNT)


def downgrade() -> None:
    op.execute("ALTER TABLE run_scores DROP COLUMN malformed_scored, DROP COLUMN malformed_total")
    op.execute("DROP TABLE cell_marks")
