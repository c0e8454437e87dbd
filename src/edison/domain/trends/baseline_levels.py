"""The level that executions of a monitor are held against, for each target and for all together."""

from collections.abc import Sequence

import numpy as np

from edison.domain.monitoring.assessment import Seen
from edison.domain.results.figures import figure
from edison.domain.results.run_arrays import mean_by_case
from edison.domain.statistics.estimates import mean_of
from edison.domain.trends.trend_points import OVERALL_KEY, BaselineLevel


def levels_of(
    baseline: Sequence[Seen], keys: Sequence[str], words: str
) -> dict[str, BaselineLevel]:
    """By target; the mean over cases of all runs, where one case counts as one however often it was asked."""
    found = {key: _level(baseline, (key,), words) for key in keys}
    found[OVERALL_KEY] = _level(baseline, keys, words)
    return {key: level for key, level in found.items() if level is not None}


def _level(baseline: Sequence[Seen], keys: Sequence[str], words: str) -> BaselineLevel | None:
    values: list[np.ndarray] = []
    places: dict[str, int] = {}
    cases: list[int] = []
    for seen in baseline:
        for target in seen.targets:
            if target.key not in keys or not target.cases:
                continue
            values.append(mean_by_case(np.asarray(target.scores)))
            cases += [places.setdefault(case, len(places)) for case in target.cases]
    if not values:
        return None
    level = figure(mean_of(np.concatenate(values), np.array(cases)))
    if level is None:
        return None
    return BaselineLevel(score=level.value, low=level.low, high=level.high, words=words)
