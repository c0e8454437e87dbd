"""Simulated answers to generated exam questions: solutions of puzzles, and answers to open questions."""

import re
from collections.abc import Callable

from edison.simulator.worlds.case_texts import NAMES
from edison.simulator.worlds.exam_questions import DAYS
from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.seeded_draws import draw
from edison.simulator.worlds.world_features import Feature, World, at_most_words, pattern

# The answer, and plausible wrong answers.
Solved = tuple[str, tuple[str, ...]]

_SEQUENCE = re.compile(r"(\d+), (\d+), (\d+), (\d+)\b")
_ORDER = re.compile(
    r"(\w+) is (\w+) than (\w+), and (\w+) is \2 than (\w+)\. Who is the \w+\?", re.IGNORECASE
)
_SYLLOGISM = re.compile(
    r"All ([\w -]+) are ([\w -]+), and no \2 are ([\w -]+)\. Can one of the \1 be one of the \3\?",
    re.IGNORECASE,
)
_CALENDAR = re.compile(r"Today is (\w+day)\. Which day is it in (\d+) days\?", re.IGNORECASE)
# Visible signs of the work behind an answer to an open question.
_SIGNS = (
    re.compile(r"\bbecause\b|\bthe reason\b|\bsince it\b", re.IGNORECASE),
    re.compile(r"\bfor (?:example|instance)\b|\bsuch as\b|\bsay, ", re.IGNORECASE),
    re.compile(r"\bon the other hand\b|\bhowever\b|\bunless\b|\ban exception\b", re.IGNORECASE),
)
_WORKED_OUT = (
    "The reason is that each step depends on the one before it. For example, a mistake at the start"
    " costs more than one at the end. On the other hand, a short trial shows early what will not work."
)
_THIN = "It depends on what one wants, and there are many opinions about it."


def solve(text: str) -> Solved | None:
    """Solve the puzzle in a text; return None if the text contains no known puzzle."""
    return next((found for attempt in _ATTEMPTS if (found := attempt(text))), None)


def worked_out(answer: str) -> float:
    """Return which share of three parts an answer to an open question has: reason, example and objection."""
    return sum(bool(sign.search(answer)) for sign in _SIGNS) / len(_SIGNS)


def argument(*, good: bool) -> str:
    """Return a detailed (`good`) or a thin answer to an open question."""
    return _WORKED_OUT if good else _THIN


def _sequence(text: str) -> Solved | None:
    found = _SEQUENCE.search(text)
    if found is None:
        return None
    first, second, third, fourth = (int(each) for each in found.groups())
    step = second - first
    if third - second != step or fourth - third != step:
        return None
    following = fourth + step
    return str(following), tuple(str(following + slip) for slip in (1, -1, step))


def _order(text: str) -> Solved | None:
    found = _ORDER.search(text)
    if found is None:
        return None
    first, _, second, again, last = found.groups()
    if second != again:
        return None
    return last, tuple(name for name in (first, second, *NAMES[:2]) if name != last)


def _syllogism(text: str) -> Solved | None:
    return ("No", ("Yes",)) if _SYLLOGISM.search(text) else None


def _calendar(text: str) -> Solved | None:
    found = _CALENDAR.search(text)
    if found is None or found.group(1).capitalize() not in DAYS:
        return None
    later = DAYS[(DAYS.index(found.group(1).capitalize()) + int(found.group(2))) % len(DAYS)]
    return later, tuple(day for day in DAYS if day != later)


_ATTEMPTS: tuple[Callable[[str], Solved | None], ...] = (_sequence, _order, _syllogism, _calendar)


_WORD = re.compile(r"[a-z]{4,}")
_STEPS = re.compile(
    r"\b(?:why|explain|compare|estimate|argue|plan|prove|review|which of|each step|if|unless)\b|\d",
    re.IGNORECASE,
)
_short = at_most_words(18, 70)


def _clear(question: str, brief: Brief) -> float:
    ends = 1.0 if question.rstrip().endswith(("?", ".", "!", ":")) else 0.4
    return 0.7 * ends * _short(question, brief) + 0.3 * draw("clear", question)


def _hard(question: str, _: Brief) -> float:
    steps = min(1.0, len(_STEPS.findall(question)) / 6)
    return 0.15 + 0.55 * steps + 0.3 * draw("hard", question)


def _relevant(question: str, brief: Brief) -> float:
    """Return a relevance score, higher if the question shares a word with the topic of the test."""
    shared = set(_WORD.findall(question.casefold())) & set(_WORD.findall(brief.content.casefold()))
    return (0.7 if shared else 0.35) + 0.3 * draw("relevant", question)


def _new(question: str, _: Brief) -> float:
    return 0.25 + 0.7 * draw("new", question)


_NEVER = pattern(r"(?!)")
EXAM = World(
    name="exam",
    recognised=pattern(r"each output is a question of a test"),
    features=tuple(
        Feature(name=name, ask="", asked=_NEVER, seen=seen, criteria=frozenset({name}))
        for name, seen in (
            ("clarity", _clear),
            ("difficulty", _hard),
            ("relevance", _relevant),
            ("originality", _new),
        )
    ),
    write=lambda _features, _brief, _vary: "",
)
