"""The archive of one run: a gzip file of JSON lines. The last line contains the number of lines and their hash."""

import gzip
import os
from collections import Counter
from hashlib import sha256
from pathlib import Path
from types import TracebackType

from edison.kit.postgres_json import json_text
from edison.kit.uuids import new_id

LEVEL = 6
FORMAT = 1


class ArchiveDamaged(OSError):
    """Error: the content of an archive differs from what was written."""


class ArchiveFile:
    """An archive file that is written under a temporary name and renamed after it is synced and verified."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._draft = path.with_name(f".{path.name}.{new_id()}.part")
        self._hash = sha256()
        self.counts: Counter[str] = Counter()

    def __enter__(self) -> "ArchiveFile":
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        place = os.open(self._draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self._raw = os.fdopen(place, "wb")
        # No timestamp in the gzip header: the same run gives the same file.
        self._zip = gzip.GzipFile(
            filename="", fileobj=self._raw, mode="wb", compresslevel=LEVEL, mtime=0
        )
        return self

    def add(self, kind: str, rows: list[str]) -> None:
        for row in rows:
            line = f'{{"kind":"{kind}","row":{row}}}\n'.encode()
            self._hash.update(line)
            self._zip.write(line)
        self.counts[kind] += len(rows)

    def finish(self) -> None:
        """Close, verify and rename the file; an existing file is replaced."""
        end = {"kind": "end", "format": FORMAT, "counts": dict(self.counts)}
        self._zip.write(f"{json_text({**end, 'sha256': self._hash.hexdigest()})}\n".encode())
        self._zip.close()
        self._raw.flush()
        os.fsync(self._raw.fileno())
        self._raw.close()
        verify_archive(self._draft, self._hash.hexdigest(), sum(self.counts.values()))
        self._draft.replace(self._path)
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._zip.close()
        self._raw.close()
        self._draft.unlink(missing_ok=True)


def verify_archive(path: Path, digest: str, rows: int) -> None:
    """Read a whole archive; raise `ArchiveDamaged` if its rows or its hash differ from the given ones."""
    found, lines, last = sha256(), 0, b""
    with gzip.open(path, "rb") as file:
        for line in file:
            if lines:
                found.update(last)
            last, lines = line, lines + 1
    if lines != rows + 1 or found.hexdigest() != digest or not last.startswith(b'{"kind"'):
        raise ArchiveDamaged(f"The archive {path.name} differs from what was written")
