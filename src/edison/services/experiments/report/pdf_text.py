"""Convert text to the markup of the PDF library.

Characters that the default font lacks use another font. Text is escaped, so that it is never read as markup.
"""

# The library has no type hints:
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import functools
import unicodedata
from html import escape
from itertools import groupby

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont

# Standard fonts of every PDF reader, with the characters of Western European languages.
PLAIN, BOLD, MONO = "Helvetica", "Helvetica-Bold", "Courier"
# Fonts of the library with more characters; they are embedded into the document.
MORE, MORE_BOLD = "Vera", "VeraBd"
# Fonts that are not embedded but known to PDF readers, each with the encoding of its characters.
ELSEWHERE = (
    ("STSong-Light", "gbk"),
    ("HeiseiMin-W3", "shift_jis"),
    ("HYSMyeongJo-Medium", "euc_kr"),
)
# Shown for characters that no font has.
UNKNOWN = "\N{WHITE SQUARE}"
ZERO_WIDTH = frozenset("\u200b\u200c\u200d\u2060\ufeff")


@functools.cache
def _letters() -> frozenset[int]:
    """Register the fonts once; return the code points that the embedded font supports."""
    font = TTFont(MORE, "Vera.ttf")
    pdfmetrics.registerFont(font)
    pdfmetrics.registerFont(TTFont(MORE_BOLD, "VeraBd.ttf"))
    for name, _ in ELSEWHERE:
        pdfmetrics.registerFont(UnicodeCIDFont(name))
    return frozenset(font.face.charToGlyph)


def marked(text: str, *, bold: bool = False, mono: bool = False, breaks: bool = False) -> str:
    """Return the text as escaped markup, with a suitable font for each sequence of characters."""
    usual = MONO if mono else BOLD if bold else PLAIN
    parts = [
        (font, "".join(letter for _, letter in run))
        for font, run in groupby(
            (_drawn(letter, bold) for letter in _clean(text)), key=lambda pair: pair[0]
        )
    ]
    said = "".join(
        escape(run, quote=False)
        if font is None
        else f'<font name="{font}">{escape(run, quote=False)}</font>'
        for font, run in parts
    )
    if breaks:
        said = _kept_spaces(said).replace("\n", "<br/>")
    return f'<font name="{usual}">{said}</font>'


def _clean(text: str) -> str:
    """Remove control and zero-width characters, which could hide text."""
    return "".join(
        letter
        for letter in unicodedata.normalize("NFC", text)
        if letter == "\n" or (unicodedata.category(letter)[0] != "C" and letter not in ZERO_WIDTH)
    )


@functools.lru_cache(maxsize=4096)
def _drawn(letter: str, bold: bool) -> tuple[str | None, str]:
    """Return a font that supports the character (None for the default font), and the character to draw."""
    if letter == "\n" or _has(letter, "cp1252"):
        return None, letter
    if ord(letter) in _letters():
        return (MORE_BOLD if bold else MORE), letter
    found = next((font for font, encoding in ELSEWHERE if _has(letter, encoding)), None)
    return (found, letter) if found else (ELSEWHERE[0][0], UNKNOWN)


def _has(letter: str, encoding: str) -> bool:
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _kept_spaces(markup: str) -> str:
    """Replace leading spaces by non-breaking spaces, because indentation matters in a prompt."""
    return "\n".join(
        "\u00a0" * (len(line) - len(line.lstrip(" "))) + line.lstrip(" ")
        for line in markup.split("\n")
    )
