"""All tables, so that the metadata is complete for migrations."""

from edison.store.tables import accounts, answers, gateway, history, limits, projects
from edison.store.tables.base import Table

__all__ = ["Table", "accounts", "answers", "gateway", "history", "limits", "projects"]
