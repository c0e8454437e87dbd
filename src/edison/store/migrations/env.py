"""Entry point of Alembic: runs each migration in its own transaction on the migrator's connection."""

import re
from typing import Any

from alembic import context
from sqlalchemy import Connection

from edison.store.tables import Table

# Partitions are created by month, not by migrations.
PARTITION = re.compile(r"_(p\d{6}|rest)$")


def _is_ours(name: str | None, kind: str, _: Any) -> bool:
    return kind != "table" or name is None or not PARTITION.search(name)


def run() -> None:
    connection: Connection = context.config.attributes["connection"]
    context.configure(
        connection=connection,
        target_metadata=Table.metadata,
        transaction_per_migration=True,
        compare_type=True,
        include_schemas=False,
        include_name=_is_ours,
    )
    with context.begin_transaction():
        context.run_migrations()


run()
