"""The rule of the baseline gate: better, not worse within a margin, worse, or cannot tell.

All numbers come from the paired comparison that every page shows; the rule only adds the margin.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from edison.domain.results.column_comparisons import ComparedColumn, Matched
from edison.domain.results.gate_margin import USUAL_MARGIN as USUAL_MARGIN
from edison.domain.results.run_arrays import (
    PENDING,
    STANDINGS,
    Floats,
    is_lost,
    mean_by_case,
)
from edison.domain.results.run_summary import Compared
from edison.domain.runs.cell_comparison import CellStanding
from edison.domain.statistics.paired_comparison import (
    BETTER_HERE,
    WORSE_HERE,
    Paired,
    PairedComparison,
    Verdict,
    compare_scores,
)
from edison.domain.statistics.statistics_phrasing import Measure

ALPHA = 0.05
_OPEN = STANDINGS.index(CellStanding.OPEN)


class GateVerdict(StrEnum):
    BETTER = "better"
    # The lower end of the interval is above -margin.
    NOT_WORSE = "not_worse"
    WORSE = "worse"
    CANNOT_TELL = "cannot_tell"

    @property
    def passes(self) -> bool:
        return self in {GateVerdict.BETTER, GateVerdict.NOT_WORSE}


def gate_target(compared: Compared, margin: float, *, same_answers: bool) -> GateVerdict:
    """Return the verdict on one target from its comparison with the baseline."""
    if same_answers:
        return GateVerdict.NOT_WORSE
    low = None if compared.effect is None else compared.effect.low
    return _rule(compared.verdict, low, margin)


def gate_run(targets: Sequence[GateVerdict]) -> GateVerdict:
    """Return one verdict for all targets: a single worse target fails the run, and each must be known to pass it."""
    if GateVerdict.WORSE in targets:
        return GateVerdict.WORSE
    if not targets or GateVerdict.CANNOT_TELL in targets:
        return GateVerdict.CANNOT_TELL
    return GateVerdict.BETTER if GateVerdict.BETTER in targets else GateVerdict.NOT_WORSE


def explain_verdict(
    verdict: GateVerdict, compared: Compared, margin: float, measure: Measure, *, same_answers: bool
) -> str:
    """Say in one sentence why a target has this verdict."""
    if same_answers or verdict in {GateVerdict.BETTER, GateVerdict.WORSE}:
        return compared.sentence
    effect = compared.effect
    if effect is None or compared.verdict == Verdict.INCONCLUSIVE or compared.p is None:
        return compared.sentence
    allowed = measure.distance(margin)
    on = f"On {compared.cases:,} cases"
    loss = measure.distance(max(0.0, -effect.low))
    if verdict is GateVerdict.NOT_WORSE:
        return f"{on}, the {measure.name} falls by less than {allowed}: at most by {loss}."
    return f"{on}, a loss of up to {loss} cannot be ruled out; {allowed} are allowed."


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OpenComparison:
    """A comparison of which some cases have no final score yet."""

    # Scores of the finished cases, and how many were lost to errors.
    finished: Paired
    # Scores of the baseline on the cases that are still open.
    open_base: Floats

    @property
    def open_cases(self) -> int:
        return int(self.open_base.size)


def open_comparison(base: ComparedColumn, other: ComparedColumn, rows: Matched) -> OpenComparison:
    """Split the shared cases into finished and open ones. `rows.this` are rows of `other`."""
    standings = other.standings[rows.this]
    is_open = ((standings == _OPEN) | (standings == PENDING)).any(axis=1)
    before = mean_by_case(base.grades)[rows.other]
    after = mean_by_case(other.grades)[rows.this]
    usable = ~np.isnan(before) & ~np.isnan(after) & ~is_open
    lost = is_lost(base.standings)[rows.other].any(axis=1) | is_lost(standings).any(axis=1)
    return OpenComparison(
        finished=Paired(
            base=before[usable],
            other=after[usable],
            lost=int((lost & ~usable & ~is_open).sum()),
        ),
        open_base=before[is_open & ~np.isnan(before)],
    )


def is_settled(
    comparisons: Sequence[OpenComparison], margin: float, family: int, verdict: GateVerdict
) -> bool:
    """Return whether no score of an open case can change the exit code that `verdict` stands for.

    Open cases are filled with the least favourable scores, so an early end has the verdict of the whole run and adds
    no error. `family` is the number of comparisons that are corrected together.
    """
    if verdict is GateVerdict.WORSE:
        return any(_stays(one, margin, family, GateVerdict.WORSE) for one in comparisons)
    if verdict.passes:
        return all(_stays(one, margin, family, GateVerdict.NOT_WORSE) for one in comparisons)
    return False


def _stays(one: OpenComparison, margin: float, family: int, wanted: GateVerdict) -> bool:
    fills = (np.ones, np.zeros)
    filled = [_filled(one, make(one.open_cases)) for make in fills]
    filled.append(_filled(one, one.open_base))
    return all(_is(wanted, pair, margin, family) for pair in filled)


def _filled(one: OpenComparison, scores: Floats) -> Paired:
    return Paired(
        base=np.concatenate([one.finished.base, one.open_base]),
        other=np.concatenate([one.finished.other, scores]),
        lost=one.finished.lost,
    )


def _is(wanted: GateVerdict, pair: Paired, margin: float, family: int) -> bool:
    [found] = compare_scores([pair], minimum_effect=margin)
    if wanted is GateVerdict.WORSE:
        # Bonferroni: at least as strict as Holm's correction, whatever the other comparisons say.
        certain = found.p is not None and found.p * family <= ALPHA
        return certain and found.verdict in WORSE_HERE
    return _rule_of(found, margin).passes


def _rule_of(found: PairedComparison, margin: float) -> GateVerdict:
    return _rule(found.verdict, None if found.effect is None else found.effect.low, margin)


def _rule(verdict: str, low: float | None, margin: float) -> GateVerdict:
    if verdict in WORSE_HERE:
        return GateVerdict.WORSE
    if verdict in BETTER_HERE:
        return GateVerdict.BETTER
    if verdict == Verdict.CANNOT_TELL and low is not None and low > -margin:
        return GateVerdict.NOT_WORSE
    return GateVerdict.CANNOT_TELL
