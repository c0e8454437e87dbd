"""Worlds in which an edit of a prompt can help, harm, overfit, help one slice only, or do nothing.

Each world decides by hidden rules what the lines of a prompt do to each case. The refiner reads only the request
that the product writes for a refiner. The judge reads only answers.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from edison.domain.results.grade_arrays import UUID_BYTES
from edison.domain.results.run_arrays import Floats

POINTS = 10
ANSWER_NOISE = 0.12
JUDGE_NOISE = 0.05
TOPICS = ("parcel", "refund", "invoice", "login", "size", "courier", "voucher", "repair")
TOPIC_SHARES = (0.25, 0.2, 0.15, 0.12, 0.1, 0.08, 0.06, 0.04)
MOST_QUOTED = 10
START = "Read the message below and write the reply that we will send.\n{{message}}"
PHRASES = tuple(
    f"{verb} {what}."
    for verb in ("Always check", "State clearly", "Begin with", "Keep in mind", "Never leave out")
    for what in (
        *("the next step", "the deadline", "the tone", "the policy"),
        *("the order details", "the reason", "a summary", "the greeting"),
    )
)
_CODE = re.compile(r"NW-\d+")
_TOPIC = re.compile(r"about my (\w+)")


@dataclass(frozen=True, kw_only=True, eq=False)
class CaseSet:
    """Cases as anybody sees them; how hard each is, is known to the world alone."""

    ids: tuple[UUID, ...]
    texts: tuple[str, ...]
    # Without any edit.
    base: Floats

    @cached_property
    def topics(self) -> tuple[str, ...]:
        return tuple(_TOPIC.findall(text)[0] for text in self.texts)

    @cached_property
    def id_array(self) -> NDArray[np.void]:
        return np.frombuffer(b"".join(one.bytes for one in self.ids), dtype=UUID_BYTES)

    def where(self, rows: list[int]) -> "CaseSet":
        return CaseSet(
            ids=tuple(self.ids[row] for row in rows),
            texts=tuple(self.texts[row] for row in rows),
            base=self.base[rows],
        )


def draw_cases(dice: np.random.Generator, count: int) -> CaseSet:
    topics = dice.choice(TOPICS, size=count, p=TOPIC_SHARES)
    codes = dice.choice(900_000, size=count, replace=False) + 100_000
    return CaseSet(
        ids=tuple(UUID(bytes=dice.bytes(16)) for _ in range(count)),
        texts=tuple(
            f"I write about my {topic}, order NW-{code}."
            for topic, code in zip(topics, codes, strict=True)
        ),
        base=np.clip(dice.normal(0.55, 0.12, size=count), 0.1, 0.9),
    )


# What a line of the prompt adds to the quality of each answer. `draw` gives hidden numbers for a text.
Effect = Callable[[str, CaseSet, Callable[[str], np.random.Generator]], Floats]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditWorld:
    name: str
    told: str
    effect: Effect
    # Suggestions that improve the prompt exist.
    gains: bool = False


def _nothing(line: str, cases: CaseSet, draw: Callable[[str], np.random.Generator]) -> Floats:
    return np.zeros(len(cases.ids))


def _harm(line: str, cases: CaseSet, draw: Callable[[str], np.random.Generator]) -> Floats:
    return np.full(len(cases.ids), -draw(line).uniform(0.02, 0.1))


def _overfit(line: str, cases: CaseSet, draw: Callable[[str], np.random.Generator]) -> Floats:
    """A line that quotes an order helps with that order and with nothing else."""
    quoted = set(_CODE.findall(line))
    return np.array([0.3 if quoted & set(_CODE.findall(text)) else 0.0 for text in cases.texts])


def _slice(line: str, cases: CaseSet, draw: Callable[[str], np.random.Generator]) -> Floats:
    """A line that names a topic helps there and harms everywhere else, by as much or by a little more in all."""
    named = [topic for topic in TOPICS if f"{topic} messages" in line]
    if not named:
        return np.zeros(len(cases.ids))
    share = sum(TOPIC_SHARES[TOPICS.index(topic)] for topic in named)
    harm = 0.2 * share / (1 - share) * draw(line).uniform(1.0, 1.5)
    return np.array([0.2 if topic in named else -harm for topic in cases.topics])


def _gain(line: str, cases: CaseSet, draw: Callable[[str], np.random.Generator]) -> Floats:
    dice = draw(line.split(".")[0])
    helps = dice.uniform(0.04, 0.12) if dice.random() < 0.6 else 0.0
    return _around(helps, line, cases)


def _mixed(line: str, cases: CaseSet, draw: Callable[[str], np.random.Generator]) -> Floats:
    """A third of the phrases help, a third harm, a third do nothing; quoted orders are learned by heart."""
    dice = draw(line.split(".")[0])
    mean = float(dice.choice([-1.0, 0.0, 1.0])) * dice.uniform(0.04, 0.12)
    return _around(mean, line, cases) + 0.5 * _overfit(line, cases, draw)


def _around(mean: float, line: str, cases: CaseSet) -> Floats:
    """No edit does the same to every case."""
    if mean == 0.0:
        return np.zeros(len(cases.ids))
    dice = np.random.default_rng(hidden_number(line + str(cases.ids[0])))
    return mean + dice.normal(0, 0.05, size=len(cases.ids))


EDIT_WORLDS = (
    EditWorld(name="null", told="no edit does anything", effect=_nothing),
    EditWorld(name="harm", told="every edit lowers the score by 0.02 to 0.10", effect=_harm),
    EditWorld(name="overfit", told="an edit helps only the cases whose text it quotes", effect=_overfit),
    EditWorld(name="slice", told="an edit helps one topic and costs the others as much or more", effect=_slice),
    EditWorld(name="mixed", told="a third helps, a third harms, a third does nothing", effect=_mixed, gains=True),
    EditWorld(name="gain", told="six of ten edits raise the score by 0.04 to 0.12", effect=_gain, gains=True),
)  # fmt: skip


@dataclass(slots=True, kw_only=True)
class Answerer:
    """Answers cases and knows the world; nobody else does."""

    world: EditWorld
    seed: int
    dice: np.random.Generator
    calls: int = 0
    _known: dict[tuple[str, int], Floats] = field(default_factory=dict[tuple[str, int], Floats])

    def quality(self, prompt: str, cases: CaseSet) -> Floats:
        """The share of the required points that an answer makes on average."""
        found = cases.base.copy()
        for line in prompt.splitlines():
            if line not in START:
                found += self._effect(line, cases)
        return np.clip(found, 0.0, 1.0)

    def answer(self, prompt: str, cases: CaseSet) -> NDArray[np.int64]:
        """How many of the required points each answer makes."""
        self.calls += len(cases.ids)
        noise = self.dice.normal(0, ANSWER_NOISE, size=len(cases.ids))
        points = np.rint(POINTS * (self.quality(prompt, cases) + noise)).astype(np.int64)
        return np.clip(points, 0, POINTS)

    def _effect(self, line: str, cases: CaseSet) -> Floats:
        key = line, id(cases)
        if key not in self._known:
            self._known[key] = self.world.effect(
                line,
                cases,
                lambda text: np.random.default_rng(hidden_number(f"{self.seed} {text}")),
            )
        return self._known[key]


def judge(answers: NDArray[np.int64], dice: np.random.Generator) -> Floats:
    """Grade answers, of which alone it knows; not exactly, as judges do."""
    return np.clip(answers / POINTS + dice.normal(0, JUDGE_NOISE, size=answers.size), 0.0, 1.0)


def refine(asked: str, dice: np.random.Generator) -> str:
    """Write a line to add, from the request alone: a phrase that the prompt lacks, and words of the failing cases."""
    lacking = [phrase for phrase in PHRASES if phrase not in asked]
    phrase = lacking[int(dice.integers(len(lacking)))] if lacking else "Be careful."
    # The examples come last in a request.
    orders = ", ".join(list(dict.fromkeys(_CODE.findall(asked)))[-MOST_QUOTED:])
    topics = Counter(_TOPIC.findall(asked)).most_common(1)
    topic = topics[0][0] if topics else TOPICS[0]
    return f"{phrase} Take care with {topic} messages such as {orders}"


def quoted_orders(text: str) -> set[str]:
    return set(_CODE.findall(text))


def hidden_number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
