"""Simulated experiments in worlds whose truth is known, and what came of many of them.

Splits, evidence, acceptance, thresholds, stop rules and the check on the hold-out are the functions that the engine
uses. Only answers, scores and suggestions are simulated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np

from edison.domain.experiments.candidate_acceptance import (
    MeasuredVersion,
    assess_candidate,
    refines_champion,
)
from edison.domain.experiments.experiment_plan import StopRules
from edison.domain.experiments.experiment_progress import FinishedIteration, has_gained
from edison.domain.experiments.experiment_splits import draw_validation
from edison.domain.experiments.refining.refiner_evidence import (
    Exemplar,
    JudgedCell,
    failing,
    weakest,
)
from edison.domain.experiments.stop_rules import reason_to_stop
from edison.domain.judging.rubric import Criterion, Rubric
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.run_arrays import Floats
from edison.domain.results.target_composites import Several, compare_several
from edison.domain.runs.cell_comparison import CellStanding
from edison.domain.statistics.paired_comparison import Verdict
from edison.domain.statistics.statistics_phrasing import Measure
from edison.refiners.refiner import RefinerEvidence, request
from tests.load.edit_worlds import (
    EDIT_WORLDS,
    POINTS,
    START,
    Answerer,
    CaseSet,
    EditWorld,
    draw_cases,
    hidden_number,
    judge,
    refine,
)

SEEDS = 200
CASES = 100
HELD_OUT = 0.3
POPULATION = 2_000
# A candidate that is truly better by so much should be kept: what the usual stop rules call a gain.
TRUE_GAIN = 0.011
# What a call is taken to cost, in dollars.
ANSWER_USD, JUDGEMENT_USD, SUGGESTION_USD = 0.002, 0.001, 0.02
RUBRIC = Rubric(
    criteria=(
        Criterion(
            name="Helpfulness", description="Makes the required points", weight=1.0, scale=10
        ),
    )
)
MEASURE = Measure()
SCORED = list(CellStanding).index(CellStanding.PASSED)


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


class SimulatedExperiment:
    """One simulated experiment, from the draw to the check on the hold-out."""

    def __init__(
        self,
        world: EditWorld,
        seed: int,
        *,
        cases: int = CASES,
        splits: bool = True,
        rules: StopRules | None = None,
    ) -> None:
        self.dice = np.random.default_rng([seed, hidden_number(world.name)])
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
        first = newest = champion = self.try_version(1, START)
        turns = [self._turn(first, None, None, gained=False)]
        found: list[Candidate] = []
        lines: list[str] = []
        while reason_to_stop(self.rules, turns, 0) is None:
            worse = refines_champion(turns[-1].verdict)
            base = champion if worse else newest
            lines.append(self.suggest(base))
            newest = self.try_version(len(turns) + 1, f"{base.text}\n{lines[-1]}")
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

    def try_version(self, number: int, text: str) -> Tried:
        scores = judge(self.answerer.answer(text, self.cases), self.dice)
        several = _several(self.cases, scores)
        return Tried(
            number=number,
            text=text,
            measured=MeasuredVersion(number=number, several=several),
            scores=scores,
        )

    def suggest(self, base: Tried) -> str:
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
        shown = RefinerEvidence(
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
    ) -> FinishedIteration:
        return FinishedIteration(
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


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldFigures:
    """What came of so many experiments in one world."""

    world: EditWorld
    simulations: int
    # Experiments in which something was called better that is not.
    false_better_share: float
    # The same if changes were accepted on the cases that the refiner saw, each with an error of 5 %.
    false_better_share_on_seen: float
    # Of the suggestions that truly improve on the champion, those that were accepted; None: there are none.
    gains_kept_share: float | None
    true_gains: int
    mean_gain: float
    mean_regret: float
    mean_calls: float
    mean_usd: float


def figures_of(world: EditWorld, seeds: int = SEEDS) -> WorldFigures:
    found = [SimulatedExperiment(world, seed).run() for seed in range(seeds)]
    control = [SimulatedExperiment(world, seed, splits=False).run() for seed in range(seeds)]
    gains = [one.accepted for each in found for one in each.candidates if one.effect >= TRUE_GAIN]
    return WorldFigures(
        world=world,
        simulations=seeds,
        false_better_share=_mean([each.falsely_better for each in found]),
        false_better_share_on_seen=_mean([each.falsely_better for each in control]),
        gains_kept_share=_mean(gains) if gains else None,
        true_gains=len(gains),
        mean_gain=_mean([each.gain for each in found]),
        mean_regret=_mean([each.reachable - each.gain for each in found]),
        mean_calls=_mean([each.calls for each in found]),
        mean_usd=_mean([each.usd for each in found]),
    )


def world_named(name: str) -> EditWorld:
    return next(world for world in EDIT_WORLDS if world.name == name)


def null_better_share(seeds: int = SEEDS) -> float:
    """Share of experiments that call something better where no edit does anything."""
    return _false_better_share("null", seeds)


def overfit_better_share(seeds: int = SEEDS) -> float:
    """Share of experiments that call something better where edits help only the cases that they quote."""
    return _false_better_share("overfit", seeds)


def gains_kept_share(seeds: int = SEEDS) -> float:
    """Share of truly better suggestions that are accepted, in the worlds that have such."""
    kept = [
        one.accepted
        for world in EDIT_WORLDS
        if world.gains
        for seed in range(seeds)
        for one in SimulatedExperiment(world, seed).run().candidates
        if one.effect >= TRUE_GAIN
    ]
    return _mean(kept)


def _false_better_share(name: str, seeds: int) -> float:
    world = world_named(name)
    return _mean([SimulatedExperiment(world, seed).run().falsely_better for seed in range(seeds)])


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))
