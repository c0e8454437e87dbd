"""The migrations make the schema of the snapshot: also what the tables in code do not describe."""

from difflib import unified_diff

import pytest

from edison.store.migrator import migrate
from tests.support.postgres import TestServer
from tests.support.schema_description import describe_schema
from tests.support.schema_snapshot import SNAPSHOT
from tests.support.sql import execute


def test_the_migrations_make_the_schema_of_the_snapshot(postgres: TestServer) -> None:
    """MIG-17.1.1"""
    with postgres.database(empty=True) as url:
        migrate(url)
        found = describe_schema(url)

    changes = list(unified_diff(SNAPSHOT.read_text().splitlines(), found.splitlines(), n=1))

    assert not changes, "\n".join(("Read the difference, then: just schema-snapshot", *changes))


@pytest.mark.parametrize(
    "change",
    [
        "DROP INDEX ix_runs_project",
        "ALTER TABLE runs ALTER COLUMN count_doubt DROP DEFAULT",
        "ALTER TABLE runs ALTER COLUMN name DROP NOT NULL",
        "ALTER TABLE runs DROP CONSTRAINT ck_runs_dates",
        "ALTER TABLE runs DISABLE TRIGGER run_moves",
        "ALTER TABLE runs SET (fillfactor = 50)",
        "ALTER TABLE cells DETACH PARTITION cells_rest",
        "GRANT SELECT ON runs TO PUBLIC",
        "COMMENT ON COLUMN runs.name IS 'x'",
        "CREATE TYPE kind AS ENUM ('a')",
        "CREATE SEQUENCE numbers",
        "INSERT INTO event_heads VALUES ('x', 1)",
        "ALTER FUNCTION edison_erases() VOLATILE",
    ],
)
def test_a_changed_schema_has_another_description(postgres: TestServer, change: str) -> None:
    with postgres.database() as url:
        before = describe_schema(url)
        execute(url, change)

        assert describe_schema(url) != before
