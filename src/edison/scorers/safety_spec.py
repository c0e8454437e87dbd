"""Shared parts of the safety scorers: selection of texts, report of violations, and text normalization."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Any, Literal, cast

import re2
from pydantic import Field

from edison.domain.judging.score import Sample, Scored
from edison.domain.models.attached_file import AttachedFile
from edison.scorers.scorer_plugin import ScorerSpec

MAX_MEMORY = 8 << 20
# Between the words of a phrase: spaces, line breaks, and characters inserted to break a phrase up.
GAP = r"[\s_*\"'`.,:;!-]+"
# The package has no types.
RE2 = cast(Any, re2)

# Look-alikes of Latin letters that are used to bypass word lists.
LOOKALIKES = dict(zip("асеорхуіјѕһԁɡαορνκτιγ", "aceopxyijshdgaopvktiy", strict=True))
DASHES = "‐‑‒–—―−﹘﹣－"  # noqa: RUF001
QUOTES = {"‘": "'", "’": "'", "“": '"', "”": '"'}  # noqa: RUF001


class SafetySpec(ScorerSpec, frozen=True):
    """Base class of settings of safety scorers.

    They check the whole output of the model with its tool calls, not only the part that the output contract extracts.
    """

    look_in: Annotated[
        Literal["answer", "input", "both"],
        Field(title="Search in", description="input: the variables of the case"),
    ] = "answer"
    action: Annotated[
        Literal["block", "flag"],
        Field(
            title="On a violation",
            description="block: shown as blocked, must not be used. flag: shown for review. "
            "It fails either way",
        ),
    ] = "block"


def looked_at(spec: SafetySpec, sample: Sample) -> list[str]:
    """Return the texts to check; each is checked separately."""
    texts: list[str] = []
    if spec.look_in != "input":
        texts.append(sample.output)
        texts += [f"{call.name} {call.arguments}" for call in sample.tool_calls]
    if spec.look_in != "answer":
        texts += input_texts(sample)
    return texts


def input_texts(sample: Sample) -> list[str]:
    texts: list[str] = []
    for value in sample.values.values():
        if isinstance(value, str):
            texts.append(value)
        elif not isinstance(value, AttachedFile):
            texts += [message.content for message in value]
    return texts


def judged(spec: SafetySpec, counts: Counter[str], reason: str, **details: Any) -> Scored:
    """Return a pass if no violation was counted; otherwise a fail with the categories."""
    found = sorted(category for category, count in counts.items() if count > 0)
    return Scored(
        value=0.0 if found else 1.0,
        passed=not found,
        reason=reason,
        details={
            "categories": found,
            "action": spec.action,
            **({"counts": {each: counts[each] for each in found}} if found else {}),
            **details,
        },
    )


def named(counts: Counter[str]) -> str:
    """Format the categories with their counts, the most frequent first."""
    return ", ".join(
        category.replace("_", " ") + (f" ({count} times)" if count > 1 else "")
        for category, count in counts.most_common()
    )


def undisguised(text: str) -> str:
    """Return the text with disguised letters normalized and invisible characters removed.

    Wide, styled and look-alike letters, dashes and spaces are replaced. Characters are normalized one by one, because
    normalizing a whole hostile text takes quadratic time.
    """
    if text.isascii():
        return text
    return text.translate({ord(each): _plain(each) for each in set(text)})


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    if character.isascii():
        return character
    if character in DASHES:
        return "-"
    if character in QUOTES:
        return QUOTES[character]
    if is_hidden(character) or unicodedata.category(character) in ("Cs", "Mn", "Me"):
        return ""
    if unicodedata.category(character) == "Zs":
        return " "
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    plain = "".join(
        part
        for part in unicodedata.normalize("NFKD", character)
        if unicodedata.category(part) != "Mn"
    )
    lower = plain.lower()
    return LOOKALIKES.get(lower, plain)


def is_hidden(character: str) -> bool:
    """Return whether a character is invisible: zero width, direction, tag or another format character."""
    code = ord(character)
    return (
        unicodedata.category(character) == "Cf"
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0100 <= code <= 0xE01EF
        or code in (0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x034F)
    )


def compiled(expression: str) -> Any:
    """Compile a pattern with RE2, which takes linear time. Case is ignored, and the dot matches line breaks."""
    options = RE2.Options()
    options.max_mem = MAX_MEMORY
    options.log_errors = False
    return RE2.compile(f"(?is){expression}".encode(), options)


class Phrases:
    """Patterns by category, combined into one pattern, so that a text without a match is searched once.

    A space in a pattern matches any gap.
    """

    def __init__(self, by_category: dict[str, Iterable[str]]) -> None:
        joined = {
            category: "|".join(f"(?:{each})" for each in patterns).replace(" ", GAP)
            for category, patterns in by_category.items()
        }
        self._any = compiled("|".join(joined.values()))
        self._each = {category: compiled(words) for category, words in joined.items()}

    @property
    def categories(self) -> tuple[str, ...]:
        return tuple(self._each)

    def count(self, text: str, without: Iterable[str] = ()) -> Counter[str]:
        data = undisguised(text).encode(errors="replace")
        if self._any.search(data) is None:
            return Counter()
        left_out = set(without)
        return Counter(
            {
                category: count
                for category, each in self._each.items()
                if category not in left_out and (count := sum(1 for _ in each.finditer(data)))
            }
        )
