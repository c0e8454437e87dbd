"""How judges see questions of a test: some are clearer, harder, nearer to the matter or newer than others."""

import re

from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.seeded_draws import draw
from edison.simulator.worlds.world_features import Feature, World, at_most_words, pattern

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
    """Whether it shares a word with what the test is about."""
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
