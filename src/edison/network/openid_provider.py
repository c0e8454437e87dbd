"""Client of one OpenID Connect provider: discovery, keys, exchange of the code, and the claims of the person."""

import asyncio
import base64
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote_plus, urlencode, urlsplit

from jwt import PyJWKSet

from edison.domain.people.sign_in_methods import SignInProvider
from edison.network.address_guard import Blocked
from edison.network.guarded_http import GuardedHttp, HostUnreachable, TimedOut
from edison.network.wire_request import WireRequest
from edison.vault.id_tokens import (
    Expected,
    IdTokenRejected,
    UnknownKey,
    read_key_set,
    verify_id_token,
)

DISCOVERY = "/.well-known/openid-configuration"
TIMEOUT_S = 10.0
MAX_ANSWER = 512 * 1024
KEPT_S = 3600.0
# An unknown key is looked up at most this often, so that forged tokens cause no load at the provider.
KEYS_AGAIN_S = 60.0
FORM = "application/x-www-form-urlencoded"


class ProviderFailed(Exception):
    """The provider cannot be used now, or answers in a way that is not safe to accept. The reason is for the log."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderMetadata:
    """The addresses and abilities that a provider publishes."""

    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str | None
    end_session_endpoint: str | None
    algorithms: tuple[str, ...]
    auth_methods: tuple[str, ...]
    # RFC 9207: the provider names itself in its answer.
    names_issuer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeemed:
    """The verified claims of a person, and the ID token, which the provider asks for at sign-out."""

    claims: dict[str, Any]
    id_token: str = field(repr=False)


class OpenIdProvider:
    """Calls one provider. Its metadata and keys are kept for an hour, in each process."""

    def __init__(
        self,
        provider: SignInProvider,
        http: GuardedHttp,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self.provider = provider
        self._http = http
        self._seconds = seconds
        self._metadata: tuple[float, ProviderMetadata] | None = None
        self._keys: tuple[float, PyJWKSet] | None = None
        self._lock = asyncio.Lock()

    async def metadata(self) -> ProviderMetadata:
        async with self._lock:
            if self._metadata is None or self._seconds() - self._metadata[0] > KEPT_S:
                document = await self._get(self.provider.issuer.rstrip("/") + DISCOVERY)
                self._metadata = (self._seconds(), read_metadata(self.provider, document))
            return self._metadata[1]

    async def authorization_url(
        self, *, redirect_uri: str, state: str, nonce: str, challenge: str
    ) -> str:
        """Return the address of the provider to which the browser is sent."""
        address = (await self.metadata()).authorization_endpoint
        query = {
            "response_type": "code",
            "client_id": self.provider.client_id,
            "redirect_uri": redirect_uri,
            "scope": " ".join(self.provider.scopes),
            "state": state,
            "nonce": nonce,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        return f"{address}{'&' if '?' in address else '?'}{urlencode(query)}"

    async def redeem(self, *, code: str, redirect_uri: str, verifier: str, nonce: str) -> Redeemed:
        """Exchange the code for tokens, and verify them; raise ProviderFailed or IdTokenRejected."""
        metadata = await self.metadata()
        tokens = await self._exchange(metadata, code, redirect_uri, verifier)
        id_token, access_token = tokens.get("id_token"), tokens.get("access_token")
        if not isinstance(id_token, str):
            raise IdTokenRejected("The provider sent no ID token")
        expected = Expected(
            issuer=self.provider.issuer,
            client_id=self.provider.client_id,
            nonce=nonce,
            access_token=access_token if isinstance(access_token, str) else None,
            algorithms=metadata.algorithms,
        )
        claims = await self._verify(id_token, expected)
        if metadata.userinfo_endpoint and expected.access_token and self._wants_more(claims):
            claims = await self._with_userinfo(
                metadata.userinfo_endpoint, expected.access_token, claims
            )
        return Redeemed(claims=claims, id_token=id_token)

    def _wants_more(self, claims: Mapping[str, Any]) -> bool:
        return "email" not in claims or self.provider.groups_claim not in claims

    async def _verify(self, id_token: str, expected: Expected) -> dict[str, Any]:
        try:
            return verify_id_token(id_token, await self._known_keys(), expected)
        except UnknownKey:
            return verify_id_token(id_token, await self._known_keys(again=True), expected)

    async def _known_keys(self, *, again: bool = False) -> PyJWKSet:
        address = (await self.metadata()).jwks_uri
        async with self._lock:
            oldest = KEYS_AGAIN_S if again else KEPT_S
            if self._keys is None or self._seconds() - self._keys[0] > oldest:
                self._keys = (self._seconds(), read_key_set(await self._get(address)))
            return self._keys[1]

    async def _exchange(
        self, metadata: ProviderMetadata, code: str, redirect_uri: str, verifier: str
    ) -> dict[str, Any]:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_uri,
            "code_verifier": verifier,
        }
        headers = {"content-type": FORM, "accept": "application/json"}
        client, secret = self.provider.client_id, self.provider.client_secret
        if secret is not None and "client_secret_basic" in metadata.auth_methods:
            pair = f"{quote_plus(client)}:{quote_plus(secret)}".encode()
            headers["authorization"] = f"Basic {base64.b64encode(pair).decode()}"
        else:
            form |= {"client_id": client} | ({} if secret is None else {"client_secret": secret})
        body = urlencode(form).encode()
        return await self._send(
            WireRequest(method="POST", url=metadata.token_endpoint, headers=headers, body=body)
        )

    async def _with_userinfo(
        self, address: str, access_token: str, claims: dict[str, Any]
    ) -> dict[str, Any]:
        """Add claims that are not in the ID token. The address and its verification are taken from one source."""
        more = await self._get(address, authorization=f"Bearer {access_token}")
        if more.get("sub") != claims["sub"]:
            raise IdTokenRejected("The user info is about another person")
        if "email" in claims:
            more = {name: more[name] for name in more if not name.startswith("email")}
        else:
            claims = {name: claims[name] for name in claims if not name.startswith("email")}
        return {**more, **claims}

    async def _get(self, url: str, **headers: str) -> dict[str, Any]:
        sent = {"accept": "application/json", **headers}
        return await self._send(WireRequest(method="GET", url=url, headers=sent))

    async def _send(self, request: WireRequest) -> dict[str, Any]:
        place = urlsplit(request.url).path
        try:
            answer = await self._http.send(
                request, allow_private=self.provider.private_network, timeout_s=TIMEOUT_S
            )
        except (HostUnreachable, TimedOut) as error:
            raise ProviderFailed(error.message) from error
        except Blocked as error:
            raise ProviderFailed(f"{error.reason} ({place})") from error
        if answer.status != 200:
            raise ProviderFailed(f"{place} answered with status {answer.status}")
        try:
            document: Any = json.loads(answer.body)
        except (ValueError, RecursionError):
            raise ProviderFailed(f"{place} did not answer with JSON") from None
        if not isinstance(document, dict):
            raise ProviderFailed(f"{place} did not answer with a JSON object")
        return document  # pyright: ignore[reportUnknownVariableType]


def read_metadata(provider: SignInProvider, document: Mapping[str, Any]) -> ProviderMetadata:
    """Read a discovery document; it must be about the configured issuer."""
    if document.get("issuer") != provider.issuer:
        raise ProviderFailed("The discovery document names another issuer")
    return ProviderMetadata(
        authorization_endpoint=_address(provider, document, "authorization_endpoint"),
        token_endpoint=_address(provider, document, "token_endpoint"),
        jwks_uri=_address(provider, document, "jwks_uri"),
        userinfo_endpoint=_optional(provider, document, "userinfo_endpoint"),
        end_session_endpoint=_optional(provider, document, "end_session_endpoint"),
        algorithms=_names(document, "id_token_signing_alg_values_supported", "RS256"),
        auth_methods=_names(
            document, "token_endpoint_auth_methods_supported", "client_secret_basic"
        ),
        names_issuer=document.get("authorization_response_iss_parameter_supported") is True,
    )


def _address(provider: SignInProvider, document: Mapping[str, Any], name: str) -> str:
    found = document.get(name)
    if not isinstance(found, str):
        raise ProviderFailed(f"The discovery document has no {name}")
    parts = urlsplit(found)
    # Without TLS only if the configured issuer has none, which is allowed on this machine only.
    if parts.scheme not in {"https", urlsplit(provider.issuer).scheme} or not parts.hostname:
        raise ProviderFailed(f"The {name} of the discovery document is not an https address")
    return found


def _optional(provider: SignInProvider, document: Mapping[str, Any], name: str) -> str | None:
    return _address(provider, document, name) if document.get(name) else None


def _names(document: Mapping[str, Any], name: str, otherwise: str) -> tuple[str, ...]:
    found = document.get(name)
    if not isinstance(found, list):
        return (otherwise,)
    return tuple(str(each) for each in found)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


class OpenIdProviders:
    """The providers of this installation, by name. Their HTTP connections are opened on first use."""

    def __init__(self, providers: tuple[SignInProvider, ...] = ()) -> None:
        self._http = GuardedHttp(max_body=MAX_ANSWER)
        self._by_name = {each.name: OpenIdProvider(each, self._http) for each in providers}

    @property
    def configured(self) -> tuple[SignInProvider, ...]:
        return tuple(each.provider for each in self._by_name.values())

    def find(self, name: str) -> OpenIdProvider | None:
        return self._by_name.get(name)

    async def close(self) -> None:
        await self._http.close()
