"""Runs: the durable run, its cells and scores, budgets and the ledger"""

from collections.abc import Sequence

from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

PARTITIONED = ("run_cases", "cells", "cell_history", "scores")

TABLES = """
CREATE TABLE runs (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    pause_reason TEXT,
    problem TEXT,
    trigger TEXT NOT NULL,
    plan JSONB NOT NULL,
    prompt_id UUID,
    dataset_id UUID,
    series TEXT,
    cells INTEGER NOT NULL,
    chunk_size INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    turn BIGINT NOT NULL,
    created_by UUID,
    created_by_label TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE,
    finished_at TIMESTAMP WITH TIME ZONE,
    heartbeat_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_runs PRIMARY KEY (id),
    CONSTRAINT uq_runs_project_id_number UNIQUE (project_id, number),
    CONSTRAINT ck_runs_dates CHECK (finished_at IS NULL OR finished_at >= created_at),
    CONSTRAINT ck_runs_sizes CHECK (cells > 0 AND chunk_size > 0),
    CONSTRAINT fk_runs_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_runs_prompt_id FOREIGN KEY(prompt_id) REFERENCES prompts (id),
    CONSTRAINT fk_runs_dataset_id FOREIGN KEY(dataset_id) REFERENCES datasets (id),
    CONSTRAINT fk_runs_created_by FOREIGN KEY(created_by) REFERENCES users (id)
);

CREATE INDEX ix_runs_created_by ON runs (created_by);

CREATE INDEX ix_runs_dataset ON runs (dataset_id, id DESC);

CREATE INDEX ix_runs_project ON runs (project_id, id DESC);

CREATE INDEX ix_runs_prompt ON runs (prompt_id, id DESC);

CREATE INDEX ix_runs_working ON runs (heartbeat_at) WHERE state IN ('pending','executing','judging','aggregating');

CREATE UNIQUE INDEX uq_runs_series ON runs (series) \
WHERE state NOT IN ('completed','failed','cancelled') AND series IS NOT NULL;

CREATE TABLE run_cases (
    run_id UUID NOT NULL,
    position INTEGER NOT NULL,
    revision UUID,
    CONSTRAINT pk_run_cases PRIMARY KEY (run_id, position)
)
 PARTITION BY RANGE (run_id);

CREATE TABLE run_chunks (
    run_id UUID NOT NULL,
    number INTEGER NOT NULL,
    done BOOLEAN NOT NULL,
    epoch INTEGER NOT NULL,
    claim INTEGER NOT NULL,
    worker TEXT,
    failures SMALLINT NOT NULL,
    CONSTRAINT pk_run_chunks PRIMARY KEY (run_id, number),
    CONSTRAINT fk_run_chunks_run_id FOREIGN KEY(run_id) REFERENCES runs (id)
);

CREATE TABLE run_scorers (
    run_id UUID NOT NULL,
    number SMALLINT NOT NULL,
    name TEXT NOT NULL,
    spec JSONB NOT NULL,
    added_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_run_scorers PRIMARY KEY (run_id, number),
    CONSTRAINT fk_run_scorers_run_id FOREIGN KEY(run_id) REFERENCES runs (id)
);

CREATE TABLE cells (
    run_id UUID NOT NULL,
    ordinal INTEGER NOT NULL,
    state TEXT NOT NULL,
    claim INTEGER NOT NULL,
    attempt SMALLINT NOT NULL,
    held BIGINT NOT NULL,
    held_tokens INTEGER NOT NULL,
    holds SMALLINT NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE,
    finished_at TIMESTAMP WITH TIME ZONE,
    cost BIGINT,
    doubt BIGINT NOT NULL,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    latency_ms REAL,
    first_token_ms REAL,
    attempts SMALLINT,
    finish TEXT,
    reused TEXT,
    error_code TEXT,
    error TEXT,
    malformed TEXT,
    parsed TEXT,
    output TEXT,
    more JSONB,
    CONSTRAINT pk_cells PRIMARY KEY (run_id, ordinal),
    CONSTRAINT ck_cells_state CHECK (state IN ('open','calling','answered','malformed','failed')),
    CONSTRAINT ck_cells_money CHECK (cost >= 0 AND held >= 0 AND doubt >= 0),
    CONSTRAINT ck_cells_tokens CHECK (prompt_tokens >= 0 AND completion_tokens >= 0)
)
 PARTITION BY RANGE (run_id);

CREATE TABLE cell_history (
    run_id UUID NOT NULL,
    ordinal INTEGER NOT NULL,
    attempt SMALLINT NOT NULL,
    cell JSONB NOT NULL,
    replaced_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_cell_history PRIMARY KEY (run_id, ordinal, attempt)
)
 PARTITION BY RANGE (run_id);

CREATE TABLE scores (
    run_id UUID NOT NULL,
    ordinal INTEGER NOT NULL,
    scorer SMALLINT NOT NULL,
    state TEXT NOT NULL,
    claim INTEGER NOT NULL,
    held BIGINT NOT NULL,
    held_tokens INTEGER NOT NULL,
    holds SMALLINT NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE,
    finished_at TIMESTAMP WITH TIME ZONE,
    value DOUBLE PRECISION,
    passed BOOLEAN,
    problem TEXT,
    reason TEXT,
    cost BIGINT,
    doubt BIGINT NOT NULL,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    latency_ms REAL,
    output TEXT,
    more JSONB,
    CONSTRAINT pk_scores PRIMARY KEY (run_id, ordinal, scorer),
    CONSTRAINT ck_scores_state CHECK (state IN ('open','calling','scored','not_scored')),
    CONSTRAINT ck_scores_value CHECK (value >= 0 AND value <= 1),
    CONSTRAINT ck_scores_money CHECK (cost >= 0 AND held >= 0 AND doubt >= 0)
)
 PARTITION BY RANGE (run_id);

CREATE TABLE run_columns (
    run_id UUID NOT NULL,
    number SMALLINT NOT NULL,
    answered INTEGER NOT NULL,
    malformed INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    reused INTEGER NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    completion_tokens BIGINT NOT NULL,
    cost BIGINT NOT NULL,
    saved BIGINT NOT NULL,
    doubt BIGINT NOT NULL,
    latency_ms DOUBLE PRECISION NOT NULL,
    latencies INTEGER NOT NULL,
    CONSTRAINT pk_run_columns PRIMARY KEY (run_id, number),
    CONSTRAINT fk_run_columns_run_id FOREIGN KEY(run_id) REFERENCES runs (id)
);

CREATE TABLE run_scores (
    run_id UUID NOT NULL,
    number SMALLINT NOT NULL,
    scorer SMALLINT NOT NULL,
    scored INTEGER NOT NULL,
    passed INTEGER NOT NULL,
    not_passed INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    not_applicable INTEGER NOT NULL,
    total DOUBLE PRECISION NOT NULL,
    squares DOUBLE PRECISION NOT NULL,
    cost BIGINT NOT NULL,
    doubt BIGINT NOT NULL,
    CONSTRAINT pk_run_scores PRIMARY KEY (run_id, number, scorer),
    CONSTRAINT fk_run_scores_run_id FOREIGN KEY(run_id) REFERENCES runs (id)
);

CREATE TABLE run_latencies (
    run_id UUID NOT NULL,
    number SMALLINT NOT NULL,
    bucket SMALLINT NOT NULL,
    cells INTEGER NOT NULL,
    CONSTRAINT pk_run_latencies PRIMARY KEY (run_id, number, bucket),
    CONSTRAINT fk_run_latencies_run_id FOREIGN KEY(run_id) REFERENCES runs (id)
);

CREATE TABLE budgets (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    scope TEXT NOT NULL,
    subject UUID NOT NULL,
    period TIMESTAMP WITH TIME ZONE NOT NULL,
    limit_micro BIGINT,
    limit_tokens BIGINT,
    alert_share FLOAT NOT NULL,
    alerted_at TIMESTAMP WITH TIME ZONE,
    settled BIGINT NOT NULL,
    held BIGINT NOT NULL,
    doubt BIGINT NOT NULL,
    overrun BIGINT NOT NULL,
    tokens BIGINT NOT NULL,
    held_tokens BIGINT NOT NULL,
    CONSTRAINT pk_budgets PRIMARY KEY (id),
    CONSTRAINT ck_budgets_scope CHECK (scope IN ('run','experiment','suite_day','project_month')),
    CONSTRAINT ck_budgets_kept CHECK (limit_micro IS NULL OR settled + held + doubt <= limit_micro),
    CONSTRAINT ck_budgets_tokens_kept CHECK (limit_tokens IS NULL OR tokens + held_tokens <= limit_tokens),
    CONSTRAINT ck_budgets_money CHECK (settled >= 0 AND held >= 0 AND doubt >= 0 AND overrun >= 0),
    CONSTRAINT fk_budgets_project_id FOREIGN KEY(project_id) REFERENCES projects (id)
);

CREATE INDEX ix_budgets_project_id ON budgets (project_id);

CREATE UNIQUE INDEX uq_budgets_subject ON budgets (scope, subject, period);

CREATE TABLE ledger (
    id UUID NOT NULL,
    project_id UUID NOT NULL,
    run_id UUID,
    model_id UUID,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    kind TEXT NOT NULL,
    phase TEXT NOT NULL,
    calls INTEGER NOT NULL,
    held BIGINT NOT NULL,
    settled BIGINT NOT NULL,
    doubt BIGINT NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    completion_tokens BIGINT NOT NULL,
    CONSTRAINT pk_ledger PRIMARY KEY (id),
    CONSTRAINT ck_ledger_kind CHECK (kind IN ('reserve','settle','doubt')),
    CONSTRAINT ck_ledger_phase CHECK (phase IN ('target','judge')),
    CONSTRAINT fk_ledger_project_id FOREIGN KEY(project_id) REFERENCES projects (id),
    CONSTRAINT fk_ledger_run_id FOREIGN KEY(run_id) REFERENCES runs (id),
    CONSTRAINT fk_ledger_model_id FOREIGN KEY(model_id) REFERENCES models (id)
);

CREATE INDEX ix_ledger_model_id ON ledger (model_id);

CREATE INDEX ix_ledger_project ON ledger (project_id, id DESC);

CREATE INDEX ix_ledger_run ON ledger (run_id, id DESC)
"""

