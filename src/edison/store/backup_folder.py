"""Automatic backups: folder, file names and retention."""

import re
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg

from edison.store.database import libpq_url
from edison.store.postgres_backup import PART, backup

SCHEDULED = "scheduled"
BEFORE_MIGRATION = "before"
STAMP = "%Y%m%dT%H%M%SZ"
NAME = re.compile(r"edison-(\d{8}T\d{6}Z)-((?:scheduled|before)[\w.-]*)\.dump")
# A file that is still named partial after this long belongs to a process that died.
FORGET_PARTS_AFTER = timedelta(days=1)
LOCK_KEY = 0x4564_6973_6F6E_02


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredBackup:
    """A backup that was written completely and verified."""

    file: Path
    at: datetime
    kind: str


def stored_backups(folder: Path, kind: str | None = None) -> list[StoredBackup]:
    """List the backups of a folder, newest first. Files with other names and partial files are ignored."""
    found: list[StoredBackup] = []
    for file in folder.glob("edison-*.dump") if folder.is_dir() else ():
        if (match := NAME.fullmatch(file.name)) is None:
            continue
        item = StoredBackup(
            file=file,
            at=datetime.strptime(match[1], STAMP).replace(tzinfo=UTC),
            kind=match[2].partition("-")[0],
        )
        if kind in {None, item.kind}:
            found.append(item)
    return sorted(found, key=lambda item: item.at, reverse=True)


def save_backup(
    url: str,
    folder: Path,
    kind: str,
    *,
    now: datetime,
    keep: int,
    label: str = "",
    stop: threading.Event | None = None,
) -> StoredBackup:
    """Write and verify a new backup, then delete all but the newest `keep` backups of this kind."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = f"edison-{now.astimezone(UTC).strftime(STAMP)}-{kind}{label and '-' + label}.dump"
    backup(url, folder / name, stop=stop)
    for old in stored_backups(folder, kind)[keep:]:
        old.file.unlink(missing_ok=True)
    for part in folder.glob(f"edison-*.dump{PART}"):
        if now.timestamp() - part.stat().st_mtime > FORGET_PARTS_AFTER.total_seconds():
            part.unlink(missing_ok=True)
    return stored_backups(folder, kind)[0]


def is_being_written(folder: Path) -> bool:
    return any(folder.glob(f"edison-*.dump{PART}"))


@contextmanager
def only_one_backup(url: str) -> Generator[bool]:
    """Try to take the lock for backups; yield whether it was free. The lock ends with the connection."""
    with psycopg.connect(
        libpq_url(url), autocommit=True, application_name="edison-backup"
    ) as connection:
        row = connection.execute("SELECT pg_try_advisory_lock(%s)", (LOCK_KEY,)).fetchone()
        yield bool(row and row[0])
