"""Workers sign the audit chains; whoever rewrites or cuts off what was signed is found out."""

import asyncio
import json
import stat
from pathlib import Path

import psycopg
import pytest
from nacl.public import PrivateKey
from pydantic import SecretStr

from edison.domain.audit.audit_chain import GENESIS
from edison.domain.audit.audit_checkpoints import HEAD, Checkpoint, hash_of_checkpoint
from edison.engine.audit.checkpoint_writer import CheckpointsContradict
from edison.processes.audit_maintenance import build_checkpoint_writer
from edison.vault.audit_keys import AuditSigner
from edison.vault.key_ring import KeyRing
from edison.vault.sealer import private_text, public_text
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


async def test_an_untouched_log_verifies_and_says_what_is_not_signed_yet(log: SignedLog) -> None:
    await log.grow_and_sign("One", "Two")
    await log.grow("Three", "Four")

    report = await log.verify()

    assert report.problems == ()
    assert report.proves_something
    # Of two sign-ups and logins nothing is open: the installation's chain was signed with the rest.
    assert report.unsigned == 2
    assert report.checkpoints == value(log.world.url, "SELECT count(*) FROM audit_checkpoints")


async def test_a_log_that_nobody_signed_proves_nothing(log: SignedLog) -> None:
    report = await log.verify()

    assert (report.problems, report.proves_something) == ((), False)


@pytest.mark.attack
async def test_a_whole_chain_that_was_rewritten_is_found_with_the_first_entry(
    log: SignedLog,
) -> None:
    """Entry 3 is changed and every hash after it computed anew: without signatures nothing shows."""
    await log.grow_and_sign("One", "Two", "Three", "Four")
    log.rewrite(3, "Eve")
    async with log.world.ctx.read() as tx:
        assert {check.broken_at for check in await tx.audit.check_all()} == {None}

    report = await log.verify()

    assert report.problems == (
        f"chain {log.scope} is broken at entry 3: "
        "the entries were rewritten after a worker had signed them",
    )


@pytest.mark.attack
async def test_between_two_checkpoints_the_first_changed_entry_is_bounded(log: SignedLog) -> None:
    await log.grow_and_sign("One")
    await log.grow("Two", "Three", "Four")
    await log.sign()
    log.rewrite(4, "Eve")

    [problem] = (await log.verify()).problems

    assert problem.startswith(f"chain {log.scope} is broken between entries 3 and 5: ")


@pytest.mark.attack
async def test_entries_that_are_cut_off_behind_a_checkpoint_are_missed(log: SignedLog) -> None:
    await log.grow_and_sign("One", "Two", "Three")
    log.cut_off(3)

    [problem] = (await log.verify()).problems

    assert problem == (
        f"chain {log.scope} is broken between entries 3 and 4: "
        "entries that a worker has signed are missing"
    )


@pytest.mark.attack
async def test_a_chain_that_was_removed_as_a_whole_is_missed(log: SignedLog) -> None:
    await log.grow_and_sign("One")
    _remove_chain(log)

    assert (await log.verify()).problems == (f"chain {log.scope} is broken at entry 1",)


async def test_a_chain_that_went_with_its_deleted_project_is_not_missed(log: SignedLog) -> None:
    """The entry of the installation says how many entries went, and what their last hash was."""
    await log.grow_and_sign("One", "Two")
    granted(await log.owner.browser.post(f"{log.path}/delete", json={"name": "Two"}), 204)
    _remove_chain(log)

    assert (await log.verify()).problems == ()

    # Whoever lets that entry tell of fewer entries has not removed what was signed.
    fewer = "jsonb_set(changes::jsonb, '{audit_entries,old}', '1')::json"
    execute(
        log.world.url,
        BEHIND_THE_TRIGGER,
        f"UPDATE audit_log SET changes = {fewer} WHERE action = 'project.deleted'",
    )
    assert any(log.scope in problem for problem in (await log.verify()).problems)


def _remove_chain(log: SignedLog) -> None:
    execute(
        log.world.url,
        BEHIND_THE_TRIGGER,
        f"DELETE FROM audit_log WHERE scope = '{log.scope}'",
        f"DELETE FROM audit_heads WHERE scope = '{log.scope}'",
    )


async def test_what_came_after_the_newest_checkpoint_can_be_rewritten_unseen(
    log: SignedLog,
) -> None:
    """SECURITY.md says so."""
    await log.grow_and_sign("One")
    await log.grow("Two")
    log.rewrite(3, "Eve")

    assert (await log.verify()).problems == ()


