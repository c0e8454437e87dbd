"""Attacks on sign-in with a provider by the token that it sends, and the table of all attacks."""

import hashlib
import hmac
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
from cryptography.hazmat.primitives import serialization

from tests.support.oidc_issuer import CLIENT, SECRET, Claims, Issuer, SigningKey, b64url, compact
from tests.support.provider_sign_in import Doors

# Does everything that the attack needs, and returns the browser that must not be signed in.
Attack = Callable[[Doors], Awaitable[httpx.AsyncClient]]
ATTACKS: dict[str, Attack] = {}


def attack(name: str) -> Callable[[Attack], Attack]:
    def add(run: Attack) -> Attack:
        ATTACKS[name] = run
        return run

    return add


async def walk(doors: Doors) -> httpx.AsyncClient:
    """Sign in without anything unusual in the browser."""
    browser = await doors.world.browser()
    await doors.sign_in(browser)
    return browser


def _token(name: str, write: Callable[[Issuer, Claims], str]) -> None:
    async def run(doors: Doors) -> httpx.AsyncClient:
        doors.alpha.write_token = lambda claims: write(doors.alpha, claims)
        return await walk(doors)

    ATTACKS[name] = run


def _claims(name: str, **changes: Any) -> None:
    """A properly signed token with other claims. A function gets the right value; None removes the claim."""

    def change(claims: Claims) -> Claims:
        changed = dict(claims)
        for claim, value in changes.items():
            changed[claim] = value(claims.get(claim)) if callable(value) else value
        return {claim: value for claim, value in changed.items() if value is not None}

    async def run(doors: Doors) -> httpx.AsyncClient:
        doors.alpha.change_claims = change
        return await walk(doors)

    ATTACKS[name] = run


def _header(name: str, **changes: Any) -> None:
    """A properly signed token with another header. None removes a field."""

    def write(issuer: Issuer, claims: Claims) -> str:
        key = issuer.keys[0]
        header = {"alg": "RS256", "kid": key.kid, **changes}
        return compact({k: v for k, v in header.items() if v is not None}, claims, key.sign)

    _token(name, write)


def _unsigned(algorithm: str) -> Callable[[Issuer, Claims], str]:
    return lambda issuer, claims: compact(
        {"alg": algorithm, "kid": issuer.keys[0].kid}, claims, lambda _: b""
    )


def _public_pem(issuer: Issuer) -> bytes:
    return (
        issuer.keys[0]
        .private.public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    )


def _hmac_signed(issuer: Issuer, claims: Claims, secret: bytes) -> str:
    return compact(
        {"alg": "HS256", "kid": issuer.keys[0].kid},
        claims,
        lambda data: hmac.digest(secret, data, hashlib.sha256),
    )


def _foreign_key(kid: str, **header: Any) -> Callable[[Issuer, Claims], str]:
    key = SigningKey(kid)

    def write(issuer: Issuer, claims: Claims) -> str:
        return compact({"alg": "RS256", "kid": kid, **header}, claims, key.sign)

    return write


def _altered_payload(issuer: Issuer, claims: Claims) -> str:
    header, _, signature = issuer.proper_token(claims).split(".")
    return f"{header}.{b64url(json.dumps({**claims, 'sub': 'alpha|admin'}).encode())}.{signature}"


def _with_slash(value: object) -> str:
    return f"{value}/"


def _in_list(value: object) -> list[object]:
    return [value]


def _late(seconds: int) -> Callable[[Any], int]:
    return lambda _: int(time.time()) + seconds


