"""Backup and restore through the command: what comes back is what was there."""

import os
import stat
from pathlib import Path

import pytest

from tests.support.answers import granted
from tests.support.commands import Command
from tests.support.people import invite, make_token
from tests.support.postgres import TestServer
from tests.support.signed_log import SignedLog
from tests.support.sql import everything, execute, value
from tests.support.world import API, World

TRIGGERS = "SELECT count(*) FROM pg_trigger WHERE tgname = 'append_only'"


async def test_a_restored_database_equals_the_one_that_was_saved(
    world: World, tmp_path: Path
) -> None:
    """NFR-4.4.21, PSM-ROAD-10: rows, audit chains, append-only rules."""
    command = Command(tmp_path, world.url)
    ada = await world.person("Ada")
    slug = (await ada.create_project(description="Ünïcode\n\ttext"))["slug"]
    await make_token(ada, slug)
    await invite(ada, slug, "bob@example.com")
    before, rules = everything(world.url), value(world.url, TRIGGERS)
    file = tmp_path / "edison.backup"

    saved = await command.run("backup", str(file))
    assert saved.code == 0, saved.err
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    await ada.create_project("Made later")
    execute(world.url, "DROP TABLE api_tokens")
    restored = await command.run("restore", str(file))

    assert restored.code == 0, restored.err
    assert everything(world.url) == before
    async with world.ctx.read() as tx:
        checks = await tx.audit.check_all()
    assert [check.broken_at for check in checks] == [None, None]
    assert value(world.url, TRIGGERS) == rules > 0
    granted(await ada.browser.get(f"{API}/projects/{slug}"))
    await ada.create_project("Life goes on")


@pytest.mark.nightly
async def test_workers_go_on_signing_after_a_restore(world: World, tmp_path: Path) -> None:
    """The worker's file tells of a log that the backup does not have; it is set aside, not lost."""
    log = SignedLog(world, tmp_path)
    await log.begin()
    await log.grow_and_sign("One")
    command = Command(tmp_path, world.url)
    file = tmp_path / "edison.backup"
    assert (await command.run("backup", str(file))).code == 0
    await log.grow_and_sign("Two")
    assert log.settings.audit_heads == tmp_path / "audit-heads.jsonl"

    restored = await command.run("restore", str(file))

    assert "signatures of the audit log" in restored.out
    [kept] = (name for name in os.listdir(tmp_path) if name.startswith("audit-heads-before-"))
    assert (tmp_path / kept).stat().st_size > 0
    await log.sign()
    assert (await log.verify()).problems == ()


async def test_restore_refuses_while_edison_runs(world: World, tmp_path: Path) -> None:
    command = Command(tmp_path, world.url)
    file = tmp_path / "edison.backup"
    assert (await command.run("backup", str(file))).code == 0
    ada = await world.person("Ada")

    async with world.served():
        await world.ctx.wakeups.listening.wait()
        refused = await command.run("restore", str(file))

    assert refused.code == 1
    assert "Edison is running on this database (edison-events)" in refused.err
    assert "Stop it first" in refused.err
    granted(await ada.browser.get(f"{API}/me"))


async def test_a_failed_backup_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "edison.backup"

    done = await Command(tmp_path, "postgresql://nobody@127.0.0.1:1/none").run("backup", str(file))

    assert done.code == 1
    assert done.err.startswith("edison: pg_dump failed")
    assert not file.exists()
    assert not file.with_name("edison.backup.part").exists()


async def test_a_damaged_backup_changes_nothing(world: World, tmp_path: Path) -> None:
    command = Command(tmp_path, world.url)
    file = tmp_path / "edison.backup"
    await world.person("Ada")
    assert (await command.run("backup", str(file))).code == 0
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    await world.person("Bob")
    before = everything(world.url)

    done = await command.run("restore", str(file))

    assert done.code == 1
    assert everything(world.url) == before


async def test_a_backup_of_a_newer_version_changes_nothing(
    world: World, postgres: TestServer, tmp_path: Path
) -> None:
    file = tmp_path / "edison.backup"
    await world.person("Ada")
    before = everything(world.url)
    with postgres.database() as newer:
        execute(newer, "UPDATE alembic_version SET version_num = '9999'")
        assert (await Command(tmp_path, newer).run("backup", str(file))).code == 0

    refused = await Command(tmp_path, world.url).run("restore", str(file))

    assert refused.code == 1
    assert "The backup is at revision 9999" in refused.err
    assert everything(world.url) == before


async def test_a_missing_backup_is_named(world: World, tmp_path: Path) -> None:
    done = await Command(tmp_path, world.url).run("restore", str(tmp_path / "none"))

    assert (done.code, "does not exist" in done.err) == (1, True)


async def test_the_way_back_is_a_restore_into_an_empty_database(
    world: World, postgres: TestServer, tmp_path: Path
) -> None:
    """MIG-17.1.3, OPS-14.4.2: as docs/how-to/operations.md has it, and the sessions of before are good."""
    file = tmp_path / "before-upgrade.dump"
    ada = await world.person("Ada")
    await ada.create_project()
    before = everything(world.url)
    assert (await Command(tmp_path, world.url).run("backup", str(file))).code == 0

    with postgres.database(empty=True) as empty:
        restored = await Command(tmp_path, empty).run("restore", str(file))
        assert restored.code == 0, restored.err
        examined = await Command(tmp_path, empty).run("doctor")

        assert everything(empty) == before
        assert "audit log" in examined.out
        assert "whole" in examined.out