@pytest.mark.attack
async def test_removed_checkpoints_are_missed_by_the_file_of_the_worker(log: SignedLog) -> None:
    await log.grow_and_sign("One", "Two")
    log.rewrite(3, "Eve")
    execute(log.world.url, BEHIND_THE_TRIGGER, "DELETE FROM audit_checkpoints")

    problems = (await log.verify()).problems

    assert f"chain {log.scope} is broken at entry 3: " in problems[0]
    assert any("is missing from the database" in problem for problem in problems)
    copy = log.settings.audit_heads.rename(log.settings.home / "elsewhere.jsonl")
    alone = await log.verify()
    assert (alone.problems, alone.proves_something) == ((), False)
    assert (await log.verify(copy)).problems[0] == problems[0]


@pytest.mark.attack
@pytest.mark.parametrize(
    ("tampering", "problem"),
    [
        ("DELETE FROM audit_checkpoints WHERE number = 2", "Checkpoint 2 was removed"),
        ("UPDATE audit_checkpoints SET entry_hash = 'x' WHERE number = 2", "Checkpoint 2 has no"),
        ("UPDATE audit_checkpoints SET kind = 'other' WHERE number = 2", "Checkpoint 2 has no"),
        (
            "UPDATE audit_checkpoints SET signature = 'none' WHERE number = 2",
            "Checkpoint 2 has no",
        ),
        (
            "UPDATE audit_checkpoints SET key_id = 'unknown' WHERE number = 2",
            "Checkpoint 2 or 3 was changed",
        ),
    ],
)
async def test_a_changed_checkpoint_is_found_without_the_file(
    log: SignedLog, tampering: str, problem: str
) -> None:
    await log.grow_and_sign("One", "Two")
    log.settings.audit_heads.unlink()

    execute(log.world.url, BEHIND_THE_TRIGGER, tampering)

    found = (await log.verify()).problems
    assert any(text.startswith(problem) for text in found), found


@pytest.mark.attack
async def test_checkpoints_of_a_strangers_key_prove_nothing(log: SignedLog) -> None:
    """The whole log is rewritten, and signed again by someone with a key of their own."""
    await log.grow_and_sign("One", "Two")
    log.rewrite(2, "Eve")
    log.settings.audit_heads.unlink()
    stranger = AuditSigner(KeyRing([PrivateKey.generate()]))
    execute(log.world.url, BEHIND_THE_TRIGGER, "DELETE FROM audit_checkpoints")
    previous = GENESIS
    heads = rows(log.world.url, "SELECT scope, number, hash FROM audit_heads ORDER BY scope")
    async with log.world.ctx.write() as tx:
        for number, (scope, entry_number, entry_hash) in enumerate(heads, start=1):
            item = stranger.sign(
                Checkpoint(
                    number=number,
                    kind=HEAD,
                    scope=scope,
                    entry_number=entry_number,
                    entry_hash=entry_hash,
                    at=log.world.clock.now(),
                    key_id="",
                    previous_hash=previous,
                )
            )
            await tx.audit_checkpoints.add(item)
            previous = hash_of_checkpoint(item)

    [problem] = (await log.verify()).problems

    assert "which is unknown" in problem
    with pytest.raises(CheckpointsContradict, match="not signed with a key of this installation"):
        await log.writer.sign_heads()


@pytest.mark.attack
async def test_a_worker_does_not_sign_a_chain_that_contradicts_its_checkpoint(
    log: SignedLog,
) -> None:
    await log.grow_and_sign("One", "Two", "Three")
    log.rewrite(3, "Eve")
    known = value(log.world.url, "SELECT count(*) FROM audit_checkpoints")
    await log.grow("Four")

    done = await log.writer.sign_heads()

    assert list(done.refused) == [log.scope]
    assert value(log.world.url, "SELECT count(*) FROM audit_checkpoints") == known


@pytest.mark.attack
async def test_a_worker_does_not_go_on_where_its_file_knows_more(log: SignedLog) -> None:
    await log.grow_and_sign("One", "Two")
    log.cut_off(3)
    execute(
        log.world.url,
        BEHIND_THE_TRIGGER,
        "DELETE FROM audit_checkpoints WHERE number = (SELECT max(number) FROM audit_checkpoints)",
    )

    with pytest.raises(CheckpointsContradict, match="After restoring a backup, move the file away"):
        await log.writer.sign_heads()

    assert f"chain {log.scope} is broken at entry 3" in (await log.verify()).problems[0]
    log.settings.audit_heads.rename(log.settings.home / "before-restore.jsonl")
    await log.sign()
    assert (await log.verify()).problems == ()


