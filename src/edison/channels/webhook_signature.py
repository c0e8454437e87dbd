"""Signatures of webhooks according to the Standard Webhooks specification."""

import base64
import binascii
import hashlib
import hmac
import secrets

PREFIX = "whsec_"
KEY_BYTES = 32


def new_signing_key() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()


def signed_headers(letter: str, moment: int, body: bytes, keys: tuple[str, ...]) -> dict[str, str]:
    """Return the three signature headers, signed with each key, so that receivers can switch keys at any time."""
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
