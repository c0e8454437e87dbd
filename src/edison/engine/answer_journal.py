"""Journal file of answers that are received but not yet committed, so that a killed worker loses no answer.

A line is written when an answer arrives, before the database write. The file is not synced to disk: the kernel keeps
the line when the process is killed, and only a crash of the whole machine can lose it. The next worker with the same
home folder commits the remaining lines (see `runs/journal_replay.py`). A file is removed when all its lines are
committed.
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import structlog

log = structlog.get_logger(__name__)

FILE_AT_MOST = 4_000_000
SUFFIX = ".jsonl"
PUT_ASIDE = ".unreadable"


class _File:
    """A journal file, open and locked until its worker ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self.size = 0
        self.waiting = 0

    def write(self, line: bytes) -> None:
        os.write(self._descriptor, line)
        self.size += len(line)
        self.waiting += 1

    def clear(self) -> None:
        os.ftruncate(self._descriptor, 0)
        self.size = 0

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)
        os.close(self._descriptor)


class AnswerJournal:
    """The journal of one worker."""

    def __init__(self, folder: Path, life: str) -> None:
        self._folder = folder
        self._life = "".join(c if c.isalnum() or c in "-." else "_" for c in life)
        self._number = 0
        self._file: _File | None = None

    def add(self, line: bytes) -> Callable[[], None]:
        """Append a line; return a function that marks the line as committed."""
        try:
            file = self._current()
            # Start with a line break, so that a previous line cut short by a full disk does not corrupt this one.
            file.write(b"\n" + line)
        except OSError as error:
            # A full disk must not prevent the answer from reaching the database.
            log.error("journal_not_written", error=type(error).__name__)
            return _nothing

        def committed() -> None:
            file.waiting -= 1
            if file.waiting:
                return
            # Remove committed lines: they must not outlive the deletion of their project.
            if file is self._file:
                file.clear()
            else:
                file.remove()

        return committed

    def _current(self) -> _File:
        file = self._file
        if file is not None and file.size < FILE_AT_MOST:
            return file
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._number += 1
        self._file = _File(self._folder / f"{self._life}-{self._number}{SUFFIX}")
        if file is not None and not file.waiting:
            file.remove()
        return self._file

    def close(self) -> None:
        """Close the journal; remove its file if all lines are committed."""
        if self._file is not None and not self._file.waiting:
            self._file.remove()
            self._file = None


class LeftFile:
    """The journal file of a worker that has ended. It is locked, so that only one process replays it."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor

    def lines(self) -> list[bytes]:
        return [line for line in self.path.read_bytes().splitlines() if line]

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)
        os.close(self._descriptor)

    def put_aside(self) -> None:
        """Rename the file, so that it is not replayed again and a person can inspect it."""
        self.path.replace(self.path.with_suffix(PUT_ASIDE))
        os.close(self._descriptor)


def left_files(folder: Path) -> Iterator[LeftFile]:
    """Lock and yield the journal files of workers that have ended."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            descriptor = os.open(path, os.O_RDWR)
        except FileNotFoundError:
            continue
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            continue
        yield LeftFile(path, descriptor)


def _nothing() -> None:
    pass
