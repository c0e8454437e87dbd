"""Confirmed email addresses, and tokens that are revoked when they are renewed"""

from collections.abc import Sequence

from alembic import op

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Nobody has recorded which accounts were made by a mailed link, so all but the owner of the
# installation, who may confirm addresses, start as not confirmed. They keep their projects.
CHANGES = """
ALTER TABLE users ADD COLUMN email_confirmed_at TIMESTAMP WITH TIME ZONE;

UPDATE users SET email_confirmed_at = created_at WHERE role = 'OWNER';

ALTER TABLE revoked_sessions ADD COLUMN revoked_from TIMESTAMP WITH TIME ZONE;

CREATE TABLE email_confirmations (
    user_id UUID NOT NULL,
    digest TEXT NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_email_confirmations PRIMARY KEY (user_id),
    CONSTRAINT uq_email_confirmations_digest UNIQUE (digest),
    CONSTRAINT fk_email_confirmations_user_id FOREIGN KEY(user_id) REFERENCES users (id)
);

CREATE INDEX ix_email_confirmations_expires_at ON email_confirmations (expires_at);

CREATE INDEX ix_invites_pending_email ON invites (email)
    WHERE accepted_at IS NULL AND revoked_at IS NULL
"""


def upgrade() -> None:
    for statement in CHANGES.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP INDEX ix_invites_pending_email")
    op.execute("DROP TABLE email_confirmations")
    op.execute("ALTER TABLE revoked_sessions DROP COLUMN revoked_from")
    op.execute("ALTER TABLE users DROP COLUMN email_confirmed_at")
