"""Decoding of text files: byte order marks, UTF-16 without a byte order mark, and legacy encodings of spreadsheets."""

import codecs

from edison.domain.errors import UnreadableFile

ENCODINGS = (
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-32",
    "cp1250",
    "cp1251",
    "cp1252",
    "iso-8859-1",
    "iso-8859-15",
    "mac-roman",
    "shift_jis",
    "euc-kr",
    "gb18030",
    "big5",
)
# UTF-32 comes first: its mark begins with the mark of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BINARY = (
    (b"\xd0\xcf\x11\xe0", "an old Excel file: save it as .xlsx or CSV"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a compressed file: unpack it first"),
    (b"PAR1", "a Parquet file: save it as CSV or JSONL"),
    (b"SQLite format 3", "a database"),
    (b"\x7fELF", "a program"),
)
_LOOKED_AT = 4_096


def decode(content: bytes, encoding: str | None = None) -> tuple[str, str]:
    """Decode a file; return the text and the name of its encoding. The encoding is detected unless it is given."""
    for start, what in _BINARY:
        if content.startswith(start):
            raise UnreadableFile(f"Invalid format: this is {what}", field="file")
    if encoding is not None:
        return _forced(content, encoding)
    for mark, name in _MARKS:
        if content.startswith(mark):
            return _strictly(content[len(mark) :], name), name
    wide = _wide(content[:_LOOKED_AT])
    if wide is not None:
        return _strictly(content, wide), wide
    return _guessed(content)


def _forced(content: bytes, encoding: str) -> tuple[str, str]:
    if encoding not in ENCODINGS:
        raise UnreadableFile("Unknown encoding", field="encoding", known=list(ENCODINGS))
    text = _strictly(content, encoding, field="encoding")
    return text.removeprefix("\ufeff"), encoding


def _strictly(content: bytes, name: str, field: str = "file") -> str:
    try:
        # Invalid bytes become surrogates, so that only their rows are rejected.
        return content.decode(name, errors="surrogateescape")
    except (UnicodeDecodeError, UnicodeError) as error:
        raise UnreadableFile(f"The file is not {name} text", field=field) from error


def _wide(start: bytes) -> str | None:
    """Detect UTF-16 without a byte order mark, in which about every second byte of western text is zero."""
    if len(start) < 4 or b"\x00" not in start:
        return None
    even, odd = start[::2].count(0) / len(start[::2]), start[1::2].count(0) / len(start[1::2])
    if odd > 0.4 and even < 0.1:
        return "utf-16-le"
    if even > 0.4 and odd < 0.1:
        return "utf-16-be"
    if even + odd > 0.2:
        raise UnreadableFile("Invalid format: this is not a text file", field="file")
    return None


def _guessed(content: bytes) -> tuple[str, str]:
    try:
        return content.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    text = content.decode("utf-8", errors="surrogateescape")
    broken = sum(1 for letter in text if "\udc80" <= letter <= "\udcff")
    whole = sum(1 for letter in text if letter > "\x7f") - broken
    if whole > broken:
        # UTF-8 with a few invalid bytes: another encoding would garble all other characters.
        return text, "utf-8"
    try:
        return content.decode("cp1252"), "cp1252"
    except UnicodeDecodeError:
        return content.decode("iso-8859-1"), "iso-8859-1"
