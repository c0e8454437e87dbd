"""Session tokens: JSON web tokens signed with RS256, so that forged tokens are rejected without a database lookup."""

import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from edison.domain.ids import UserId
from edison.domain.people.account import User
from edison.kit.uuids import new_id

ALGORITHM = "RS256"
KEY_BITS = 2048
ISSUER = "edison"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionClaims:
    """The claims of a valid session token."""

    user: UserId
    # The same for all tokens of one sign-in; each token also has an id of its own.
    session: str
    token: str
    started_at: datetime
    issued_at: datetime
    expires_at: datetime

    @property
    def lifetime(self) -> timedelta:
        return self.expires_at - self.issued_at


class SessionSigner:
    """Issues and verifies session tokens with one RSA key."""

    def __init__(self, private_pem: str) -> None:
        key = serialization.load_pem_private_key(private_pem.encode(), password=None)
        if not isinstance(key, rsa.RSAPrivateKey) or key.key_size < KEY_BITS:
            raise ValueError(f"The session key must be an RSA key of at least {KEY_BITS} bits")
        self._private = key
        self._public = key.public_key()

    def issue(self, user: User, now: datetime, lifetime: timedelta) -> tuple[str, SessionClaims]:
        """Start a session; return its first token and the claims of the token."""
        claims = SessionClaims(
            user=user.id,
            session=str(new_id()),
            token=str(new_id()),
            started_at=now,
            issued_at=now,
            expires_at=now + lifetime,
        )
        return self._sign(user, claims), claims

    def renew(
        self, user: User, old: SessionClaims, now: datetime, ends_at: datetime
    ) -> tuple[str, SessionClaims]:
        """Issue a new token for a session; it has the same lifetime, but ends with the session at the latest."""
        claims = replace(
            old,
            token=str(new_id()),
            issued_at=now,
            expires_at=min(now + old.lifetime, ends_at),
        )
        return self._sign(user, claims), claims

    def _sign(self, user: User, claims: SessionClaims) -> str:
        payload = {
            "iss": ISSUER,
            "sub": str(user.id),
            "email": user.email,
            "role": str(user.role),
            # With fractions, so that a session opened right after all were ended stays valid.
            "iat": claims.issued_at.timestamp(),
            "exp": claims.expires_at.timestamp(),
            "jti": claims.token,
            "sid": claims.session,
            "auth_time": claims.started_at.timestamp(),
        }
        return jwt.encode(payload, self._private, algorithm=ALGORITHM)

    def read(self, token: str, now: datetime) -> SessionClaims | None:
        """Return the claims of a token; None if its signature is invalid or it has expired."""
        try:
            payload = jwt.decode(
                token,
                self._public,
                algorithms=[ALGORITHM],
                issuer=ISSUER,
                # The time is checked below against our own clock.
                options={
                    "require": ["sub", "iat", "exp", "jti"],
                    "verify_exp": False,
                    "verify_iat": False,
                },
            )
            claims = SessionClaims(
                user=UserId(UUID(payload["sub"])),
                # A token of an earlier release is a session of its own.
                session=str(payload.get("sid", payload["jti"])),
                token=str(payload["jti"]),
                started_at=datetime.fromtimestamp(payload.get("auth_time", payload["iat"]), UTC),
                issued_at=datetime.fromtimestamp(payload["iat"], UTC),
                expires_at=datetime.fromtimestamp(payload["exp"], UTC),
            )
        except (jwt.InvalidTokenError, ValueError, TypeError, OverflowError):
            return None
        return claims if now < claims.expires_at else None


def session_key(pem: str | None, file: Path) -> str:
    """Return the given key, or the key of the file; a missing file is created, readable only by its owner."""
    if pem:
        return pem
    if file.exists():
        return file.read_text()
    key = rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS)
    text = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = file.with_suffix(f".{os.getpid()}.part")
    part.touch(mode=0o600)
    part.write_bytes(text)
    try:
        # A hard link is created atomically, and fails if another process was first.
        os.link(part, file)
    except FileExistsError:
        pass
    finally:
        part.unlink()
    return file.read_text()