async def test_a_rotation_of_keys_signs_all_chains_anew_and_the_old_key_may_go(
    log: SignedLog,
) -> None:
    await log.grow_and_sign("One")
    first = value(log.world.url, "SELECT count(*) FROM audit_checkpoints")
    new = PrivateKey.generate()
    both = f"{private_text(new)},{private_text(log.key)}"

    log.settings = log.settings.model_copy(update={"vault_keys": SecretStr(both)})
    await log.sign()

    assert value(log.world.url, "SELECT count(*) FROM audit_checkpoints") == 2 + first
    log.settings = log.settings.model_copy(update={"vault_keys": SecretStr(private_text(new))})
    assert (await log.verify()).problems == ()
    log.settings.audit_heads.unlink()
    report = await log.verify()
    assert (report.problems, report.checkpoints) == ((), 2 + first)
    log.rewrite(1, "Eve")
    assert "broken between entries 1 and 2" in (await log.verify()).problems[0]


@pytest.mark.attack
async def test_who_has_the_public_key_only_cannot_sign(log: SignedLog) -> None:
    """What a web machine has by ADR 10."""
    public = SecretStr(public_text(log.key.public_key))
    log.settings = log.settings.model_copy(update={"vault_keys": public})

    with pytest.raises(RuntimeError, match="This is a public key"):
        await log.writer.sign_heads()
    assert not (await log.verify()).has_keys


@pytest.mark.attack
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_checkpoints SET entry_hash = 'x'",
        "DELETE FROM audit_checkpoints",
        "TRUNCATE audit_checkpoints",
    ],
)
async def test_the_database_refuses_to_change_checkpoints(log: SignedLog, statement: str) -> None:
    await log.sign()

    with pytest.raises(psycopg.errors.RestrictViolation):
        execute(log.world.url, statement)


async def test_half_a_line_of_a_killed_worker_is_replaced_by_a_whole_one(log: SignedLog) -> None:
    await log.grow_and_sign("One")
    file = log.settings.audit_heads
    with file.open("ab") as opened:
        opened.write(b'{"number": 99, "ki')

    await log.grow_and_sign("Two")

    numbers = [json.loads(line)["number"] for line in file.read_text().splitlines()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert (await log.verify()).problems == ()


async def test_two_workers_write_one_trail(log: SignedLog, tmp_path: Path) -> None:
    other = log.settings.model_copy(update={"home": tmp_path / "other"})
    for name in ("One", "Two", "Three"):
        await log.grow(name)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(log.writer.sign_heads())
            tasks.create_task(build_checkpoint_writer(other, log.world.ctx.work).sign_heads())

    await log.sign()
    await build_checkpoint_writer(other, log.world.ctx.work).sign_heads()

    assert (await log.verify(other.audit_heads)).problems == ()
    assert other.audit_heads.read_text() == log.settings.audit_heads.read_text()


@pytest.mark.attack
@pytest.mark.nightly
async def test_a_worker_process_signs_and_the_command_finds_the_rewrite(
    log: SignedLog, tmp_path: Path
) -> None:
    """The whole path: `edison worker` writes checkpoints, `edison audit verify` reads them."""
    await log.grow("One", "Two")
    command = Command(
        tmp_path,
        log.world.url,
        EDISON_MIGRATE_ON_START="false",
        EDISON_VAULT_KEYS=private_text(log.key),
        EDISON_AUDIT_CHECKPOINT_S="1",
    )
    signed = "SELECT max(entry_number) FROM audit_checkpoints WHERE scope = %s"
    async with command.running("worker", ready="worker_started"):
        async with asyncio.timeout(PATIENCE_S):
            for names, number in ((), 3), (("Three",), 4):
                await log.grow(*names)
                while value(log.world.url, signed, log.scope) != number:  # noqa: ASYNC110 - another process
                    await asyncio.sleep(0.05)
                while number not in log.copied():  # noqa: ASYNC110 - as above
                    await asyncio.sleep(0.05)

    whole = await command.run("audit", "verify")
    assert (whole.code, whole.err) == (0, "")
    assert "All signed entries are unchanged" in whole.out
    assert stat.S_IMODE(log.settings.audit_heads.stat().st_mode) == 0o600

    log.rewrite(4, "Eve")
    found = await command.run("audit", "verify")
    assert found.code == 1
    assert f"FAIL  chain {log.scope} is broken at entry 4: the entries were rewritten" in found.out
    doctor = await command.run("doctor")
    assert f"FAIL  audit log: chain {log.scope} is broken at entry 4" in doctor.out
