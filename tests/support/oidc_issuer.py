"""A small OpenID Connect issuer on loopback, with a sign-in page, its own keys, and tokens it signs by hand.

It shares no code with Edison, and a test can make it misbehave: each attribute below may be replaced.
"""

import base64
import hashlib
import html
import json
import secrets
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote_plus, urlencode, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

Claims = dict[str, Any]
CLIENT, SECRET = "edison-client", "client secret with + and %"


def b64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def compact(header: dict[str, Any], claims: Any, sign: Callable[[bytes], bytes]) -> str:
    """Write a token: header, claims and signature."""
    text = f"{b64url(json.dumps(header).encode())}.{b64url(json.dumps(claims).encode())}"
    return f"{text}.{b64url(sign(text.encode()))}"


@dataclass
class SigningKey:
    kid: str
    private: rsa.RSAPrivateKey = field(
        default_factory=lambda: rsa.generate_private_key(public_exponent=65537, key_size=2048)
    )

    def sign(self, data: bytes) -> bytes:
        return self.private.sign(data, padding.PKCS1v15(), hashes.SHA256())

    def public(self) -> dict[str, str]:
        numbers = self.private.public_key().public_numbers()
        return {
            "kty": "RSA",
            "kid": self.kid,
            "use": "sig",
            "alg": "RS256",
            "n": b64url(numbers.n.to_bytes((numbers.n.bit_length() + 7) // 8, "big")),
            "e": b64url(numbers.e.to_bytes(3, "big")),
        }


@dataclass
class Grant:
    """What a code stands for."""

    request: dict[str, str]
    claims: Claims
    used: bool = False


class Issuer:
    """The state of an issuer, which its pages read at each request."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name = url, name
        self.keys = [SigningKey(f"{name}-1"), SigningKey(f"{name}-2")]
        self.people: dict[str, Claims] = {}
        self.redirect_uris: set[str] = set()
        self.grants: dict[str, Grant] = {}
        self.access_tokens: dict[str, Claims] = {}
        self.signed_out: list[dict[str, str]] = []
        self.requests: list[str] = []
        # What a test may replace, to misbehave.
        self.change_claims: Callable[[Claims], Claims] = lambda claims: claims
        self.write_token: Callable[[Claims], str] = self.proper_token
        self.change_tokens: Callable[[dict[str, Any]], dict[str, Any]] = lambda tokens: tokens
        self.change_answer: Callable[[dict[str, str]], dict[str, str]] = lambda answer: answer
        self.change_discovery: dict[str, Any] = {}
        self.change_userinfo: Claims = {}
        self.published: list[dict[str, str]] | None = None

    def add_person(self, username: str, **claims: Any) -> None:
        self.people[username] = {
            "sub": f"{self.name}|{username}",
            "email": f"{username}@example.com",
            "email_verified": True,
            "name": username.capitalize(),
            **claims,
        }

    def proper_token(self, claims: Claims) -> str:
        key = self.keys[0]
        return compact({"alg": "RS256", "kid": key.kid, "typ": "JWT"}, claims, key.sign)

    def discovery(self) -> dict[str, Any]:
        pages = {
            "authorization_endpoint": "/authorize",
            "token_endpoint": "/token",
            "jwks_uri": "/keys",
            "userinfo_endpoint": "/userinfo",
            "end_session_endpoint": "/end-session",
        }
        return {
            "issuer": self.url,
            **{name: self.url + path for name, path in pages.items()},
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
            **self.change_discovery,
        }

    def key_set(self) -> list[dict[str, str]]:
        return [key.public() for key in self.keys] if self.published is None else self.published

    def refuses(self, request: dict[str, str]) -> str | None:
        """Return why an authorization request is not even answered with a redirect."""
        if request.get("client_id") != CLIENT:
            return "unknown client"
        if request.get("redirect_uri") not in self.redirect_uris:
            return "redirect address is not registered"
        return None

    def answer(self, request: dict[str, str], username: str, *, deny: bool = False) -> str:
        """Return the address to which the browser is sent after the sign-in page."""
        answer = {"state": request.get("state", ""), "iss": self.url}
        if deny:
            answer["error"] = "access_denied"
        elif username not in self.people:
            answer["error"] = "login_required"
        else:
            code = secrets.token_urlsafe(16)
            self.grants[code] = Grant(request, self.people[username])
            answer["code"] = code
        answer = self.change_answer(answer)
        return f"{request['redirect_uri']}?{urlencode(answer)}"

    def tokens(self, form: dict[str, str], authorization: str) -> dict[str, Any] | str:
        """Exchange a code; return the tokens, or the error."""
        client, _, secret = base64.b64decode(authorization[6:]).decode().partition(":")
        if (unquote_plus(client), unquote_plus(secret)) != (CLIENT, SECRET):
            return "invalid_client"
        grant = self.grants.get(form.get("code", ""))
        if grant is None or grant.used:
            return "invalid_grant"
        grant.used = True
        request = grant.request
        challenge = b64url(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if request.get("code_challenge_method") != "S256":
            return "invalid_grant"
        if challenge != request.get("code_challenge"):
            return "invalid_grant"
        if form.get("redirect_uri") != request["redirect_uri"]:
            return "invalid_grant"
        return self._issue(request, grant.claims)

    def _issue(self, request: dict[str, str], person: Claims) -> dict[str, Any]:
        access, now = secrets.token_urlsafe(16), int(time.time())
        self.access_tokens[access] = person
        claims = {
            "iss": self.url,
            "aud": CLIENT,
            "exp": now + 300,
            "iat": now,
            "nonce": request.get("nonce"),
            "at_hash": b64url(hashlib.sha256(access.encode()).digest()[:16]),
            **{name: value for name, value in person.items() if not name.startswith("_")},
        }
        id_token = self.write_token(self.change_claims(claims))
        return self.change_tokens(
            {"access_token": access, "token_type": "Bearer", "id_token": id_token}
        )


class _Handler(BaseHTTPRequestHandler):
    issuer: Issuer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path, query = self._path()
        self.issuer.requests.append(path)
        if path == "/.well-known/openid-configuration":
            self._json(self.issuer.discovery())
        elif path == "/keys":
            self._json({"keys": self.issuer.key_set()})
        elif path == "/authorize":
            refused = self.issuer.refuses(query)
            self._page(400, refused) if refused else self._page(200, _form(self.issuer, query))
        elif path == "/userinfo":
            self._userinfo()
        elif path == "/end-session":
            self.issuer.signed_out.append(query)
            self._redirect(query["post_logout_redirect_uri"])
        else:
            self._page(404, "nothing here")

    def do_POST(self) -> None:
        path, query = self._path()
        self.issuer.requests.append(path)
        length = int(self.headers.get("content-length", "0"))
        form = _flat(self.rfile.read(length).decode())
        if path == "/authorize" and not self.issuer.refuses(query):
            deny = form.get("deny") == "yes"
            self._redirect(self.issuer.answer(query, form.get("username", ""), deny=deny))
        elif path == "/token":
            found = self.issuer.tokens(form, self.headers.get("authorization", ""))
            failed = isinstance(found, str)
            self._json({"error": found} if failed else found, 400 if failed else 200)
        else:
            self._page(400, "not accepted")

    def _userinfo(self) -> None:
        token = self.headers.get("authorization", "").removeprefix("Bearer ")
        person = self.issuer.access_tokens.get(token)
        if person is None:
            self._json({"error": "invalid_token"}, 401)
            return
        info = {name.removeprefix("_"): value for name, value in person.items()}
        self._json({**info, **self.issuer.change_userinfo})

    def _path(self) -> tuple[str, dict[str, str]]:
        parts = urlsplit(self.path)
        return parts.path, _flat(parts.query)

    def _json(self, body: Any, status: int = 200) -> None:
        self._send(status, "application/json", json.dumps(body))

    def _page(self, status: int, body: str) -> None:
        self._send(status, "text/html; charset=utf-8", f"<!doctype html><html lang=en>{body}")

    def _redirect(self, address: str) -> None:
        self.send_response(303)
        self.send_header("location", address)
        self.send_header("content-length", "0")
        self.end_headers()

    def _send(self, status: int, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Write no log."""


def _flat(text: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(text, keep_blank_values=True).items()}


def _form(issuer: Issuer, request: dict[str, str]) -> str:
    target = html.escape(f"/authorize?{urlencode(request)}", quote=True)
    return (
        f"<title>{issuer.name}</title><h1>Sign in to {issuer.name}</h1>"
        f'<form method="post" action="{target}">'
        '<label>User name <input name="username"></label>'
        "<button>Continue</button>"
        '<button name="deny" value="yes">Deny</button></form>'
    )


@contextmanager
def running_issuer(name: str, *redirect_uris: str) -> Generator[Issuer]:
    """Run an issuer on a free port until the end of the block."""
    handler = type("Handler", (_Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    issuer = Issuer(f"http://127.0.0.1:{server.server_address[1]}", name)
    issuer.redirect_uris.update(redirect_uris)
    handler.issuer = issuer
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield issuer
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
