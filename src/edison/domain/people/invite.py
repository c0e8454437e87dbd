"""Invites to a project: the invited address, and how long the link is valid."""

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
    # Whether the link is the one from the email, which only the owner of the address has read.
    mailed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedInvite:
    """A pending invite as listed for the account it is addressed to."""

    invite: Invite
    project_name: str


def must_be_addressed_to(invite: Invite, user: User) -> None:
    """Check that a link is used by an account with the invited address."""
    if user.email != invite.email:
        raise InviteForAnother(
            f"This invite is for {invite.email}; you are signed in as {user.email}"
        )


def must_own_address(user: User) -> None:
    """Check that an account may answer an invite to its email address without the link.

    Whoever has the link got it from the inviter or from the email. Without it only the address counts, and an account
    can be created with somebody else's address.
    """
    if not user.email_confirmed:
        raise EmailNotConfirmed(f"The address {user.email} has not been confirmed yet")
