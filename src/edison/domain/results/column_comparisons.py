"""Comparison of two columns on their shared cases, and counts of cells that changed from pass to fail or back."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from edison.domain.results.grade_arrays import Kept
from edison.domain.results.run_arrays import (
    NO_SAY,
    PENDING,
    STANDINGS,
    Floats,
    is_lost,
    mean_by_case,
    passes_of,
    standing_named,
)
from edison.domain.results.run_summary import ColumnCompared, Compared, figure
from edison.domain.runs.cell_comparison import (
    MEASURED,
    CellChangeKind,
    CellPair,
    CellStanding,
    IncomparableReason,
    compare,
)
from edison.domain.statistics.paired_comparison import (
    Paired,
    PairedComparison,
    Verdict,
    compare_passes,
    compare_scores,
)
from edison.domain.statistics.statistics_phrasing import PASS_RATE, Measure, of_comparison

C = TypeVar("C", bound=Compared)

# Reason for no verdict: both gave identical answers.
IDENTICAL = "identical"
# One side passes and the other does not.
FLIPPED = (CellChangeKind.FIXED, CellChangeKind.BROKEN)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ComparedColumn:
    """One column of a run, with arrays of shape (cases, trials)."""

    kept: Kept
    column: int

    @property
    def grades(self) -> Floats:
        return self.kept.grades_of(self.column)

    @property
    def standings(self) -> NDArray[np.uint8]:
        return self.kept.standings_of(self.column)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Matched:
    """Row numbers of the shared cases, in each of the two runs."""

    this: NDArray[np.int64]
    other: NDArray[np.int64]


def matched(this: Kept, other: Kept) -> Matched:
    """Match the rows of two runs by case id. Cases with edited content still match."""
    if this.cases.shape == other.cases.shape and bool(np.all(this.cases == other.cases)):
        rows = np.arange(this.cases.size, dtype=np.int64)
        return Matched(this=rows, other=rows)
    places = {case.tobytes(): row for row, case in enumerate(other.cases)}
    pairs = [
        (row, found)
        for row, case in enumerate(this.cases)
        if (found := places.get(case.tobytes())) is not None
    ]
    both = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return Matched(this=both[:, 0], other=both[:, 1])


def paired(
    base: ComparedColumn, other: ComparedColumn, rows: Matched, *, passes: bool = False
) -> Paired:
    """Pair the case means of two columns. Cases without a score because of errors count as lost, not as zero.

    `rows.this` are rows of `other`, and `rows.other` are rows of `base`.
    """
    said = [
        mean_by_case(passes_of(side.standings) if passes else side.grades)[of]
        for side, of in ((base, rows.other), (other, rows.this))
    ]
    usable = ~np.isnan(said[0]) & ~np.isnan(said[1])
    lost = is_lost(base.standings)[rows.other].any(axis=1)
    lost = lost | is_lost(other.standings)[rows.this].any(axis=1)
    return Paired(
        base=said[0][usable],
        other=said[1][usable],
        lost=int((lost & ~usable).sum()),
        base_total=base.grades.shape[0],
        other_total=other.grades.shape[0],
    )


def against_base(
    kept: Kept, base: int, minimum_effect: float, names: Sequence[str], measure: Measure
) -> tuple[ColumnCompared, ...]:
    """Compare each column with the base column. Holm's correction covers all of these comparisons."""
    others = [column for column in range(kept.columns) if column != base]
    rows = np.arange(kept.cases.size, dtype=np.int64)
    same = Matched(this=rows, other=rows)
    left = ComparedColumn(kept=kept, column=base)
    found = compare_scores(
        [paired(left, ComparedColumn(kept=kept, column=column), same) for column in others],
        minimum_effect=minimum_effect,
    )
    return tuple(
        ColumnCompared(
            **_fields(comparison, (names[base], names[column]), measure), column=column, base=base
        )
        for column, comparison in zip(others, found, strict=True)
    )


