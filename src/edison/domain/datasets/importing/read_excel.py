"""Excel reader for the first sheet. The unpacked size is checked before the Excel library opens the file."""

# openpyxl has no type hints:
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingModuleSource=false

import datetime as dt
import io
import warnings
import zipfile
import zlib
from collections.abc import Iterable
from typing import Any, cast

from openpyxl import load_workbook

from edison.domain.datasets.importing.file_table import (
    FileFormat,
    FileRow,
    FileTable,
    RowProblem,
    must_be_few_columns,
    must_fit,
)
from edison.domain.datasets.importing.read_csv import named_columns, narrowed
from edison.domain.errors import FileTooLarge, UnreadableFile

ZIP = b"PK\x03\x04"
UNPACKED_AT_MOST = 100 * 1024 * 1024
PARTS_AT_MOST = 1_000
_CHUNK = 1024 * 1024
_DOCTYPE = "<!DOCTYPE"
# `<!DOCTYPE` in each encoding that an XML parser detects by itself.
_ONLY_ATTACKS = tuple(_DOCTYPE.encode(name) for name in ("utf-8", "utf-16-le", "utf-16-be"))


def read_excel(content: bytes, most: int) -> FileTable:
    _must_be_harmless(content)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
            try:
                sheets = book.worksheets
                if not sheets:
                    raise UnreadableFile("The Excel file has no sheet", field="file")
                cells = sheets[0].iter_rows(values_only=True)
                return _table(cells, most, [sheet.title for sheet in sheets])
            finally:
                book.close()
    except (UnreadableFile, FileTooLarge, MemoryError):
        raise
    # The library raises arbitrary exceptions on malformed files.
    except Exception as error:
        raise UnreadableFile("The Excel file cannot be read", field="file") from error


def _must_be_harmless(content: bytes) -> None:
    """Raise if the file unpacks to more than the limit, or contains markup that only attacks use.

    The file is unpacked to measure its size, because the declared size can be false.
    """
    left = UNPACKED_AT_MOST
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
            if len(parts) > PARTS_AT_MOST or "xl/workbook.xml" not in archive.namelist():
                raise UnreadableFile("Invalid format: this is not an Excel file", field="file")
            for part in parts:
                with archive.open(part) as unpacked:
                    tail = b""
                    while chunk := unpacked.read(_CHUNK):
                        left -= len(chunk)
                        if left < 0:
                            raise FileTooLarge(
                                "The Excel file is too large once it is unpacked", field="file"
                            )
                        if any(word in tail + chunk for word in _ONLY_ATTACKS):
                            raise UnreadableFile(
                                "Invalid format: this is not an Excel file", field="file"
                            )
                        tail = chunk[-20:]
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise UnreadableFile("The Excel file is damaged or has a password", field="file") from error


def _table(cells: Iterable[tuple[Any, ...]], most: int, sheets: list[str]) -> FileTable:
    notes: list[str] = []
    if len(sheets) > 1:
        notes.append(f"The file has {len(sheets)} sheets; the first, {sheets[0]}, was read")
    lines = ((number, texts) for number, line in enumerate(cells, 1) if (texts := _trimmed(line)))
    _, header = next(lines, (0, ()))
    if not header:
        raise UnreadableFile("The file is empty", field="file")
    width = len(header)
    rows: list[FileRow] = []
    problems: list[RowProblem] = []
    for number, (line, texts) in enumerate(lines, 1):
        must_fit(number, most)
        padded = (*texts, *[""] * (width - len(texts)))
        if any(padded[width:]):
            problems.append(
                RowProblem(
                    row=number, line=line, column=None, message="The row is longer than the header"
                )
            )
        else:
            rows.append(FileRow(number=number, line=line, cells=padded[:width]))
    columns, keep = named_columns(header, rows, notes)
    return FileTable(
        format=FileFormat.EXCEL,
        columns=columns,
        rows=narrowed(rows, keep, width),
        problems=tuple(problems),
        notes=tuple(notes),
    )


def _trimmed(line: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the cells of a row as texts, without trailing empty cells."""
    width = len(line)
    while width and line[width - 1] in (None, ""):
        width -= 1
    must_be_few_columns(width)
    return tuple(_as_text(cell) for cell in line[:width])


def _as_text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, dt.datetime) and cell.time() == dt.time():
        return cell.date().isoformat()
    if isinstance(cell, (dt.date, dt.time)):
        return cast(dt.date, cell).isoformat()
    return str(cell)
