"""Worlds in which an edit of a prompt can help, harm, overfit, help one slice only, or do nothing.

Each world decides by hidden rules what the lines of a prompt do to each case. The refiner reads only the request
that the product writes for a refiner. The judge reads only answers. Splits, evidence, acceptance, thresholds, stop
rules and the check on the hold-out are the functions that the engine uses.
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

from edison.domain.experiments.acceptance import (
    MeasuredVersion,
    assess_candidate,
    refines_champion,
)
from edison.domain.experiments.plan import StopRules
from edison.domain.experiments.progress import Turn, has_gained
from edison.domain.experiments.splits import draw_validation
from edison.domain.experiments.stop_rules import reason_to_stop
from edison.domain.refining.evidence import Exemplar, JudgedCell, failing, weakest
from edison.domain.results.arrays import Floats
from edison.domain.results.keeping import UUID_BYTES, Kept
from edison.domain.results.panels import Several, compare_several
from edison.domain.rubrics import Criterion, Rubric
from edison.domain.runs.comparing import Standing
from edison.domain.statistics.comparing import Verdict
from edison.domain.statistics.words import Measure
from edison.refiners.refiner import Evidence, request

HELD_OUT = 0.3
POPULATION = 4_000
POINTS = 10
ANSWER_NOISE = 0.12
JUDGE_NOISE = 0.05
# What a call is taken to cost, in dollars.
ANSWER_USD, JUDGEMENT_USD, SUGGESTION_USD = 0.002, 0.001, 0.02
TOPICS = ("parcel", "refund", "invoice", "login", "size", "courier", "voucher", "repair")
TOPIC_SHARES = (0.25, 0.2, 0.15, 0.12, 0.1, 0.08, 0.06, 0.04)
RUBRIC = Rubric(
    criteria=(
        Criterion(
            name="Helpfulness", description="Makes the required points", weight=1.0, scale=10
        ),
    )
)
MEASURE = Measure()
SCORED = list(Standing).index(Standing.PASSED)
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
    dice = np.random.default_rng(_number(line + str(cases.ids[0])))
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
                line, cases, lambda text: np.random.default_rng(_number(f"{self.seed} {text}"))
            )
        return self._known[key]


def judge(answers: NDArray[np.int64], dice: np.random.Generator) -> Floats:
    """Grade answers, of which alone it knows; not exactly, as judges do."""
    return np.clip(answers / POINTS + dice.normal(0, JUDGE_NOISE, size=answers.size), 0.0, 1.0)


def refine(asked: str, dice: np.random.Generator) -> str:
    """Write a line to add, from the request alone: a phrase that the prompt lacks, and words of the failing cases."""
    lacking = [phrase for phrase in PHRASES if phrase not in asked]
    phrase = lacking[int(dice.integers(len(lacking)))] if lacking else "Be careful."
    orders = ", ".join(dict.fromkeys(_CODE.findall(asked)))
    topics = Counter(_TOPIC.findall(asked)).most_common(1)
    topic = topics[0][0] if topics else TOPICS[0]
    return f"{phrase} Take care with {topic} messages such as {orders}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One suggestion as it was tried. `effect` is the true one, on cases in general."""

    effect: float
    verdict: str
    accepted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """One experiment in one world."""

    candidates: tuple[Candidate, ...]
    # None: there was nothing to check.
    final_verdict: str | None
    # True gains over the first prompt: of the champion, and of the best combination of the suggested edits.
    gain: float
    reachable: float
    calls: int
    usd: float

    @property
    def falsely_better(self) -> bool:
        """Something was called better that is not, by an iteration or at the end."""
        wrong = any(each.verdict == Verdict.BETTER and each.effect <= 0 for each in self.candidates)
        return wrong or (self.final_verdict == Verdict.BETTER and self.gain <= 0)


@dataclass(slots=True, kw_only=True)
class Tried:
    """A version of the prompt with what came of it."""

    number: int
    text: str
    measured: MeasuredVersion
    scores: Floats


