"""What signing in yields."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from edison.domain.people.account import User
from edison.services.context import Context


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    user: User
    token: str
    expires_at: datetime
    lifetime: timedelta


def open_session(ctx: Context, user: User, lifetime: timedelta) -> SignedIn:
    lifetime = min(lifetime, ctx.accounts.session_ends_after)
    token, claims = ctx.sessions.issue(user, ctx.clock.now(), lifetime)
    return SignedIn(user=user, token=token, expires_at=claims.expires_at, lifetime=lifetime)
