"""What is asked of a single scorer is told when it is missed for certain, and only then."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from edison.domain.monitoring.assess_by_rules import assess
from edison.domain.monitoring.assessment import (
    Assessment,
    Floats,
    MonitorRule,
    MonitorRules,
    MonitorTopic,
    Seen,
    Severity,
)
from edison.domain.runs.run_sums import ScoreSums
from edison.domain.suites.recipe import ScorerThreshold
from tests.unit.domain.monitoring.nights import CASES, MODEL, evidence, night

ABOUT = (MonitorTopic.THRESHOLD, MODEL)


def sums_of(values: list[float], errors: int = 0) -> ScoreSums:
    passed = sum(value >= 0.5 for value in values)
    return ScoreSums(
        scored=len(values),
        passed=passed,
        not_passed=len(values) - passed,
        errors=errors,
        total=sum(values),
        squares=sum(value**2 for value in values),
    )


def tonight(sums: ScoreSums, *, lost: int = 0, trials: int = 1) -> Seen:
    """The whole is as usual; one of its scorers is not."""
    seen = night(50, lost=lost)
    scores = np.repeat(seen.targets[0].scores, trials, axis=1)
    target = replace(seen.targets[0], scores=scores, scorers={"Polite": sums})
    return replace(seen, targets=(target,))


def assessed(seen: Seen, **wanted: float) -> Assessment:
    limit = ScorerThreshold(scorer="Polite", **wanted)
    return assess(evidence(seen), MonitorRules(threshold_scorers=(limit,)))


def test_a_mean_below_its_limit_is_told_though_the_whole_is_well() -> None:
    found = assessed(tonight(sums_of([0.3, 0.7] * 25)), mean=0.7)

    (finding,) = found.findings
    assert (finding.rule, finding.severity) == (MonitorRule.THRESHOLD, Severity.CRITICAL)
    assert finding.title == "small model: score by Polite 0.50 is below 0.70"
    assert "Over this run the score by Polite is 0.50 on 50 cases" in finding.sentence
    assert (finding.cause, finding.facts["scorer"]) == (None, "Polite")
    assert ABOUT not in found.good


def test_a_share_below_its_limit_is_told_in_percent() -> None:
    (finding,) = assessed(tonight(sums_of([0.0] * 20 + [1.0] * 30)), pass_share=0.9).findings

    assert finding.title == "small model: pass rate by Polite 60% is below 90%"
    assert finding.facts["measure"] == "pass_rate"


def test_what_may_be_chance_is_neither_told_nor_called_well() -> None:
    found = assessed(tonight(sums_of([0.0] * 20 + [1.0] * 30)), mean=0.7)

    assert found.findings == ()
    assert ABOUT not in found.good


def test_a_night_that_keeps_it_ends_the_matter() -> None:
    found = assessed(tonight(sums_of([0.7] * 50)), mean=0.7, pass_share=1.0)

    assert found.findings == ()
    assert ABOUT in found.good


def test_few_that_are_all_alike_are_no_proof() -> None:
    for values in ([0.0] * 5, [0.1] * 5):
        assert assessed(tonight(sums_of(values)), mean=0.5).findings == ()
    assert assessed(tonight(sums_of([0.1] * 30)), mean=0.5).findings


def test_answers_to_the_same_case_count_as_one() -> None:
    values = [0.0] * 20 + [1.0] * 30

    assert assessed(tonight(sums_of(values * 4), trials=1), mean=0.7).findings
    assert assessed(tonight(sums_of(values * 4), trials=4), mean=0.7).findings == ()


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (tonight(sums_of([0.0] * 30, errors=20)), "Polite failed on 20 answers"),
        (tonight(sums_of([0.0] * 30), lost=20), "20 cases failed with errors"),
        (tonight(sums_of([0.0])), "Too few answers have a score by Polite"),
        (night(50), "The run has no scorer Polite"),
    ],
)
def test_what_cannot_be_looked_at_is_said(seen: Seen, why: str) -> None:
    found = assessed(seen, mean=0.7)

    assert found.findings == ()
    assert ABOUT not in found.good
    assert any(
        one.why.startswith(why) for one in found.unchecked if one.rule is MonitorRule.THRESHOLD
    )


def passes(dice: np.random.Generator) -> Floats:
    return dice.random(CASES) < 0.8


def grades(dice: np.random.Generator) -> Floats:
    return np.clip(dice.normal(0.8, 0.1, CASES), 0, 1)


def steps(dice: np.random.Generator) -> Floats:
    return dice.choice([0.5, 0.75, 1.0], CASES, p=[0.2, 0.4, 0.4])


@pytest.mark.parametrize("draw", [passes, grades, steps])
def test_a_scorer_that_just_keeps_its_limit_seldom_wakes_anybody(
    draw: Callable[[np.random.Generator], Floats],
) -> None:
    """At its limit exactly, the worst place: 4 in 1,000 by the rule, more would be a lie."""
    dice, told = np.random.default_rng(11), 0
    usual = evidence(night(50))
    rules = MonitorRules(threshold_scorers=(ScorerThreshold(scorer="Polite", mean=0.8),))
    for _ in range(300):
        seen = tonight(sums_of([float(value) for value in draw(dice)]))
        told += len(assess(replace(usual, now=seen), rules).findings)

    assert told <= 5
