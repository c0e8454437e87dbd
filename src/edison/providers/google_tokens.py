"""Short-lived bearer tokens for Google service accounts; the private key never leaves this process."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode, urlsplit

import jwt

from edison.domain.models.model_call import Failed, FailureCode
from edison.domain.models.provider import Endpoint
from edison.kit.clock import Clock, SystemClock
from edison.kit.digests import sha256_hex
from edison.providers.wire.failure_codes import named
from edison.providers.wire.openai_answers import complaint
from edison.providers.wire.untrusted_json import a_dict, a_text, count, loaded
from edison.providers.wire.wire_protocol import Garbled, WireRequest

Send = Callable[[WireRequest], Awaitable[tuple[int, bytes]]]

TOKEN_URI = "https://oauth2.googleapis.com/token"
SCOPE = "https://www.googleapis.com/auth/cloud-platform"
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
ASSERTION_LASTS = timedelta(hours=1)
# A call that starts with this much time left ends before the token expires.
RENEWED_BEFORE_END = timedelta(minutes=5)
LASTS_AT_MOST_S = 3600


class TokenRefused(Exception):
    """Google issued no token; `failure` is the reason as the failure of a call."""

    def __init__(self, failure: Failed) -> None:
        super().__init__(failure.message)
        self.failure = failure


@dataclass(frozen=True, slots=True, kw_only=True)
class _Token:
    bearer: str
    good_until: datetime


class GoogleTokens:
    """Fetches one token per service account and caches it until shortly before it expires."""

    def __init__(self, send: Send, clock: Clock | None = None) -> None:
        self._send = send
        self._clock = clock or SystemClock()
        self._tokens: dict[str, _Token] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def bearer(self, endpoint: Endpoint) -> str:
        """Return a token for calls with this credential; raise TokenRefused if Google issues none."""
        account = endpoint.secrets.get("service_account", "")
        address = endpoint.config.get("base_url", "")
        key = sha256_hex(f"{endpoint.credential}\n{address}\n{account}")
        # Many calls start at once; one of them requests the token, the others wait for it.
        async with self._locks.setdefault(key, asyncio.Lock()):
            kept = self._tokens.get(key)
            if kept is None or self._clock.now() >= kept.good_until:
                self._drop_old()
                kept = self._tokens[key] = await self._fetch(account, address)
        return kept.bearer

    async def _fetch(self, account: str, address: str) -> _Token:
        now = self._clock.now()
        status, body = await self._send(token_request(account, address, now))
        if status != 200:
            raise TokenRefused(named(status, {}, complaint(body)))
        try:
            given = a_dict(loaded(body))
        except Garbled:
            given = {}
        bearer = a_text(given.get("access_token"))
        if not bearer or not bearer.isascii() or not bearer.isprintable():
            wrong = "Google's token service sent an answer without a token."
            raise TokenRefused(Failed(code=FailureCode.PROVIDER_ERROR, message=wrong))
        lasts = timedelta(seconds=min(count(given.get("expires_in")) or 0, LASTS_AT_MOST_S))
        return _Token(bearer=bearer, good_until=now + lasts - RENEWED_BEFORE_END)

    def _drop_old(self) -> None:
        now = self._clock.now()
        for key in [key for key, token in self._tokens.items() if token.good_until <= now]:
            del self._tokens[key]
            if not self._locks[key].locked():
                del self._locks[key]


def token_request(account: str, address: str, now: datetime) -> WireRequest:
    """Build the request that exchanges a signed claim for a token."""
    read = _account(account)
    uri = _token_uri(a_text(read.get("token_uri")), address)
    claims = {
        "iss": a_text(read.get("client_email")),
        "scope": SCOPE,
        "aud": uri,
        "iat": int(now.timestamp()),
        "exp": int((now + ASSERTION_LASTS).timestamp()),
    }
    key_id = a_text(read.get("private_key_id"))
    try:
        assertion = jwt.encode(
            claims,
            a_text(read.get("private_key")),
            algorithm="RS256",
            headers={"kid": key_id} if key_id else None,
        )
    except (ValueError, TypeError, jwt.PyJWTError):
        # The reason could quote the key.
        raise _unreadable() from None
    return WireRequest(
        method="POST",
        url=uri,
        headers={"content-type": "application/x-www-form-urlencoded"},
        body=urlencode({"grant_type": GRANT, "assertion": assertion}).encode(),
    )


def _account(text: str) -> dict[str, Any]:
    try:
        account = a_dict(loaded(text.encode("utf-8", "replace")))
    except Garbled:
        raise _unreadable() from None
    if not a_text(account.get("client_email")) or not a_text(account.get("private_key")):
        raise _unreadable()
    return account


def _unreadable() -> TokenRefused:
    wrong = "The service account JSON cannot be used: it needs client_email and private_key."
    return TokenRefused(Failed(code=FailureCode.INVALID_KEY, message=wrong))


def _token_uri(wanted: str, address: str) -> str:
    """Return the key file's token address if it is Google's or the endpoint's, otherwise Google's.

    The signed claim must not be sent to any other host.
    """
    allowed = {_origin(TOKEN_URI), _origin(address)} - {None}
    return wanted if _origin(wanted) in allowed else TOKEN_URI


def _origin(address: str) -> tuple[str, str, int | None] | None:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname or parts.username is not None:
        return None
    return parts.scheme, parts.hostname, port or {"https": 443, "http": 80}.get(parts.scheme)
