"""Invites to a project: who was asked in, until when the link works."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from edison.domain.errors import EmailNotConfirmed, InviteForAnother
from edison.domain.ids import InviteId, ProjectId
from edison.domain.people.access import Role
from edison.domain.people.account import User

INVITE_LIFETIME = timedelta(days=7)
MAX_MESSAGE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    id: InviteId
    project: ProjectId
    email: str
    role: Role
    message: str | None
    invited_by: str
    created_at: datetime
    expires_at: datetime

    def expired(self, now: datetime) -> bool:
        return now >= self.expires_at


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteOffer:
    """An invite as the invited person sees it before accepting."""

    invite: Invite
    project_name: str
    account_exists: bool
    # Whether the link at hand is the one from the mail, which only the owner of the address has read.
    mailed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedInvite:
    """A pending invite as it is listed for the account it is addressed to."""

    invite: Invite
    project_name: str


def must_be_addressed_to(invite: Invite, user: User) -> None:
    """Check that a link is used by an account with the address that was invited."""
    if user.email != invite.email:
        raise InviteForAnother(
            f"This invite is for {invite.email}; you are signed in as {user.email}"
        )


def must_own_address(user: User) -> None:
    """Check that an account may answer, without a link, what was addressed to its email.

    Whoever has the link was given it by the inviter or by the mail. Without it the address is all
    that counts, and an account can be made with the address of somebody else.
    """
    if not user.email_confirmed:
        raise EmailNotConfirmed(f"Nobody has confirmed yet that {user.email} is your address")
