"""Channel for incoming webhooks of Slack and of services with the same format.

These are Mattermost, Rocket.Chat, and Discord with /slack appended to the address.
"""

import json

from edison.channels.channel_plugin import Letter
from edison.channels.post_webhook import post
from edison.domain.channels.channel import ChannelKind
from edison.domain.channels.delivery import DeliveryOutcome
from edison.domain.channels.notification_text import NotificationText
from edison.network.guarded_http import GuardedHttp


class Slack:
    kind = ChannelKind.SLACK

    def __init__(self, http: GuardedHttp) -> None:
        self._http = http

    async def send(self, letter: Letter) -> DeliveryOutcome:
        # Only `text`, the one field that all of them accept.
        body = json.dumps({"text": text_of(letter.notice)}, ensure_ascii=False).encode()
        return await post(self._http, letter.url, {}, body, allow_private=letter.allow_private)


def text_of(notice: NotificationText) -> str:
    lines = [
        f"*{_plain(notice.heading)}*",
        _plain(notice.sentence),
        f"{_plain(notice.project)} · <{notice.url}|Open in Edison>",
    ]
    return "\n".join(line for line in lines if line)


def _plain(text: str) -> str:
    """Escape the three characters that start links and mentions, so that a text cannot mention anyone."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
