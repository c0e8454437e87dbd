"""Session tokens: only what our own key signed with RS256, and only until it expires."""

import base64
import json
import stat
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from edison.domain.ids import UserId
from edison.domain.people.access import Role
from edison.domain.people.account import User, session_lifetime
from edison.vault.session_tokens import SessionSigner, session_key

NOW = datetime(2026, 1, 1, 12, 0, 0, 123456, tzinfo=UTC)
WEEK = timedelta(days=7)
ADA = User(
    id=UserId(UUID(int=1)),
    email="ada@example.com",
    name="Ada",
    role=Role.EDITOR,
    created_at=NOW,
)


def pem_of(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) -> str:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ).decode()


@cache
def a_key(_: str = "ours") -> str:
    return pem_of(rsa.generate_private_key(public_exponent=65537, key_size=2048))


def signer() -> SessionSigner:
    return SessionSigner(a_key())


def payload(**changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "iss": "edison",
        "sub": str(ADA.id),
        "iat": NOW.timestamp(),
        "exp": (NOW + WEEK).timestamp(),
        "jti": "one",
    }
    return {name: value for name, value in {**values, **changes}.items() if value is not None}


def signed(key: str, algorithm: str = "RS256", **changes: Any) -> str:
    return jwt.encode(payload(**changes), key, algorithm=algorithm)


def unsigned(header: dict[str, str], body: dict[str, Any], signature: str = "") -> str:
    parts = [
        base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")
        for part in (header, body)
    ]
    return ".".join([*parts, signature])


def test_a_token_carries_the_claims_of_the_specification() -> None:
    """FR-UM-002.4, FR-UM-004.6"""
    token, claims = signer().issue(ADA, NOW, WEEK)

    said = jwt.decode(token, options={"verify_signature": False})

    assert (said["sub"], said["email"], said["role"]) == (str(ADA.id), ADA.email, "EDITOR")
    assert (said["iat"], said["exp"]) == (NOW.timestamp(), (NOW + WEEK).timestamp())
    assert (said["jti"], said["sid"]) == (claims.token, claims.session)
    assert said["auth_time"] == NOW.timestamp()
    assert jwt.get_unverified_header(token)["alg"] == "RS256"


@pytest.mark.parametrize(("remember", "days"), [(False, 7), (True, 30)])
def test_a_token_lasts_7_or_30_days(remember: bool, days: int) -> None:
    """FR-UM-002.3, .7"""
    token, _ = signer().issue(ADA, NOW, session_lifetime(remember=remember))

    claims = signer().read(token, NOW)
    assert claims
    assert (claims.user, claims.issued_at, claims.lifetime) == (ADA.id, NOW, timedelta(days=days))
    assert signer().read(token, NOW + timedelta(days=days, microseconds=-1))
    assert signer().read(token, NOW + timedelta(days=days)) is None


def test_every_token_has_an_id_of_its_own() -> None:
    issued = [signer().issue(ADA, NOW, WEEK)[1] for _ in range(20)]
    assert len({claims.session for claims in issued} | {claims.token for claims in issued}) == 40


def test_a_renewed_token_belongs_to_the_same_session_and_ends_with_it() -> None:
    _, first = signer().issue(ADA, NOW, WEEK)
    later, end = NOW + timedelta(days=6), NOW + timedelta(days=10)

    token, renewed = signer().renew(ADA, first, later, end)

    assert signer().read(token, later) == renewed
    assert renewed.token != first.token
    assert (renewed.session, renewed.started_at) == (first.session, NOW)
    assert (renewed.issued_at, renewed.expires_at) == (later, end)


def test_a_token_of_an_earlier_release_is_a_session_of_its_own() -> None:
    claims = signer().read(signed(a_key()), NOW)

    assert claims
    assert claims.session == claims.token
    assert claims.started_at == claims.issued_at


def test_a_token_that_we_could_have_made_is_read() -> None:
    assert signer().read(signed(a_key()), NOW)


def test_a_token_of_another_key_is_refused() -> None:
    assert signer().read(signed(a_key("another")), NOW) is None


def test_a_token_without_a_signature_is_refused() -> None:
    for algorithm in ("none", "None", "NONE", ""):
        assert signer().read(unsigned({"alg": algorithm, "typ": "JWT"}, payload()), NOW) is None
    assert signer().read(unsigned({"alg": "RS256"}, payload()), NOW) is None


def test_our_public_key_is_no_shared_secret() -> None:
    """The HS256 confusion: a token signed with what everyone may know."""
    private = serialization.load_pem_private_key(a_key().encode(), password=None)
    assert isinstance(private, rsa.RSAPrivateKey)
    public = private.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    import hashlib
    import hmac

    head = unsigned({"alg": "HS256", "typ": "JWT"}, payload()).rsplit(".", 1)[0]
    signature = hmac.new(public, head.encode(), hashlib.sha256).digest()
    token = f"{head}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"

    assert signer().read(token, NOW) is None


@pytest.mark.parametrize("algorithm", ["RS384", "RS512", "PS256"])
def test_even_our_key_signs_with_rs256_only(algorithm: str) -> None:
    """NFR-4.4.2"""
    assert signer().read(signed(a_key(), algorithm), NOW) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "someone else"},
        {"iss": None},
        {"sub": None},
        {"sub": "not an id"},
        {"exp": None},
        {"iat": None},
        {"jti": None},
        {"exp": "soon"},
        {"exp": (NOW - WEEK).timestamp()},
        {"exp": 10**30},
        {"iat": -(10**30)},
    ],
)
def test_a_token_that_says_something_else_is_refused(changes: dict[str, Any]) -> None:
    assert signer().read(signed(a_key(), **changes), NOW) is None


def test_a_changed_token_is_refused() -> None:
    head, body, signature = signed(a_key()).split(".")
    other = unsigned({}, payload(sub=str(UUID(int=2)))).split(".")[1]

    for token in (
        f"{head}.{other}.{signature}",
        f"{head}.{body}.{signature[:-4]}AAAA",
        f"{head}.{body}.",
        f"{head}.{body}",
        "",
        "..",
        "x",
    ):
        assert signer().read(token, NOW) is None


def test_a_weak_or_foreign_kind_of_key_is_not_taken() -> None:
    small = pem_of(rsa.generate_private_key(public_exponent=65537, key_size=1024))
    curve = pem_of(ec.generate_private_key(ec.SECP256R1()))

    for key in (small, curve):
        with pytest.raises(ValueError, match="RSA key of at least 2048 bits"):
            SessionSigner(key)


def test_a_key_is_made_once_and_only_we_may_read_it(tmp_path: Path) -> None:
    file = tmp_path / "keys" / "session.pem"

    first = session_key(None, file)

    assert session_key(None, file) == first == file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert [path.name for path in file.parent.iterdir()] == ["session.pem"]
    assert session_key("given", file) == "given"
    SessionSigner(first)
