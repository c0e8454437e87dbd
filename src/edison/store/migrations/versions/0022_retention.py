"""Runs can be deleted: what is left of them, who kept one, and what no longer holds them"""

from collections.abc import Sequence

from alembic import op

revision: str = "0022"
down_revision: str | None = "0021"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = """
CREATE TABLE deleted_runs (
    run_id UUID NOT NULL,
    project_id UUID NOT NULL,
    number INTEGER NOT NULL,
    cells INTEGER NOT NULL,
    finished_at TIMESTAMP WITH TIME ZONE NOT NULL,
    deleted_at TIMESTAMP WITH TIME ZONE NOT NULL,
    archive TEXT,
    emptied_to INTEGER NOT NULL,
    emptied_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_deleted_runs PRIMARY KEY (run_id),
    CONSTRAINT fk_deleted_runs_project_id FOREIGN KEY(project_id) REFERENCES projects (id)
);

CREATE INDEX ix_deleted_runs_project ON deleted_runs (project_id, number DESC);

CREATE INDEX ix_deleted_runs_full ON deleted_runs (run_id) WHERE emptied_at IS NULL;

ALTER TABLE runs ADD COLUMN kept_at TIMESTAMP WITH TIME ZONE, ADD COLUMN kept_by_label TEXT;

ALTER TABLE runs ADD CONSTRAINT ck_runs_kept CHECK (num_nulls(kept_at, kept_by_label) IN (0, 2));

CREATE INDEX ix_runs_finished ON runs (project_id, finished_at) WHERE finished_at IS NOT NULL;

ALTER TABLE iterations ADD COLUMN deleted_run_id UUID;

ALTER TABLE ledger DROP CONSTRAINT fk_ledger_run_id;

CREATE INDEX ix_events_at ON events USING brin (at)
"""

# A vote stays what it was for as long as its leaderboard is there.
FINAL = """
CREATE OR REPLACE FUNCTION edison_votes_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
        AND to_jsonb(NEW) - 'withdrawn_at' = to_jsonb(OLD) - 'withdrawn_at' THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' AND EXISTS (
        SELECT FROM boards b WHERE b.id = OLD.board_id AND b.removed_at IS NOT NULL
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'a vote stays what it was; it can be withdrawn once';
END $$
"""
FINAL_BEFORE = """
CREATE OR REPLACE FUNCTION edison_votes_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
        AND to_jsonb(NEW) - 'withdrawn_at' = to_jsonb(OLD) - 'withdrawn_at' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a vote stays what it was; it can be withdrawn once';
END $$
"""


def upgrade() -> None:
    for statement in TABLES.split(";\n"):
        op.execute(statement)
    op.execute(FINAL)


def downgrade() -> None:
    op.execute(FINAL_BEFORE)
    op.execute("DROP INDEX ix_events_at")
    # Lines of runs that were deleted refer to nothing; those of all other runs are held again.
    op.execute(
        "ALTER TABLE ledger ADD CONSTRAINT fk_ledger_run_id FOREIGN KEY(run_id) REFERENCES runs (id) NOT VALID"
    )
    op.execute("ALTER TABLE iterations DROP COLUMN deleted_run_id")
    op.execute("DROP INDEX ix_runs_finished")
    op.execute("ALTER TABLE runs DROP CONSTRAINT ck_runs_kept")
    op.execute("ALTER TABLE runs DROP COLUMN kept_at, DROP COLUMN kept_by_label")
    op.execute("DROP TABLE deleted_runs")
