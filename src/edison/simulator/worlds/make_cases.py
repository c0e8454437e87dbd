"""Generate the requested number of different test cases that cover the given gaps."""

import re
from dataclasses import dataclass
from typing import Any

from edison.simulator.worlds.case_texts import (
    ANYTHING,
    ATTACKS,
    CODE,
    EXTRACTION,
    NAMES,
    OTHER_LANGUAGES,
    PLACES,
    SUPPORT,
    TEXT,
    THINGS,
    Pack,
)
from edison.simulator.worlds.exam_questions import USUAL_OF_TOPIC, USUAL_TYPES, exam_question
from edison.simulator.worlds.extraction_world import MONTHS
from edison.simulator.worlds.known_facts import AUTHORS, CAPITALS, SYMBOLS
from edison.simulator.worlds.seeded_draws import draw, pick

PACKS = {"support": SUPPORT, "sorting": SUPPORT, "extraction": EXTRACTION, "code": CODE, "text": TEXT}  # fmt: skip
_QUIZ = re.compile(
    r"capital|trivia|quiz|factual|fact[- ]|general knowledge|arithmetic|geograph|who wrote",
    re.IGNORECASE,
)
_IDLE = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be by can do for from have how i in "
        "into is it its me my of on or our please should so some "
        "that the their them these they this to us want we what when which who will with you your about answer answers "
        "question questions user users customer customers write case cases prompt various different realistic people "
        "ask asking help support generate test give gives giving "
        "advice explain explains provide make create short good",
    )
)
_SORTS = re.compile(r"\bclassif|\bcategor|\btriage\b|\bsort\b", re.IGNORECASE)
_LEAST_WORDS = {"XS": 0, "S": 11, "M": 31, "L": 85, "XL": 205}
# What a gap asks to be mentioned, and a sentence that mentions it.
_MENTIONS = {
    "person": "My name is {name} Keller.",
    "date": "That was on {date}.",
    "time": "It happened at 4:30 pm.",
    "money": "It cost {money}.",
    "reference": "The reference is {order}.",
    "a number": "There were 17 of them.",
    "e-mail": "You can reach me at {mail}.",
    "link": "See https://example.com/{order} for it.",
}
_MOODS = {
    "vague": "Can you do something about this thing?",
    "several requests": "Also, can you check the other one? And when do you open?",
    "negation": "It is not that it never worked.",
    "contradictory": "But on the other hand, maybe it is fine as it is.",
    "slang": "pls help asap, idk what went wrong, u guys changed smth",
    "emotion": "THIS IS SO ANNOYING!!",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A parsed request for cases."""

    world: str
    domain: str
    variables: tuple[str, ...]
    count: int
    batch: int
    adversarial: bool
    languages: tuple[str, ...] = ()
    lengths: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    prompt: str = ""
    # Existing cases, as far as the request lists them.
    known: str = ""
    # Questions for an exam instead of inputs for a prompt: of these types, about a topic, of this difficulty.
    exam: bool = False
    types: tuple[str, ...] = ()
    topic: str = ""
    difficulties: tuple[int, int] | None = None


def cases_for(order: Order) -> list[dict[str, Any]]:
    # Another domain starts at another position, so that two datasets differ.
    start = int(draw("cases", order.domain) * 997)
    # Existing cases shift the position, too.
    first = (order.batch - 1) * 20 + (int(draw("known", order.known) * 9_973) if order.known else 0)
    return [_case(order, start, first + at) for at in range(order.count)]


def _case(order: Order, start: int, at: int) -> dict[str, Any]:
    kind = _type(order, at)
    text, tag, expected = _text(order, start, at)
    tags, difficulty = [tag], 1 + (at * 3 + start) % 4
    if order.adversarial:
        attack, words = ATTACKS[(at + start) % len(ATTACKS)]
        text = words if attack == "almost empty" else f"{text} {words}"
        tags, difficulty, expected = ["adversarial", attack], 3 + at % 3, ""
    if order.gaps:
        text, tags = _with_gap(order.gaps[at % len(order.gaps)], text, tags, start + at)
    if order.difficulties:
        low, high = order.difficulties
        difficulty = low + at % (high - low + 1)
    return {
        **({"types": [kind]} if order.types else {}),
        "input": {
            name: text if name == _main(order) else _other(name, order, start + at)
            for name in order.variables
        },
        "expected": expected,
        "tags": tags,
        "difficulty": difficulty,
    }


def _text(order: Order, start: int, at: int) -> tuple[str, str, str]:
    if order.languages:
        language = order.languages[at % len(order.languages)]
        if language.casefold() in OTHER_LANGUAGES:
            least = _LEAST_WORDS[_length(order, at) or "XS"]
            return _foreign(language, at, least), language.casefold(), ""
    if order.types or (order.exam and order.world == "question"):
        # Each type has its own counter, so that none skips texts that others use.
        return exam_question(_type(order, at), order.topic, start + at // len(_types(order)))
    if order.world == "question" and _QUIZ.search(f"{order.domain} {order.prompt}"):
        return _quiz(start + at)
    pack = PACKS.get(order.world, ANYTHING)
    round_, place = divmod(at, len(pack.openings))
    tag, opening = pack.openings[(place + start) % len(pack.openings)]
    detail = pick(pack.details, "detail", start, at)
    ending = pick(pack.endings, "ending", start, at)
    length = _length(order, at)
    if length == "XS" or (not length and (at + start) % 9 == 4 and round_ == 0):
        parts = [opening]
    else:
        parts = [opening, detail, ending]
    text = _filled(_joined(parts), order, start + at)
    if length:
        text = _drawn_out(text, pack, order, start + at, _LEAST_WORDS[length])
    sorts = order.world == "sorting" or _SORTS.search(order.prompt)
    return text, tag, tag if sorts and pack is SUPPORT else ""


def _types(order: Order) -> tuple[str, ...]:
    return order.types or (USUAL_OF_TOPIC if order.topic else USUAL_TYPES)


def _type(order: Order, at: int) -> str:
    kinds = _types(order)
    return kinds[at % len(kinds)]


def _quiz(number: int) -> tuple[str, str, str]:
    ways = ("What is {}?", "Tell me {}.", "Do you know {}?", "I forgot {}.")
    kind, place = number % 4, number // 4
    way = ways[(number // 3) % len(ways)]
    if kind == 3:
        left, right = 12 + place * 7 % 83, 3 + place * 5 % 47
        return way.format(f"{left} * {right}"), "arithmetic", str(left * right)
    table, about, tag = (
        (CAPITALS, "the capital of {}", "geography"),
        (SYMBOLS, "the chemical symbol for {}", "chemistry"),
        (AUTHORS, "the name of the author of {}", "literature"),
    )[kind]
    name = list(table)[(place * 11) % len(table)]
    return way.format(about.format(name)), tag, table[name]


def _length(order: Order, at: int) -> str:
    """Return the length of a case, chosen independently of its language, so that each language has every length."""
    return pick(order.lengths, "length", order.domain, at) if order.lengths else ""


def _joined(parts: list[str]) -> str:
    *others, last = [part for part in parts if part]
    return " ".join([*(each if each[-1] in ".?!" else f"{each}." for each in others), last])


def _foreign(language: str, at: int, least: int = 0) -> str:
    sentences = OTHER_LANGUAGES[language.casefold()]
    first, shift = at % len(sentences), 1 + (at // len(sentences)) % (len(sentences) - 1)
    text = f"{sentences[first]} {sentences[(first + shift) % len(sentences)]}"
    for step in range(60):
        if len(text.split()) >= least:
            break
        text = f"{text} {sentences[(at * 3 + step) % len(sentences)]}"
    return text


def _drawn_out(text: str, pack: Pack, order: Order, number: int, least: int) -> str:
    for step in range(60):
        if len(text.split()) >= least:
            break
        more = pack.details[(number * 3 + step) % len(pack.details)]
        text = f"{text} {_filled(more, order, number + step)}"
    return text


def _with_gap(gap: str, text: str, tags: list[str], number: int) -> tuple[str, list[str]]:
    """Return the case, changed to cover the described gap."""
    told = re.search(r'tagged "(.+)"', gap)
    if told:
        return text, [told.group(1), *tags]
    if "empty" in gap:
        return " " * (number % 3), tags
    language = re.search(r"written in (\w+)", gap)
    if language and language.group(1).casefold() in OTHER_LANGUAGES:
        return _foreign(language.group(1), number), tags
    for words, sentence in {**_MENTIONS, **_MOODS}.items():
        if words in gap:
            more = _fill(sentence, number)
            return (more if words == "vague" else f"{text} {more}"), tags
    length = re.match(r"very short|short|of medium length|long|very long", gap)
    names = {"very short": "XS", "short": "S", "of medium length": "M", "long": "L", "very long": "XL"}  # fmt: skip
    if length:
        least = _LEAST_WORDS[names[length.group()]]
        words = text.split()
        while len(words) < least:
            words += _fill(ANYTHING.details[len(words) % len(ANYTHING.details)], number).split()
        return " ".join(words[:9] if least == 0 else words), tags
    return text, tags


def _main(order: Order) -> str:
    usual = PACKS.get(order.world, ANYTHING).variable
    likely = (usual, "message", "question", "text", "input", "query", "topic", "task", "ticket")
    return next((name for name in likely if name in order.variables), order.variables[0])


def _other(name: str, order: Order, number: int) -> str:
    """Return a value for a variable other than the main text, guessed from its name."""
    plain = name.casefold()
    for words, value in (
        (r"mail", "{mail}"),
        (r"name|author|user|customer|person", "{name}"),
        (r"order|ticket|reference|invoice|\bid\b|_id", "{order}"),
        (r"date|day|when", "{date}"),
        (r"price|amount|budget|cost", "{money}"),
        (r"city|place|country|location|where", "{place}"),
        (r"phone", "{phone}"),
        (r"product|item|thing", "{thing}"),
        (r"tone|style|voice", ("friendly", "formal", "plain", "cheerful")[number % 4]),
        (r"lang", ("English", "German", "Spanish")[number % 3]),
    ):
        if re.search(words, plain):
            return _fill(value, number)
    details = PACKS.get(order.world, ANYTHING).details
    return _filled(details[number * 3 % len(details)], order, number)


def _filled(text: str, order: Order, number: int) -> str:
    return _fill(text.replace("{topic}", topic_of(order.domain)), number)


def _fill(text: str, number: int) -> str:
    day, month = 1 + number * 7 % 28, MONTHS[number * 5 % 12]
    name = NAMES[number % len(NAMES)]
    values = {
        "name": name,
        "name2": NAMES[(number + 5) % len(NAMES)],
        "place": PLACES[number * 3 % len(PLACES)],
        "thing": THINGS[number * 5 % len(THINGS)],
        "order": f"AB-{10_000 + number * 137 % 89_999}",
        "money": f"€{20 + number * 13 % 900}.{number * 7 % 90 + 10}",
        "date": f"{day} {month} 2024",
        "mail": f"{name.casefold()}@example.com",
        "phone": f"+49 30 {1_000_000 + number * 7919 % 8_999_999}",
    }
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found.group(1), found.group()), text)


def topic_of(domain: str) -> str:
    """Return the topic in two or three words."""
    found = re.search(r"\b(?:about|on|regarding|around|of|in|for)\s+(.+)", domain, re.IGNORECASE)
    for text in (found.group(1) if found else "", domain):
        words = [word.casefold() for word in re.findall(r"[^\W\d_]+", text)]
        while words and words[0] in _IDLE:
            words.pop(0)
        end = next((at for at, word in enumerate(words) if word in _IDLE), len(words))
        if words[:end]:
            return " ".join(words[: min(end, 3)])
    return "this"
