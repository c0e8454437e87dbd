"""Migrations that run twice at once, die in the middle, or meet a database from the future."""

from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest

from edison.store.database import libpq_url
from edison.store.migrator import schema_drift, schema_state
from tests.support.postgres import TestServer
from tests.support.processes import EdisonProcess, running, wait_until

MIGRATES_WITHIN_S = 90.0


@pytest.fixture
def empty_url(postgres: TestServer) -> Generator[str]:
    with postgres.database(empty=True) as url:
        yield url


def migrating(home: Path, url: str) -> EdisonProcess:
    return EdisonProcess(home, "migrate", database_url=url)


@pytest.mark.nightly
def test_two_processes_that_start_at_once_make_one_schema(empty_url: str, tmp_path: Path) -> None:
    first, second = migrating(tmp_path / "a", empty_url), migrating(tmp_path / "b", empty_url)
    with running(first), running(second):
        codes = first.wait(MIGRATES_WITHIN_S), second.wait(MIGRATES_WITHIN_S)

    assert codes == (0, 0), first.output + second.output
    assert schema_state(empty_url).up_to_date
    schema_drift(empty_url)
    with psycopg.connect(libpq_url(empty_url)) as connection:
        versions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    assert len(versions) == 1


@pytest.mark.nightly
def test_a_migration_killed_in_the_middle_is_finished_by_the_next_start(
    empty_url: str, tmp_path: Path
) -> None:
    # An open transaction that makes a table of the same name: the migration reaches it and must wait.
    with psycopg.connect(libpq_url(empty_url)) as blocker:
        blocker.execute("CREATE TABLE audit_log (id int)")
        process = migrating(tmp_path / "killed", empty_url)
        with running(process):
            wait_until(
                lambda: _waiting_migrations(empty_url) == 1, MIGRATES_WITHIN_S, "it is blocked"
            )
            process.kill()
        blocker.rollback()
    wait_until(lambda: _sessions(empty_url) == 0, 30, "the server notices that it is gone")
    assert not schema_state(empty_url).up_to_date

    process = migrating(tmp_path / "next", empty_url)
    with running(process):
        code = process.wait(MIGRATES_WITHIN_S)

    assert code == 0, process.output
    assert schema_state(empty_url).up_to_date
    schema_drift(empty_url)


def test_a_database_from_a_newer_edison_is_refused_with_a_clear_word(
    database_url: str, tmp_path: Path
) -> None:
    with psycopg.connect(libpq_url(database_url)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999_from_the_future'")
        connection.commit()

    for command in ("migrate", "serve", "worker"):
        process = EdisonProcess(tmp_path / command, command, database_url=database_url)
        with running(process):
            code = process.wait(MIGRATES_WITHIN_S)

        assert code == 1
        assert "9999_from_the_future" in process.output
        assert "newer" in process.output
        assert "Traceback" not in process.output


def _waiting_migrations(url: str) -> int:
    return _count(
        url,
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND application_name = 'edison-migrate' AND wait_event_type = 'Lock'",
    )


def _sessions(url: str) -> int:
    return _count(
        url,
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND application_name = 'edison-migrate'",
    )


def _count(url: str, query: str) -> int:
    with psycopg.connect(libpq_url(url)) as connection:
        row = connection.execute(query.encode()).fetchone()
    assert row
    return int(row[0])
