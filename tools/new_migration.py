"""Writes the next migration: compares the tables in the code with a freshly migrated database."""

import sys
import tempfile
from pathlib import Path

from alembic import command

from edison.store.local_server import LocalServer
from edison.store.migrator import alembic_config, connection_to, migrate


def main() -> int:
    if len(sys.argv) != 2:
        print('Give a description: just migration "Prompts and versions"', file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        url = LocalServer(Path(folder) / "postgres").url()
        number = int(migrate(url).wanted) + 1
        with connection_to(url) as connection:
            command.revision(
                alembic_config(connection),
                sys.argv[1],
                autogenerate=True,
                rev_id=f"{number:04d}",
            )
    print("Review the migration, then update the snapshot of the schema: just schema-snapshot")
    return 0


if __name__ == "__main__":
    sys.exit(main())
