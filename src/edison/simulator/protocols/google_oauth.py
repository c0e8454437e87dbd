"""Google's token endpoint: exchanges a signed assertion for a short-lived bearer token."""

import base64
import binascii
import hashlib
from urllib.parse import parse_qs

from edison.simulator.protocols.protocol_base import compact
from edison.simulator.simulated_call import SimulatedReply

GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
LASTS_S = 3599


def token_reply(body: bytes) -> SimulatedReply:
    """Return a token for any signature, unless the issuer is marked as invalid."""
    form = parse_qs(body.decode("utf-8", "replace"))
    if form.get("grant_type") != [GRANT]:
        return _refused("unsupported_grant_type", "Invalid grant_type")
    claims = _claims(form.get("assertion", [""])[0])
    if claims is None or b"invalid" in claims:
        return _refused("invalid_grant", "Invalid JWT Signature.")
    token = "ya29.simulated-" + hashlib.sha256(claims).hexdigest()[:32]
    answer = {"access_token": token, "expires_in": LASTS_S, "token_type": "Bearer"}
    return SimulatedReply(status=200, body=compact(answer))


def _claims(assertion: str) -> bytes | None:
    parts = assertion.split(".")
    if len(parts) != 3:
        return None
    try:
        return base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4))
    except (binascii.Error, ValueError):
        return None


def _refused(error: str, description: str) -> SimulatedReply:
    body = compact({"error": error, "error_description": description})
    return SimulatedReply(status=400, body=body)
