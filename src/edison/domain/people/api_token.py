"""API tokens for machines: scoped to one project and one role, expiring, revocable."""

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
    """Return the lower role: a token never has more rights than its creator has now."""
    return min(granted, creator, key=lambda role: role.rank)


TOKEN_PREFIX = "edt_"
INVITE_PREFIX = "edi_"
CONFIRMATION_PREFIX = "edc_"


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshSecret:
    """A new secret, and the parts of it that are stored."""

    text: str
    digest: str

    @property
    def hint(self) -> str:
        return self.text[-4:]


def new_secret(prefix: str) -> FreshSecret:
    """Generate 256 random bits; with this entropy a plain digest needs no salt or slow hash."""
    text = prefix + secrets.token_urlsafe(32)
    return FreshSecret(text=text, digest=sha256_hex(text))
