"""A service account's key signs a claim, the claim buys a token, and the token is kept while it is good."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from edison.domain.ids import CredentialId
from edison.domain.models.model_call import FailureCode
from edison.domain.models.provider import Endpoint, Provider
from edison.providers.google_tokens import TOKEN_URI, GoogleTokens, TokenRefused
from edison.providers.wire.wire_protocol import WireRequest

KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PEM = KEY.private_bytes(
    serialization.Encoding.PEM,
    serialization.PrivateFormat.PKCS8,
    serialization.NoEncryption(),
).decode()


class StillClock:
    def __init__(self) -> None:
        self.time = datetime(2026, 11, 15, 10, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time


class TokenService:
    """Answers like Google's, and remembers what it was asked."""

    def __init__(self, status: int = 200, body: Any = None) -> None:
        self.asked: list[WireRequest] = []
        self._status = status
        self._body = body

    async def send(self, request: WireRequest) -> tuple[int, bytes]:
        self.asked.append(request)
        await asyncio.sleep(0)
        number = len(self.asked)
        answer = self._body or {"access_token": f"ya29.token{number}", "expires_in": 3599}
        return self._status, answer if isinstance(answer, bytes) else json.dumps(answer).encode()


def an_account(**changes: Any) -> str:
    account = {
        "type": "service_account",
        "project_id": "acme",
        "private_key_id": "kid-1",
        "private_key": PEM,
        "client_email": "robot@acme.iam.gserviceaccount.com",
        "token_uri": TOKEN_URI,
    }
    return json.dumps({**account, **changes})


def an_endpoint(account: str, credential: int = 1, **config: str) -> Endpoint:
    return Endpoint(
        credential=CredentialId(UUID(int=credential)),
        provider=Provider.VERTEX,
        config={"project_id": "acme", "location": "europe-west1", **config},
        secrets={"service_account": account},
    )


async def test_a_signed_claim_is_exchanged_for_a_token() -> None:
    service, clock = TokenService(), StillClock()

    bearer = await GoogleTokens(service.send, clock).bearer(an_endpoint(an_account()))

    (request,) = service.asked
    form = parse_qs(request.body.decode())
    claims = jwt.decode(
        form["assertion"][0],
        KEY.public_key(),
        algorithms=["RS256"],
        audience=TOKEN_URI,
        options={"verify_exp": False, "verify_iat": False},
    )
    assert bearer == "ya29.token1"
    assert (request.method, request.url) == ("POST", TOKEN_URI)
    assert form["grant_type"] == ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
    assert claims == {
        "iss": "robot@acme.iam.gserviceaccount.com",
        "scope": "https://www.googleapis.com/auth/cloud-platform",
        "aud": TOKEN_URI,
        "iat": int(clock.time.timestamp()),
        "exp": int(clock.time.timestamp()) + 3600,
    }
    assert jwt.get_unverified_header(form["assertion"][0])["kid"] == "kid-1"
    assert b"PRIVATE" not in request.body


async def test_a_token_is_kept_until_shortly_before_its_end() -> None:
    service, clock = TokenService(), StillClock()
    tokens, endpoint = GoogleTokens(service.send, clock), an_endpoint(an_account())

    first = await tokens.bearer(endpoint)
    clock.time += timedelta(minutes=54)
    assert await tokens.bearer(endpoint) == first
    clock.time += timedelta(minutes=1)
    assert await tokens.bearer(endpoint) != first
    assert len(service.asked) == 2


async def test_many_calls_at_once_ask_once() -> None:
    service = TokenService()
    tokens, endpoint = GoogleTokens(service.send, StillClock()), an_endpoint(an_account())

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(tokens.bearer(endpoint)) for _ in range(20)]

    assert {task.result() for task in tasks} == {"ya29.token1"}
    assert len(service.asked) == 1


async def test_another_credential_or_account_has_another_token() -> None:
    service = TokenService()
    tokens = GoogleTokens(service.send, StillClock())

    given = [
        await tokens.bearer(an_endpoint(an_account())),
        await tokens.bearer(an_endpoint(an_account(), credential=2)),
        await tokens.bearer(an_endpoint(an_account(client_email="other@acme"))),
    ]

    assert len(set(given)) == 3


@pytest.mark.parametrize(
    ("wanted", "base_url", "used"),
    [
        (TOKEN_URI, "", TOKEN_URI),
        ("", "", TOKEN_URI),
        ("https://evil.example/token", "", TOKEN_URI),
        ("http://oauth2.googleapis.com/token", "", TOKEN_URI),
        ("https://oauth2.googleapis.com@evil.example/token", "", TOKEN_URI),
        ("https://oauth2.googleapis.com:8443/token", "", TOKEN_URI),
        ("https://oauth2.googleapis.com/v2/token", "", "https://oauth2.googleapis.com/v2/token"),
        ("http://localhost:9000/token", "http://localhost:9000/v", "http://localhost:9000/token"),
        ("http://localhost:9001/token", "http://localhost:9000", TOKEN_URI),
        ("http://localhost:99999999/token", "http://localhost:99999999", TOKEN_URI),
    ],
)
async def test_a_claim_is_sent_only_to_google_or_to_the_origin_of_the_credential(
    wanted: str, base_url: str, used: str
) -> None:
    service = TokenService()
    endpoint = an_endpoint(an_account(token_uri=wanted), base_url=base_url)

    await GoogleTokens(service.send, StillClock()).bearer(endpoint)

    assert service.asked[0].url == used


@pytest.mark.parametrize(
    "account",
    ["", "no json", "[]", "{}", an_account(private_key=""), an_account(private_key="not a key")],
)
async def test_an_account_that_cannot_be_read_is_an_invalid_key(account: str) -> None:
    service = TokenService()

    with pytest.raises(TokenRefused) as refused:
        await GoogleTokens(service.send).bearer(an_endpoint(account))

    assert refused.value.failure.code is FailureCode.INVALID_KEY
    assert service.asked == []


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (
            400,
            {"error": "invalid_grant", "error_description": "Invalid JWT Signature."},
            FailureCode.INVALID_KEY,
        ),
        (503, b"busy", FailureCode.PROVIDER_ERROR),
        (200, b"<html>", FailureCode.PROVIDER_ERROR),
        (200, {"expires_in": 5}, FailureCode.PROVIDER_ERROR),
        (200, {"access_token": "a\r\nhost: evil"}, FailureCode.PROVIDER_ERROR),
    ],
)
async def test_a_refused_token_is_a_named_failure(
    status: int, body: Any, code: FailureCode
) -> None:
    tokens = GoogleTokens(TokenService(status, body).send, StillClock())

    with pytest.raises(TokenRefused) as refused:
        await tokens.bearer(an_endpoint(an_account()))

    assert refused.value.failure.code is code


async def test_a_refusal_is_not_kept() -> None:
    service = TokenService(503, b"busy")
    tokens = GoogleTokens(service.send, StillClock())

    for _ in range(2):
        with pytest.raises(TokenRefused):
            await tokens.bearer(an_endpoint(an_account()))

    assert len(service.asked) == 2
