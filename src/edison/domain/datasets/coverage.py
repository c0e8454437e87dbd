"""Coverage of a dataset by tags, entities, lengths, ambiguity and languages, computed by rules without a model."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from edison.domain.datasets.dataset import CaseContent, value_text
from edison.domain.datasets.language_detection import language_of

Bar = Literal["tags", "entities", "length", "ambiguity", "languages"]
BARS: tuple[Bar, ...] = ("tags", "entities", "length", "ambiguity", "languages")

# Most words of each length; XL has no upper limit.
LENGTHS: dict[str, int | None] = {"XS": 10, "S": 30, "M": 80, "L": 200, "XL": None}
LENGTH_WORDS = {
    "XS": "very short: at most 10 words",
    "S": "short: 11 to 30 words",
    "M": "of medium length: 31 to 80 words",
    "L": "long: 81 to 200 words",
    "XL": "very long: more than 200 words",
}
# In a large dataset, one case in this many must have a property for it to count as covered.
ONE_IN = 50
FEWEST_OF_A_TAG = 2
# Five languages count as full coverage; which ones are needed depends on the user.
ENOUGH_LANGUAGES = 5
USUAL_LANGUAGES = ("English", "Spanish", "French", "German", "Chinese")
UNTAGGED = "cases without a tag"
# A case may be a whole document; only its beginning is examined.
MOST_LOOKED_AT = 20_000

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
ENTITIES: dict[str, re.Pattern[str]] = {
    "person": re.compile(
        r"(?i:\b(?:my name is|i am|i'm|this is|regards,?|mr\.?|mrs\.?|ms\.?|dr\.?)) +[A-Z][a-z]+"
        r"|\b[A-Z][a-z]+ [A-Z][a-z]{2,}\b"
    ),
    "date": re.compile(
        rf"\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}\b"
        rf"|\b\d{{1,2}}(?:st|nd|rd|th)? (?:{_MONTHS})\w*|\b(?:{_MONTHS})\w* \d{{1,2}}\b"
        r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\byesterday\b|\btomorrow\b",
        re.IGNORECASE,
    ),
    "time": re.compile(r"\b\d{1,2}:\d\d\b|\b\d{1,2} ?(?:am|pm)\b", re.IGNORECASE),
    "money": re.compile(
        r"[$€£¥] ?\d|\b\d[\d.,]{0,20} ?(?:usd|eur|gbp|dollars?|euros?|pounds?|€|\$)", re.IGNORECASE
    ),
    "number": re.compile(r"(?<![\w.,-])\d{1,6}(?![\w-])"),
    "reference": re.compile(
        r"\b[A-Z]{1,5}-?\d{3,}\b|#\d{2,}|\border (?:number |no\.? ?)?\d{3,}", re.IGNORECASE
    ),
    "e-mail address": re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,}"),
    "link": re.compile(r"https?://|\bwww\.", re.IGNORECASE),
}
ENTITY_WORDS = {
    "person": "a person by name",
    "date": "a date",
    "time": "a time of day",
    "money": "an amount of money",
    "number": "a number",
    "reference": "a reference such as an order number",
    "e-mail address": "an e-mail address",
    "link": "a link",
}
_VAGUE = re.compile(r"\b(?:it|this|that|thing|stuff|something|somehow|whatever)\b", re.IGNORECASE)
_NOT = re.compile(
    r"\b(?:not|never|no longer|without|isn't|doesn't|don't|can't|cannot|won't|wasn't|didn't)\b",
    re.IGNORECASE,
)
_BUT = re.compile(r"\b(?:but|although|however|or maybe|on the other hand|either)\b", re.IGNORECASE)
_SLANG = re.compile(
    r"\b(?:u|ur|pls|plz|thx|asap|idk|btw|gonna|wanna|dont|cant|wont|im|ive|recieve|adress|wierd|definately)\b",
    re.IGNORECASE,
)
_LOUD = re.compile(r"!!|\b[A-Z]{4,}\b(?:\W+[A-Z]{2,}\b)?")
AMBIGUITY: dict[str, str] = {
    "vague wording": "vague: it does not say what exactly is meant",
    "several requests": "with several requests in one",
    "negation": "with a negation that matters",
    "mixed message": "contradictory or undecided",
    "slang or typos": "with slang, abbreviations or typing mistakes",
    "strong emotion": "written with strong emotion",
    "empty input": "with an empty or almost empty input",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    name: Bar
    # From 0 to 1.
    share: float
    found: tuple[str, ...]
    # Some cases have it, but too few.
    rare: tuple[str, ...] = ()
    # No case has it.
    missing: tuple[str, ...]

    @property
    def gaps(self) -> tuple[str, ...]:
        return (*self.rare, *self.missing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    cases: int
    bars: tuple[Covered, ...]

    def gaps(self, bar: Bar) -> tuple[str, ...]:
        return next(each.gaps for each in self.bars if each.name == bar)


def coverage_of(cases: Sequence[CaseContent]) -> Coverage:
    texts = [text_of(case) for case in cases]
    need = max(1, math.ceil(len(cases) / ONE_IN))
    return Coverage(
        cases=len(cases),
        bars=(
            _tags(cases),
            _counted("entities", tuple(ENTITIES), need, (_entities(text) for text in texts)),
            _counted("length", tuple(LENGTHS), need, ({length_of(text)} for text in texts)),
            _counted("ambiguity", tuple(AMBIGUITY), need, (_ambiguities(text) for text in texts)),
            _languages(texts, need),
        ),
    )


def gaps_in_words(coverage: Coverage, bars: Sequence[Bar]) -> tuple[str, ...]:
    """Describe the gaps in coverage as instructions for generating cases."""
    gaps: list[str] = []
    for bar in bars:
        missing = coverage.gaps(bar)
        match bar:
            case "tags":
                gaps += [f'tagged "{tag}"' for tag in missing if tag != UNTAGGED]
            case "entities":
                gaps += [f"that mention {ENTITY_WORDS[name]}" for name in missing]
            case "length":
                gaps += [LENGTH_WORDS[name] for name in missing]
            case "ambiguity":
                gaps += [AMBIGUITY[name] for name in missing]
            case "languages":
                gaps += [f"written in {name}" for name in missing]
    return tuple(gaps)


def text_of(case: CaseContent) -> str:
    """Return all input texts of a case, without the expected answer."""
    return "\n".join(value_text(value) for value in case.values.values())


def length_of(text: str) -> str:
    words = len(text.split())
    return next(name for name, most in LENGTHS.items() if most is None or words <= most)


def _tags(cases: Sequence[CaseContent]) -> Covered:
    """Return the coverage by tags: the share of cases with at least one tag, and the frequent and the rare tags."""
    counts = Counter(tag for case in cases for tag in set(case.tags))
    bare = sum(1 for case in cases if not case.tags)
    return Covered(
        name="tags",
        share=(len(cases) - bare) / len(cases) if cases else 0.0,
        found=tuple(sorted(tag for tag, count in counts.items() if count >= FEWEST_OF_A_TAG)),
        rare=tuple(sorted(tag for tag, count in counts.items() if count < FEWEST_OF_A_TAG)),
        missing=(UNTAGGED,) if bare or not cases else (),
    )


def _counted(name: Bar, wanted: tuple[str, ...], need: int, seen: Iterable[set[str]]) -> Covered:
    counts = Counter(each for kinds in seen for each in kinds)
    found = tuple(each for each in wanted if counts[each] >= need)
    return Covered(
        name=name,
        share=len(found) / len(wanted),
        found=found,
        rare=tuple(each for each in wanted if 0 < counts[each] < need),
        missing=tuple(each for each in wanted if not counts[each]),
    )


def _languages(texts: Sequence[str], need: int) -> Covered:
    counts = Counter(language for text in texts if (language := language_of(text)))
    found = tuple(name for name, count in counts.most_common() if count >= need)
    rare = tuple(sorted(name for name, count in counts.items() if count < need))
    missing = [name for name in USUAL_LANGUAGES if name not in counts]
    return Covered(
        name="languages",
        share=min(1.0, len(found) / ENOUGH_LANGUAGES),
        found=found,
        rare=rare,
        missing=tuple(missing[: max(0, ENOUGH_LANGUAGES - len(counts))]),
    )


def _entities(text: str) -> set[str]:
    return {name for name, pattern in ENTITIES.items() if pattern.search(text[:MOST_LOOKED_AT])}


def _ambiguities(text: str) -> set[str]:
    text = text[:MOST_LOOKED_AT]
    words = len(text.split())
    signs = {
        "vague wording": 0 < words <= 12 and bool(_VAGUE.search(text)),
        "several requests": text.count("?") >= 2
        or bool(re.search(r"\b(?:also|and then|besides|secondly)\b", text, re.IGNORECASE)),
        "negation": bool(_NOT.search(text)),
        "mixed message": bool(_BUT.search(text)),
        "slang or typos": bool(_SLANG.search(text)),
        "strong emotion": bool(_LOUD.search(text)),
        "empty input": words <= 1,
    }
    return {name for name, there in signs.items() if there}
