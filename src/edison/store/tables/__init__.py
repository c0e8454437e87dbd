"""All tables, so that the metadata is complete for migrations."""

from edison.store.tables.base import Table

__all__ = [
    "Table",
    "alerts",
    "annotations",
    "arena",
    "assists",
    "audit",
    "budgets",
    "channels",
    "datasets",
    "experiments",
    "judging",
    "models",
    "monitoring",
    "people",
    "prompts",
    "rate_limits",
    "results",
    "retention",
    "runs",
    "suites",
]
