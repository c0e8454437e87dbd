"""What was spent on each day, added up by the database itself from every line of the ledger"""

from collections.abc import Sequence

from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = """
ALTER TABLE ledger
    ADD COLUMN cache_read_tokens BIGINT DEFAULT 0 NOT NULL,
    ADD COLUMN cache_write_tokens BIGINT DEFAULT 0 NOT NULL;

CREATE TABLE spend_days (
    project_id UUID NOT NULL,
    day TIMESTAMP WITH TIME ZONE NOT NULL,
    model_id UUID NOT NULL,
    phase TEXT NOT NULL,
    run_id UUID NOT NULL,
    experiment_id UUID NOT NULL,
    calls BIGINT NOT NULL,
    settled BIGINT NOT NULL,
    doubt BIGINT NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    completion_tokens BIGINT NOT NULL,
    cache_read_tokens BIGINT NOT NULL,
    cache_write_tokens BIGINT NOT NULL,
    CONSTRAINT pk_spend_days PRIMARY KEY (project_id, day, model_id, phase, run_id, experiment_id),
    CONSTRAINT fk_spend_days_project_id FOREIGN KEY(project_id) REFERENCES projects (id)
);

CREATE INDEX ix_spend_days_day ON spend_days (day)
"""

# A promise is no spending: only what came of it counts. What has no run, no experiment or no model is counted under
# the nil id, because a key cannot hold NULL. Sorted, so that two who add up the same rows take them in one order.
SUMS = """
    SELECT project_id, date_trunc('day', at, 'UTC'),
        coalesce(model_id, '00000000-0000-0000-0000-000000000000'), phase,
        coalesce(run_id, '00000000-0000-0000-0000-000000000000'),
        coalesce(experiment_id, '00000000-0000-0000-0000-000000000000'),
        sum(calls), sum(settled), sum(doubt), sum(prompt_tokens), sum(completion_tokens),
        sum(cache_read_tokens), sum(cache_write_tokens)
    FROM {lines} WHERE kind <> 'reserve'
    GROUP BY 1, 2, 3, 4, 5, 6
    ORDER BY 1, 2, 3, 4, 5, 6
"""
ADD_UP = f"""
CREATE FUNCTION edison_ledger_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO spend_days AS s {SUMS.format(lines="written")}
    ON CONFLICT (project_id, day, model_id, phase, run_id, experiment_id) DO UPDATE SET
        calls = s.calls + excluded.calls,
        settled = s.settled + excluded.settled,
        doubt = s.doubt + excluded.doubt,
        prompt_tokens = s.prompt_tokens + excluded.prompt_tokens,
        completion_tokens = s.completion_tokens + excluded.completion_tokens,
        cache_read_tokens = s.cache_read_tokens + excluded.cache_read_tokens,
        cache_write_tokens = s.cache_write_tokens + excluded.cache_write_tokens;
    RETURN NULL;
END $$
"""


def upgrade() -> None:
    # Changing the ledger keeps everyone else from writing to it until the migration is done: no line is missed.
    for statement in TABLES.split(";\n"):
        op.execute(statement)
    op.execute(f"INSERT INTO spend_days {SUMS.format(lines='ledger')}")
    op.execute(ADD_UP)
    op.execute(
        "CREATE TRIGGER ledger_adds_up AFTER INSERT ON ledger REFERENCING NEW TABLE AS written "
        "FOR EACH STATEMENT EXECUTE FUNCTION edison_ledger_adds_up()"
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER ledger_adds_up ON ledger")
    op.execute("DROP FUNCTION edison_ledger_adds_up()")
    op.execute("DROP TABLE spend_days")
    op.execute("ALTER TABLE ledger DROP COLUMN cache_read_tokens, DROP COLUMN cache_write_tokens")
