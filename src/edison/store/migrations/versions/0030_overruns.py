"""What providers billed beyond the reservations of calls, in the ledger and in the sums of its days"""

from collections.abc import Sequence

from alembic import op

revision: str = "0030"
down_revision: str | None = "0029"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ADDED_UP = (
    *("calls", "settled", "doubt", "prompt_tokens", "completion_tokens"),
    *("cache_read_tokens", "cache_write_tokens"),
)


def _add_up(columns: Sequence[str]) -> str:
    """The trigger of migration 16, with these columns."""
    sums = ", ".join(f"sum({name})" for name in columns)
    added = ", ".join(f"{name} = s.{name} + excluded.{name}" for name in columns)
    return f"""
    CREATE OR REPLACE FUNCTION edison_ledger_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO spend_days AS s
            (project_id, day, model_id, phase, run_id, experiment_id, {", ".join(columns)})
        SELECT project_id, date_trunc('day', at, 'UTC'),
            coalesce(model_id, '00000000-0000-0000-0000-000000000000'), phase,
            coalesce(run_id, '00000000-0000-0000-0000-000000000000'),
            coalesce(experiment_id, '00000000-0000-0000-0000-000000000000'), {sums}
        FROM written WHERE kind <> 'reserve'
        GROUP BY 1, 2, 3, 4, 5, 6
        ORDER BY 1, 2, 3, 4, 5, 6
        ON CONFLICT (project_id, day, model_id, phase, run_id, experiment_id) DO UPDATE SET {added};
        RETURN NULL;
    END $$
    """


def upgrade() -> None:
    for table in ("ledger", "spend_days"):
        op.execute(f"ALTER TABLE {table} ADD COLUMN overrun BIGINT DEFAULT 0 NOT NULL")
    op.execute(_add_up((*ADDED_UP, "overrun")))
    # Who is told of alerts is told of overruns too.
    op.execute(
        "UPDATE channels SET events = array_append(events, 'reservation.exceeded') "
        "WHERE 'alert.opened' = ANY (events)"
    )


def downgrade() -> None:
    op.execute("UPDATE channels SET events = array_remove(events, 'reservation.exceeded')")
    op.execute(_add_up(ADDED_UP))
    for table in ("spend_days", "ledger"):
        op.execute(f"ALTER TABLE {table} DROP COLUMN overrun")
