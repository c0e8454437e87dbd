"""Results of a run are kept for each of its metrics"""

from collections.abc import Sequence

from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# What was computed before stays in sight as the one metric it was, and is computed anew when someone looks: nothing
# has been seen (`seen`) that it could be as new as.
UPGRADE = """
UPDATE run_statistics SET seen = '', summary = jsonb_build_object('metrics', jsonb_build_array(
    summary || jsonb_build_object('measure', (summary -> 'measure') || jsonb_build_object(
        'key', CASE WHEN summary -> 'measure' ->> 'kind' = 'composite'
            THEN 'Composite: ' || (summary -> 'measure' ->> 'name') ELSE summary -> 'measure' ->> 'name' END,
        'scale', summary -> 'rubric' -> 'scale',
        'identity', ''
    ))
))
WHERE jsonb_typeof(summary -> 'measure') = 'object'
"""
# The other way there is nothing to keep: the earlier release computes its own when someone looks.
DOWNGRADE = "UPDATE run_statistics SET summary = NULL, kept = NULL, computed_at = NULL, seen = NULL"


def upgrade() -> None:
    op.execute(UPGRADE)


def downgrade() -> None:
    op.execute(DOWNGRADE)