_token("algorithm none", _unsigned("none"))
_token("algorithm None in another spelling", _unsigned("nOnE"))
_token("HS256 with the public key", lambda i, c: _hmac_signed(i, c, _public_pem(i)))
_token("HS256 with the client secret", lambda i, c: _hmac_signed(i, c, SECRET.encode()))
_token("HS256 with an empty key", lambda i, c: _hmac_signed(i, c, b""))
_token("signature stripped", lambda i, c: i.proper_token(c).rsplit(".", 1)[0] + ".")
_token("signature left out", lambda i, c: i.proper_token(c).rsplit(".", 1)[0])
_token("signature truncated", lambda i, c: i.proper_token(c)[:-40])
_token("payload altered after signing", _altered_payload)
_token("known key id, signed by another key", _foreign_key("alpha-1"))
_token("unknown key id", _foreign_key("mallory-1"))
_token("key embedded in the header (jwk)", _foreign_key("alpha-1", jwk=SigningKey("m").public()))
_token("key address in the header (jku)", _foreign_key("m", jku="https://evil.example/keys"))
_token("certificate address in the header (x5u)", _foreign_key("m", x5u="https://evil.example/x"))
_token("five parts, as if encrypted", lambda i, c: i.proper_token(c) + ".AAAA.AAAA")
_token("not a token at all", lambda i, c: "e30")
_header("key id of another key of the issuer", kid="alpha-2")
_header("no key id while the issuer has two keys", kid=None)
_header("key id that is not a text", kid=1)
_header("unknown critical extension", crit=["exp2"], exp2=1)
_header("critical extension left out", crit=["b64"])
_header("another algorithm of the same key", alg="PS256")
_header("no algorithm", alg=None)
_claims("wrong audience", aud="another-client")
_claims("audience in a list without us", aud=["one", "two"])
_claims("several audiences, none authorized", aud=[CLIENT, "another-client"])
_claims("authorized party is another client", azp="another-client")
_claims("no audience", aud=None)
_claims("wrong issuer", iss="https://evil.example")
_claims("issuer with another ending", iss=_with_slash)
_claims("no issuer", iss=None)
_claims("expired", exp=_late(-120))
_claims("no expiry", exp=None)
_claims("expiry that is not a number", exp="tomorrow")
_claims("not valid yet", nbf=_late(300))
_claims("issued in the future", iat=_late(300))
_claims("no time of issue", iat=None)
_claims("no nonce", nonce=None)
_claims("wrong nonce", nonce="another")
_claims("nonce that is not a text", nonce=_in_list)
_claims("no subject", sub=None)
_claims("empty subject", sub="")
_claims("subject that is not a text", sub=7)
_claims("access token of another response", at_hash=b64url(b"0" * 16))


@attack("token of an earlier sign-in")
async def _(doors: Doors) -> httpx.AsyncClient:
    earlier: list[str] = []

    def write(claims: Claims) -> str:
        earlier.append(doors.alpha.proper_token({**claims, "at_hash": None}))
        return earlier[0]

    doors.alpha.write_token = write
    doors.alpha.change_claims = lambda claims: {**claims, "exp": int(time.time()) + 3000}
    # The first one is not for this browser: it only shows the token to the attacker.
    await doors.sign_in(await doors.world.browser(), username="ada")
    return await walk(doors)


@attack("token of the other issuer, with its key id")
async def _(doors: Doors) -> httpx.AsyncClient:
    doors.alpha.write_token = lambda claims: doors.beta.proper_token(
        {**claims, "iss": doors.beta.url}
    )
    return await walk(doors)


@attack("token in the name of this issuer, signed by the other")
async def _(doors: Doors) -> httpx.AsyncClient:
    doors.alpha.write_token = doors.beta.proper_token
    return await walk(doors)


@attack("no ID token in the response")
async def _(doors: Doors) -> httpx.AsyncClient:
    doors.alpha.change_tokens = lambda tokens: {"access_token": tokens["access_token"]}
    return await walk(doors)


@attack("user info about another person")
async def _(doors: Doors) -> httpx.AsyncClient:
    doors.alpha.add_person("ada", email=None, email_verified=None, _email="ada@example.com")
    doors.alpha.people["ada"] |= {"_email_verified": True}
    doors.alpha.change_claims = lambda claims: {k: v for k, v in claims.items() if v is not None}
    doors.alpha.change_userinfo = {"sub": "alpha|admin"}
    return await walk(doors)
