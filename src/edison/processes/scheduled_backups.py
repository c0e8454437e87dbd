"""Automatic backups, before each migration and every few hours."""

import asyncio
import threading
from collections.abc import Callable
from datetime import datetime, timedelta

import psycopg
import structlog

from edison.kit.clock import Clock, SystemClock
from edison.processes.build_context import migrate_all
from edison.settings import Settings
from edison.store.backup_folder import (
    BEFORE_MIGRATION,
    SCHEDULED,
    only_one_backup,
    save_backup,
    stored_backups,
)
from edison.store.migrator import MigrationRefused, SchemaState

log = structlog.get_logger(__name__)

LOOK_EVERY_S = 60.0
# Wait longer after a failure, such as a full disk, because the next attempt would fail, too.
TRY_AGAIN_AFTER_S = 900.0


def migrate_with_backup(
    settings: Settings, url: str, say: Callable[[str], None], *, no_backup: bool
) -> SchemaState:
    """Migrate the database. If a database with data needs a migration, write a backup first."""

    def before(state: SchemaState) -> None:
        try:
            saved = save_backup(
                url,
                settings.backups,
                BEFORE_MIGRATION,
                label=state.wanted,
                now=SystemClock().now(),
                keep=settings.backup_keep,
            )
        except (RuntimeError, OSError) as error:
            raise MigrationRefused(
                f"The backup before the migration failed, so nothing was migrated. {error} "
                "Fix the cause, or migrate without a backup: --no-backup."
            ) from error
        log.info("backup_written", file=str(saved.file), bytes=saved.file.stat().st_size)
        say(f"Wrote a backup before the migration: {saved.file}")

    return migrate_all(url, before=None if no_backup else before)


class BackupSchedule:
    """Writes a backup if the newest backup is too old. All workers check, but a lock lets only one of them write."""

    def __init__(self, settings: Settings, url: str, clock: Clock) -> None:
        self._every = timedelta(hours=settings.hours_between_backups)
        self._folder = settings.backups
        self._keep = settings.backup_keep
        self._url = url
        self._clock = clock
        self._stop = threading.Event()

    async def watch(self) -> None:
        """Check periodically whether a backup is due, until cancelled."""
        if not self._every:
            return
        try:
            while True:
                wrote = await asyncio.to_thread(self._look_and_log)
                await asyncio.sleep(LOOK_EVERY_S if wrote else TRY_AGAIN_AFTER_S)
        finally:
            self._stop.set()

    def back_up_if_due(self) -> bool:
        """Write a backup if one is due and no other worker is writing; return whether one was written."""
        if not self._is_due(self._clock.now()):
            return False
        with only_one_backup(self._url) as allowed:
            now = self._clock.now()
            if not allowed or not self._is_due(now):
                return False
            saved = save_backup(
                self._url, self._folder, SCHEDULED, now=now, keep=self._keep, stop=self._stop
            )
        log.info("backup_written", file=str(saved.file), bytes=saved.file.stat().st_size)
        return True

    def _is_due(self, now: datetime) -> bool:
        newest = next(iter(stored_backups(self._folder, SCHEDULED)), None)
        return newest is None or now - newest.at >= self._every

    def _look_and_log(self) -> bool:
        """Write a backup if due. On failure, log the error and return False instead of raising."""
        try:
            self.back_up_if_due()
        except (RuntimeError, OSError, psycopg.Error) as error:
            if not self._stop.is_set():
                log.error("backup_failed", error=str(error))
            return False
        return True
