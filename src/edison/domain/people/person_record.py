"""What owners of an installation see of a person: the account, its projects, sessions and API tokens."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from edison.domain.ids import ProjectId, TokenId, UserId
from edison.domain.people.access import Role
from edison.domain.people.account import User


class PersonFilter(StrEnum):
    ENABLED = "enabled"
    DISABLED = "disabled"
    OWNER = "owner"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSummary:
    """A person in the list, with counts of what the account has now."""

    user: User
    last_seen_at: datetime | None
    project_count: int
    session_count: int
    token_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionUse:
    """A session, with the time and the origin of its last use."""

    id: str
    user: UserId
    started_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    address: str
    user_agent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonToken:
    """An active API token that the person created."""

    id: TokenId
    project: ProjectId
    project_name: str
    name: str
    role: Role
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonProject:
    """A project of which the person is a member."""

    id: ProjectId
    slug: str
    name: str
    role: Role
    # Deleting the account leaves such a project without an owner, so it must be handed to another person.
    only_owner: bool
    archived_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRecord:
    """A person's page."""

    summary: PersonSummary
    projects: list[PersonProject]
    sessions: list[SessionUse]
    tokens: list[PersonToken]
    # Monitors that the person created start runs by schedule, and do so while the account is disabled.
    monitor_count: int