# The id of a run begins with its time in milliseconds, so a range of ids is a range of time.
MAKE_PARTITIONS = """
CREATE FUNCTION edison_make_partitions(ahead int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    parent text;
    month timestamptz;
    child text;
    made int := 0;
BEGIN
    FOREACH parent IN ARRAY ARRAY['run_cases', 'cells', 'cell_history', 'scores'] LOOP
        FOR months IN 0..ahead LOOP
            month := (date_trunc('month', now() AT TIME ZONE 'UTC') \
+ make_interval(months => months)) AT TIME ZONE 'UTC';
            child := parent || '_p' || to_char(month AT TIME ZONE 'UTC', 'YYYYMM');
            IF to_regclass(child) IS NULL THEN
                EXECUTE format(
                    'CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                    child, parent,
                    edison_first_id(month),
                    edison_first_id((month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC')
                );
                made := made + 1;
            END IF;
        END LOOP;
    END LOOP;
    RETURN made;
END $$
"""

FIRST_ID = """
CREATE FUNCTION edison_first_id(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$
"""

# The same table as domain/runs/states.py; a test compares them.
MOVES = """
CREATE FUNCTION edison_run_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state <> OLD.state AND NOT (OLD.state || '>' || NEW.state = ANY (ARRAY[
        'pending>executing', 'pending>cancelled',
        'executing>judging', 'executing>failed', 'executing>paused', 'executing>cancelled',
        'judging>aggregating', 'judging>failed', 'judging>paused', 'judging>cancelled',
        'aggregating>refining', 'aggregating>completed', 'aggregating>failed',
        'refining>reviewing', 'refining>completed', 'refining>failed',
        'reviewing>completed', 'reviewing>executing',
        'completed>executing', 'completed>judging', 'failed>executing', 'failed>judging',
        'paused>executing', 'paused>judging', 'paused>cancelled'
    ])) THEN
        RAISE EXCEPTION 'a run that is % cannot become %', OLD.state, NEW.state;
    END IF;
    IF NEW.plan IS DISTINCT FROM OLD.plan THEN
        RAISE EXCEPTION 'the plan of a run is frozen';
    END IF;
    RETURN NEW;
END $$
"""


