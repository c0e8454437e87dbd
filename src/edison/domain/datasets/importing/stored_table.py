"""An Excel file once it is read: kept in its place, so that reading it costs its time once.

Files of text are kept as they are: another encoding or separator can be chosen for them later.
"""

import json
import zlib
from typing import Any

from edison.domain.datasets.importing.file_table import FileFormat, FileRow, FileTable, RowProblem
from edison.domain.errors import FileTooLarge, UnreadableFile

MARK = b"edison-table-1\n"
# Of all texts together: a sheet can name one long text in each of its cells.
TEXT_AT_MOST = 64 * 1024 * 1024


def must_not_be_stored(content: bytes) -> None:
    """Refuse a file of a user that looks like one of ours."""
    if content.startswith(MARK):
        raise UnreadableFile("Invalid format: this is no table that people save", field="file")


def to_stored(table: FileTable, content: bytes) -> bytes:
    """Return what is kept of a file: the table of an Excel file, any other as it is."""
    if table.format is not FileFormat.EXCEL:
        return content
    if sum(len(cell) for row in table.rows for cell in row.cells) > TEXT_AT_MOST:
        raise FileTooLarge("The Excel file is too large once it is unpacked", field="file")
    parts = {
        "columns": table.columns,
        "rows": [(row.number, row.line, row.cells) for row in table.rows],
        "problems": [(each.row, each.line, each.column, each.message) for each in table.problems],
        "notes": table.notes,
    }
    return MARK + zlib.compress(json.dumps(parts).encode(), level=1)


def from_stored(content: bytes) -> FileTable | None:
    """Return the table that was kept, or None if the file was kept as it is."""
    if not content.startswith(MARK):
        return None
    parts: dict[str, Any] = json.loads(zlib.decompress(content[len(MARK) :]))
    return FileTable(
        format=FileFormat.EXCEL,
        columns=tuple(parts["columns"]),
        rows=tuple(
            FileRow(number=number, line=line, cells=tuple(cells))
            for number, line, cells in parts["rows"]
        ),
        problems=tuple(
            RowProblem(row=row, line=line, column=column, message=message)
            for row, line, column, message in parts["problems"]
        ),
        notes=tuple(parts["notes"]),
    )
