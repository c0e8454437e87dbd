"""Channel for Microsoft Teams: posts an Adaptive Card to the webhook of a workflow."""

import json
from typing import Any

from edison.channels.channel_plugin import Letter
from edison.channels.post_webhook import post
from edison.domain.channels.channel import ChannelKind
from edison.domain.channels.delivery import DeliveryOutcome
from edison.domain.channels.notification_text import NotificationText
from edison.network.guarded_http import GuardedHttp

CARD = "application/vnd.microsoft.card.adaptive"
SCHEMA = "http://adaptivecards.io/schemas/adaptive-card.json"
# The first version with `RichTextBlock`; clients show newer ones as they can.
CARD_VERSION = "1.2"
# Teams rejects messages of more than 28 KB; a character may need four bytes.
MOST_FACTS = 10
MOST_SENTENCE = 2000


class Teams:
    kind = ChannelKind.TEAMS

    def __init__(self, http: GuardedHttp) -> None:
        self._http = http

    async def send(self, letter: Letter) -> DeliveryOutcome:
        body = json.dumps(message_of(letter.notice), ensure_ascii=False).encode()
        return await post(self._http, letter.url, {}, body, allow_private=letter.allow_private)


def message_of(notice: NotificationText) -> dict[str, Any]:
    """Return the message that a workflow with the trigger "When a Teams webhook request is received" posts."""
    facts = "\n".join(f"{name}: {value}" for name, value in notice.facts[:MOST_FACTS])
    blocks = [
        _text(notice.heading, weight="Bolder", size="Medium"),
        _text(notice.sentence[:MOST_SENTENCE]),
        _text(facts),
        _text(notice.project, isSubtle=True),
    ]
    card = {
        "$schema": SCHEMA,
        "type": "AdaptiveCard",
        "version": CARD_VERSION,
        "body": [block for block in blocks if block is not None],
        "actions": [{"type": "Action.OpenUrl", "title": "Open in Edison", "url": notice.url}],
    }
    attachment = {"contentType": CARD, "contentUrl": None, "content": card}
    return {"type": "message", "attachments": [attachment]}


def _text(text: str, **style: Any) -> dict[str, Any] | None:
    """Return a block of literal text. A `TextBlock` would read Markdown, in which a text can hide a link."""
    if not text:
        return None
    run = {"type": "TextRun", "text": text, **style}
    return {"type": "RichTextBlock", "inlines": [run]}
