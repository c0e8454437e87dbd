"""Summaries as JSON values, for storing; what is read back equals what was written."""

from typing import Any

from pydantic import TypeAdapter, ValidationError

from edison.domain.results.shapes import Summary

_SUMMARY = TypeAdapter(Summary)


def summary_to_json(summary: Summary) -> dict[str, Any]:
    return _SUMMARY.dump_python(summary, mode="json")


def summary_from_json(value: dict[str, Any]) -> Summary | None:
    """None: another release wrote it in another shape; it is computed anew."""
    try:
        return _SUMMARY.validate_python(value)
    except ValidationError:
        return None
