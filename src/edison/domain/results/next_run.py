"""Plan of the run that can decide an inconclusive comparison: more cases, more trials, or new cases to write."""

from dataclasses import dataclass
from typing import Literal

from edison.domain.results.run_summary import Compared
from edison.domain.statistics.paired_comparison import Why
from edison.domain.statistics.required_sample_size import (
    POWER,
    MoreData,
    Spread,
    cases_for,
    plan_more,
)
from edison.domain.statistics.statistics_phrasing import Measure, count

# More data helps only for these reasons.
_OPEN = frozenset({str(Why.NOISE), str(Why.TOO_FEW_CASES)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """Trials of the compared run, and the cases and trials available for the next run."""

    trials: int
    # Cases in the dataset that match the split and the tags of the run.
    available: int
    comparisons: int
    most_trials: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRun:
    """Plan of the next run.

    Step `try_trials` means that more trials may help; their effect is unknown, because no case has repeated trials.
    """

    step: Literal["none", "add", "try_trials", "write_cases"]
    # The difference that it is planned for; None: there is none.
    effect: float | None = None
    more: MoreData | None = None
    # Number of cases that the dataset lacks, if more trials cannot decide it.
    cases_to_write: int | None = None
    sentence: str = ""


def choose_next_run(found: Compared, spread: Spread, design: Design, measure: Measure) -> NextRun:
    """Plan a run that detects the smallest relevant difference, or else the observed difference if that is larger.

    A verdict that holds only on these cases needs more cases: more trials tell nothing about other kinds of cases.
    """
    if found.why == Why.UNSEEN_CASES:
        return _reach_beyond(found, design)
    observed = 0.0 if found.effect is None else abs(found.effect.value)
    wanted = found.minimum_effect or observed
    seen = found.power is not None and found.power >= POWER
    if found.why not in _OPEN or seen or wanted <= 0:
        return NextRun(step="none", sentence=found.next_step)
    planned = _plan(found, spread, design, wanted)
    effect = wanted
    if (planned is None or not planned.certain) and observed > wanted:
        larger = _plan(found, spread, design, observed)
        if larger is not None and larger.certain:
            planned, effect = larger, observed
    to_write = None
    if planned is None or not planned.certain:
        needed = cases_for(spread, effect, design.trials, design.comparisons)
        to_write = None if needed is None else max(needed - design.available, 0)
    step = "write_cases" if planned is None else "add" if planned.certain else "try_trials"
    return NextRun(
        step=step,
        effect=effect,
        more=planned,
        cases_to_write=to_write,
        sentence=_sentence(planned, to_write, spread, design, measure.distance(effect)),
    )


def _reach_beyond(found: Compared, design: Design) -> NextRun:
    needed, effect = found.cases_to_decide, None if found.effect is None else found.effect.value
    if needed is None:
        return NextRun(step="none", effect=effect, sentence=found.next_step)
    if needed > design.available:
        to_write = needed - design.available
        said = f"About {count(needed, 'case')} would show whether it holds beyond them"
        return NextRun(
            step="write_cases",
            effect=effect,
            cases_to_write=to_write,
            sentence=f"{said}: {_write(to_write)}.",
        )
    return NextRun(
        step="add",
        effect=effect,
        more=MoreData(cases=needed, trials=design.trials),
        sentence=f"About {count(needed, 'case')} like these show whether it holds beyond them.",
    )


def _plan(found: Compared, spread: Spread, design: Design, effect: float) -> MoreData | None:
    return plan_more(
        spread,
        effect,
        cases=min(found.cases, design.available),
        trials=design.trials,
        available=design.available,
        comparisons=design.comparisons,
        most_trials=design.most_trials,
    )


def _sentence(
    planned: MoreData | None, to_write: int | None, spread: Spread, design: Design, effect: str
) -> str:
    often = f"a difference of {effect} four times in five"
    if planned is not None:
        size = f"{count(planned.cases, 'case')} with {count(planned.trials, 'trial')} of each"
        if planned.certain:
            return f"{size} show {often}."
        said = (
            f"{size} may be enough to show {often}: no case has been run twice yet, so it is unknown how much"
            " answers to the same case vary."
        )
        return said if not to_write else f"{said} If they vary little, {_write(to_write)}."
    why = (
        f"Even {design.most_trials} trials of all {count(design.available, 'case')} cannot show {often}"
        + (", because the cases themselves differ" if spread.repeated else "")
    )
    if to_write is None:
        return f"{why}, and no practical number of cases can."
    return f"{why}: {_write(to_write)}."


def _write(cases: int) -> str:
    return f"{count(cases, 'more case')} must be written"
