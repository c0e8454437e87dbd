"""Backup and restore with PostgreSQL's own tools, in its custom format."""

import os
import shutil
import subprocess
from pathlib import Path

import psycopg

from edison.store.database import libpq_url
from edison.store.local_server import tools_folder


class BackupFailed(RuntimeError):
    """The message says why and what to do."""


def backup(url: str, file: Path) -> None:
    """Write everything into one file, whole or not at all."""
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))
    try:
        _run("pg_dump", url, "--format=custom", "--no-owner", "--file", str(part))
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def restore(url: str, file: Path, *, force: bool = False) -> None:
    """Replace the database's content with a backup's, in one transaction."""
    if not file.is_file():
        raise BackupFailed(f"There is no file {file}")
    busy = _connected(url)
    if busy and not force:
        raise BackupFailed(
            f"Edison is running on this database ({', '.join(busy)}). Stop it first, or use --force."
        )
    _run(
        "pg_restore",
        url,
        "--clean",
        "--if-exists",
        "--no-owner",
        "--single-transaction",
        "--exit-on-error",
        "--dbname",
        libpq_url(url),
        str(file),
    )


def _connected(url: str) -> list[str]:
    with psycopg.connect(libpq_url(url)) as connection:
        rows = connection.execute(
            "SELECT DISTINCT application_name FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name LIKE 'edison-%'"
            " AND pid <> pg_backend_pid() ORDER BY 1"
        ).fetchall()
    return [row[0] for row in rows]


def _run(tool: str, url: str, *arguments: str) -> None:
    command = [_find(tool), *arguments]
    if "--dbname" not in arguments:
        command += ["--dbname", libpq_url(url)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupFailed(f"{tool} failed: {done.stderr.strip()}")


def _find(tool: str) -> str:
    folder = tools_folder()
    if folder and (folder / tool).exists():
        return str(folder / tool)
    found = shutil.which(tool)
    if found is None:
        raise BackupFailed(f"{tool} was not found. Install PostgreSQL's client tools.")
    return found
