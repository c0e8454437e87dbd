"""A zip archive with a table and the files that it names, written while it is read."""

import zipfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping

from edison.domain.models.attached_file import AttachedFile

# By media type, so that an import recognizes the paths in a table.
SUFFIXES = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "application/pdf": "pdf",
    "audio/wav": "wav",
    "audio/mpeg": "mp3",
}


def path_in_archive(file: AttachedFile) -> str:
    return f"files/{file.file}.{SUFFIXES[file.media_type]}"


async def archive_chunks(
    table_name: str,
    table: AsyncGenerator[str],
    files: Mapping[str, AttachedFile],
    read: Callable[[str], Awaitable[bytes | None]],
) -> AsyncGenerator[bytes]:
    """Yield the archive piece by piece. `files` are filled while the table is read, and stored after it."""
    out = _Pieces()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(table_name, "w", force_zip64=True) as entry:
            async for chunk in table:
                entry.write(chunk.encode())
                if data := out.take():
                    yield data
        for digest in sorted(files):
            data = await read(digest)
            if data is not None:
                # Images, PDFs and audio are compressed already.
                archive.writestr(path_in_archive(files[digest]), data, zipfile.ZIP_STORED)
                yield out.take()
    yield out.take()


class _Pieces:
    """A file that cannot go back: it keeps what was written since it was last taken."""

    def __init__(self) -> None:
        self._data = bytearray()

    def write(self, data: bytes, /) -> int:
        self._data += data
        return len(data)

    def flush(self) -> None:
        return

    def close(self) -> None:
        return

    def take(self) -> bytes:
        found = bytes(self._data)
        self._data.clear()
        return found
