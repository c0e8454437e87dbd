"""Parse the requests of Edison's judges, which contain texts between delimiters."""

import json
import re
from dataclasses import dataclass
from typing import Any, cast

from edison.simulator.behaviour import JudgeFaults
from edison.simulator.worlds.seeded_draws import draw

# The delimiter has a different name in each request; a text inside cannot contain it.
_WALLED = re.compile(r'<(data-[0-9a-f]+) name="(\w+)">\n(.*?)\n</\1>', re.DOTALL)
# Sentences about the answer or to the judge are not part of the content.
_IDLE = re.compile(r"\s*(?:To restate|Note to the evaluator)\b")
_BEGS = re.compile(
    r"\b(?:full marks|highest (?:possible )?score|maximum score|ignore (?:all |the )?previous instructions)\b",
    re.IGNORECASE,
)
_PRIVATE = re.compile(r"[\w.+-]+@[\w-]+\.\w{2,}|\b\d{3}-\d{2}-\d{4}\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRequest:
    """The parts of a judge request: the text outside of the delimiters, and the delimited texts."""

    told: str
    content: str
    reference: str | None
    # One candidate, or two that are compared, with their labels.
    candidates: tuple[tuple[str, str], ...]


def read_request(prompt: str) -> JudgeRequest | None:
    found = {name: text for _, name, text in _WALLED.findall(prompt)}
    pair = (found.get("output_a"), found.get("output_b"))
    if pair[0] is not None and pair[1] is not None:
        candidates = (("A", pair[0]), ("B", pair[1]))
    elif "output" in found:
        candidates = (("A", found["output"]),)
    else:
        return None
    reference = found.get("reference")
    # The output format is not part of the text to judge.
    told = _WALLED.sub(" ", prompt).rsplit("## Instructions", 1)[0]
    if reference is not None:
        told += f"\nExpected: {reference}"
    return JudgeRequest(
        told=told,
        content=found.get("input", ""),
        reference=reference,
        candidates=candidates,
    )


def substance(text: str) -> str:
    """Return the text without filler paragraphs, as a good judge reads it."""
    return "\n\n".join(part for part in text.split("\n\n") if not _IDLE.match(part))


def begs(text: str) -> bool:
    return bool(_BEGS.search(text))


def flags_of(text: str) -> dict[str, bool]:
    """Return the flags of an answer by the names that judge requests use."""
    return {
        "policyviolation": False,
        "piidetected": bool(_PRIVATE.search(text)),
        "toxiccontent": False,
        "jailbreakattempt": begs(text),
    }


def is_sloppy(lean: JudgeFaults, prompt: str) -> bool:
    told = "This cannot be used" in prompt
    return (lean.stubborn or not told) and draw("sloppy", prompt) < lean.sloppy


def sloppy(text: str) -> str:
    """Return an invalid verdict: without its last field, or cut in half if it is not JSON."""
    try:
        found: Any = json.loads(text)
    except ValueError:
        return text[: len(text) // 2]
    if not isinstance(found, dict):
        return text
    whole = cast("dict[str, Any]", found)
    part = whole.get("scores")
    inner = cast("dict[str, Any]", part) if isinstance(part, dict) else whole
    inner.pop(list(inner)[-1], None)
    return json.dumps(whole, ensure_ascii=False)
