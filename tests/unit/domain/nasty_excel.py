"""Excel files: as people save them, and as attackers build them."""

import io
import zipfile
from typing import Any

from openpyxl import Workbook

from tests.unit.domain.nasty_file import NastyFile, qa


def excel(*lines: list[Any], sheets: int = 1) -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for line in lines:
        sheet.append(line)  # pyright: ignore[reportUnknownMemberType]
    for number in range(1, sheets):
        book.create_sheet(f"More {number}")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def zipped(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/") + ".xml", content)
    return out.getvalue()


def with_part(content: bytes, name: str, part: bytes) -> bytes:
    """An Excel file with one of its parts replaced."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for each in old.namelist():
            new.writestr(each, part if each == name else old.read(each))
    return out.getvalue()


SHEET = excel(["question", "context"], ["a", "b"])

EXCEL_FILES = [
    NastyFile(
        name="a sheet",
        file="a.xlsx",
        content=excel(["question", "context"], ["a", 1], [True, 2.5], [None, None], ["x", None]),
        rows=qa(("a", "1"), ("true", "2.5"), ("x", "")),
    ),
    NastyFile(name="a sheet that is called .csv", file="a.csv", content=SHEET, rows=qa(("a", "b"))),
    NastyFile(
        name="several sheets",
        file="a.xlsx",
        content=excel(["question"], ["a"], sheets=3),
        rows=[{"question": "a"}],
        note="3 sheets",
    ),
    NastyFile(name="an empty sheet", file="a.xlsx", content=excel(), refused="empty"),
    NastyFile(
        name="text that is called .xlsx",
        file="a.xlsx",
        content=b"a,b\n1,2\n",
        refused="not an Excel",
    ),
    NastyFile(
        name="an archive of something",
        file="a.zip",
        content=zipped(readme=b"hi"),
        refused="not an Excel",
    ),
    NastyFile(name="half an archive", file="a.xlsx", content=SHEET[:-200], refused="damaged"),
    NastyFile(
        name="a bomb",
        file="a.xlsx",
        content=with_part(SHEET, "xl/worksheets/sheet1.xml", b" " * 120_000_000),
        refused="too large once it is unpacked",
    ),
    NastyFile(
        name="entities that multiply",
        file="a.xlsx",
        content=with_part(
            SHEET, "xl/worksheets/sheet1.xml", b'<!DOCTYPE x [<!ENTITY a "aa">]><worksheet/>'
        ),
        refused="not an Excel",
    ),
    NastyFile(
        name="a cell in the last corner of the sheet",
        file="a.xlsx",
        content=with_part(
            SHEET,
            "xl/worksheets/sheet1.xml",
            b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
            b'<row r="1"><c r="A1" t="inlineStr"><is><t>question</t></is></c></row>'
            b'<row r="2"><c r="A2" t="inlineStr"><is><t>a</t></is></c></row>'
            b'<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>far</t></is></c></row>'
            b"</sheetData></worksheet>",
        ),
        refused="16,384 columns",
    ),
]
