"""AWS Signature Version 4, for requests with a complete body."""

import hashlib
import hmac
from datetime import datetime
from urllib.parse import quote, urlsplit

from edison.providers.wire.wire_protocol import WireRequest

_ALGORITHM = "AWS4-HMAC-SHA256"


def signed(
    request: WireRequest,
    *,
    access_key_id: str,
    secret_access_key: str,
    region: str,
    service: str,
    at: datetime,
    session_token: str = "",
) -> WireRequest:
    """Return the request with AWS signature headers, which are valid for a few minutes."""
    moment = at.strftime("%Y%m%dT%H%M%SZ")
    scope = f"{moment[:8]}/{region}/{service}/aws4_request"
    parts = urlsplit(request.url)
    added = {"x-amz-date": moment}
    if session_token:
        added["x-amz-security-token"] = session_token
    headers = {**request.headers, **added}
    # The client adds `host` itself, from the same address.
    to_sign = {name.lower(): " ".join(value.split()) for name, value in headers.items()}
    to_sign["host"] = _host(parts.scheme, parts.hostname or "", parts.port)
    names = ";".join(sorted(to_sign))
    canonical = "\n".join(
        (
            request.method,
            # Paths are encoded once on the wire and once more here.
            quote(parts.path or "/", safe="/~"),
            _query(parts.query),
            *(f"{name}:{to_sign[name]}" for name in sorted(to_sign)),
            "",
            names,
            hashlib.sha256(request.body).hexdigest(),
        )
    )
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    key = f"AWS4{secret_access_key}".encode()
    for part in scope.split("/"):
        key = _hmac(key, part)
    signature = _hmac(key, "\n".join((_ALGORITHM, moment, scope, digest))).hex()
    credential = f"Credential={access_key_id}/{scope}"
    headers["authorization"] = (
        f"{_ALGORITHM} {credential}, SignedHeaders={names}, Signature={signature}"
    )
    return WireRequest(method=request.method, url=request.url, headers=headers, body=request.body)


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def _host(scheme: str, name: str, port: int | None) -> str:
    host = f"[{name}]" if ":" in name else name
    usual = {"https": 443, "http": 80}.get(scheme)
    return host if port is None or port == usual else f"{host}:{port}"


def _query(query: str) -> str:
    return "&".join(sorted(query.split("&"))) if query else ""
