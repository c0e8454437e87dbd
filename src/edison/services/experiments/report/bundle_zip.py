"""Read an untrusted bundle.

Nothing is unpacked to disk, and unpacking stops at a size limit.
"""

# PyYAML is only partly typed:
# pyright: reportUnknownMemberType=false

import io
import stat
import zipfile
import zlib
from collections.abc import Collection
from typing import Any, cast

import yaml

from edison.domain.datasets.importing.attached_media import KnownFiles, list_files
from edison.domain.datasets.importing.column_uses import suggested
from edison.domain.datasets.importing.file_table import FileFormat, ReadOptions
from edison.domain.datasets.importing.file_tasks import Problems, bad_rows, prepare_cases
from edison.domain.datasets.importing.map_rows import map_rows
from edison.domain.datasets.importing.read_file import read_file
from edison.domain.datasets.importing.read_json import is_deeper
from edison.domain.errors import FileTooLarge, UnreadableFile
from edison.domain.models.attached_file import file_to_json

PLAN, RUBRIC, CASES = "experiment.yaml", "rubric.yaml", "cases.jsonl"
# The images, PDFs and audio of the cases.
FILES = "files/"
LINES = ReadOptions(format=FileFormat.JSONL)
ENTRIES_AT_MOST = 1_000
# Limit of all files together, counted while unpacking, because the declared sizes may be wrong.
UNPACKED_AT_MOST = 128 * 1024 * 1024
YAML_AT_MOST = 1024 * 1024
DEEP_AT_MOST = 50
_CHUNK = 256 * 1024
NO_BUNDLE = "This file is not a bundle of an experiment"


def open_bundle(arguments: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    """Read a bundle. Call this in a process with limits, because crafted YAML can be slow to parse."""
    files = unpack(content, (PLAN, RUBRIC, CASES), FILES)
    if PLAN not in files:
        raise UnreadableFile(f"{NO_BUNDLE}: {PLAN} is missing", field="file")
    media = list_files({name: data for name, data in files.items() if name.startswith(FILES)}, [])
    known = KnownFiles(by_name={file.file: file for file, _ in media})
    cases, batches = _cases(files.get(CASES, b""), arguments["most_rows"], known)
    rubric = read_yaml(RUBRIC, files[RUBRIC]) if files.get(RUBRIC) else {}
    found = {
        "plan": read_yaml(PLAN, files[PLAN]),
        "rubric": rubric,
        "cases": cases,
        "table": len(batches),
        "files": [file_to_json(file) for file, _ in media],
    }
    return found, b"".join([batches, *(data for _, data in media)])


def _cases(content: bytes, most_rows: int, files: KnownFiles) -> tuple[dict[str, Any], bytes]:
    if not content.strip():
        return prepare_cases([], [])
    table = read_file(CASES, content, LINES, most_rows)
    mapped = map_rows(table, suggested(table), files=files)
    if mapped.problems:
        raise bad_rows(Problems(rows=mapped.bad_rows, items=mapped.problems))
    return prepare_cases([row.content for row in mapped.rows], [])


def unpack(content: bytes, wanted: Collection[str], folder: str) -> dict[str, bytes]:
    """Return the wanted files of a bundle, and those of a folder. Any invalid entry rejects the whole bundle."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            _check(entries)
            left = UNPACKED_AT_MOST
            found: dict[str, bytes] = {}
            for entry in entries:
                keep = entry.filename in wanted or entry.filename.startswith(folder)
                data, left = _read(archive, entry, left, keep=keep)
                if keep:
                    found[entry.filename] = data
            return found
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise UnreadableFile(
            f"{NO_BUNDLE}: the zip file is damaged or has a password", field="file"
        ) from error
    except (ValueError, OSError) as error:
        raise UnreadableFile(f"{NO_BUNDLE}: the zip file cannot be read", field="file") from error


def _check(entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > ENTRIES_AT_MOST:
        raise UnreadableFile(
            f"A bundle has at most {ENTRIES_AT_MOST:,} files; this one has {len(entries):,}",
            field="file",
        )
    names = [entry.filename for entry in entries]
    if len({name.casefold() for name in names}) < len(names):
        raise UnreadableFile(f"{NO_BUNDLE}: it contains a file twice", field="file")
    for entry in entries:
        if _leads_out(entry.filename) or _is_link(entry):
            raise UnreadableFile(
                f"{NO_BUNDLE}: it contains a path or link that leads outside of it", field="file"
            )
    declared = sum(entry.file_size for entry in entries)
    if declared > UNPACKED_AT_MOST:
        raise _too_large()


def _leads_out(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return "\\" in name or ".." in parts or name.startswith("/") or ":" in parts[0]


def _is_link(entry: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(entry.external_attr >> 16)


def _read(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, left: int, *, keep: bool
) -> tuple[bytes, int]:
    kept: list[bytes] = []
    with archive.open(entry) as unpacked:
        while chunk := unpacked.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise _too_large()
            if keep:
                kept.append(chunk)
    return b"".join(kept), left


def _too_large() -> FileTooLarge:
    most = UNPACKED_AT_MOST // 1_048_576
    return FileTooLarge(f"The unpacked bundle is too large (max {most} MB)", field="file")


class _PlainLoader(yaml.SafeLoader):
    """YAML loader that rejects aliases, because a small file with aliases can expand to an enormous value."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not allowed")
        return super().compose_node(parent, index)


def read_yaml(name: str, content: bytes) -> dict[str, Any]:
    """Parse a YAML mapping of plain values; raise UnreadableFile for any other content."""
    if len(content) > YAML_AT_MOST:
        raise FileTooLarge(f"{name} is larger than 1 MB", field="file")
    try:
        # The loader is stricter than PyYAML's SafeLoader and creates no objects.
        found: Any = yaml.load(content.decode(), _PlainLoader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise UnreadableFile(f"{name} is not valid YAML of a bundle", field="file") from error
    if not isinstance(found, dict) or is_deeper(found, DEEP_AT_MOST):
        raise UnreadableFile(f"{name} is not valid YAML of a bundle", field="file")
    return cast(dict[str, Any], found)
