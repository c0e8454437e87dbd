"""Composite of several targets of a run, and the paired comparison of two composites."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edison.domain.results.column_comparisons import Matched, compared_as, matched
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.run_arrays import Floats, is_lost, mean_by_case
from edison.domain.results.run_summary import Compared, Figure, figure
from edison.domain.statistics.estimates import mean_of
from edison.domain.statistics.paired_comparison import Paired, compare_scores
from edison.domain.statistics.statistics_phrasing import Measure


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Several:
    """Columns of a run that form one composite. Two compared composites list the same targets in the same order."""

    kept: Kept
    columns: tuple[int, ...]

    def only(self, cases: frozenset[bytes]) -> "Several":
        return Several(kept=self.kept.of_cases(cases), columns=self.columns)

    def without(self, cases: frozenset[bytes]) -> "Several":
        return Several(kept=self.kept.of_cases(cases, inside=False), columns=self.columns)

    def means(self) -> Floats:
        """Return the mean over trials, of shape (cases, columns); NaN without a value."""
        return np.stack([mean_by_case(self.kept.grades_of(one)) for one in self.columns], axis=1)

    def lost(self) -> NDArray[np.bool_]:
        """Return a mask of shape (cases, columns) that marks missing scores caused by errors."""
        return np.stack(
            [is_lost(self.kept.standings_of(one)).any(axis=1) for one in self.columns], axis=1
        )


def composite_of(several: Several) -> Figure | None:
    """Return the mean over cases of the mean over targets."""
    if not several.columns:
        return None
    means = several.means()
    cases = np.repeat(np.arange(len(means)), means.shape[1])
    return figure(mean_of(means.reshape(-1), cases))


def paired_over(base: Several, other: Several, rows: Matched) -> Paired:
    """Pair two composites by case. A target counts in a case only if both composites have a value for it."""
    said = base.means()[rows.other], other.means()[rows.this]
    both = ~np.isnan(said[0]) & ~np.isnan(said[1])
    usable = both.any(axis=1)
    lost = (base.lost()[rows.other] | other.lost()[rows.this]).any(axis=1)
    return Paired(
        base=mean_by_case(np.where(both, said[0], np.nan))[usable],
        other=mean_by_case(np.where(both, said[1], np.nan))[usable],
        lost=int((lost & ~usable).sum()),
        base_total=len(base.kept.cases),
        other_total=len(other.kept.cases),
    )


def compare_several(
    base: Several,
    other: Several,
    names: tuple[str, str],
    measure: Measure,
    *,
    alpha: float = 0.05,
) -> Compared | None:
    """Compare composite `other` with `base`; return None if they have no target in common."""
    if not base.columns or len(base.columns) != len(other.columns):
        return None
    rows = matched(other.kept, base.kept)
    [found] = compare_scores([paired_over(base, other, rows)], alpha=alpha)
    return compared_as(found, names, measure)
