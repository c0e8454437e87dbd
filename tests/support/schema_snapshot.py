"""The snapshot of the schema that the migrations create; run this module to update it."""

import tempfile
from pathlib import Path

from edison.store.local_server import LocalServer
from edison.store.migrator import migrate
from tests.support.schema_description import describe_schema

SNAPSHOT = Path(__file__).parents[1] / "integration" / "schema_snapshot.txt"


def write_snapshot() -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = LocalServer(Path(folder) / "postgres").url()
        migrate(url)
        SNAPSHOT.write_text(describe_schema(url))


if __name__ == "__main__":
    write_snapshot()
