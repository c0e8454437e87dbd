"""Judge with free-text instructions: returns a score from 0 to 10, or pass or fail, with a justification."""

from typing import Any

from edison.domain.judging.score import Scored
from edison.scorers.judge_conversation import UnusableVerdict, closed, object_in, shown, words

HIGHEST = 10
WORDS = ("pass", "fail")


def free_schema() -> dict[str, Any]:
    return closed(
        {
            "score": {
                "anyOf": [
                    {"type": "integer", "enum": list(range(HIGHEST + 1))},
                    {"type": "string", "enum": list(WORDS)},
                ]
            },
            "justification": {"type": "string"},
        }
    )


def free_verdict(said: str, pass_at: float) -> Scored:
    found = object_in(said)
    given, why = found.get("score"), words(found.get("justification"))
    if given is None:
        raise UnusableVerdict('"score" is missing')
    details: dict[str, Any] = {
        "criteria": {},
        "flags": {},
        "missing": [],
        "score": given,
        "why": why,
    }
    if isinstance(given, str):
        word = given.strip().lower()
        if word not in WORDS:
            raise UnusableVerdict('"score" is neither a number from 0 to 10 nor "pass" or "fail"')
        passed = word == "pass"
        return Scored(
            value=float(passed), passed=passed, reason=why or f"The judge says {word}",
            details={**details, "score": word},
        )  # fmt: skip
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise UnusableVerdict('"score" is neither a number from 0 to 10 nor "pass" or "fail"')
    if not 0 <= given <= HIGHEST:
        raise UnusableVerdict(f'"score" is {shown(given)}, not between 0 and {HIGHEST}')
    value = given / HIGHEST
    return Scored(
        value=value,
        passed=value >= pass_at,
        reason=why or f"The judge gave {given:g} of {HIGHEST}",
        details=details,
    )