class Experiment:
    """One simulated experiment, from the draw to the check on the hold-out."""

    def __init__(
        self,
        world: EditWorld,
        seed: int,
        *,
        cases: int = 100,
        splits: bool = True,
        rules: StopRules | None = None,
    ) -> None:
        self.dice = np.random.default_rng([seed, _number(world.name)])
        self.answerer = Answerer(world=world, seed=seed, dice=self.dice)
        self.population = draw_cases(self.dice, POPULATION)
        every = draw_cases(self.dice, cases)
        away = round(cases * HELD_OUT)
        self.held_out = every.where(list(range(away)))
        self.cases = every.where(list(range(away, cases)))
        # Without splits: accepted on the cases that the refiner has seen, each time with an error of 5 %.
        self.splits = splits
        drawn = draw_validation(self.cases.ids, seed) if splits else frozenset[UUID]()
        self.validation = frozenset(case.bytes for case in drawn)
        self.train = [row for row, case in enumerate(self.cases.ids) if case not in drawn]
        self.rules = rules or StopRules()
        self.suggestions = 0

    def run(self) -> Simulated:
        first = newest = champion = self._try(1, START)
        turns = [self._turn(first, None, None, gained=False)]
        found: list[Candidate] = []
        lines: list[str] = []
        while reason_to_stop(self.rules, turns, 0) is None:
            worse = refines_champion(turns[-1].verdict)
            base = champion if worse else newest
            lines.append(self._suggest(base))
            newest = self._try(len(turns) + 1, f"{base.text}\n{lines[-1]}")
            verdict, effect, gained = self._assess(champion, newest, use=len(turns))
            true = self._true(newest.text) - self._true(champion.text)
            found.append(Candidate(effect=true, verdict=verdict, accepted=gained))
            turns.append(self._turn(newest, verdict, effect, gained=gained))
            if gained:
                champion = newest
        final = self._check(first, champion)
        calls = self.answerer.calls
        return Simulated(
            candidates=tuple(found),
            final_verdict=final,
            gain=self._true(champion.text) - self._true(START),
            reachable=self._reachable(lines),
            calls=2 * calls + self.suggestions,
            usd=calls * (ANSWER_USD + JUDGEMENT_USD) + self.suggestions * SUGGESTION_USD,
        )

    def _try(self, number: int, text: str) -> Tried:
        scores = judge(self.answerer.answer(text, self.cases), self.dice)
        several = _several(self.cases, scores)
        return Tried(
            number=number,
            text=text,
            measured=MeasuredVersion(number=number, several=several),
            scores=scores,
        )

    def _suggest(self, base: Tried) -> str:
        """Ask the refiner with what the product shows it of the training cases."""
        self.suggestions += 1
        cells = [
            JudgedCell(
                ordinal=row,
                case=row,
                value=float(base.scores[row]),
                criteria={"Helpfulness": float(base.scores[row])},
            )
            for row in self.train
        ]
        weak = weakest(RUBRIC, cells)
        exemplars = tuple(
            Exemplar(
                ordinal=cell.ordinal,
                run=self.cases.ids[0],
                case=self.cases.ids[cell.case],
                input=self.cases.texts[cell.case],
                output="",
                value=cell.value,
                scores={"Helpfulness": round(cell.value * POINTS, 1)},
                reasons={"Helpfulness": "Required points are missing."},
            )
            for cell in failing(cells, weak)
        )
        shown = Evidence(
            goal="Answer customers of an online shop.",
            rubric=RUBRIC,
            text=base.text,
            weak=weak,
            exemplars=exemplars,
        )
        return refine(request(shown)[0].content, self.dice)

    def _assess(
        self, champion: Tried, candidate: Tried, use: int
    ) -> tuple[str, float | None, bool]:
        if not self.splits:
            base, other = champion.measured.several, candidate.measured.several
            found = compare_several(base, other, ("base", "other"), MEASURE)
            assert found is not None
            effect = None if found.effect is None else found.effect.value
            score = champion.measured.score_on(frozenset())
            return (
                found.verdict,
                effect,
                has_gained(found.verdict, effect, score, self.rules.min_delta),
            )
        assessed = assess_candidate(
            champion.measured,
            candidate.measured,
            validation=self.validation,
            use=use,
            min_delta=self.rules.min_delta,
            measure=MEASURE,
        )
        assert assessed is not None
        effect = None if assessed.verdict.effect is None else assessed.verdict.effect.value
        return assessed.verdict.verdict, effect, bool(assessed.gained)

    def _check(self, first: Tried, champion: Tried) -> str | None:
        """Compare the first version with the champion on the hold-out, as the engine does at the end."""
        if first is champion or not self.splits:
            return None
        asked = [
            _several(
                self.held_out, judge(self.answerer.answer(each.text, self.held_out), self.dice)
            )
            for each in (first, champion)
        ]
        found = compare_several(asked[0], asked[1], ("first", "best"), MEASURE)
        return None if found is None else found.verdict

    def _turn(
        self, tried: Tried, verdict: str | None, effect: float | None, *, gained: bool
    ) -> Turn:
        return Turn(
            number=tried.number,
            composite=tried.measured.score_on(self.validation),
            verdict=verdict,
            effect=effect,
            gained=gained,
        )

    def _true(self, prompt: str) -> float:
        return float(self.answerer.quality(prompt, self.population).mean())

    def _reachable(self, lines: list[str]) -> float:
        """Keep each suggested edit that truly helps, and none that does not."""
        text, best = START, self._true(START)
        first = best
        for line in lines:
            if (with_it := self._true(f"{text}\n{line}")) > best:
                text, best = f"{text}\n{line}", with_it
        return best - first


def _several(cases: CaseSet, scores: Floats) -> Several:
    kept = Kept(
        columns=1,
        trials=1,
        grades=scores,
        standings=np.full(scores.size, SCORED, dtype=np.uint8),
        cases=cases.id_array,
        revisions=cases.id_array,
    )
    return Several(kept=kept, columns=(0,))


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
