"""Access control: roles, permissions, and the actor. Every service function first checks the actor's permission."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal
from uuid import UUID

from edison.domain.errors import NotAllowed, NotFound, NotSignedIn, RoleNotAllowed
from edison.domain.ids import ProjectId, UserId


class Role(StrEnum):
    """Roles in a project. Each role includes the permissions of the roles before it."""

    VIEWER = "VIEWER"
    REVIEWER = "REVIEWER"
    EDITOR = "EDITOR"
    ADMIN = "ADMIN"
    OWNER = "OWNER"

    @property
    def rank(self) -> int:
        return _RANKS[self]

    def at_least(self, other: "Role") -> bool:
        return self.rank >= other.rank


_RANKS = {role: rank for rank, role in enumerate(Role)}


class Permission(StrEnum):
    VIEW_PROJECT = "view_project"
    EXPORT_RESULTS = "export_results"
    REVIEW_SUGGESTIONS = "review_suggestions"
    COMMENT = "comment"
    CREATE_EXPERIMENTS = "create_experiments"
    EDIT_PROMPTS = "edit_prompts"
    EDIT_DATASETS = "edit_datasets"
    START_RUNS = "start_runs"
    MANAGE_SETTINGS = "manage_settings"
    MANAGE_MEMBERS = "manage_members"
    MANAGE_CREDENTIALS = "manage_credentials"
    MANAGE_TOKENS = "manage_tokens"
    READ_AUDIT = "read_audit"
    ARCHIVE_PROJECT = "archive_project"
    TRANSFER_OWNERSHIP = "transfer_ownership"
    DELETE_PROJECT = "delete_project"


LEAST_ROLE: dict[Permission, Role] = {
    Permission.VIEW_PROJECT: Role.VIEWER,
    Permission.EXPORT_RESULTS: Role.VIEWER,
    Permission.REVIEW_SUGGESTIONS: Role.REVIEWER,
    Permission.COMMENT: Role.REVIEWER,
    Permission.CREATE_EXPERIMENTS: Role.EDITOR,
    Permission.EDIT_PROMPTS: Role.EDITOR,
    Permission.EDIT_DATASETS: Role.EDITOR,
    Permission.START_RUNS: Role.EDITOR,
    Permission.MANAGE_SETTINGS: Role.ADMIN,
    Permission.MANAGE_MEMBERS: Role.ADMIN,
    Permission.MANAGE_CREDENTIALS: Role.ADMIN,
    Permission.MANAGE_TOKENS: Role.ADMIN,
    Permission.READ_AUDIT: Role.ADMIN,
    Permission.ARCHIVE_PROJECT: Role.OWNER,
    Permission.TRANSFER_OWNERSHIP: Role.OWNER,
    Permission.DELETE_PROJECT: Role.OWNER,
}


def allows(role: Role, permission: Permission) -> bool:
    return role.at_least(LEAST_ROLE[permission])


def permissions_of(role: Role) -> tuple[Permission, ...]:
    return tuple(permission for permission in Permission if allows(role, permission))


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestOrigin:
    """Origin of a request, as recorded in the audit log."""

    address: str = ""
    user_agent: str = ""
    trace_id: str = ""


ActorKind = Literal["user", "token", "system", "anonymous"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """The caller of a request: a person, an API token or the system, with its roles."""

    kind: ActorKind
    id: UUID | None = None
    label: str = ""
    user: UserId | None = None
    installation_role: Role | None = None
    roles: dict[ProjectId, Role] = field(default_factory=dict[ProjectId, Role])
    session: str | None = None
    session_expires_at: datetime | None = None
    # No token of this session is valid after this.
    session_ends_at: datetime | None = None
    origin: RequestOrigin = RequestOrigin()

    def must(self, permission: Permission, project: ProjectId) -> None:
        """Raise an error unless the actor has the permission. Non-members get "not found" instead of "forbidden"."""
        self.must_be_known()
        role = self.roles.get(project)
        if role is None:
            raise NotFound("No such project")
        if not allows(role, permission):
            raise NotAllowed(
                f"This needs the role {LEAST_ROLE[permission]} or higher",
                permission=str(permission),
                role=str(role),
            )

    def must_be_known(self) -> None:
        """Raise an error if the caller is neither a signed-in person nor an API token."""
        if self.kind == "anonymous":
            raise NotSignedIn("You are not signed in")

    def must_be_person(self) -> UserId:
        """Return the id of the signed-in person; raise an error for tokens, which cannot manage accounts."""
        self.must_be_known()
        if self.user is None:
            raise NotAllowed(
                "Only a signed-in person can do this",
                advice="Sign in as a person; API tokens work within their project only.",
            )
        return self.user

    def must_own_installation(self) -> None:
        self.must_be_person()
        if self.installation_role is not Role.OWNER:
            raise NotAllowed("Only an owner of this installation can do this")

    def anyone(self) -> None:
        """Do nothing. A call on the first line of a service function documents that everyone may use the function."""


SYSTEM = Actor(kind="system", label="Edison")


def may_grant(actor_role: Role, role: Role) -> None:
    """Raise an error unless a member with `actor_role` may grant `role`. Only owners may grant the owner role."""
    if role is Role.OWNER and actor_role is not Role.OWNER:
        raise RoleNotAllowed("Only an owner can make someone owner")
    if not actor_role.at_least(role):
        raise RoleNotAllowed("You cannot grant a role above your own")


def may_change_member(actor_role: Role, current: Role) -> None:
    """Raise an error unless a member with `actor_role` may change a member whose role is `current`."""
    if current is Role.OWNER and actor_role is not Role.OWNER:
        raise RoleNotAllowed("An admin cannot change or remove an owner")
