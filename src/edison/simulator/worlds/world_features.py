"""Features of answers: prompts ask for them, answers have them, and judges recognize them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.seeded_draws import draw

# How far an answer has the feature, from 0 to 1, given its brief.
Seen = Callable[[str, Brief], float]

EXAMPLES = re.compile(
    r"\bexamples?\b|\be\.g\.|\bfor instance\b|\bsample (?:in|out)put\b", re.IGNORECASE
)
# Beyond this many requests, each further one makes every request a little less likely to be met.
WISHES_WITHOUT_CROWD = 7
# How likely a feature is that the prompt asks not to have.
REFUSED = 0.02


# Compared by identity, which makes them fast keys.
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Feature:
    name: str
    # The sentence that asks for it; refiners add it, and `asked` matches it.
    ask: str
    asked: re.Pattern[str]
    seen: Seen
    # The names under which judges are asked about it.
    criteria: frozenset[str]
    # The probability if the prompt does not ask for it.
    base: float = 0.2
    # Finds a wish not to have it, which counts more than a wish to have it.
    refused: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class World:
    name: str
    recognised: re.Pattern[str]
    features: tuple[Feature, ...]
    # Writes the answer that has exactly these features; the number varies the words.
    write: Callable[[frozenset[str], Brief, str], str]

    def missing(self, instructions: str) -> tuple[Feature, ...]:
        return tuple(each for each in self.features if not each.asked.search(instructions))

    def measure(self, answer: str, brief: Brief) -> dict[str, float]:
        return {each.name: each.seen(answer, brief) for each in self.features}

    def quality(self, answer: str, brief: Brief, criterion: str | None = None) -> float:
        """Return the mean score of a criterion's features; of all features if the criterion is None or unknown."""
        found = self.measure(answer, brief)
        about = [
            found[each.name]
            for each in self.features
            if criterion is None or criterion in each.criteria
        ]
        chosen = about or list(found.values())
        return sum(chosen) / len(chosen)


def pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE | re.DOTALL)


def finds(text: str) -> Seen:
    """Return a check for a pattern: 1 if it occurs in the answer, otherwise 0."""
    compiled = re.compile(text, re.IGNORECASE | re.MULTILINE)
    return lambda answer, _: 1.0 if compiled.search(answer) else 0.0


def lacks(text: str) -> Seen:
    compiled = re.compile(text, re.IGNORECASE | re.MULTILINE)
    return lambda answer, _: 0.0 if compiled.search(answer) else 1.0


def at_most_words(few: int, many: int) -> Seen:
    """Return a check of the length: 1 up to `few` words, 0 from `many` words on and for an empty answer."""

    def seen(answer: str, _: Brief) -> float:
        count = len(answer.split())
        if count == 0:
            return 0.0
        return max(0.0, min(1.0, (many - count) / (many - few)))

    return seen


def criteria(*names: str) -> frozenset[str]:
    return frozenset(names)


# A run has the same instructions for many cases, and this is most of the work of an answer.
@lru_cache(maxsize=1024)
def chances(world: World, instructions: str, skill: float) -> dict[str, float]:
    """Return the probability of each feature.

    Requests in the prompt raise it, more so with a better model; so do examples. Too many requests lower it.
    """
    asked = [each for each in world.features if each.asked.search(instructions)]
    helped = 0.42 + 0.56 * skill + (0.08 if EXAMPLES.search(instructions) else 0.0)
    helped -= 0.02 * max(0, len(asked) - WISHES_WITHOUT_CROWD)
    likely = {each.name: each.base * (0.5 + skill) for each in world.features}
    likely |= {each.name: max(helped, likely[each.name]) for each in asked}
    likely |= {
        each.name: REFUSED
        for each in world.features
        if each.refused is not None and each.refused.search(instructions)
    }
    return {name: max(0.02, min(0.99, value)) for name, value in likely.items()}


def features_of_answer(
    world: World, brief: Brief, *, skill: float, about: Sequence[object]
) -> frozenset[str]:
    """Return the features of this answer.

    The random draw depends on the case, not on the prompt: a better prompt adds features and removes none, so that its
    improvement can be measured in paired comparisons.
    """
    likely = chances(world, brief.instructions, skill)
    return frozenset(
        name for name, value in likely.items() if draw(world.name, name, *about) < value
    )
