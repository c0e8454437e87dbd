"""Verification of ID tokens of OpenID Connect providers.

PyJWT checks signature, algorithm, critical headers, issuer, audience and times. The checks that OpenID Connect adds are
in this file: the choice of the key, `azp`, `nonce` and `at_hash`.
"""

import base64
import hmac
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import jwt
from jwt import PyJWK, PyJWKSet

from edison.domain.people.sign_in_methods import MAX_SUBJECT

# Only signatures with a private key. `none` and the HMAC algorithms, whose key a provider publishes or shares, are out.
ALGORITHMS = frozenset(
    {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}
)
CLOCK_SKEW_S = 60
REQUIRED = ["iss", "sub", "aud", "exp", "iat"]


class IdTokenRejected(Exception):
    """An ID token that must not be accepted. The reason is for the log."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class UnknownKey(IdTokenRejected):
    """The token names a key that is not among the known keys. The provider may have changed its keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a token must say to be accepted."""

    issuer: str
    client_id: str
    nonce: str
    # The access token of the same response.
    access_token: str | None = None
    # The algorithms that the provider announces.
    algorithms: Collection[str] = ("RS256",)


def read_key_set(document: object) -> PyJWKSet:
    """Read the published keys of a provider; keys of unknown kinds are left out."""
    if not isinstance(document, dict):
        raise IdTokenRejected("The keys of the provider are not a JSON object")
    try:
        return PyJWKSet.from_dict(document)  # pyright: ignore[reportUnknownArgumentType]
    except jwt.PyJWTError as error:
        raise IdTokenRejected(f"The provider publishes no usable key: {error}") from error


def verify_id_token(token: str, keys: PyJWKSet, expected: Expected) -> dict[str, Any]:
    """Return the claims of a token; raise IdTokenRejected unless it is valid and meant for this sign-in."""
    try:
        key = _choose_key(jwt.get_unverified_header(token), keys)
        found = jwt.decode_complete(
            token,
            key.key,
            algorithms=_allowed(key, expected),
            audience=expected.client_id,
            issuer=expected.issuer,
            leeway=CLOCK_SKEW_S,
            options={"require": REQUIRED, "enforce_minimum_key_length": True},
        )
    except jwt.PyJWTError as error:
        raise IdTokenRejected(f"{type(error).__name__}: {error}") from error
    claims: dict[str, Any] = found["payload"]
    _check_subject(claims)
    _check_authorized_party(claims, expected.client_id)
    _check_nonce(claims, expected.nonce)
    _check_access_token(claims, str(found["header"]["alg"]), expected.access_token)
    return claims


def _choose_key(header: Mapping[str, Any], keys: PyJWKSet) -> PyJWK:
    # Keys and key addresses in the header of the token (`jwk`, `jku`, `x5c`, `x5u`) are not read.
    usable = [key for key in keys.keys if key.public_key_use in (None, "sig")]
    kid = header.get("kid")
    if kid is None:
        if len(usable) == 1:
            return usable[0]
        raise IdTokenRejected("The token names no key, and the provider has several")
    for key in usable:
        if key.key_id == kid:
            return key
    raise UnknownKey("The token names a key that the provider does not publish")


def _allowed(key: PyJWK, expected: Expected) -> list[str]:
    stated = getattr(key, "_jwk_data", {}).get("alg")
    allowed = ALGORITHMS & set(expected.algorithms)
    return sorted(allowed & {stated} if stated else allowed)


def _check_subject(claims: Mapping[str, Any]) -> None:
    subject = claims["sub"]
    if not isinstance(subject, str) or not 0 < len(subject) <= MAX_SUBJECT or "\0" in subject:
        raise IdTokenRejected("The subject is not a text of 1 to 255 characters")


def _check_authorized_party(claims: Mapping[str, Any], client_id: str) -> None:
    party, audience = claims.get("azp"), claims["aud"]
    if party is not None and party != client_id:
        raise IdTokenRejected("The token was issued to another application (azp)")
    if party is None and isinstance(audience, list) and len(audience) > 1:  # pyright: ignore[reportUnknownArgumentType]
        raise IdTokenRejected("The token is for several applications and names none (azp)")


def _check_nonce(claims: Mapping[str, Any], nonce: str) -> None:
    stated = claims.get("nonce")
    if not isinstance(stated, str) or not hmac.compare_digest(stated.encode(), nonce.encode()):
        raise IdTokenRejected("The nonce is missing or belongs to another sign-in")


def _check_access_token(claims: Mapping[str, Any], algorithm: str, token: str | None) -> None:
    stated = claims.get("at_hash")
    if stated is None or token is None:
        return
    digest = jwt.get_algorithm_by_name(algorithm).compute_hash_digest(token.encode())
    expected = base64.urlsafe_b64encode(digest[: len(digest) // 2]).rstrip(b"=")
    if not isinstance(stated, str) or not hmac.compare_digest(stated.encode(), expected):
        raise IdTokenRejected("The access token belongs to another token (at_hash)")
