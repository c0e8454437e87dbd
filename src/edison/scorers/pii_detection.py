"""Detection of personal data: regular expressions find candidates in linear time, libraries validate them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

import phonenumbers
from stdnum import iban, luhn
from stdnum.br import cpf
from stdnum.es import dni, nie
from stdnum.fr import nir
from stdnum.it import codicefiscale
from stdnum.us import ssn

from edison.scorers.safety_spec import compiled, undisguised

Kind = Literal["ssn", "credit_card", "iban", "national_id", "email", "phone"]

# Enough for a verdict; the count stops here.
FOUND_AT_MOST = 200
TRIED_AT_MOST = 2_000
# How far before a bare number a word such as "phone" is searched.
NEAR = 40

EMAIL = compiled(r"[\p{L}\p{N}._%+'-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}")
AT = compiled(r"\s*[\[({<]\s*at\s*[\])}>]\s*")
DOT = compiled(r"\s*[\[({<]\s*dot\s*[\])}>]\s*")
# logo@2x.png and git@host:path are not email addresses.
FILES = frozenset(
    {"png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "css", "js", "ts", "json", "html"}
)
NO_PEOPLE = frozenset({"git", "svn", "hg"})
# Groups of digits with one separator between them.
DIGITS = compiled(r"[0-9]+(?:[ .-][0-9]+)*")
IBANS = compiled(r"\b[a-z]{2}[0-9]{2}(?:[ -]?[a-z0-9]){10,30}")
NATIONAL = compiled(
    r"\b(?:[a-z]{6}[0-9lmnpqrstuv]{2}[a-ehlmprst][0-9lmnpqrstuv]{2}[a-z][0-9lmnpqrstuv]{3}[a-z]"
    r"|[0-9xyz][0-9]{7}[ -]?[a-z]"
    r"|[12] ?[0-9]{2} ?[0-9]{2} ?(?:[0-9]{2}|2[ab]) ?[0-9]{3} ?[0-9]{3} ?[0-9]{2}"
    r"|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2})\b"
)
CHECKS: tuple[Callable[[str], bool], ...] = (
    codicefiscale.is_valid,
    dni.is_valid,
    nie.is_valid,
    nir.is_valid,
    cpf.is_valid,
)
SSN_WORDS = compiled(r"\b(?:ssn|social[ -]security|tax[ -]?id|itin)\b")
PHONE_WORDS = compiled(
    r"\b(?:phone|tel|telephone|telefon|mobile|cell|call|ring|dial|fax"
    r"|whatsapp|sms|text(?: me)?|contact|handy|mobil|portable|t[ée]l)\b"
)
# The format of a phone number in the specification.
PHONE_FORM = compiled(r"\b[0-9]{3}[-. ]?[0-9]{3}[-. ]?[0-9]{4}\b")
PRICE = "$€£¥#"


@dataclass(frozen=True, slots=True)
class PiiMatch:
    kind: Kind
    # Normalized without separators, for comparison; never shown.
    value: str
    masked: str


def find(
    text: str, kinds: Sequence[Kind], regions: Sequence[str], *, checked: bool = True
) -> list[PiiMatch]:
    """Find personal data in a text.

    With `checked`, only matches with valid check digits, number plans and formats are returned; otherwise every match
    of a pattern.
    """
    plain = undisguised(text)
    groups = list(_groups(plain)) if "ssn" in kinds or "credit_card" in kinds else []
    finders: dict[Kind, Callable[[], Iterator[str]]] = {
        "ssn": lambda: _ssns(plain, groups, checked),
        "credit_card": lambda: _cards(groups, checked),
        "iban": lambda: _ibans(plain),
        "national_id": lambda: _national_ids(plain),
        "email": lambda: _emails(plain, checked),
        "phone": lambda: _phones(plain, regions, checked),
    }
    return [
        PiiMatch(kind, _bare(each), mask(each))
        for kind in kinds
        for each in islice(finders[kind](), FOUND_AT_MOST)
    ]


def mask(text: str) -> str:
    """Replace letters and digits by dots: •••-••-••••."""
    return "".join("•" if each.isalnum() else each for each in text)[:60]


def _bare(text: str) -> str:
    return "".join(each for each in text.lower() if each.isalnum() or each in "@+")


def _matches(pattern: Any, text: str) -> Iterator[tuple[str, int, int]]:
    """Yield matches with byte offsets, because RE2 works on bytes."""
    data = text.encode(errors="replace")
    for match in islice(pattern.finditer(data), TRIED_AT_MOST):
        yield match.group().decode(errors="replace"), match.start(), match.end()


@dataclass(frozen=True, slots=True)
class _Group:
    """A group of digits, and the separators around it."""

    digits: str
    before: str
    after: str
    # The text just before the first digit.
    said: str


def _groups(text: str) -> Iterator[list[_Group]]:
    data = text.encode(errors="replace")
    for match in islice(DIGITS.finditer(data), TRIED_AT_MOST):
        begin, end = match.start(), match.end()
        # A hundred groups are a table; no number has as many.
        whole = match.group()[:2_000].decode()
        said = data[max(0, begin - NEAR) : begin].decode(errors="replace")
        digits: list[str] = [""]
        between: list[str] = [said[-1:]]
        for each in whole:
            if each.isdigit():
                digits[-1] += each
            else:
                between.append(each)
                digits.append("")
        between.append(data[end : end + 1].decode(errors="replace"))
        yield [
            _Group(group, between[place], between[place + 1], said)
            for place, group in enumerate(digits)
        ]


def _windows(run: list[_Group], sizes: tuple[int, ...]) -> Iterator[list[_Group]]:
    """Yield sequences of adjacent groups with these sizes and one separator that are not part of a longer number."""
    for first in range(len(run) - len(sizes) + 1):
        part = run[first : first + len(sizes)]
        if any(len(group.digits) != size for group, size in zip(part, sizes, strict=True)):
            continue
        within = {group.before for group in part[1:]}
        if len(within) <= 1 and _stands_alone(run, first, first + len(sizes)):
            yield part


def _stands_alone(run: list[_Group], first: int, end: int) -> bool:
    begins = run[first].before == " " if first > 0 else not _goes_on(run[0].before, PRICE)
    ends = run[end - 1].after == " " if end < len(run) else not _goes_on(run[-1].after, "%")
    return begins and ends


def _goes_on(neighbour: str, also: str) -> bool:
    return neighbour.isalnum() or (neighbour != "" and neighbour in f"_{also}")


def _joined(part: list[_Group]) -> str:
    return "".join(
        (group.before if place else "") + group.digits for place, group in enumerate(part)
    )


def _ssns(text: str, runs: list[list[_Group]], checked: bool) -> Iterator[str]:
    for run in runs:
        for part in _windows(run, (3, 2, 4)):
            number = _joined(part)
            if part[1].before == "." or (
                part[1].before == " " and checked and not _says(run, SSN_WORDS)
            ):
                # Three groups of digits with spaces are ambiguous, so a keyword is required.
                continue
            if not checked or ssn.is_valid(_bare(number)):
                yield number
        bare = run[0].digits
        if len(run) == 1 and len(bare) == 9 and _says(run, SSN_WORDS) and ssn.is_valid(bare):
            yield bare


def _says(run: list[_Group], words: Any) -> bool:
    return words.search(run[0].said.encode(errors="replace")) is not None


SHORTEST_CARD = 14
CARD_SHAPES = (
    (4, 4, 4, 4), (4, 4, 4, 4, 3), (4, 4, 4, 4, 2), (4, 4, 4, 4, 1), (4, 6, 5), (4, 6, 4),
    (8, 8), (8, 4, 4), (4, 8, 4), (4, 4, 8), (12, 4), (4, 12),
    (14,), (15,), (16,), (17,), (18,), (19,),
)  # fmt: skip


def _cards(runs: list[list[_Group]], checked: bool) -> Iterator[str]:
    for run in runs:
        if sum(len(group.digits) for group in run) < SHORTEST_CARD:
            continue
        taken = False
        for sizes in CARD_SHAPES:
            for part in _windows(run, sizes):
                number = "".join(group.digits for group in part)
                has_form = len(number) == 16
                if not taken and (_is_card(number) if checked else has_form):
                    taken = True
                    yield _joined(part)
        # Single digits: 4 2 4 2 …
        if not taken and 14 <= len(run) <= 19 and all(len(group.digits) == 1 for group in run):
            number = "".join(group.digits for group in run)
            if _is_card(number):
                yield _joined(run)


def _is_card(number: str) -> bool:
    return _has_issuer(number) and luhn.is_valid(number)


def _has_issuer(number: str) -> bool:
    size, two, four = len(number), int(number[:2]), int(number[:4])
    if number[0] == "4":
        return size in (16, 19)
    if 51 <= two <= 55 or 2221 <= four <= 2720:
        return size == 16
    if two in (34, 37):
        return size == 15
    if two in (36, 38, 39) or 3000 <= four <= 3059:
        return size == 14
    if four == 6011 or two == 65 or 6440 <= four <= 6499 or two == 62 or 3528 <= four <= 3589:
        return 16 <= size <= 19
    return False


def _ibans(text: str) -> Iterator[str]:
    for candidate, _, _ in _matches(IBANS, text):
        # Words may follow: try each end of a group.
        ends = [place for place, each in enumerate(candidate) if not each.isalnum()]
        for end in (*ends, len(candidate)):
            compact = _bare(candidate[:end]).upper()
            if 15 <= len(compact) <= 34 and iban.is_valid(compact):
                yield candidate[:end]
                break


def _national_ids(text: str) -> Iterator[str]:
    for candidate, _, _ in _matches(NATIONAL, text):
        if any(is_valid(candidate) for is_valid in CHECKS):
            yield candidate


def _emails(text: str, checked: bool) -> Iterator[str]:
    data = DOT.sub(b".", AT.sub(b"@", text.encode(errors="replace")))
    for candidate, _, _ in _matches(EMAIL, data.decode(errors="replace")):
        name, _, host = candidate.rpartition("@")
        if checked and (
            host.rpartition(".")[2].lower() in FILES
            or name.lower() in NO_PEOPLE
            or ".." in name
            or len(name) > 64
            or any(label.startswith("-") or len(label) > 63 for label in host.split("."))
        ):
            continue
        yield candidate


def _phones(text: str, regions: Sequence[str], checked: bool) -> Iterator[str]:
    if not checked:
        yield from (candidate for candidate, _, _ in _matches(PHONE_FORM, text))
        return
    seen: set[int] = set()
    for region in regions or ("ZZ",):
        matcher = phonenumbers.PhoneNumberMatcher(text, region, max_tries=TRIED_AT_MOST)
        for match in matcher:
            if match.start not in seen and _reads_as_phone(text, match.start, match.raw_string):
                seen.add(match.start)
                yield match.raw_string


def _reads_as_phone(text: str, start: int, number: str) -> bool:
    before = text[max(0, start - NEAR) : start]
    if number.startswith("+"):
        return True
    if before[-1:] in (*PRICE, "-", "/", ".", "=", "_") or text[start + len(number) :][:1] in (
        "%",
        "-",
        "_",
    ):
        return False
    # Ten digits in a row may be an order number, so a keyword is required.
    return not number.isdigit() or PHONE_WORDS.search(before.encode(errors="replace")) is not None
