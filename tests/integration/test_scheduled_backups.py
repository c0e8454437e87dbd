"""Backups that Edison makes by itself: before a migration, and every few hours."""

import os
import shutil
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from edison.processes.doctor import examine
from edison.processes.scheduled_backups import BackupSchedule
from edison.settings import Settings
from edison.store.backup_folder import only_one_backup, save_backup, stored_backups
from edison.store.postgres_backup import BackupFailed, verify
from tests.support.commands import Command
from tests.support.movable_clock import MovableClock
from tests.support.next_version import head, next_head, next_version
from tests.support.postgres import TestServer
from tests.support.sql import everything, execute, value
from tests.support.world import World


def settings_of(url: str, home: Path, **more: object) -> Settings:
    return Settings(home=home, database_url=SecretStr(url)).model_copy(update=more)


async def test_a_migration_is_preceded_by_a_backup_that_leads_back(
    world: World, postgres: TestServer, tmp_path: Path
) -> None:
    await world.person("Ada")
    before = everything(world.url)

    done = await Command(tmp_path, world.url, **next_version(tmp_path / "next")).run("migrate")

    assert done.code == 0, done.err
    [saved] = stored_backups(tmp_path / "backups")
    assert f"Wrote a backup before the migration: {saved.file}" in done.out
    assert stat.S_IMODE(saved.file.stat().st_mode) == 0o600
    assert value(world.url, "SELECT version_num FROM alembic_version") == next_head()
    with postgres.database(empty=True) as empty:
        from edison.store.postgres_backup import restore

        restore(empty, saved.file)
        assert everything(empty) == before


@pytest.mark.nightly
async def test_nothing_to_migrate_makes_no_backup(
    world: World, postgres: TestServer, tmp_path: Path
) -> None:
    with postgres.database(empty=True) as empty:
        assert (await Command(tmp_path, empty).run("migrate")).code == 0
    assert (await Command(tmp_path, world.url).run("migrate")).code == 0
    newer = Command(tmp_path, world.url, **next_version(tmp_path / "next"))
    assert (await newer.run("migrate", "--no-backup")).code == 0

    assert not stored_backups(tmp_path / "backups")


async def test_a_failed_backup_stops_the_migration(world: World, tmp_path: Path) -> None:
    # A file where the folder should be.
    (tmp_path / "backups").write_text("")

    done = await Command(tmp_path, world.url, **next_version(tmp_path / "next")).run("migrate")

    assert done.code == 1
    assert "nothing was migrated" in done.err
    assert "--no-backup" in done.err
    assert value(world.url, "SELECT version_num FROM alembic_version") == head()


def test_a_schedule_keeps_so_many_and_no_partial_file(database_url: str, tmp_path: Path) -> None:
    clock = MovableClock()
    settings = settings_of(database_url, tmp_path, backup_every=24.0, backup_keep=3)
    schedule = BackupSchedule(settings, database_url, clock)
    folder = tmp_path / "backups"

    assert schedule.back_up_if_due()
    assert not schedule.back_up_if_due()
    first = stored_backups(folder)[0]
    for _ in range(4):
        clock.move(timedelta(hours=25))
        assert schedule.back_up_if_due()
    part = folder / "edison-20200101T000000Z-scheduled.dump.part"
    part.write_bytes(b"half")
    os.utime(part, (0, 0))

    assert len(stored_backups(folder)) == 3
    assert not first.file.exists()
    clock.move(timedelta(hours=25))
    assert schedule.back_up_if_due()
    assert not part.exists()


def test_a_backup_that_cannot_be_made_deletes_none(database_url: str, tmp_path: Path) -> None:
    clock = MovableClock()
    settings = settings_of(database_url, tmp_path, backup_every=1.0, backup_keep=1)
    assert BackupSchedule(settings, database_url, clock).back_up_if_due()
    kept = stored_backups(tmp_path / "backups")
    clock.move(timedelta(hours=2))
    nowhere = "postgresql://nobody@127.0.0.1:1/none"

    with pytest.raises(BackupFailed):
        save_backup(nowhere, tmp_path / "backups", "scheduled", now=clock.now(), keep=1)

    assert stored_backups(tmp_path / "backups") == kept
    assert [file.name for file in (tmp_path / "backups").iterdir()] == [kept[0].file.name]


def test_one_worker_at_a_time_writes(database_url: str, tmp_path: Path) -> None:
    settings = settings_of(database_url, tmp_path, backup_every=1.0)
    schedule = BackupSchedule(settings, database_url, MovableClock())

    with only_one_backup(database_url) as allowed:
        assert allowed
        assert not schedule.back_up_if_due()

    assert schedule.back_up_if_due()


def test_a_cut_off_file_is_not_verified(database_url: str, tmp_path: Path) -> None:
    execute(
        database_url, "CREATE TABLE much AS SELECT md5(i::text) FROM generate_series(1, 9999) i"
    )
    saved = save_backup(database_url, tmp_path, "scheduled", now=datetime.now(UTC), keep=1)
    verify(saved.file)
    damaged = tmp_path / "damaged"
    shutil.copy(saved.file, damaged)
    damaged.write_bytes(damaged.read_bytes()[:-2000])

    with pytest.raises(BackupFailed):
        verify(damaged)


def test_the_local_database_is_backed_up_by_default_and_a_server_is_not(tmp_path: Path) -> None:
    assert Settings(home=tmp_path, database_url=None).hours_between_backups == 24
    assert settings_of("postgresql://x/y", tmp_path).hours_between_backups == 0


def test_the_doctor_tells_of_backups(database_url: str, tmp_path: Path) -> None:
    settings = settings_of(database_url, tmp_path, backup_every=24.0)
    now = datetime.now(UTC)
    found = {finding.what: finding for finding in examine(settings)}
    assert "none yet" in found["backups"].found

    save_backup(database_url, settings.backups, "scheduled", now=now, keep=7)

    found = {finding.what: finding for finding in examine(settings)}
    assert "1 in" in found["backups"].found
    assert found["backups"].ok
