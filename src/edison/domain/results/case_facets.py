"""Facets: tests of groups of cases (by tag, length, difficulty, split or model) against all other cases."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from edison.domain.results.run_arrays import CaseArrays, Grades, RunArrays
from edison.domain.results.run_summary import FacetFigure, figure
from edison.domain.runs.run_plan import Plan
from edison.domain.statistics.facet_tests import FacetGroup, facet_tests
from edison.domain.statistics.facet_tests import FacetTest as Tested
from edison.domain.statistics.statistics_phrasing import Measure, of_facet


class FacetKind(StrEnum):
    TAG = "tag"
    LENGTH = "length"
    DIFFICULTY = "difficulty"
    SPLIT = "split"
    MODEL = "model"


# Most characters of all inputs of a case in the group; about four characters are a token.
LENGTHS = (("XS", 200), ("S", 800), ("M", 3_200), ("L", 12_800), ("XL", None))
DIFFICULTIES = ("easy", "medium", "hard")


def length_range(group: str) -> tuple[int, int | None] | None:
    """Return the length range of a group in characters: lower bound (included) and upper bound (excluded)."""
    least = 0
    for name, most in LENGTHS:
        if name == group:
            return least, most
        least = most or 0
    return None


def difficulty_range(group: str) -> tuple[int, int] | None:
    """Return the lowest and highest difficulty of a group, both included."""
    return {"easy": (1, 2), "medium": (3, 3), "hard": (4, 5)}.get(group)


def facets_of(
    run: RunArrays, grades: Grades, plan: Plan, measure: Measure
) -> tuple[FacetFigure, ...]:
    """Test each group of cases against the other cases of its column, and each model against the other models."""
    found: list[FacetFigure] = []
    groups = [
        FacetGroup(name=str(kind), group=group, inside=np.repeat(inside, run.trials))
        for kind, group, inside in _groups(run.cases)
    ]
    of_case = np.repeat(np.arange(run.rows // run.trials), run.trials)
    if groups:
        for column in range(run.columns):
            values = run.of_column(grades.values, column).reshape(-1)
            # Already corrected over the groups of a column; correct over all columns, too.
            tested = [
                replace(
                    one,
                    p_adjusted=None
                    if one.p_adjusted is None
                    else min(1.0, one.p_adjusted * run.columns),
                )
                for one in facet_tests(values, of_case, groups)
            ]
            found += _told(tested, column, measure)
    names = [column.model_name for column in plan.columns]
    if len(set(names)) > 1:
        of_cell = np.array(names)[np.arange(run.states.size) % run.columns]
        models = [
            FacetGroup(name=str(FacetKind.MODEL), group=name, inside=of_cell == name)
            for name in dict.fromkeys(names)
        ]
        of_case = np.arange(run.states.size) // (run.trials * run.columns)
        found += _told(facet_tests(grades.values, of_case, models), None, measure)
    return tuple(found)


def _groups(cases: CaseArrays) -> Iterator[tuple[FacetKind, str, NDArray[np.bool_]]]:
    """Yield the groups of cases, except empty groups and groups that contain all cases."""
    count = cases.lengths.size

    def part(kind: FacetKind, group: str, inside: NDArray[np.bool_]):
        return [(kind, group, inside)] if 0 < inside.sum() < count else []

    for tag, rows in cases.tags.items():
        inside = np.zeros(count, dtype=np.bool_)
        inside[rows] = True
        yield from part(FacetKind.TAG, tag, inside)
    for name, _ in LENGTHS:
        least, most = length_range(name) or (0, None)
        inside = cases.lengths >= least
        if most is not None:
            inside &= cases.lengths < most
        yield from part(FacetKind.LENGTH, name, inside)
    for name in DIFFICULTIES:
        least, most = difficulty_range(name) or (0, 0)
        inside = (cases.difficulties >= least) & (cases.difficulties <= most)
        yield from part(FacetKind.DIFFICULTY, name, inside)
    for name in dict.fromkeys(cases.splits.tolist()):
        yield from part(FacetKind.SPLIT, name, cases.splits == name)


def _told(tested: Sequence[Tested], column: int | None, measure: Measure) -> list[FacetFigure]:
    found: list[FacetFigure] = []
    for one in tested:
        estimate = figure(one.estimate)
        if estimate is None:
            continue
        found.append(
            FacetFigure(
                facet=one.name,
                group=one.group,
                column=column,
                estimate=estimate,
                difference=figure(one.difference, least=-1.0),
                p_adjusted=one.p_adjusted,
                small=one.small,
                sentence=of_facet(one, measure),
            )
        )
    return found
