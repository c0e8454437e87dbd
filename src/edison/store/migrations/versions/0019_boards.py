"""Leaderboards and votes"""

from collections.abc import Sequence

from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = """
CREATE TABLE boards (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    name TEXT NOT NULL,
    dataset_id UUID NOT NULL,
    dataset_version INTEGER NOT NULL,
    panel TEXT[] NOT NULL,
    created_by UUID,
    created_by_label TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    removed_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_boards PRIMARY KEY (id),
    CONSTRAINT ck_boards_name CHECK (char_length(name) BETWEEN 1 AND 100),
    CONSTRAINT fk_boards_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_boards_dataset_id FOREIGN KEY(dataset_id) REFERENCES datasets (id),
    CONSTRAINT fk_boards_created_by FOREIGN KEY(created_by) REFERENCES users (id)
);

CREATE INDEX ix_boards_dataset_id ON boards (dataset_id);

CREATE INDEX ix_boards_created_by ON boards (created_by);

CREATE INDEX ix_boards_project ON boards (project_id, id DESC);

CREATE UNIQUE INDEX uq_boards_name ON boards (project_id, lower(name)) WHERE removed_at IS NULL;

CREATE TABLE board_runs (
    board_id UUID NOT NULL,
    run_id UUID NOT NULL,
    position SMALLINT NOT NULL,
    CONSTRAINT pk_board_runs PRIMARY KEY (board_id, run_id),
    CONSTRAINT fk_board_runs_board_id FOREIGN KEY(board_id) REFERENCES boards (id),
    CONSTRAINT fk_board_runs_run_id FOREIGN KEY(run_id) REFERENCES runs (id)
);

CREATE INDEX ix_board_runs_run_id ON board_runs (run_id);

CREATE TABLE votes (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    board_id UUID NOT NULL,
    case_id UUID NOT NULL,
    run_a UUID NOT NULL,
    ordinal_a INTEGER NOT NULL,
    attempt_a SMALLINT NOT NULL,
    run_b UUID NOT NULL,
    ordinal_b INTEGER NOT NULL,
    attempt_b SMALLINT NOT NULL,
    left_is_a BOOLEAN NOT NULL,
    outcome TEXT NOT NULL,
    voter UUID NOT NULL,
    voter_label TEXT NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    took_ms INTEGER NOT NULL,
    withdrawn_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_votes PRIMARY KEY (id),
    CONSTRAINT ck_votes_outcome CHECK (outcome IN ('a','b','tie','both_bad')),
    CONSTRAINT ck_votes_pair CHECK ((run_a, ordinal_a) < (run_b, ordinal_b)),
    CONSTRAINT ck_votes_took CHECK (took_ms >= 0),
    CONSTRAINT fk_votes_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_votes_board_id FOREIGN KEY(board_id) REFERENCES boards (id),
    CONSTRAINT fk_votes_run_a FOREIGN KEY(run_a) REFERENCES runs (id),
    CONSTRAINT fk_votes_run_b FOREIGN KEY(run_b) REFERENCES runs (id),
    CONSTRAINT fk_votes_voter FOREIGN KEY(voter) REFERENCES users (id)
);

CREATE INDEX ix_votes_project_id ON votes (project_id);

CREATE INDEX ix_votes_run_a ON votes (run_a);

CREATE INDEX ix_votes_run_b ON votes (run_b);

CREATE INDEX ix_votes_voter ON votes (voter);

CREATE UNIQUE INDEX uq_votes_pair ON votes
    (board_id, voter, run_a, ordinal_a, attempt_a, run_b, ordinal_b, attempt_b) WHERE withdrawn_at IS NULL;

CREATE TABLE vote_seats (
    board_id UUID NOT NULL,
    voter UUID NOT NULL,
    token UUID NOT NULL,
    case_id UUID NOT NULL,
    run_a UUID NOT NULL,
    ordinal_a INTEGER NOT NULL,
    attempt_a SMALLINT NOT NULL,
    run_b UUID NOT NULL,
    ordinal_b INTEGER NOT NULL,
    attempt_b SMALLINT NOT NULL,
    left_is_a BOOLEAN NOT NULL,
    handed_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_vote_seats PRIMARY KEY (board_id, voter),
    CONSTRAINT fk_vote_seats_board_id FOREIGN KEY(board_id) REFERENCES boards (id),
    CONSTRAINT fk_vote_seats_voter FOREIGN KEY(voter) REFERENCES users (id)
);

CREATE INDEX ix_vote_seats_voter ON vote_seats (voter);

CREATE UNIQUE INDEX uq_vote_seats_token ON vote_seats (token)
"""

FINAL = """
CREATE FUNCTION edison_votes_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
        AND to_jsonb(NEW) - 'withdrawn_at' = to_jsonb(OLD) - 'withdrawn_at' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a vote stays what it was; it can be withdrawn once';
END $$
"""
EMPTIED = """
CREATE FUNCTION edison_votes_are_not_emptied() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'votes are append-only'; END $$
"""


def upgrade() -> None:
    for statement in TABLES.split(";\n"):
        op.execute(statement)
    op.execute(FINAL)
    op.execute(EMPTIED)
    op.execute(
        "CREATE TRIGGER votes_are_final BEFORE UPDATE OR DELETE ON votes "
        "FOR EACH ROW EXECUTE FUNCTION edison_votes_are_final()"
    )
    op.execute(
        "CREATE TRIGGER votes_are_not_emptied BEFORE TRUNCATE ON votes "
        "FOR EACH STATEMENT EXECUTE FUNCTION edison_votes_are_not_emptied()"
    )


def downgrade() -> None:
    for table in ("vote_seats", "votes", "board_runs", "boards"):
        op.execute(f"DROP TABLE {table}")
    op.execute("DROP FUNCTION edison_votes_are_final()")
    op.execute("DROP FUNCTION edison_votes_are_not_emptied()")
