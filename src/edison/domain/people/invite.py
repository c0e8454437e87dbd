"""Invites to a project, and the checks before an account may accept an invite."""

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
    """Raise an error unless the invite was sent to the email address of this account."""
    if user.email != invite.email:
        raise InviteForAnother(
            f"This invite is for {invite.email}; you are signed in as {user.email}"
        )


def must_own_address(user: User) -> None:
    """Raise an error unless the account's email address is confirmed, which is required without an invite link.

    Anyone can create an account with another person's address, so an unconfirmed address proves nothing.
    """
    if not user.email_confirmed:
        raise EmailNotConfirmed(f"The address {user.email} has not been confirmed yet")
