"""Signed webhooks: a program receives the message as JSON and can verify its sender and time."""

import base64
import binascii
import hashlib
import hmac
import json
import secrets

from edison.channels.channel_plugin import Letter
from edison.channels.post_webhook import post
from edison.domain.channels.channel import ChannelKind
from edison.domain.channels.delivery import DeliveryOutcome
from edison.network.guarded_http import GuardedHttp

PREFIX = "whsec_"
KEY_BYTES = 32


def new_signing_key() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()


def signed_headers(letter: str, moment: int, body: bytes, keys: tuple[str, ...]) -> dict[str, str]:
    """Return the three headers. Signed with each key, so that a receiver may switch to the new one any time."""
    signatures = " ".join(f"v1,{_signature(letter, moment, body, key)}" for key in keys)
    return {
        "webhook-id": letter,
        "webhook-timestamp": str(moment),
        "webhook-signature": signatures,
    }


def _signature(letter: str, moment: int, body: bytes, key: str) -> str:
    try:
        raw = base64.b64decode(key.removeprefix(PREFIX), validate=True)
    except binascii.Error as error:
        # Never quotes the key.
        raise ValueError("The signing key is not valid") from error
    content = f"{letter}.{moment}.".encode() + body
    return base64.b64encode(hmac.new(raw, content, hashlib.sha256).digest()).decode()


class Webhook:
    kind = ChannelKind.WEBHOOK

    def __init__(self, http: GuardedHttp) -> None:
        self._http = http

    async def send(self, letter: Letter) -> DeliveryOutcome:
        body = json.dumps(letter.message, ensure_ascii=False, separators=(",", ":")).encode()
        headers = signed_headers(letter.id, letter.moment, body, letter.keys)
        return await post(self._http, letter.url, headers, body, allow_private=letter.allow_private)