def compare_columns(
    base: ComparedColumn,
    other: ComparedColumn,
    rows: Matched,
    minimum_effect: float,
    names: tuple[str, str],
    measure: Measure,
) -> Compared:
    [found] = compare_scores([paired(base, other, rows)], minimum_effect=minimum_effect)
    return compared_as(found, names, measure)


def compared_as(found: PairedComparison, names: tuple[str, str], measure: Measure) -> Compared:
    """Add verdict sentences to a comparison. `names` are the names of base and other, in this order."""
    return Compared(**_fields(found, names, measure))


def compare_pass_rates(
    base: ComparedColumn,
    other: ComparedColumn,
    rows: Matched,
    minimum_effect: float,
    names: tuple[str, str],
) -> Compared | None:
    pairs = paired(base, other, rows, passes=True)
    if not pairs.cases:
        return None
    [found] = compare_passes([pairs], minimum_effect=minimum_effect)
    return Compared(**_fields(found, names, PASS_RATE))


def _fields(found: PairedComparison, names: tuple[str, str], measure: Measure) -> dict[str, Any]:
    said = of_comparison(found, base=names[0], other=names[1], measure=measure)
    return {
        "cases": found.cases,
        "lost": found.lost,
        "base_mean": figure(found.base),
        "other_mean": figure(found.other),
        "effect": figure(found.effect, least=-1.0),
        "p": found.p,
        "p_adjusted": found.p_adjusted,
        "p_unseen": found.p_unseen,
        "verdict": str(found.verdict),
        "why": str(found.why),
        "power": found.power,
        "cases_needed": found.cases_needed,
        "cases_for_observed": found.cases_for_observed,
        "detectable": found.detectable,
        "detectable_beyond": found.detectable_beyond,
        "missing_share": found.missing_share,
        "cases_to_decide": found.cases_to_decide,
        "minimum_effect": found.minimum_effect,
        "method": found.method,
        "sentence": said.sentence,
        "next_step": said.next_step,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """Number of cells by kind of change, and the rows that changed between pass and fail."""

    kinds: dict[CellChangeKind, int]
    reasons: dict[IncomparableReason, int]
    # Rows of the two grids (of this, of other) where only one side passes: fixed, and broken.
    flips: dict[CellChangeKind, tuple[tuple[int, int], ...]]


def counted(
    this: ComparedColumn,
    other: ComparedColumn,
    rows: Matched,
    changed: frozenset[int],
    *,
    same_measure: bool,
) -> Counted:
    """Count the changes between two columns.

    `changed` are the rows of `this` for which the content of the case differs in the other run.
    """
    kinds: Counter[CellChangeKind] = Counter()
    reasons: Counter[IncomparableReason] = Counter()
    flips: dict[CellChangeKind, list[tuple[int, int]]] = {kind: [] for kind in FLIPPED}
    trials = this.kept.trials, other.kept.trials
    shared = min(trials)
    here, there = this.standings[rows.this], other.standings[rows.other]
    flaky = _flaky(here) | _flaky(there)
    reworded = np.isin(rows.this, list(changed))
    groups: Counter[tuple[int, int, bool, bool]] = Counter()
    for trial in range(shared):
        keys = np.stack(
            [here[:, trial], there[:, trial], reworded.astype(np.uint8), flaky.astype(np.uint8)],
            axis=1,
        )
        kinds_of_key, places, counts = np.unique(
            keys, axis=0, return_inverse=True, return_counts=True
        )
        places = places.reshape(-1)
        for place, (key, count) in enumerate(zip(kinds_of_key, counts, strict=True)):
            groups[int(key[0]), int(key[1]), bool(key[2]), bool(key[3])] += int(count)
            finding = compare(_pair(key), same_measure=same_measure)
            if finding.kind in FLIPPED:
                for at in np.flatnonzero(places == place):
                    flips[finding.kind].append(
                        (
                            int(rows.this[at]) * trials[0] + trial,
                            int(rows.other[at]) * trials[1] + trial,
                        )
                    )
    for key, count in groups.items():
        finding = compare(_pair(key), same_measure=same_measure)
        kinds[finding.kind] += count
        if finding.reason is not None:
            reasons[finding.reason] += count
    alone = this.standings.size + other.standings.size - 2 * shared * rows.this.size
    if alone:
        kinds[CellChangeKind.INCOMPARABLE] += alone
        reasons[IncomparableReason.NO_SUCH_CASE] += alone
    return Counted(
        kinds={kind: kinds[kind] for kind in CellChangeKind},
        reasons=dict(reasons),
        flips={kind: tuple(places) for kind, places in flips.items()},
    )


def _pair(key: Sequence[int] | NDArray[np.uint8]) -> CellPair:
    this: CellStanding = standing_named(int(key[0]))
    other: CellStanding = standing_named(int(key[1]))
    return CellPair(this=this, other=other, case_changed=bool(key[2]), flaky=bool(key[3]))


def _flaky(standings: NDArray[np.uint8]) -> NDArray[np.bool_]:
    passes = passes_of(standings)
    return np.any(passes == 1, axis=1) & np.any(passes == 0, axis=1)


_MEASURED_CODES = tuple([STANDINGS.index(standing) for standing in MEASURED] + [NO_SAY, PENDING])


def both_measured(this: ComparedColumn, other: ComparedColumn, rows: Matched) -> NDArray[np.bool_]:
    """Return, for each shared case, whether scorers (not people) decided the result on both sides in some trial."""
    trials = min(this.kept.trials, other.kept.trials)
    here = np.isin(this.standings[rows.this, :trials], _MEASURED_CODES)
    there = np.isin(other.standings[rows.other, :trials], _MEASURED_CODES)
    return np.any(here & there, axis=1)


def compare_pairs(
    pairs: Sequence[tuple[ComparedColumn, ComparedColumn, Matched]],
    minimum_effect: float,
    names: Sequence[tuple[str, str]],
    measures: Sequence[Measure],
) -> list[Compared]:
    """Compare several pairs of columns, base first. Holm's correction covers all of these comparisons.

    A pair of columns occurs once for each metric that it is compared by.
    """
    found = compare_scores(
        [paired(base, other, rows) for base, other, rows in pairs], minimum_effect=minimum_effect
    )
    return [compared_as(*one) for one in zip(found, names, measures, strict=True)]


def identical(comparison: C, names: tuple[str, str], answers: int) -> C:
    """Return the comparison of two columns with identical answers. `names` are base and other, in this order."""
    base, other = names
    what = "the answer is" if answers == 1 else f"all {answers:,} answers are"
    moved = comparison.effect is not None and abs(comparison.effect.value) > 1e-9
    doubt = " Their scores differ because the scorer is not consistent." if moved else ""
    return replace(
        comparison,
        verdict=str(Verdict.CANNOT_TELL),
        why=IDENTICAL,
        effect=None,
        p=None,
        p_adjusted=None,
        p_unseen=None,
        cases_to_decide=None,
        sentence=f"“{other}” and “{base}” are identical on these cases: {what} the same text.{doubt}",
        next_step="Nothing changed. Add cases that the change is meant for, or change more.",
    )


def refused(comparison: Compared, *, judged_alike: bool) -> Compared:
    """Return an inconclusive comparison for runs that have different case content or were scored differently."""
    if judged_alike:
        return replace(
            comparison,
            verdict=str(Verdict.INCONCLUSIVE),
            why="cases_changed",
            sentence="Nothing can be compared: the content of every shared case differs between the two runs.",
            next_step="Run both on the same version of the dataset.",
        )
    return replace(
        comparison,
        verdict=str(Verdict.INCONCLUSIVE),
        why="judged_differently",
        sentence="Nothing can be compared: the two runs were scored differently.",
        next_step="Score both with the same versions of the same judges or scorers.",
    )
