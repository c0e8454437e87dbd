"""Sentences that explain findings to people who are not statisticians.

A sentence says what changed, by how much, on how many cases, and how certain that is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from edison.domain.monitoring.assessment import (
    TOPIC_OF,
    Assessment,
    MonitorFinding,
    MonitorRule,
    Unchecked,
)
from edison.domain.monitoring.noise import Shift
from edison.domain.monitoring.time_series import FittedTrend, LevelChange, Unusual
from edison.domain.statistics.statistics_phrasing import PASS_RATE, SCORE, Measure, count, percent

Said = tuple[str, str]


def of_drop(label: str, shift: Shift, share: float) -> Said:
    # Over all scorers, so on no scorer's own scale; the title says so.
    title = f"{label}: score fell from {SCORE.say(shift.base)} to {SCORE.say(shift.now)} of 1"
    return title, (
        f"On {count(shift.cases, 'case')} that {_base(shift)} has too, the score of {_look(shift)} is"
        f" {SCORE.distance(shift.value)} lower, a drop of {percent(share)}; {_range(shift)}."
        f" {_seldom(shift.p_low)}."
    )


def of_hidden_drop(label: str, beyond: Shift, canary: Shift) -> Said:
    return f"{label}: answers got worse, hidden by a more lenient judge", (
        f"The score is unchanged, but the judge now grades the same {count(canary.cases, 'frozen answer')}"
        f" {SCORE.distance(canary.value)} higher. Without that the score would be {SCORE.distance(beyond.value)} lower;"
        f" {_range(beyond)}."
    )


def of_change_point(label: str, change: LevelChange, since: datetime, runs: int) -> Said:
    day = since.date().isoformat()
    return f"{label}: scores are lower since {day}", (
        f"No single run stands out, but since {day} the scores are around {SCORE.say(change.after)}, before"
        f" around {SCORE.say(change.before)} ({count(runs, 'run')}). "
        f"{_seldom(change.p, 'the same runs in another order')}."
    )


def of_threshold(
    label: str,
    value: float,
    limit: float,
    p: float,
    *,
    cases: int,
    runs: int,
    passes: bool,
    scorer: str | None = None,
) -> Said:
    measure: Measure = PASS_RATE if passes else SCORE
    name = measure.name if scorer is None else f"{measure.name} by {scorer}"
    title = f"{label}: {name} {measure.say(value)} is below {measure.say(limit)}"
    over = "the last two runs" if runs > 1 else "this run"
    return title, (
        f"Over {over} the {name} is {measure.say(value)} on {count(cases, 'case')}, below your limit of"
        f" {measure.say(limit)}. {_seldom(p, 'a system that meets the limit')}."
    )


def of_judge_drift(shift: Shift, lookers: str) -> Said:
    kinder = shift.value > 0
    how = "kinder" if kinder else "stricter"
    means = (
        "Scores look better than the answers are"
        if kinder
        else "Scores drop although the answers may not be worse"
    )
    return f"The judge got {how}", (
        f"{count(shift.cases, 'answer')} that were frozen and cannot "
        f"have changed now get {SCORE.say(shift.now)} instead of"
        f" {SCORE.say(shift.base)}: {SCORE.distance(shift.value)} {'more' if kinder else 'less'} in {lookers}. {means}."
    )


def of_latency(label: str, what: str, now: float, seen: Unusual) -> Said:
    return f"{label}: answers take {seen.ratio:.1f} times as long", (
        f"{what} took {_time(now)}; in the {count(seen.runs, 'run')} before {_time(seen.usual)} was usual, and"
        f" none was this slow. {_seldom(seen.p)}."
    )


def of_cost(label: str, now: float, seen: Unusual) -> Said:
    return f"{label}: an answer costs {seen.ratio:.1f} times as much", (
        f"An answer with its grades cost {_money(now)}; in the {count(seen.runs, 'run')} before {_money(seen.usual)}"
        f" was usual, and none was this expensive. {_seldom(seen.p)}."
    )


def of_outlook(label: str, trend: FittedTrend, limit: float, days: float) -> Said:
    return f"{label}: heading below {SCORE.say(limit)}", (
        f"Over {count(trend.runs, 'run')} the score drops by {SCORE.distance(trend.per_day)} a day. If it continues, in"
        f" {days:.0f} days it is {SCORE.say(max(trend.then, 0.0))}, "
        f"at best {SCORE.say(max(trend.then_high, 0.0))}, and your limit is"
        f" {SCORE.say(limit)}."
    )


def _base(shift: Shift) -> str:
    return "the baseline" if shift.base_runs == 1 else f"each of {shift.base_runs} earlier runs"


def _look(shift: Shift) -> str:
    return "this run" if shift.look_runs == 1 else "the last two runs together"


def _range(shift: Shift) -> str:
    near, far = sorted((abs(min(shift.high, 0.0)), abs(shift.low)))
    return f"the true difference is between {SCORE.distances(near, far)}"


def _seldom(p: float, who: str = "a run without any change") -> str:
    """Phrase a p-value as "less than once in N", with N rounded down to one significant digit."""
    often = max(round(1 / max(p, 1e-4)), 2)
    many = f"{often - often % 10 ** (len(str(often)) - 1):,}"
    return f"Chance alone makes {who} look like this less than once in {many}"


def _time(milliseconds: float) -> str:
    return f"{milliseconds / 1000:.1f} s" if milliseconds >= 1000 else f"{milliseconds:.0f} ms"


def _money(micro: float) -> str:
    dollars = micro / 1_000_000
    return f"${dollars:.2f}" if dollars >= 0.1 else f"${dollars:.5f}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOutcome:
    rule: MonitorRule
    target_key: str | None
    finding: MonitorFinding | None = None
    # Only valid if nothing was found.
    good: bool = False
    # Why the rule was not evaluated.
    unchecked: str | None = None


def combine_outcomes(outcomes: Sequence[RuleOutcome]) -> Assessment:
    """Combine the outcomes of all rules into an assessment.

    Keep the first finding per topic and target. A topic is good if at least one of its rules says so and none
    disagrees.
    """
    found: dict[tuple[str, str | None], MonitorFinding] = {}
    good, doubted = set[tuple[Any, str | None]](), set[tuple[Any, str | None]]()
    for one in outcomes:
        about = (TOPIC_OF[one.rule], one.target_key)
        if one.finding is not None:
            found.setdefault(about, one.finding)
        elif one.unchecked is None:
            (good if one.good else doubted).add(about)
    return Assessment(
        findings=tuple(found.values()),
        good=frozenset(good - doubted - set(found)),
        unchecked=tuple(
            Unchecked(rule=one.rule, target_key=one.target_key, why=one.unchecked)
            for one in outcomes
            if one.unchecked is not None
        ),
    )


def facts_of(shift: Shift) -> dict[str, Any]:
    return {
        "shift": round(shift.value, 6),
        "low": round(shift.low, 6),
        "high": round(shift.high, 6),
        "base": round(shift.base, 6),
        "now": round(shift.now, 6),
        "cases": shift.cases,
        "base_runs": shift.base_runs,
        "look_runs": shift.look_runs,
        "p": round(min(shift.p_low, shift.p_high), 6),
    }
