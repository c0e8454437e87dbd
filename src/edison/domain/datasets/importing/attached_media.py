"""Files that come with an import: in a zip archive beside the table, or as data URLs in its cells.

The table is stored with a list of these files, so that a cell with the path of a file becomes the file.
"""

import base64
import binascii
import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from edison.domain.errors import FileTooLarge, UnreadableFile
from edison.domain.models.attached_file import AttachedFile, file_from_json, file_to_json
from edison.kit.media_facts import UnknownMedia, read_media

MARK = b"edison-files-1\n"
ZIP = b"PK\x03\x04"
EXCEL_PART = "[Content_Types].xml"
TABLES = frozenset({".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".xlsx", ".txt"})
FILES_AT_MOST = 5_000
UNPACKED_AT_MOST = 256 * 1024 * 1024
# How a file of a data URL is called in the table that is stored.
DATA_PREFIX = "edison-data-"
# A data URL is a file only as a whole cell: between the quotes or separators of the table.
_DATA_URL = re.compile(
    rb"(^|[\t\n]|(?<![\\\"])\")data:(?:image/(?:png|jpe?g|gif|webp)|application/pdf|audio/(?:x-)?(?:wav|mpeg|mp3));base64,"
    rb"((?:[A-Za-z0-9+/=]|\\/)+)(?=\"(?!\")|[\t\r\n]|$)"
)
# Of a path in a cell; such a cell must name a file of the archive.
LOOKS_LIKE_A_FILE = re.compile(r"[^\n]{1,300}\.(?:png|jpe?g|gif|webp|pdf|wav|mp3)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFiles:
    """The files that cells can name: by their path in an archive, or by their digest."""

    by_name: Mapping[str, AttachedFile] = field(default_factory=dict[str, AttachedFile])
    # The table came in an archive, so a path must be that of a file in it.
    archive: bool = False

    def named(self, cell: str) -> AttachedFile | None:
        return self.by_name.get(cell.strip().replace("\\", "/").removeprefix("./"))


NO_FILES = KnownFiles()


def has_files(content: bytes) -> bool:
    """Return whether an upload is an archive, or has data URLs; only then it is unpacked."""
    if content.startswith(ZIP):
        return not _is_excel(content)
    return b";base64," in content


def unpack_upload(arguments: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    """Split an upload into its table and its files; return their sizes, and the bytes of all one after the other."""
    if content.startswith(ZIP):
        name, table, files, notes = _from_archive(content, arguments["most_bytes"])
    else:
        name, notes = str(arguments["name"]), []
        table, files = _from_data_urls(content)
    media = [
        (path, file, data)
        for path, content_of in files.items()
        for file, data in list_files({path: content_of}, notes)
    ]
    result = {
        "name": name,
        "table": len(table),
        "files": [{"path": path, **file_to_json(file)} for path, file, _ in media],
        "notes": notes,
        "archive": content.startswith(ZIP),
    }
    return result, b"".join([table, *(data for _, _, data in media)])


def list_files(files: Mapping[str, bytes], notes: list[str]) -> list[tuple[AttachedFile, bytes]]:
    """Recognize files by their bytes; add a note for each that is of no known type."""
    known: list[tuple[AttachedFile, bytes]] = []
    for path, data in files.items():
        try:
            found = read_media(data)
        except UnknownMedia as unknown:
            notes.append(f"{path[:100]} was left out: {unknown}")
            continue
        file = AttachedFile(
            file=hashlib.sha256(data).hexdigest(),
            media_type=found.media_type,
            name="" if path.startswith(DATA_PREFIX) else PurePosixPath(path).name[:255],
            size=len(data),
            width=found.width,
            height=found.height,
            pages=found.pages,
            seconds=found.seconds,
        )
        known.append((file, data))
    return known


def unpacked_files(result: dict[str, Any], content: bytes) -> Iterator[tuple[AttachedFile, bytes]]:
    """Yield the files of an unpacked upload with their bytes."""
    begin = result["table"]
    for each in result["files"]:
        file = file_from_json(each)
        yield file, content[begin : begin + file.size]
        begin += file.size


def table_with_files(result: dict[str, Any], content: bytes) -> bytes:
    """Return the bytes to store for the table of an unpacked upload: a list of its files, and the table."""
    about = {name: result[name] for name in ("name", "files", "notes", "archive")}
    return MARK + json.dumps(about).encode() + b"\n" + content[: result["table"]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableParts:
    """A stored table. `name` is that of the file in the archive; None: it came alone."""

    table: bytes
    name: str | None = None
    files: KnownFiles = NO_FILES
    notes: tuple[str, ...] = ()


def split_stored(content: bytes) -> TableParts:
    if not content.startswith(MARK):
        return TableParts(table=content)
    head, _, table = content[len(MARK) :].partition(b"\n")
    about: dict[str, Any] = json.loads(head)
    by_name: dict[str, AttachedFile] = {}
    for each in about["files"]:
        file = file_from_json(each)
        by_name[each["path"]] = by_name[file.file] = file
    return TableParts(
        table=table,
        name=about["name"],
        files=KnownFiles(by_name=by_name, archive=about["archive"]),
        notes=tuple(about["notes"]),
    )


def joined(parts: TableParts, content: bytes, table: bytes) -> bytes:
    """Return stored bytes with another table; `content` are the stored bytes that `parts` were split from."""
    return content[: len(content) - len(parts.table)] + table if parts.name is not None else table


def _is_excel(content: bytes) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return EXCEL_PART in archive.namelist()
    except (zipfile.BadZipFile, ValueError):
        return True


def _from_archive(
    content: bytes, most_bytes: int
) -> tuple[str, bytes, dict[str, bytes], list[str]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _read_archive(archive, most_bytes)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise UnreadableFile("The zip archive is damaged or protected", field="file") from error


def _read_archive(
    archive: zipfile.ZipFile, most_bytes: int
) -> tuple[str, bytes, dict[str, bytes], list[str]]:
    entries = [each for each in archive.infolist() if not each.is_dir() and not _hidden(each)]
    if len(entries) > FILES_AT_MOST:
        raise FileTooLarge(f"An archive has at most {FILES_AT_MOST:,} files", field="file")
    tables = [each for each in entries if PurePosixPath(each.filename).suffix.lower() in TABLES]
    if len(tables) != 1:
        raise UnreadableFile(
            f"The archive has {len(tables)} tables, but must have one CSV, TSV, JSON, JSONL or Excel file",
            field="file",
        )
    left = UNPACKED_AT_MOST
    folder = _path(tables[0].filename).rpartition("/")[0]
    files: dict[str, bytes] = {}
    table = b""
    for entry in entries:
        data = _bounded(archive, entry, min(left, most_bytes))
        left -= len(data)
        if entry is tables[0]:
            table = data
        else:
            path = _path(entry.filename)
            # Paths in the table are relative to it.
            files[path.removeprefix(f"{folder}/") if folder else path] = data
    return _path(tables[0].filename).rpartition("/")[2], table, files, []


def _bounded(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    # The size in the directory of an archive is not trusted.
    with archive.open(entry) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise FileTooLarge(f"{entry.filename[:100]} is too large once it is unpacked", field="file")
    return data


def _hidden(entry: zipfile.ZipInfo) -> bool:
    """Return whether an entry was added by an operating system."""
    parts = PurePosixPath(_path(entry.filename)).parts
    return "__MACOSX" in parts or any(part.startswith(".") for part in parts)


def _path(name: str) -> str:
    return name.replace("\\", "/").removeprefix("./")


def _from_data_urls(content: bytes) -> tuple[bytes, dict[str, bytes]]:
    files: dict[str, bytes] = {}

    def name_of(found: re.Match[bytes]) -> bytes:
        try:
            data = base64.b64decode(found[2].replace(b"\\/", b"/"), validate=True)
            read_media(data)
        except (binascii.Error, UnknownMedia):
            # It stays the text that it is.
            return found[0]
        path = DATA_PREFIX + hashlib.sha256(data).hexdigest()
        files[path] = data
        if len(files) > FILES_AT_MOST:
            raise FileTooLarge(f"A table has at most {FILES_AT_MOST:,} files", field="file")
        return found[1] + path.encode()

    return _DATA_URL.sub(name_of, content), files
