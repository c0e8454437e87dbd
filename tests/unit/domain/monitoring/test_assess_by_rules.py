"""A night beside the nights before: what is found, what is well, what was not looked at."""

from dataclasses import replace

import numpy as np
import pytest

from edison.domain.monitoring.assess_by_rules import assess
from edison.domain.monitoring.assessment import (
    Assessment,
    MonitorEvidence,
    MonitorFinding,
    MonitorRule,
    MonitorRules,
    MonitorTopic,
    Severity,
)
from tests.unit.domain.monitoring.nights import MODEL, evidence, night, point


def only(found: Assessment) -> MonitorFinding:
    [finding] = found.findings
    return finding


def rules_unchecked(found: Assessment) -> set[MonitorRule]:
    return {one.rule for one in found.unchecked}


def test_a_night_like_the_others_is_well_in_every_respect() -> None:
    found = assess(evidence(night(12), past=12), MonitorRules(threshold_score=0.6))

    assert found.findings == ()
    assert found.good == {
        (MonitorTopic.JUDGE, None),
        *((topic, MODEL) for topic in MonitorTopic if topic is not MonitorTopic.JUDGE),
    }
    assert found.unchecked == ()


def test_a_large_drop_is_one_alarm_whichever_rules_see_it() -> None:
    finding = only(assess(evidence(night(50, 0.68)), MonitorRules()))

    assert finding.rule is MonitorRule.DROP_SHARE
    assert finding.topic is MonitorTopic.QUALITY
    assert finding.severity is Severity.CRITICAL
    assert finding.title == "small model: score fell from 0.80 to 0.68 of 1"
    assert "0.12 lower, a drop of 15%" in finding.sentence
    assert finding.facts["shift"] == pytest.approx(-0.12)
    assert finding.facts["cases"] == 50


def test_a_smaller_drop_that_is_no_chance_is_a_warning() -> None:
    finding = only(assess(evidence(night(50, 0.73)), MonitorRules()))

    assert finding.rule is MonitorRule.DROP
    assert finding.severity is Severity.WARNING


def test_a_drop_by_ten_percent_that_may_be_chance_is_no_alarm() -> None:
    """With eight cases that jump about, 0.09 less says nothing."""
    past = tuple(night(number, cases=8, luck=0.3) for number in range(8))
    now = night(50, 0.71, cases=8, luck=0.3)

    found = assess(MonitorEvidence(now=now, baseline=past, recent=past), MonitorRules())

    assert found.findings == ()


def test_a_certain_drop_too_small_to_matter_is_no_alarm() -> None:
    past = tuple(night(number, luck=0.001) for number in range(8))
    now = night(50, 0.785, luck=0.001)

    found = assess(MonitorEvidence(now=now, baseline=past, recent=past), MonitorRules())

    assert found.findings == ()


def test_two_nights_together_show_what_one_cannot() -> None:
    before = (*(night(number, luck=0.2) for number in range(8)), night(8, 0.725, luck=0.2))
    now = night(50, 0.725, luck=0.2)
    alone = MonitorEvidence(now=now, baseline=before[:8], recent=before[:8])
    both = MonitorEvidence(now=now, baseline=before[:8], recent=before)

    assert assess(alone, MonitorRules()).findings == ()
    assert only(assess(both, MonitorRules())).facts["look_runs"] == 2


def test_a_good_night_after_a_bad_one_is_a_good_night() -> None:
    """Over two nights together the score would still look low."""
    usual = tuple(night(number) for number in range(8))
    bad = night(8, 0.5, judge=0.5, healthy=False)

    found = assess(
        evidence(night(50, 0.8), baseline=usual, recent=(*usual, bad)),
        MonitorRules(threshold_score=0.7),
    )

    assert found.findings == ()
    assert {
        (MonitorTopic.QUALITY, MODEL),
        (MonitorTopic.THRESHOLD, MODEL),
        (MonitorTopic.JUDGE, None),
    } <= found.good


def test_what_is_switched_off_is_neither_found_nor_called_well() -> None:
    off = MonitorRules(
        drop=False,
        drop_share=None,
        change_point=False,
        judge_drift=False,
        latency_ratio=None,
        cost_ratio=None,
        predicted_below=None,
    )

    assert assess(evidence(night(50, 0.4)), off) == Assessment()


def test_only_large_drops_are_told_if_only_those_are_wanted() -> None:
    rules = MonitorRules(drop=False, drop_share=0.2)

    assert assess(evidence(night(50, 0.68)), rules).findings == ()
    assert only(assess(evidence(night(50, 0.6)), rules)).rule is MonitorRule.DROP_SHARE


def test_without_a_baseline_nothing_is_said_and_nothing_is_well() -> None:
    found = assess(MonitorEvidence(now=night(1), baseline=()), MonitorRules())

    assert found.findings == ()
    assert found.good == frozenset()
    assert MonitorRule.DROP in rules_unchecked(found)


