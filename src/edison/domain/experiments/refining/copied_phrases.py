"""Whether a change copies from the cases: a prompt that holds its tests scores well and helps nobody."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

WORDS = 6

# Scripts without spaces between words: each character counts as one.
_TOKEN = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]|[^\\W_]+"
)


def copied_phrase(before: str, after: str, cases: Sequence[str]) -> str | None:
    """Six words in a row that are new in the prompt and stand in a case; the first that is found."""
    known = set(_phrases(words_of(before)))
    fresh = {phrase for phrase in _phrases(words_of(after)) if phrase not in known}
    if not fresh:
        return None
    for case in cases:
        for phrase in _phrases(words_of(case)):
            if phrase in fresh:
                return " ".join(phrase)
    return None


def words_of(text: str) -> list[str]:
    """Without what hides a copy: case, punctuation, markup, forms of letters, characters that cannot be seen."""
    plain = unicodedata.normalize("NFKC", text)
    if not plain.isascii():
        plain = "".join(c for c in plain if unicodedata.category(c) not in ("Cf", "Mn"))
    return _TOKEN.findall(plain.casefold())


def _phrases(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for at in range(len(words) - WORDS + 1):
        yield tuple(words[at : at + WORDS])
