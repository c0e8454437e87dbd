"""Count the tokens of reused answers in the sums of a run"""

from collections.abc import Sequence

from alembic import op

revision: str = "0033"
down_revision: str | None = "0032"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Tokens of the reused answers of each column, added or taken away.
_CHANGE = """
    UPDATE run_columns t
    SET prompt_tokens = t.prompt_tokens {sign} x.prompt, completion_tokens = t.completion_tokens {sign} x.completion
    FROM (
        SELECT c.run_id, mod(c.ordinal, n.width) AS number, coalesce(sum(c.prompt_tokens), 0) AS prompt,
            coalesce(sum(c.completion_tokens), 0) AS completion
        FROM cells c
        JOIN (SELECT run_id, count(*)::int AS width FROM run_columns GROUP BY run_id HAVING sum(reused) > 0) n
          ON n.run_id = c.run_id
        WHERE c.reused IS NOT NULL GROUP BY 1, 2
    ) x
    WHERE t.run_id = x.run_id AND t.number = x.number
"""


def upgrade() -> None:
    op.execute(_CHANGE.format(sign="+"))


def downgrade() -> None:
    op.execute(_CHANGE.format(sign="-"))