def test_a_night_of_errors_ends_no_alert() -> None:
    found = assess(
        evidence(night(50, lost=10)), MonitorRules(threshold_score=0.6, change_point=False)
    )

    assert (MonitorTopic.QUALITY, MODEL) not in found.good
    assert (MonitorTopic.THRESHOLD, MODEL) not in found.good
    assert {MonitorRule.DROP, MonitorRule.THRESHOLD} <= rules_unchecked(found)


def test_a_night_a_little_lower_ends_no_alert_either() -> None:
    found = assess(evidence(night(50, 0.765)), MonitorRules(change_point=False))

    assert found.findings == ()
    assert (MonitorTopic.QUALITY, MODEL) not in found.good


def test_a_limit_is_told_when_the_level_is_below_for_certain() -> None:
    rules = MonitorRules(threshold_score=0.7, drop=False, drop_share=None)

    below, perhaps = (
        assess(evidence(night(50, 0.6)), rules),
        assess(evidence(night(50, 0.69)), rules),
    )

    assert only(below).rule is MonitorRule.THRESHOLD
    assert only(below).severity is Severity.CRITICAL
    assert perhaps.findings == ()
    assert (MonitorTopic.THRESHOLD, MODEL) not in perhaps.good


def test_a_limit_of_passes_counts_passes() -> None:
    finding = only(
        assess(
            evidence(night(50, 0.5)),
            MonitorRules(threshold_pass_rate=0.9, drop=False, drop_share=None),
        )
    )

    assert finding.facts["measure"] == "pass_rate"
    assert "pass rate" in finding.sentence


def test_a_limit_holds_for_the_very_first_run_too() -> None:
    """Nobody knows then how much nights differ, so only what is far below is certain."""
    rules = MonitorRules(threshold_score=0.7)

    far = assess(MonitorEvidence(now=night(1, 0.3), baseline=()), rules)
    near = assess(MonitorEvidence(now=night(1, 0.68), baseline=()), rules)

    assert only(far).rule is MonitorRule.THRESHOLD
    assert near.findings == ()


def test_slow_answers_need_a_ratio_and_milliseconds() -> None:
    now = night(50)
    usual = evidence(now, past=12)
    line = usual.series[MODEL]

    def with_latency(past: float, tonight: float) -> MonitorEvidence:
        points = [replace(one, latency_p50_ms=past, latency_p95_ms=past * 2) for one in line]
        points[-1] = point(now, latency_p50_ms=tonight, latency_p95_ms=past * 2)
        return replace(usual, series={MODEL: tuple(points)})

    slow = only(assess(with_latency(1_000, 2_500), MonitorRules()))
    quick_anyway = assess(with_latency(50, 125), MonitorRules())
    a_little = assess(with_latency(10_000, 11_000), MonitorRules())

    assert slow.rule is MonitorRule.LATENCY
    assert "2.5 s" in slow.sentence
    assert quick_anyway.findings == a_little.findings == ()


def test_dear_answers_are_told_by_answer_not_by_run() -> None:
    now = night(50)
    usual = evidence(now, past=12)
    line = usual.series[MODEL]
    twice = replace(usual, series={MODEL: (*line[:-1], point(now, cost_micro=50 * 800))})
    more = replace(usual, series={MODEL: (*line[:-1], point(now, cost_micro=40_000, answered=100))})

    assert only(assess(twice, MonitorRules())).rule is MonitorRule.COST
    assert assess(more, MonitorRules()).findings == ()


def test_a_trend_is_told_before_the_limit_is_reached() -> None:
    falling = [night(number, 0.9 - 0.03 * number, luck=0.05) for number in range(6)]
    now = falling[-1]
    given = MonitorEvidence(
        now=now,
        baseline=(now,),
        recent=tuple(falling[:-1]),
        series={MODEL: tuple(point(one) for one in falling)},
    )

    finding = only(assess(given, MonitorRules(drop=False, drop_share=None)))

    assert finding.rule is MonitorRule.PREDICTED
    assert finding.facts["then_high"] < 0.7
    assert finding.facts["now"] > 0.7


def test_a_level_that_has_fallen_is_told_though_no_night_stands_out() -> None:
    luck = np.random.default_rng(8).normal(0, 0.005, 26)
    levels = [0.80] * 20 + [0.765] * 6
    nights = [
        night(number, mean + shift, luck=0.2)
        for number, (mean, shift) in enumerate(zip(levels, luck, strict=True))
    ]
    given = MonitorEvidence(
        now=nights[-1],
        baseline=tuple(nights[12:19]),
        recent=tuple(nights[-11:-1]),
        series={MODEL: tuple(point(one) for one in nights)},
        judged=False,
    )

    finding = only(assess(given, MonitorRules()))

    assert finding.rule is MonitorRule.CHANGE_POINT
    assert finding.facts["since_execution"] == "run 20"
    assert assess(given, MonitorRules(change_point=False)).findings == ()


def test_the_same_nights_always_come_to_the_same() -> None:
    given = evidence(night(50, 0.74))

    assert assess(given, MonitorRules()) == assess(given, MonitorRules())
