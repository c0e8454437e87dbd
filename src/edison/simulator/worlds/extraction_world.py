"""World of data extraction: keys, pure JSON and exact values, depending on how precise the prompt is."""

import json
import re
from functools import lru_cache
from typing import Any, cast

from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.seeded_draws import draw
from edison.simulator.worlds.world_features import (
    EXAMPLES,
    Feature,
    World,
    criteria,
    finds,
    pattern,
)

MONTHS: tuple[str, ...] = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
FIELDS: dict[str, tuple[re.Pattern[str], re.Pattern[str]]] = {
    # Names of the field in prompts, and the pattern of its value.
    "name": (
        pattern(r"\bnames?\b"),
        re.compile(
            r"\b(?!Dear|Hello|Order|Invoice|Kind|Best|The|Please)([A-Z][a-z]+ [A-Z][a-z]+)\b"
        ),
    ),
    "email": (pattern(r"\be-?mails?\b"), re.compile(r"\b([\w.+-]+@[\w-]+\.[\w.]*\w)")),
    "phone": (pattern(r"\bphones?\b|telephone"), re.compile(r"(\+?\d[\d ()/-]{7,}\d)")),
    "date": (
        pattern(r"\bdates?\b"),
        re.compile(rf"\b(\d{{4}}-\d\d-\d\d|\d{{1,2}} (?:{'|'.join(MONTHS)}) \d{{4}})\b"),
    ),
    "amount": (
        pattern(r"\bamounts?\b|\btotals?\b|\bprices?\b"),
        re.compile(r"(?:[$€£]|\b(?:EUR|USD|GBP) ?)(\d[\d,]*(?:\.\d\d)?)"),
    ),
    "order_id": (
        pattern(r"order[_ ]?(?:id|number)|invoice[_ ]?(?:id|number)|\breference\b"),
        re.compile(r"\b([A-Z]{1,4}-\d{3,})\b"),
    ),
    "city": (pattern(r"\bcit(?:y|ies)\b"), re.compile(r"\b(?:in|to|from) ([A-Z][a-z]{3,})\b")),
}
LOOSE_KEYS = {
    "name": "full_name",
    "email": "e_mail_address",
    "phone": "telephone_number",
    "date": "day",
    "amount": "sum",
    "order_id": "reference_no",
    "city": "place",
}


@lru_cache(maxsize=1024)
def wanted_fields(instructions: str) -> tuple[str, ...]:
    found = tuple(name for name, (asked, _) in FIELDS.items() if asked.search(instructions))
    return found or ("name", "email", "date", "amount")


def values_in(text: str) -> dict[str, str]:
    found = {name: where.search(text) for name, (_, where) in FIELDS.items()}
    return {name: _plain(name, match.group(1)) for name, match in found.items() if match}


def read_json(answer: str) -> dict[str, Any] | None:
    begin, end = answer.find("{"), answer.rfind("}")
    if begin < 0 or end < begin:
        return None
    try:
        value: Any = json.loads(answer[begin : end + 1])
    except ValueError:
        return None
    return cast(dict[str, Any], value) if isinstance(value, dict) else None


def only_json(answer: str, _: Brief) -> float:
    text = answer.strip()
    if read_json(text) is None:
        return 0.0
    return 1.0 if text.startswith("{") and text.endswith("}") else 0.3


def right_keys(answer: str, brief: Brief) -> float:
    found, wanted = read_json(answer) or {}, wanted_fields(brief.instructions)
    return sum(1 for name in wanted if name in found) / len(wanted)


def exact_values(answer: str, brief: Brief) -> float:
    """Return the share of the text's values that the answer contains exactly, under any key."""
    wanted = wanted_fields(brief.instructions)
    truth = {name: text for name, text in values_in(brief.content).items() if name in wanted}
    if not truth:
        return 1.0 if read_json(answer) is not None else 0.0
    said = {str(value) for value in (read_json(answer) or {}).values()}
    return sum(1 for text in truth.values() if text in said) / len(truth)


FEATURES = (
    Feature(
        name="json_only",
        ask="Answer with JSON only: no other text, no code fence.",
        asked=pattern(
            r"(?:json|object) only|only (?:the |valid |a )?json"
            r"|no (?:other|extra|additional) text|nothing else|no code fence|no explanation"
        ),
        seen=only_json,
        criteria=criteria("format", "validity", "structure", "brevity", "clarity"),
    ),
    Feature(
        name="right_keys",
        ask="Use exactly the keys that are listed, in lower case.",
        asked=pattern(r"\bkeys?\b|\bschema\b|exactly (?:these|the) fields|\{\s*\"\w+\"\s*:"),
        seen=right_keys,
        criteria=criteria("format", "accuracy", "completeness", "schema", "correctness"),
    ),
    Feature(
        name="exact_values",
        # No example: another key in quotes would look like a different output format.
        ask="Copy every value exactly as it stands, but write dates as YYYY-MM-DD.",
        asked=pattern(
            rf"exact(?:ly)? as|verbatim|copy (?:every|each|the) value|yyyy-mm-dd|{EXAMPLES.pattern}"
        ),
        seen=exact_values,
        criteria=criteria("accuracy", "correctness", "faithfulness"),
        base=0.3,
    ),
    Feature(
        name="nulls",
        ask="Give null for what the text does not say; never invent a value.",
        asked=pattern(
            r"\bnull\b|not (?:present|found|mentioned)|missing|(?:never|do not|don't) (?:invent|guess)"
        ),
        seen=finds(r"^(?![\s\S]*\bunknown person\b)"),
        criteria=criteria("completeness", "safety", "faithfulness", "honesty"),
        base=0.5,
    ),
)


def write(features: frozenset[str], brief: Brief, key: str) -> str:
    truth = values_in(brief.content)
    answer: dict[str, str | None] = {}
    for name in wanted_fields(brief.instructions):
        value = truth.get(name)
        if value is None and "nulls" not in features:
            value = "unknown person" if name == "name" else f"unknown person's {name}"
        elif value is not None and "exact_values" not in features and draw(key, name, "slip") < 0.6:
            value = _slip(value)
        answer[name if "right_keys" in features else LOOSE_KEYS[name]] = value
    text = json.dumps(answer, ensure_ascii=False)
    if "json_only" in features:
        return text
    return f"Here is what I found in the text (simulated):\n\n```json\n{text}\n```\nLet me know if you need more."


def _plain(name: str, value: str) -> str:
    if name != "date" or "-" in value:
        return value.replace(",", "") if name == "amount" else value.strip()
    day, month, year = value.split()
    return f"{year}-{MONTHS.index(month.capitalize()) + 1:02d}-{int(day):02d}"


def _slip(value: str) -> str:
    """Return the value with a typical mistake of models: a missing part."""
    return value.split()[0] if " " in value else value[:-1]


EXTRACTION = World(
    name="extraction",
    recognised=pattern(r"\bextract|\bparse\b|\bpull out\b|structured data|\bfields? from\b"),
    features=FEATURES,
    write=write,
)
