"""CSV reader that detects the separator, preserves cell contents exactly, and reports malformed rows."""

import csv
import io
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from edison.domain.datasets.case_rules import clean_name
from edison.domain.datasets.importing.file_table import (
    FileFormat,
    FileRow,
    FileTable,
    RowProblem,
    must_be_few_columns,
    must_fit,
)
from edison.domain.errors import UnreadableFile

# The csv module's limit is process-wide and far below the allowed cell size; uploads have their own limit.
csv.field_size_limit(2**31 - 1)

DELIMITERS = (",", ";", "\t", "|")
# Separator for a file with one column: this character occurs in no text.
_NO_DELIMITER = "\x1f"
_LOOKED_AT = 200_000
_ROWS_LOOKED_AT = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class _Dialect:
    delimiter: str
    skip_spaces: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One record of the file: its cells, or a message why the record cannot be parsed."""

    number: int
    cells: tuple[str, ...] | None
    message: str = ""


def read_csv(text: str, most: int, delimiter: str | None = None) -> FileTable:
    notes: list[str] = []
    stated, text, skipped = _stated_delimiter(text)
    if stated:
        notes.append("The first line names the separator and was left out")
    dialect = _dialect(text, delimiter or stated)
    lines = (line for line in _records(text, dialect, skipped) if line.cells != ())
    header = next(lines, None)
    if header is None:
        raise UnreadableFile("The file is empty", field="file")
    if header.cells is None:
        raise UnreadableFile(f"The header cannot be read: {header.message}", field="file")
    rows: list[FileRow] = []
    problems: list[RowProblem] = []
    width = len(header.cells)
    # Count columns only after unnamed empty ones were dropped, so that a sheet's empty margin does not count.
    must_be_few_columns(sum(1 for name in header.cells if clean_name(name)))
    must_be_few_columns(width // 20)
    number = 0
    for line in lines:
        if line.cells is not None and len(line.cells) > 1 and not any(line.cells):
            continue
        number += 1
        must_fit(number, most)
        cells, message = _fitted(line, width)
        if message:
            problems.append(RowProblem(row=number, line=line.number, column=None, message=message))
        else:
            rows.append(FileRow(number=number, line=line.number, cells=cells))
    columns, keep = named_columns(header.cells, rows, notes)
    return FileTable(
        format=FileFormat.CSV,
        columns=columns,
        rows=narrowed(rows, keep, width),
        problems=tuple(problems),
        notes=tuple(notes),
        delimiter=None if dialect.delimiter == _NO_DELIMITER else dialect.delimiter,
    )


def named_columns(
    header: tuple[str, ...], rows: list[FileRow], notes: list[str]
) -> tuple[tuple[str, ...], list[int]]:
    """Return unique column names and the indexes of these columns. Columns without a name and content are dropped."""
    names: dict[str, int] = {}
    for place, raw in enumerate(header):
        name = clean_name(raw)
        if not name:
            if not any(row.cells[place] for row in rows):
                continue
            name = f"column_{place + 1}"
            notes.append(f"Column {place + 1} has no name and is called {name}")
        if name in names:
            free = next(
                f"{name}_{n}" for n in itertools.count(2) if f"{name}_{n}" not in (*names, *header)
            )
            notes.append(f"Two columns are named {name}; the later is called {free}")
            name = free
        names[name] = place
    if not names:
        raise UnreadableFile("The file has no header", field="file")
    return tuple(names), list(names.values())


def narrowed(rows: list[FileRow], keep: list[int], width: int) -> tuple[FileRow, ...]:
    """Return the rows with only the cells whose index is in `keep`."""
    if len(keep) == width:
        return tuple(rows)
    return tuple(
        FileRow(number=row.number, line=row.line, cells=tuple(row.cells[place] for place in keep))
        for row in rows
    )


def _stated_delimiter(text: str) -> tuple[str | None, str, int]:
    """Parse Excel's first line `sep=;`; return the separator, the remaining text, and the number of skipped lines."""
    first, end, rest = text.partition("\n")
    stated = first.strip().strip('"')
    if end and len(stated) == 5 and stated[:4].lower() == "sep=":
        return stated[4], rest, 1
    return None, text, 0


def _dialect(text: str, delimiter: str | None) -> _Dialect:
    """Detect the separator: the one for which most of the first rows have as many cells as the header."""
    tried = [
        _Dialect(delimiter=each, skip_spaces=skip)
        for skip in (False, True)
        for each in ((delimiter,) if delimiter else DELIMITERS)
    ]
    start = text[:_LOOKED_AT]
    whole = len(text) <= _LOOKED_AT
    scores = [(_score(start, dialect, whole=whole), dialect) for dialect in tried]
    best, found = max(scores, key=lambda pair: pair[0])
    if best == (0.0, 0) and delimiter is None:
        return _Dialect(delimiter=_NO_DELIMITER, skip_spaces=False)
    return found


def _score(text: str, dialect: _Dialect, *, whole: bool) -> tuple[float, int]:
    lines = [
        line
        for line in itertools.islice(_records(text, dialect, 0), _ROWS_LOOKED_AT)
        if line.cells != ()
    ]
    if not whole and len(lines) > 1 and len(lines) < _ROWS_LOOKED_AT:
        lines.pop()  # cut off in the middle
    if not lines or lines[0].cells is None or len(lines[0].cells) < 2:
        return 0.0, 0
    width = len(lines[0].cells)
    fit = sum(1 for line in lines if not _fitted(line, width)[1])
    return fit / len(lines), width


def _records(text: str, dialect: _Dialect, skipped: int) -> Iterator[_Line]:
    # Keep line ends inside cells; each of the three kinds ends a record outside of cells.
    reader = csv.reader(
        io.StringIO(text, newline=""),
        delimiter=dialect.delimiter,
        skipinitialspace=dialect.skip_spaces,
        strict=True,
    )
    while True:
        start = reader.line_num + 1 + skipped
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield _Line(number=start, cells=None, message=_in_words(str(error)))
        else:
            yield _Line(number=start, cells=tuple(cells))


def _in_words(error: str) -> str:
    if "unexpected end of data" in error:
        return "A quotation mark opens a cell that is never closed"
    if "expected after" in error:
        return "Text follows the closing quotation mark of a cell; double the marks inside it"
    return f"The row cannot be read: {error}"


def _fitted(line: _Line, width: int) -> tuple[tuple[str, ...], str]:
    if line.cells is None:
        return (), line.message
    cells = line.cells
    if len(cells) > width and not any(cells[width:]):
        cells = cells[:width]
    if len(cells) != width:
        return (), f"The row has {len(cells)} cells, but the header has {width}"
    return cells, ""
