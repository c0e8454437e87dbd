"""All tables, so that the metadata is complete for migrations."""

from edison.store.tables import (
    accounts,
    answers,
    budgets,
    datasets,
    gateway,
    history,
    limits,
    projects,
    prompts,
    runs,
)
from edison.store.tables.base import Table

__all__ = [
    "Table",
    "accounts",
    "answers",
    "budgets",
    "datasets",
    "gateway",
    "history",
    "limits",
    "projects",
    "prompts",
    "runs",
]
