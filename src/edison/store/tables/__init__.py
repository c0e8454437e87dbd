"""All tables, so that the metadata is complete for migrations."""

from edison.store.tables import (
    accounts,
    annotations,
    answers,
    budgets,
    datasets,
    gateway,
    history,
    judging,
    limits,
    projects,
    prompts,
    runs,
    statistics,
)
from edison.store.tables.base import Table

__all__ = [
    "Table",
    "accounts",
    "annotations",
    "answers",
    "budgets",
    "datasets",
    "gateway",
    "history",
    "judging",
    "limits",
    "projects",
    "prompts",
    "runs",
    "statistics",
]
