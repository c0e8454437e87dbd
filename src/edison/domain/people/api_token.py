"""API tokens for programs. A token is limited to one project and one role, expires, and can be revoked."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from edison.domain.ids import TokenId
from edison.domain.people.access import Role
from edison.kit.digests import sha256_hex

MAX_DAYS = 365
MAX_TOKEN_NAME = 100


class TokenStatus(StrEnum):
    ACTIVE = "active"
    EXPIRED = "expired"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiToken:
    id: TokenId
    name: str
    role: Role
    hint: str
    created_by: str
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None = None
    revoked_at: datetime | None = None

    def status(self, now: datetime) -> TokenStatus:
        if self.revoked_at is not None:
            return TokenStatus.REVOKED
        return TokenStatus.EXPIRED if now >= self.expires_at else TokenStatus.ACTIVE


def effective_role(granted: Role, creator: Role) -> Role:
    """Return the lower of the granted role and the creator's current role."""
    return min(granted, creator, key=lambda role: role.rank)


TOKEN_PREFIX = "edt_"
INVITE_PREFIX = "edi_"
CONFIRMATION_PREFIX = "edc_"
PASSWORD_RESET_PREFIX = "edr_"


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshSecret:
    """A new secret with its digest and hint. Only the digest and the hint are stored."""

    text: str
    digest: str

    @property
    def hint(self) -> str:
        return self.text[-4:]


def new_secret(prefix: str) -> FreshSecret:
    """Generate a secret of 256 random bits. Its entropy is so high that a plain digest needs no salt or slow hash."""
    text = prefix + secrets.token_urlsafe(32)
    return FreshSecret(text=text, digest=sha256_hex(text))
