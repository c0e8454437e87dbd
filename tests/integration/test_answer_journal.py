"""Answers that a worker has received survive its end, and the database being away."""

import fcntl
import os
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from edison.domain.ids import BudgetId
from edison.engine.answer_journal import FILE_AT_MOST, AnswerJournal, left_files
from edison.engine.runs.journal_lines import from_line, to_line
from edison.engine.runs.journal_replay import replay_journals
from tests.integration.test_run_reservations import COST, Worker, WorkerFactory
from tests.support.world import World


@pytest.fixture
async def workers(world: World, tmp_path: Path) -> AsyncGenerator[WorkerFactory]:
    factory = WorkerFactory(world, tmp_path)
    yield factory
    await factory.close()


def _line(killed: Worker, budgets: tuple[BudgetId, ...]) -> bytes:
    line = to_line(killed.desk.project, killed.taken.run.id, killed.item(0, budgets))
    assert line is not None
    return line


def _journal(workers: WorkerFactory, killed: Worker, budgets: tuple[BudgetId, ...]) -> None:
    workers.journal().add(_line(killed, budgets))


def _forget_lock(path: Path) -> None:
    """Copy a file and so lose its lock, as when the process that wrote it was killed."""
    text = path.read_bytes()
    path.unlink()
    path.write_bytes(text)


async def test_an_answer_that_arrived_before_a_kill_is_committed_by_the_next_worker(
    workers: WorkerFactory, tmp_path: Path
) -> None:
    killed = await workers.start()
    _, budgets = await killed.begin(0)
    # It was received, and the process was killed before the transaction began.
    _journal(workers, killed, budgets)
    [file] = (tmp_path / "journal").iterdir()
    _forget_lock(file)

    assert await replay_journals(workers.own(), tmp_path / "journal") == 1

    assert killed.balances() == {(COST, 0, 0)}
    assert killed.ledger() == [("reserve", 0, 4000, 0), ("settle", COST, -4000, 0)]
    assert [each.name for each in (tmp_path / "journal").iterdir() if each == file] == []


async def test_a_journal_that_was_committed_before_the_kill_changes_nothing(
    workers: WorkerFactory, tmp_path: Path
) -> None:
    killed = await workers.start()
    _, budgets = await killed.begin(0)
    _journal(workers, killed, budgets)
    await killed.finish(0, budgets)
    for file in (tmp_path / "journal").iterdir():
        _forget_lock(file)
    before = killed.ledger()

    assert await replay_journals(workers.own(), tmp_path / "journal") == 0

    assert killed.ledger() == before


async def test_an_answer_is_accepted_also_after_its_call_was_counted_as_in_doubt(
    workers: WorkerFactory, tmp_path: Path
) -> None:
    """Another worker took the chunk over before the machine with the journal was back."""
    killed = await workers.start()
    _, budgets = await killed.begin(0)
    _journal(workers, killed, budgets)
    [file] = (tmp_path / "journal").iterdir()
    _forget_lock(file)
    again = await workers.claim(killed.desk, killed.taken.run.id, "worker#2")
    assert again.balances() == {(0, 0, 4000)}

    assert await replay_journals(workers.own(), tmp_path / "journal") == 1

    assert again.balances() == {(COST, 0, 0)}
    assert again.calls_in_doubt() == []


async def test_a_torn_line_and_a_deleted_run_do_not_keep_the_others_from_being_committed(
    workers: WorkerFactory, tmp_path: Path
) -> None:
    killed = await workers.start()
    _, budgets = await killed.begin(0)
    line = _line(killed, budgets)
    gone = line.replace(str(killed.taken.run.id).encode(), b"00000000-0000-7000-8000-000000000000")
    folder = tmp_path / "journal"
    folder.mkdir()
    (folder / "dead-1.jsonl").write_bytes(gone + b"\n" + line + b"\n" + line[:100])

    assert await replay_journals(workers.own(), folder) == 1

    assert not (folder / "dead-1.jsonl").exists()


def test_a_line_says_the_same_when_it_is_read_back(tmp_path: Path) -> None:
    assert from_line(b'{"project": "torn') is None


def test_files_of_living_workers_are_left_alone(tmp_path: Path) -> None:
    journal = AnswerJournal(tmp_path, "worker#1")
    committed = journal.add(b"{}")

    assert list(left_files(tmp_path)) == []

    committed()
    journal.close()
    assert list(tmp_path.iterdir()) == []


def test_a_full_file_is_followed_by_another_and_removed_when_all_of_it_is_committed(
    tmp_path: Path,
) -> None:
    journal = AnswerJournal(tmp_path, "worker#1")
    first = journal.add(b"x" * FILE_AT_MOST)
    second = journal.add(b"y")
    assert len(list(tmp_path.iterdir())) == 2

    first()
    assert len(list(tmp_path.iterdir())) == 1
    second()
    journal.close()
    assert list(tmp_path.iterdir()) == []


def test_what_is_committed_is_not_kept_and_a_line_that_was_cut_short_spoils_no_other(
    tmp_path: Path,
) -> None:
    journal = AnswerJournal(tmp_path, "worker#1")
    journal.add(b"committed")()
    [file] = tmp_path.iterdir()
    assert file.read_bytes() == b""

    with file.open("ab") as torn:
        torn.write(b'{"half')
    journal.add(b"whole")
    assert file.read_bytes().splitlines()[-1] == b"whole"


def test_answers_are_readable_only_by_their_owner(tmp_path: Path) -> None:
    AnswerJournal(tmp_path / "journal", "worker#1").add(b"{}")

    [file] = (tmp_path / "journal").iterdir()

    assert file.stat().st_mode & 0o077 == 0
    assert (tmp_path / "journal").stat().st_mode & 0o077 == 0


def test_a_disk_that_takes_nothing_does_not_keep_answers_from_the_database(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("a file where the folder should be")

    AnswerJournal(tmp_path / "journal", "worker#1").add(b"{}")()


def test_only_one_process_replays_a_file(tmp_path: Path) -> None:
    path = tmp_path / "dead-1.jsonl"
    path.write_bytes(b"{}\n")
    other = os.open(path, os.O_RDWR)
    fcntl.flock(other, fcntl.LOCK_EX)

    assert list(left_files(tmp_path)) == []

    os.close(other)
    assert [file.path for file in left_files(tmp_path)] == [path]
