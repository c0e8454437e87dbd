"""People's labels and annotation queues"""

from collections.abc import Sequence

from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = """
CREATE TABLE annotation_queues (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    run_id UUID NOT NULL,
    name TEXT NOT NULL,
    instructions TEXT NOT NULL,
    ask TEXT NOT NULL,
    rubric_id UUID,
    rubric_name TEXT,
    rubric_version INTEGER,
    rubric JSONB,
    people SMALLINT NOT NULL,
    seed BIGINT NOT NULL,
    state TEXT NOT NULL,
    choice JSONB NOT NULL,
    created_by UUID,
    created_by_label TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    closed_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_annotation_queues PRIMARY KEY (id),
    CONSTRAINT ck_annotation_queues_ask CHECK (ask IN ('thumbs','stars','rubric')),
    CONSTRAINT ck_annotation_queues_rubric CHECK ((ask = 'rubric') = (rubric IS NOT NULL)),
    CONSTRAINT ck_annotation_queues_people CHECK (people >= 1 AND people <= 5),
    CONSTRAINT ck_annotation_queues_state CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
    CONSTRAINT fk_annotation_queues_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_annotation_queues_run_id FOREIGN KEY(run_id) REFERENCES runs (id),
    CONSTRAINT fk_annotation_queues_created_by FOREIGN KEY(created_by) REFERENCES users (id)
);

CREATE INDEX ix_annotation_queues_project_id ON annotation_queues (project_id);

CREATE INDEX ix_annotation_queues_run_id ON annotation_queues (run_id);

CREATE INDEX ix_annotation_queues_created_by ON annotation_queues (created_by);

CREATE TABLE annotation_items (
    id UUID NOT NULL,
    queue_id UUID NOT NULL,
    position INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    attempt SMALLINT NOT NULL,
    decided TEXT,
    grade DOUBLE PRECISION,
    stars SMALLINT,
    criteria JSONB,
    note TEXT NOT NULL,
    decided_by UUID,
    decided_by_label TEXT,
    decided_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_annotation_items PRIMARY KEY (id),
    CONSTRAINT uq_annotation_items_queue_id_ordinal UNIQUE (queue_id, ordinal),
    CONSTRAINT uq_annotation_items_queue_id_position UNIQUE (queue_id, position),
    CONSTRAINT ck_annotation_items_grade CHECK (grade >= 0 AND grade <= 1),
    CONSTRAINT ck_annotation_items_decided CHECK (decided IN ('agreed','adjudicated')),
    CONSTRAINT ck_annotation_items_decision CHECK (num_nulls(grade, decided, decided_by_label, decided_at) IN (0, 4)),
    CONSTRAINT fk_annotation_items_queue_id FOREIGN KEY(queue_id) REFERENCES annotation_queues (id),
    CONSTRAINT fk_annotation_items_decided_by FOREIGN KEY(decided_by) REFERENCES users (id)
);

CREATE INDEX ix_annotation_items_decided_by ON annotation_items (decided_by);

CREATE TABLE annotations (
    item_id UUID NOT NULL,
    user_id UUID NOT NULL,
    queue_id UUID NOT NULL,
    user_label TEXT NOT NULL,
    grade DOUBLE PRECISION,
    stars SMALLINT,
    criteria JSONB,
    note TEXT NOT NULL,
    skipped BOOLEAN NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_annotations PRIMARY KEY (item_id, user_id),
    CONSTRAINT ck_annotations_grade CHECK (grade >= 0 AND grade <= 1),
    CONSTRAINT ck_annotations_stars CHECK (stars >= 1 AND stars <= 5),
    CONSTRAINT ck_annotations_skipped CHECK (skipped = (grade IS NULL)),
    CONSTRAINT fk_annotations_item_id FOREIGN KEY(item_id) REFERENCES annotation_items (id),
    CONSTRAINT fk_annotations_user_id FOREIGN KEY(user_id) REFERENCES users (id),
    CONSTRAINT fk_annotations_queue_id FOREIGN KEY(queue_id) REFERENCES annotation_queues (id)
);

CREATE INDEX ix_annotations_user_id ON annotations (user_id);

CREATE INDEX ix_annotations_queue_id ON annotations (queue_id);

CREATE TABLE annotation_seats (
    item_id UUID NOT NULL,
    user_id UUID NOT NULL,
    queue_id UUID NOT NULL,
    until TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_annotation_seats PRIMARY KEY (item_id, user_id),
    CONSTRAINT fk_annotation_seats_item_id FOREIGN KEY(item_id) REFERENCES annotation_items (id),
    CONSTRAINT fk_annotation_seats_user_id FOREIGN KEY(user_id) REFERENCES users (id),
    CONSTRAINT fk_annotation_seats_queue_id FOREIGN KEY(queue_id) REFERENCES annotation_queues (id)
);

CREATE INDEX ix_annotation_seats_user_id ON annotation_seats (user_id);

CREATE INDEX ix_annotation_seats_queue_id ON annotation_seats (queue_id);

ALTER TABLE cell_marks
    ADD COLUMN stars SMALLINT,
    ADD COLUMN criteria JSONB,
    ADD COLUMN comment TEXT DEFAULT '' NOT NULL,
    ADD COLUMN people SMALLINT DEFAULT 1 NOT NULL,
    ADD COLUMN annotation_item_id UUID,
    ADD CONSTRAINT fk_cell_marks_annotation_item_id FOREIGN KEY(annotation_item_id) REFERENCES annotation_items (id),
    ADD CONSTRAINT ck_cell_marks_stars CHECK (stars >= 1 AND stars <= 5);

CREATE INDEX ix_cell_marks_annotation_item_id ON cell_marks (annotation_item_id)
"""


def upgrade() -> None:
    for statement in TABLES.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    op.execute(
        "ALTER TABLE cell_marks DROP COLUMN stars, DROP COLUMN criteria, DROP COLUMN comment, DROP COLUMN people,"
        " DROP COLUMN annotation_item_id"
    )
    for table in ("annotation_seats", "annotations", "annotation_items", "annotation_queues"):
        op.execute(f"DROP TABLE {table}")