def upgrade() -> None:
    for statement in TABLES.split(";\n"):
        op.execute(statement)
    op.execute(FIRST_ID)
    op.execute(MAKE_PARTITIONS)
    op.execute("SELECT edison_make_partitions(3)")
    for table in PARTITIONED:
        op.execute(f"CREATE TABLE {table}_rest PARTITION OF {table} DEFAULT")
    op.execute(MOVES)
    op.execute(
        "CREATE TRIGGER run_moves BEFORE UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION edison_run_moves()"
    )
    op.execute(
        "CREATE FUNCTION edison_ledger_is_final() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$"
    )
    op.execute(
        "CREATE TRIGGER ledger_is_final BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger "
        "FOR EACH STATEMENT EXECUTE FUNCTION edison_ledger_is_final()"
    )


def downgrade() -> None:
    for table in (
        "ledger", "budgets", "run_latencies", "run_scores", "run_columns", "scores", "cell_history",
        "cells", "run_scorers", "run_chunks", "run_cases", "runs",
    ):  # fmt: skip
        op.execute(f"DROP TABLE {table}")
    for function in (
        "edison_ledger_is_final()", "edison_run_moves()", "edison_make_partitions(int)",
        "edison_first_id(timestamptz)",
    ):  # fmt: skip
        op.execute(f"DROP FUNCTION {function}")
