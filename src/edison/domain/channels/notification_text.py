"""Texts of notifications for Slack and email, built from the webhook payload."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from edison.domain.channels.channel import ChannelEvent
from edison.domain.channels.delivery import TEST_EVENT

MOST_LINE = 300
MOST_SENTENCE = 3000
MOST_FACTS = 30

WORDS = {
    ChannelEvent.ALERT_OPENED: "Alert",
    ChannelEvent.ALERT_RESOLVED: "Resolved",
    ChannelEvent.EXECUTION_FINISHED: "Run finished",
    ChannelEvent.RESERVATION_EXCEEDED: "Overrun",
    ChannelEvent.RUN_FINISHED: "Run finished",
    ChannelEvent.RUN_FAILED: "Run failed",
    ChannelEvent.RUN_PAUSED: "Run paused",
    ChannelEvent.BUDGET_NEARED: "Budget",
    ChannelEvent.REVIEW_REQUESTED: "Review",
    ChannelEvent.REVIEW_DECIDED: "Review",
    ChannelEvent.PROMOTION_REQUESTED: "Promotion",
    ChannelEvent.PROMOTION_DECIDED: "Promotion",
    ChannelEvent.COMMENT_ADDED: "Comment",
    ChannelEvent.CREDENTIAL_FAILING: "Credential",
    TEST_EVENT: "Test",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationText:
    """Text of a notification: title, sentence, link and additional facts."""

    kind: str
    title: str
    sentence: str
    project: str
    url: str
    severity: str | None = None
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def heading(self) -> str:
        """Title preceded by its kind, such as "Critical alert: Answers got worse"."""
        kind = f"{self.severity.capitalize()} {self.kind.lower()}" if self.severity else self.kind
        return f"{kind}: {self.title}"


def notice_of(
    event: str, payload: Mapping[str, Any], project: str, public_url: str
) -> NotificationText:
    """Build the text of a notification from an event's payload. Missing or malformed fields are left out."""
    facts = payload.get("facts")
    known: Mapping[str, Any] = {}
    if isinstance(facts, Mapping):
        known = cast(Mapping[str, Any], facts)
    severity = payload.get("severity")
    return NotificationText(
        kind=WORDS.get(event, "Message"),
        title=_line(payload.get("title")) or event,
        sentence=_text(payload.get("sentence"))[:MOST_SENTENCE],
        project=_line(project),
        url=page_of(payload, public_url),
        # Avoid "Critical resolved".
        severity=str(severity) if severity and event == ChannelEvent.ALERT_OPENED else None,
        facts=tuple(
            (_line(name), _line(value))
            for name, value in list(known.items())[:MOST_FACTS]
            if isinstance(value, (str, int, float)) and not isinstance(value, bool)
        ),
    )


def page_of(payload: Mapping[str, Any], public_url: str) -> str:
    """Return the URL of the page in Edison that a payload refers to. Links to other sites are never returned."""
    path = _text(payload.get("path"))
    return (
        f"{public_url}{path}" if path.startswith("/") and not path.startswith("//") else public_url
    )


def message_of(
    event: str,
    payload: Mapping[str, Any],
    *,
    project: Mapping[str, str],
    public_url: str,
    at: datetime,
) -> dict[str, Any]:
    """Return the webhook payload of an event.

    The payload is identical for each attempt, so that its signature can be verified later.
    """
    data = {name: value for name, value in payload.items() if name != "path"}
    return {
        "type": event,
        "timestamp": at.astimezone(UTC).isoformat(),
        "project": dict(project),
        "data": {**data, "url": page_of(payload, public_url)},
    }


def test_payload(channel: str) -> dict[str, Any]:
    return {
        "title": f"Edison can reach {channel}",
        "sentence": "Someone pressed Send a test. Alerts of this project will look like this.",
    }


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _line(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return " ".join(str(value).split())[:MOST_LINE] if isinstance(value, (str, int)) else ""
