"""Channel for signed webhooks: sends JSON, and the receiver can verify the sender and the time."""

import json

from edison.channels.channel_plugin import Letter
from edison.channels.post_webhook import post
from edison.channels.webhook_signature import signed_headers
from edison.domain.channels.channel import ChannelKind
from edison.domain.channels.delivery import DeliveryOutcome
from edison.network.guarded_http import GuardedHttp


class Webhook:
    kind = ChannelKind.WEBHOOK

    def __init__(self, http: GuardedHttp) -> None:
        self._http = http

    async def send(self, letter: Letter) -> DeliveryOutcome:
        body = json.dumps(letter.message, ensure_ascii=False, separators=(",", ":")).encode()
        headers = signed_headers(letter.id, letter.moment, body, letter.keys)
        return await post(self._http, letter.url, headers, body, allow_private=letter.allow_private)
