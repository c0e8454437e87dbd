"""Invites to a project: who was asked in, until when the link works."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NewType
from uuid import UUID

from edison.domain.access import ProjectId, Role

InviteId = NewType("InviteId", UUID)

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
