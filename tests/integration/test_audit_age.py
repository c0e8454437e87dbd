"""The audit log has an age of its own: aged entries go, and what is left can still be verified."""

import asyncio
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from pydantic import ValidationError

from edison.engine.audit.aged_entries import AgedAuditEntries
from edison.engine.audit.checkpoint_writer import CheckpointsContradict
from edison.kit.uuids import new_id
from edison.settings import Settings
from edison.vault.sealer import private_text
from tests.support.answers import granted
from tests.support.commands import Command
from tests.support.gateway import PATIENCE_S
from tests.support.signed_log import BEHIND_THE_TRIGGER, SignedLog
from tests.support.sql import execute, rows, value
from tests.support.world import World


@pytest.fixture
async def log(world: World, tmp_path: Path) -> SignedLog:
    log = SignedLog(world, tmp_path)
    await log.begin()
    return log


def _aged(log: SignedLog, days: int) -> AgedAuditEntries:
    world = log.world
    return AgedAuditEntries(work=world.ctx.work, clock=world.clock, writer=log.writer, days=days)


def _numbers(log: SignedLog, scope: str | None = None) -> list[int]:
    found = rows(
        log.world.url,
        f"SELECT number FROM audit_log WHERE scope = '{scope or log.scope}' ORDER BY number",
    )
    return [number for (number,) in found]


async def test_oldest_entries_may_go_once_a_worker_has_signed_the_new_start(log: SignedLog) -> None:
    await log.grow_and_sign("One", "Two", "Three")
    prune = f"DELETE FROM audit_log WHERE scope = '{log.scope}' AND number <= 2"

    async with log.world.ctx.write() as tx:
        await log.writer.sign_start(tx, log.scope, 2)
    execute(log.world.url, BEHIND_THE_TRIGGER, prune)

    assert (await log.verify()).problems == ()
    await log.grow_and_sign("Four")
    assert (await log.verify()).problems == ()
    log.rewrite(4, "Eve")
    assert "broken at entry 4" in (await log.verify()).problems[0]


@pytest.mark.attack
async def test_oldest_entries_that_are_gone_without_a_signature_are_missed(log: SignedLog) -> None:
    await log.grow_and_sign("One", "Two", "Three")

    execute(
        log.world.url,
        BEHIND_THE_TRIGGER,
        f"DELETE FROM audit_log WHERE scope = '{log.scope}' AND number <= 2",
    )

    assert f"chain {log.scope} is broken at entry 3" in (await log.verify()).problems[0]


@pytest.mark.attack
async def test_a_start_that_was_never_signed_is_refused(log: SignedLog) -> None:
    await log.grow("One")

    async with log.world.ctx.write() as tx:
        with pytest.raises(CheckpointsContradict, match="has not been signed yet"):
            await log.writer.sign_start(tx, log.scope, 1)


async def test_aged_entries_go_and_the_rest_is_still_verified(log: SignedLog) -> None:
    await log.grow("One", "Two")
    written = _numbers(log)
    log.world.clock.move(timedelta(days=366))
    await log.record("Three")

    assert await _aged(log, 0).delete() == 0
    assert await _aged(log, 367).delete() == 0
    assert await _aged(log, 365).delete() >= len(written)

    assert _numbers(log) == [written[-1] + 1]
    assert (await log.verify()).problems == ()
    assert await _aged(log, 365).delete() == 0
    await log.record("Four")
    await log.sign()
    log.rewrite(written[-1] + 1, "Eve")
    assert "is broken" in (await log.verify()).problems[0]


@pytest.mark.attack
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM audit_log WHERE scope = '{scope}' AND number = {first}",
        "UPDATE audit_log SET actor_label = 'Eve' WHERE scope = '{scope}' AND number = {first}",
        "UPDATE audit_checkpoints SET entry_number = entry_number + 1 WHERE kind = 'start'",
        "DELETE FROM audit_checkpoints WHERE kind = 'start'",
    ],
)
async def test_a_start_that_was_tampered_with_is_found(log: SignedLog, statement: str) -> None:
    await log.grow("One", "Two")
    log.world.clock.move(timedelta(days=366))
    await log.record("Three", "Four")
    assert await _aged(log, 365).delete() > 0
    first = _numbers(log)[0]
    assert (await log.verify()).problems == ()

    execute(log.world.url, BEHIND_THE_TRIGGER, statement.format(scope=log.scope, first=first))

    assert (await log.verify()).problems


async def test_a_log_without_any_newer_entry_goes_and_begins_again(log: SignedLog) -> None:
    await log.grow("One")
    log.world.clock.move(timedelta(days=400))

    await _aged(log, 365).delete()

    assert _numbers(log) == []
    await log.record("Two")
    await log.sign()
    assert (await log.verify()).problems == ()


