"""Backup and restore with pg_dump and pg_restore, in PostgreSQL's custom format."""

import os
import re
import subprocess
import threading
from contextlib import suppress
from pathlib import Path

import psycopg

from edison.store.database import libpq_url
from edison.store.migrator import require_upgradable
from edison.store.postgres_tools import connection_for_tools, find_tool

# pg_restore 17 and newer set this parameter; PostgreSQL 16 rejects it.
UNKNOWN_TO_OLDER = b"SET transaction_timeout"
SETTINGS_LINES = 40
# A backup names no role, because another server has others. `edison restore` grants rights again.
NO_ROLES = ("--no-owner", "--no-privileges")
# Suffix of a file that is still being written; such a file is not a backup.
PART = ".part"
LOOK_EVERY_S = 0.5
# Drops everything first. pg_restore --clean drops objects one by one, which fails for partitions and their keys.
CLEAR = b"""
DO $$
DECLARE thing record;
BEGIN
    FOR thing IN SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'dbos') LOOP
        EXECUTE format('DROP TABLE IF EXISTS %I.%I CASCADE', thing.schemaname, thing.tablename);
    END LOOP;
    FOR thing IN SELECT p.oid::regprocedure AS name FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') LOOP
        EXECUTE format('DROP ROUTINE IF EXISTS %s CASCADE', thing.name);
    END LOOP;
END $$;
DROP SCHEMA IF EXISTS dbos CASCADE;
"""


class BackupFailed(RuntimeError):
    """A backup or restore failed; the message says why and what to do."""


def backup(url: str, file: Path, *, stop: threading.Event | None = None) -> None:
    """Write the whole database into one file; leave no file if this fails. `stop` cancels the backup."""
    part = file.with_name(file.name + PART)
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))
    try:
        with connection_for_tools(url) as to:
            dump = ("--format=custom", *NO_ROLES, "--file", str(part), to.argument)
            _run("pg_dump", *dump, environment=to.environment, stop=stop)
        verify(part, stop=stop)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def verify(file: Path, *, stop: threading.Event | None = None) -> None:
    """Read the whole backup as a restore would, because an intact table of contents does not prove intact data."""
    _run("pg_restore", *NO_ROLES, "--file", os.devnull, str(file), stop=stop)


def restore(url: str, file: Path, *, force: bool = False) -> None:
    """Replace the content of the database with a backup, in one transaction; refuse one that cannot be migrated."""
    if not file.is_file():
        raise BackupFailed(f"The file {file} does not exist")
    require_upgradable(_revision_of(file), "backup")
    busy = connected(url)
    if busy and not force:
        raise BackupFailed(
            f"Edison is running on this database ({', '.join(busy)}). Stop it first, or use --force."
        )
    _replay(url, file)


def _revision_of(file: Path) -> str | None:
    """Return the revision of the database that was backed up."""
    table = ("--data-only", "--table=alembic_version", "--file=-")
    read = subprocess.run(
        [find_tool("pg_restore"), *table, str(file)], capture_output=True, check=False
    )
    if read.returncode != 0:
        raise BackupFailed(f"pg_restore failed: {read.stderr.decode(errors='replace').strip()}")
    found = re.search(rb"^COPY public\.alembic_version .*\n(\S+)\n", read.stdout, re.MULTILINE)
    return found[1].decode() if found else None


def _replay(url: str, file: Path) -> None:
    """Convert the backup to SQL and run the SQL: pg_restore would set parameters that older servers reject."""
    with connection_for_tools(url) as to:
        reading = subprocess.Popen(
            [find_tool("pg_restore"), *NO_ROLES, "--file=-", str(file)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        writing = subprocess.Popen(
            [find_tool("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", to.argument],
            env=to.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        _pump(reading, writing)


def _pump(reading: subprocess.Popen[bytes], writing: subprocess.Popen[bytes]) -> None:
    assert reading.stdout
    assert writing.stdin
    # Settings are only at the top; a similar line further down is data.
    with reading.stdout, suppress(BrokenPipeError), writing.stdin:
        writing.stdin.write(b"BEGIN;" + CLEAR)
        for number, line in enumerate(reading.stdout):
            if number > SETTINGS_LINES or not line.startswith(UNKNOWN_TO_OLDER):
                writing.stdin.write(line)
        # A truncated file must not be committed; without this statement everything is rolled back.
        if reading.wait() == 0:
            writing.stdin.write(b"COMMIT;\n")
    # Check the writer first: if it stops, the reader only fails with a broken pipe.
    for tool, process in (("psql", writing), ("pg_restore", reading)):
        assert process.stderr
        with process.stderr:
            words = process.stderr.read().decode(errors="replace").strip()
        if process.wait() != 0:
            raise BackupFailed(f"{tool} failed: {words}")


def connected(url: str) -> list[str]:
    """Return the application names of the Edison processes connected to this database."""
    with psycopg.connect(libpq_url(url)) as connection:
        rows = connection.execute(
            "SELECT DISTINCT application_name FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name LIKE 'edison-%'"
            " AND pid <> pg_backend_pid() ORDER BY 1"
        ).fetchall()
    return [row[0] for row in rows]


def _run(
    tool: str,
    *arguments: str,
    environment: dict[str, str] | None = None,
    stop: threading.Event | None = None,
) -> None:
    with subprocess.Popen(
        [find_tool(tool), *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while True:
            try:
                _, words = process.communicate(timeout=LOOK_EVERY_S)
                break
            except subprocess.TimeoutExpired:
                if stop is not None and stop.is_set():
                    process.terminate()
    if process.returncode != 0:
        raise BackupFailed(f"{tool} failed: {words.strip()}")
