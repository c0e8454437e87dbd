"""A notification of one person, and the content that is stored of an event's payload."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from edison.domain.ids import NotificationId, ProjectId
from edison.domain.notifications.notified_event import NotifiedEvent

MOST_TITLE = 300
MOST_SENTENCE = 3000
# Notifications are deleted this long after they were created.
READ_KEPT_FOR = timedelta(days=90)
UNREAD_KEPT_FOR = timedelta(days=180)
# The bell shows 99+ from here on.
MOST_COUNTED = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    id: NotificationId
    project: ProjectId
    project_name: str
    project_slug: str
    event: NotifiedEvent
    subject: UUID
    version: int
    payload: dict[str, Any]
    created_at: datetime
    read_at: datetime | None = None

    @property
    def title(self) -> str:
        return str(self.payload.get("title") or "")

    @property
    def sentence(self) -> str:
        return str(self.payload.get("sentence") or "")

    @property
    def severity(self) -> str | None:
        found = self.payload.get("severity")
        return None if found is None else str(found)

    @property
    def path(self) -> str | None:
        """The path of the page in Edison that the notification is about. Never a link to another site."""
        found = self.payload.get("path")
        return found if isinstance(found, str) and is_own_path(found) else None


def is_own_path(path: str) -> bool:
    return path.startswith("/") and not path.startswith("//") and "\\" not in path


def stored_payload(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a payload that people are shown: title, sentence, path, severity and facts."""
    facts = payload.get("facts")
    severity = payload.get("severity")
    path = payload.get("path")
    return {
        "title": " ".join(str(payload.get("title") or "").split())[:MOST_TITLE],
        "sentence": str(payload.get("sentence") or "")[:MOST_SENTENCE],
        "path": path if isinstance(path, str) and is_own_path(path) else None,
        "severity": None if severity is None else str(severity),
        "facts": dict(cast(Mapping[str, Any], facts)) if isinstance(facts, Mapping) else {},
    }
