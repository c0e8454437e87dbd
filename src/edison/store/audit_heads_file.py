"""Copies of audit checkpoints in a file on the worker's disk, which a change of the database cannot alter."""

import fcntl
import json
import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from edison.domain.audit.audit_checkpoints import (
    Checkpoint,
    checkpoint_from_json,
    checkpoint_to_json,
)

# Far more than one line has.
TAIL_BYTES = 64 * 1024


class DamagedHeadsFile(RuntimeError):
    """A line of the file cannot be parsed as a checkpoint."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadLine:
    """A checkpoint, with the public key that verifies its signature: the vault may delete that key later."""

    checkpoint: Checkpoint
    public: str


class AuditHeadsFile:
    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[HeadLine]:
        """Read all lines; return an empty list if the file is missing."""
        try:
            with self.path.open("rb") as opened:
                return self._lines(opened.read(), first=1)
        except FileNotFoundError:
            return []

    def newest(self) -> HeadLine | None:
        try:
            with self.path.open("rb") as opened:
                return self._newest(opened)
        except FileNotFoundError:
            return None

    def set_aside(self, now: datetime) -> Path | None:
        """Rename the file because its database was replaced; return the new path, or None if there is no file."""
        aside = self.path.with_name(
            f"{self.path.stem}-before-{now:%Y%m%dT%H%M%S}{self.path.suffix}"
        )
        try:
            return self.path.rename(aside)
        except FileNotFoundError:
            return None

    def append(self, lines: Sequence[HeadLine]) -> int:
        """Append the lines that are newer than the last line of the file; return their number.

        Workers on one machine may share the file.
        """
        with self._alone() as opened:
            newest = self._newest(opened)
            known = 0 if newest is None else newest.checkpoint.number
            new = [line for line in lines if line.checkpoint.number > known]
            opened.seek(_end_of_whole_lines(opened))
            opened.truncate()
            opened.write("".join(_to_text(line) for line in new).encode())
            opened.flush()
            os.fsync(opened.fileno())
        return len(new)

    @contextmanager
    def _alone(self) -> Generator[BinaryIO]:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        number = os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600)
        with os.fdopen(number, "r+b") as opened:
            fcntl.flock(opened, fcntl.LOCK_EX)
            yield opened

    def _newest(self, opened: BinaryIO) -> HeadLine | None:
        size = opened.seek(0, os.SEEK_END)
        opened.seek(max(0, size - TAIL_BYTES))
        whole, _, _ = opened.read().rpartition(b"\n")
        last = whole.rpartition(b"\n")[2]
        return self._lines(last + b"\n", first=0)[0] if last else None

    def _lines(self, content: bytes, first: int) -> list[HeadLine]:
        # A worker that was killed while writing leaves an incomplete line, which the next writer removes.
        whole = content.rpartition(b"\n")[0]
        found: list[HeadLine] = []
        for number, line in enumerate(whole.split(b"\n") if whole else [], start=first):
            try:
                said = json.loads(line)
                public = bytes.fromhex(said["public"]).hex()
                found.append(HeadLine(checkpoint=checkpoint_from_json(said), public=public))
            except (ValueError, KeyError, TypeError):
                where = f"line {number}" if number else "the last line"
                raise DamagedHeadsFile(f"{self.path}: {where} is not a valid checkpoint") from None
        return found


def _end_of_whole_lines(opened: BinaryIO) -> int:
    size = opened.seek(0, os.SEEK_END)
    start = max(0, size - TAIL_BYTES)
    opened.seek(start)
    return start + opened.read().rfind(b"\n") + 1


def _to_text(line: HeadLine) -> str:
    return json.dumps({**checkpoint_to_json(line.checkpoint), "public": line.public}) + "\n"
