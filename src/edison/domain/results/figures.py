"""Estimates as they are told: without what JSON cannot say, and on the rubric's own scale."""

from math import isfinite

from edison.domain.results.run_summary import Figure, OwnScale
from edison.domain.statistics.estimates import Estimate


def figure(estimate: Estimate | None, *, least: float = 0.0, most: float = 1.0) -> Figure | None:
    """`least` and `most` stand for bounds that the data cannot give."""
    if estimate is None or not isfinite(estimate.value):
        return None
    return Figure(
        value=estimate.value,
        low=estimate.low if isfinite(estimate.low) else least,
        high=estimate.high if isfinite(estimate.high) else most,
        n=estimate.n,
        clusters=estimate.clusters,
        method=estimate.method,
    )


def on_own_scale(composite: Figure | None, scale: int | None) -> OwnScale | None:
    if composite is None or scale is None:
        return None
    return OwnScale(
        value=composite.value * scale,
        low=composite.low * scale,
        high=composite.high * scale,
        scale=scale,
    )
