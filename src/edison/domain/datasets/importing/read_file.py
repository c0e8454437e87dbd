"""Read a CSV, JSON or Excel file into a table. The format is detected unless it is given."""

from dataclasses import replace
from pathlib import PurePosixPath

from edison.domain.datasets.importing.file_table import (
    FileFormat,
    FileTable,
    ReadOptions,
    must_have_rows,
)
from edison.domain.datasets.importing.read_csv import read_csv
from edison.domain.datasets.importing.read_excel import ZIP, read_excel
from edison.domain.datasets.importing.read_json import looks_like_lines, read_json, read_jsonl
from edison.domain.datasets.importing.text_encodings import decode
from edison.domain.errors import FileTooLarge, UnreadableFile

_ENDINGS = {
    ".csv": FileFormat.CSV,
    ".tsv": FileFormat.CSV,
    ".tab": FileFormat.CSV,
    ".json": FileFormat.JSON,
    ".jsonl": FileFormat.JSONL,
    ".ndjson": FileFormat.JSONL,
    ".xlsx": FileFormat.EXCEL,
    ".xlsm": FileFormat.EXCEL,
}


def read_file(name: str, content: bytes, options: ReadOptions, most_rows: int) -> FileTable:
    """Read a file into a table. Raise if the file is unreadable; problems of single rows are listed in the table."""
    if not content.strip(b"\x00 \t\r\n\xef\xbb\xbf\xff\xfe"):
        raise UnreadableFile("The file is empty", field="file")
    if content.startswith(ZIP) or options.format is FileFormat.EXCEL:
        if not content.startswith(ZIP) or options.format not in {None, FileFormat.EXCEL}:
            raise UnreadableFile(
                "Invalid format: the content does not match the file type", field="file"
            )
        return must_have_rows(read_excel(content, most_rows))
    text, encoding = decode(content, options.encoding)
    kind = options.format or _kind(name, text)
    match kind:
        case FileFormat.CSV:
            table = read_csv(text, most_rows, options.delimiter or _stated(name))
        case FileFormat.JSONL:
            table = read_jsonl(text, most_rows)
        case FileFormat.JSON:
            table = read_json(text, most_rows)
        case FileFormat.EXCEL:
            raise UnreadableFile("Invalid format: this is not an Excel file", field="file")
    return must_have_rows(replace(table, encoding=encoding))


def must_be_small(size: int, most: int) -> None:
    if size > most:
        raise FileTooLarge(
            f"File too large (max {most // 1_048_576}MB)", field="file", size=size, limit=most
        )


def _kind(name: str, text: str) -> FileFormat:
    """Return the format by the file extension. The content decides between JSON and JSON Lines."""
    ending = PurePosixPath(name.lower()).suffix
    kind = _ENDINGS.get(ending)
    if kind is FileFormat.CSV or kind is FileFormat.EXCEL:
        return kind
    start = text.lstrip(" \t\r\n\ufeff")[:1]
    if kind is None and start not in {"{", "["}:
        return FileFormat.CSV
    if start == "[" and kind is not FileFormat.JSONL:
        return FileFormat.JSON
    return (
        FileFormat.JSONL if looks_like_lines(text) or kind is FileFormat.JSONL else FileFormat.JSON
    )


def _stated(name: str) -> str | None:
    return "\t" if name.lower().endswith((".tsv", ".tab")) else None