async def test_the_proof_of_a_deleted_project_may_go_as_well(log: SignedLog) -> None:
    await log.grow_and_sign("One")
    granted(await log.owner.browser.post(f"{log.path}/delete", json={"name": "One"}), 204)
    execute(
        log.world.url,
        BEHIND_THE_TRIGGER,
        f"DELETE FROM audit_log WHERE scope = '{log.scope}'",
        f"DELETE FROM audit_heads WHERE scope = '{log.scope}'",
    )
    log.world.clock.move(timedelta(days=400))

    await _aged(log, 365).delete()

    assert value(log.world.url, "SELECT count(*) FROM audit_log") == 0
    assert (await log.verify()).problems == ()


async def test_a_chain_that_contradicts_its_checkpoints_stays_as_evidence(log: SignedLog) -> None:
    await log.grow_and_sign("One", "Two")
    log.rewrite(2, "Eve")
    log.world.clock.move(timedelta(days=366))
    await log.record("Three")
    before = _numbers(log)

    await _aged(log, 365).delete()

    assert _numbers(log) == before
    assert (await log.verify()).problems


async def test_half_a_deletion_is_finished_by_the_next(log: SignedLog) -> None:
    await log.grow_and_sign("One", "Two")
    last = _numbers(log)[-1]
    log.world.clock.move(timedelta(days=366))
    await log.record("Three")
    async with log.world.ctx.write() as tx:
        await log.writer.sign_start(tx, log.scope, last)
    async with log.world.ctx.write() as tx:
        assert await tx.audit.delete_before_start(log.scope, last, 1) == 1

    assert (await log.verify()).problems == ()
    await _aged(log, 365).delete()

    assert _numbers(log) == [last + 1]
    assert (await log.verify()).problems == ()


@pytest.mark.parametrize("open_door", [False, True])
async def test_the_database_refuses_what_no_start_covers(log: SignedLog, open_door: bool) -> None:
    await log.grow_and_sign("One", "Two", "Three")
    async with log.world.ctx.write() as tx:
        await log.writer.sign_start(tx, log.scope, 2)
    door = "SELECT set_config('edison.deleting_aged_audit', 'on', false)"

    with pytest.raises(psycopg.Error, match="is refused"):
        execute(
            log.world.url,
            door if open_door else "SELECT 1",
            f"DELETE FROM audit_log WHERE scope = '{log.scope}' AND number = 3",
        )
    with pytest.raises(psycopg.Error):
        execute(
            log.world.url, door, f"UPDATE audit_log SET action = '' WHERE scope = '{log.scope}'"
        )


async def test_the_command_previews_and_deletes_them(world: World, tmp_path: Path) -> None:
    log = SignedLog(world, tmp_path)
    world.clock.move(timedelta(days=-366))
    log.scope = str(new_id())
    await log.record("One", "Two")
    world.clock.move(timedelta(days=366))
    await log.record("Three")
    command = _a_command(log, tmp_path)

    dry = await command.run("retention", "run", "--dry-run")
    assert (dry.out, len(_numbers(log))) == ("audit log: 2 entries\n", 3)
    done = await command.run("retention", "run")

    assert done.out.split() == ["audit", "entries", "2"]
    assert len(_numbers(log)) == 1
    verified = await command.run("audit", "verify")
    assert (verified.code, verified.err) == (0, "")


def _a_command(log: SignedLog, home: Path) -> Command:
    return Command(
        home,
        log.world.url,
        EDISON_MIGRATE_ON_START="false",
        EDISON_VAULT_KEYS=private_text(log.key),
        EDISON_AUDIT_RETENTION_DAYS="365",
    )


@pytest.mark.nightly
async def test_a_worker_deletes_them_and_the_command_verifies_what_is_left(
    world: World, tmp_path: Path
) -> None:
    log = SignedLog(world, tmp_path)
    world.clock.move(timedelta(days=-366))
    log.scope = str(new_id())
    await log.record("Old")
    world.clock.move(timedelta(days=366))
    await log.record("New")
    kept = _numbers(log)[-1]
    command = _a_command(log, tmp_path)
    async with command.running("worker", ready="worker_started"), asyncio.timeout(PATIENCE_S):
        while _numbers(log)[0] == 1:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)

    assert kept in _numbers(log)
    verified = await command.run("audit", "verify")
    assert (verified.code, verified.err) == (0, "")


@pytest.mark.parametrize("days", [1, 364])
def test_an_age_below_a_year_is_refused(days: int) -> None:
    with pytest.raises(ValidationError, match="at least 365 days"):
        Settings(audit_retention_days=days)
