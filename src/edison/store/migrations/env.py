"""Alembic's entry: runs over the connection that the migrator hands in, one transaction per migration."""

from alembic import context
from sqlalchemy import Connection

from edison.store.tables import Table


def run() -> None:
    connection: Connection = context.config.attributes["connection"]
    context.configure(
        connection=connection,
        target_metadata=Table.metadata,
        transaction_per_migration=True,
        compare_type=True,
        include_schemas=False,
    )
    with context.begin_transaction():
        context.run_migrations()


run()
