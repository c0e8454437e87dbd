"""Summaries of a run, one for each metric, as a JSON value for storing; what is read back equals what was written."""

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from edison.domain.results.run_metrics import Metric
from edison.domain.results.run_summary import MetricFigures, Summary

_SUMMARIES = TypeAdapter(tuple[Summary, ...])
_FIGURES = TypeAdapter(MetricFigures)
_METRIC = TypeAdapter(Metric)


def summaries_to_json(summaries: Sequence[Summary]) -> dict[str, Any]:
    return {"metrics": _SUMMARIES.dump_python(tuple(summaries), mode="json")}


def summaries_from_json(value: dict[str, Any]) -> tuple[Summary, ...]:
    """Empty: another release wrote them in another shape; they are computed anew."""
    try:
        return _SUMMARIES.validate_python(value.get("metrics", ()))
    except ValidationError:
        return ()


def figures_from_json(value: dict[str, Any]) -> MetricFigures | None:
    try:
        return _FIGURES.validate_python(value)
    except ValidationError:
        return None


def metric_from_json(value: dict[str, Any]) -> Metric | None:
    try:
        return _METRIC.validate_python(value)
    except ValidationError:
        return None
