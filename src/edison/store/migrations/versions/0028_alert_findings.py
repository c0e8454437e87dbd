"""An alert holds every finding of one cause"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# An alert that was written before had one finding, which its own columns describe.
FILL = """
UPDATE alerts SET findings = jsonb_build_array(jsonb_build_object(
    'topic', split_part(fingerprint, ':', 2), 'rule', rule, 'target_key', target_key, 'severity', severity,
    'cause', cause, 'title', title, 'sentence', sentence, 'next_step', next_step, 'facts', facts
))
"""


def upgrade() -> None:
    empty = sa.text("'[]'::jsonb")
    op.add_column("alerts", sa.Column("findings", JSONB(), nullable=False, server_default=empty))
    op.execute(FILL)


def downgrade() -> None:
    op.drop_column("alerts", "findings")
