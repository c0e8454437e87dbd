"""Tables of accounts, projects, members, invites and tokens."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from edison.store.tables.base import Table

ROLES = "role IN ('VIEWER','REVIEWER','EDITOR','ADMIN','OWNER')"
GRANTABLE_ROLES = "role IN ('VIEWER','REVIEWER','EDITOR','ADMIN')"


class ProjectRow(Table):
    __tablename__ = "projects"
    __table_args__ = (
        CheckConstraint("revision > 0", name="revision_positive"),
        Index("ix_projects_created_at", text("created_at DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    description: Mapped[str | None]
    settings: Mapped[dict[str, Any]] = mapped_column(JSONB)
    revision: Mapped[int]
    created_by: Mapped[UUID] = mapped_column(ForeignKey("users.id"), index=True)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    archived_at: Mapped[datetime | None]


class MemberRow(Table):
    __tablename__ = "project_members"
    __table_args__ = (CheckConstraint(ROLES, name="role"),)

    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True, index=True)
    role: Mapped[str]
    joined_at: Mapped[datetime]
    # Given by a group of a sign-in provider; it ends with the group. One given by hand stays.
    by_group: Mapped[bool] = mapped_column(server_default=text("false"))


class GroupRoleRow(Table):
    """A group of a sign-in provider whose members get a role in a project."""

    __tablename__ = "group_roles"
    __table_args__ = (
        CheckConstraint(GRANTABLE_ROLES, name="role"),
        Index("ix_group_roles_issuer", "issuer", "group_name"),
    )

    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"), primary_key=True)
    issuer: Mapped[str] = mapped_column(primary_key=True)
    group_name: Mapped[str] = mapped_column(primary_key=True)
    role: Mapped[str]


class ProjectDeletionRow(Table):
    """A project deletion in progress. It has no foreign key, because it outlives the row of the project."""

    __tablename__ = "project_deletions"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(unique=True)
    requested_at: Mapped[datetime]


class InviteRow(Table):
    __tablename__ = "invites"
    __table_args__ = (
        CheckConstraint(GRANTABLE_ROLES, name="role"),
        Index(
            "uq_invites_pending",
            "project_id",
            "email",
            unique=True,
            postgresql_where=text("accepted_at IS NULL AND revoked_at IS NULL"),
        ),
        Index(
            "ix_invites_pending_email",
            "email",
            postgresql_where=text("accepted_at IS NULL AND revoked_at IS NULL"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    email: Mapped[str]
    role: Mapped[str]
    message: Mapped[str | None]
    # One secret for the link that an admin copies, one for the link in the mail: each can be renewed alone.
    link_digest: Mapped[str | None] = mapped_column(unique=True)
    mail_digest: Mapped[str | None] = mapped_column(unique=True)
    invited_by: Mapped[UUID] = mapped_column(ForeignKey("users.id"), index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    accepted_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class ApiTokenRow(Table):
    __tablename__ = "api_tokens"
    __table_args__ = (
        CheckConstraint(GRANTABLE_ROLES, name="role"),
        Index("ix_api_tokens_project", "project_id", text("id DESC")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    project_id: Mapped[UUID] = mapped_column(ForeignKey("projects.id"))
    name: Mapped[str]
    role: Mapped[str]
    digest: Mapped[str] = mapped_column(unique=True)
    hint: Mapped[str]
    created_by: Mapped[UUID] = mapped_column(ForeignKey("users.id"), index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class UserRow(Table):
    __tablename__ = "users"
    __table_args__ = (
        CheckConstraint("role IN ('VIEWER','REVIEWER','EDITOR','ADMIN','OWNER')", name="role"),
        # Every administration of people reads and locks the owners of the installation.
        Index("ix_users_installation_owners", "id", postgresql_where=text("role = 'OWNER'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str | None]
    password_hash: Mapped[str]
    role: Mapped[str]
    created_at: Mapped[datetime]
    sessions_valid_from: Mapped[datetime]
    email_confirmed_at: Mapped[datetime | None]
    # When a session of the account was last used; saved every few minutes.
    last_seen_at: Mapped[datetime | None]
    # A disabled account opens no session, and its API tokens are refused.
    disabled_at: Mapped[datetime | None]
    # The next sign-in with the password needs a new password.
    password_change_required: Mapped[bool] = mapped_column(server_default=text("false"))
    # The row of a deleted account is kept without personal data, because history refers to it.
    deleted_at: Mapped[datetime | None]


class IdentityRow(Table):
    """An account at a sign-in provider, and the account here that it signs in to."""

    __tablename__ = "identities"

    issuer: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), index=True)
    # As the provider stated them at the last sign-in.
    groups: Mapped[list[str]] = mapped_column(ARRAY(Text))
    created_at: Mapped[datetime]
    signed_in_at: Mapped[datetime]


class SignInFlowRow(Table):
    """A sign-in that waits for the answer of a provider. It is deleted when the answer arrives."""

    __tablename__ = "sign_in_flows"

    state_digest: Mapped[str] = mapped_column(primary_key=True)
    # Digest of a secret in a cookie of the browser that started it.
    browser_digest: Mapped[str]
    provider: Mapped[str]
    nonce: Mapped[str]
    verifier: Mapped[str]
    next_path: Mapped[str]
    expires_at: Mapped[datetime] = mapped_column(index=True)


class EmailConfirmationRow(Table):
    """The digest of the link in the newest confirmation mail of an account."""

    __tablename__ = "email_confirmations"

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True)
    digest: Mapped[str] = mapped_column(unique=True)
    expires_at: Mapped[datetime] = mapped_column(index=True)


class PasswordResetRow(Table):
    """The digest of the link in the newest password reset mail of an account."""

    __tablename__ = "password_resets"

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), primary_key=True)
    digest: Mapped[str] = mapped_column(unique=True)
    expires_at: Mapped[datetime] = mapped_column(index=True)


class SessionRow(Table):
    """A session that was used: when, and from where. A session is valid by its signed token, not by this row."""

    __tablename__ = "sessions"

    id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id"), index=True)
    started_at: Mapped[datetime]
    last_seen_at: Mapped[datetime]
    # When its newest token expires.
    expires_at: Mapped[datetime] = mapped_column(index=True)
    address: Mapped[str]
    user_agent: Mapped[str]


class RevokedSessionRow(Table):
    """A session that was signed out, or a token that was renewed, before it expired."""

    __tablename__ = "revoked_sessions"

    id: Mapped[str] = mapped_column(primary_key=True)
    expires_at: Mapped[datetime] = mapped_column(index=True)
    # A renewed token is accepted until this time (a grace period); without it, it is rejected.
    revoked_from: Mapped[datetime | None]


class AttemptRow(Table):
    """A counter of attempts in a time window, by scope and digest of the key."""

    __tablename__ = "attempts"

    scope: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    count: Mapped[int]
    expires_at: Mapped[datetime] = mapped_column(index=True)
