"""Tokens and invites: what they allow, and until when."""

from datetime import UTC, datetime, timedelta
from itertools import product
from uuid import UUID

import pytest

from edison.domain.ids import InviteId, ProjectId, TokenId
from edison.domain.people.access import Role
from edison.domain.people.api_token import (
    INVITE_PREFIX,
    TOKEN_PREFIX,
    ApiToken,
    TokenStatus,
    effective_role,
    new_secret,
)
from edison.domain.people.invite import INVITE_LIFETIME, Invite
from edison.kit.digests import sha256_hex

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(("granted", "creator"), list(product(Role, Role)))
def test_a_token_has_the_lower_of_two_roles(granted: Role, creator: Role) -> None:
    role = effective_role(granted, creator)

    assert role in {granted, creator}
    assert granted.at_least(role)
    assert creator.at_least(role)


@pytest.mark.parametrize(
    ("expires", "revoked", "status"),
    [
        (timedelta(days=1), None, TokenStatus.ACTIVE),
        (timedelta(0), None, TokenStatus.EXPIRED),
        (timedelta(days=-1), None, TokenStatus.EXPIRED),
        (timedelta(days=1), NOW, TokenStatus.REVOKED),
        (timedelta(days=-1), NOW, TokenStatus.REVOKED),
    ],
)
def test_a_token_is_active_expired_or_revoked(
    expires: timedelta, revoked: datetime | None, status: TokenStatus
) -> None:
    token = ApiToken(
        id=TokenId(UUID(int=1)),
        name="CI",
        role=Role.VIEWER,
        hint="abcd",
        created_by="Ada",
        created_at=NOW,
        expires_at=NOW + expires,
        revoked_at=revoked,
    )

    assert token.status(NOW) is status


def test_an_invite_expires_to_the_second() -> None:
    """FR-PM-004.11"""
    assert timedelta(days=7) == INVITE_LIFETIME
    invite = Invite(
        id=InviteId(UUID(int=1)),
        project=ProjectId(UUID(int=2)),
        email="ada@example.com",
        role=Role.VIEWER,
        message=None,
        invited_by="Olga",
        created_at=NOW,
        expires_at=NOW + INVITE_LIFETIME,
    )

    assert not invite.expired(NOW + INVITE_LIFETIME - timedelta(microseconds=1))
    assert invite.expired(NOW + INVITE_LIFETIME)


@pytest.mark.parametrize("prefix", [TOKEN_PREFIX, INVITE_PREFIX])
def test_a_secret_is_long_random_and_known_by_its_digest(prefix: str) -> None:
    secrets = [new_secret(prefix) for _ in range(50)]

    assert len({secret.text for secret in secrets}) == 50
    for secret in secrets:
        assert secret.text.startswith(prefix)
        assert len(secret.text) == len(prefix) + 43
        assert secret.digest == sha256_hex(secret.text)
        assert secret.hint == secret.text[-4:]
