"""The one table's shape: a feature is asked for in a prompt, appears in an answer, and is seen by a judge."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.seeded_draws import draw

# How far an answer has the feature, from 0 to 1, given what it answers.
Seen = Callable[[str, Brief], float]

EXAMPLES = re.compile(
    r"\bexamples?\b|\be\.g\.|\bfor instance\b|\bsample (?:in|out)put\b", re.IGNORECASE
)
# Beyond so many wishes, each further one makes every wish a little less likely to be met.
WISHES_WITHOUT_CROWD = 7


# Compared by identity, which makes them quick keys.
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Feature:
    name: str
    # The sentence that asks for it; it is what an improver adds, and `asked` finds it.
    ask: str
    asked: re.Pattern[str]
    seen: Seen
    # Under which names judges are asked about it.
    criteria: frozenset[str]
    # How likely it is when nobody asks.
    base: float = 0.2


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
        """The mean over the features of a criterion; over all of them if it is unknown or none."""
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
    """A feature that is there or is not."""
    compiled = re.compile(text, re.IGNORECASE | re.MULTILINE)
    return lambda answer, _: 1.0 if compiled.search(answer) else 0.0


def lacks(text: str) -> Seen:
    compiled = re.compile(text, re.IGNORECASE | re.MULTILINE)
    return lambda answer, _: 0.0 if compiled.search(answer) else 1.0


def at_most_words(few: int, many: int) -> Seen:
    """Full marks up to `few` words, none from `many` on; saying nothing is not brief."""

    def seen(answer: str, _: Brief) -> float:
        count = len(answer.split())
        if count == 0:
            return 0.0
        return max(0.0, min(1.0, (many - count) / (many - few)))

    return seen


def criteria(*names: str) -> frozenset[str]:
    return frozenset(names)


# A run asks the same of many cases, and looking is most of the work of an answer.
@lru_cache(maxsize=1024)
def chances(world: World, instructions: str, skill: float) -> dict[str, float]:
    """
    How likely each feature is. Asking helps, the more so with a better model; examples help; too many
    wishes crowd each other.
    """
    asked = [each for each in world.features if each.asked.search(instructions)]
    helped = 0.42 + 0.56 * skill + (0.08 if EXAMPLES.search(instructions) else 0.0)
    helped -= 0.02 * max(0, len(asked) - WISHES_WITHOUT_CROWD)
    likely = {each.name: each.base * (0.5 + skill) for each in world.features}
    likely |= {each.name: max(helped, likely[each.name]) for each in asked}
    return {name: max(0.02, min(0.99, value)) for name, value in likely.items()}


def features_of_answer(
    world: World, brief: Brief, *, skill: float, about: Sequence[object]
) -> frozenset[str]:
    """
    Which features this answer gets. The draw depends on the case and not on the prompt, so a better
    prompt gains features and loses none: improvements are real and can be measured in pairs.
    """
    likely = chances(world, brief.instructions, skill)
    return frozenset(
        name for name, value in likely.items() if draw(world.name, name, *about) < value
    )
