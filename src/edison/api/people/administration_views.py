"""Request and response bodies of the administration of people and of password resets."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, Line, View
from edison.api.people.account_views import Password
from edison.domain.people.access import Actor, Role
from edison.domain.people.person_record import (
    PersonProject,
    PersonRecord,
    PersonSummary,
    PersonToken,
    SessionUse,
)
from edison.services.people.password_reset import ResetPassword


class PersonView(View):
    """A person with an account on this installation."""

    id: UUID
    email: str
    name: str | None
    role: Role = Field(description="OWNER for an owner of the installation")
    created_at: datetime
    email_confirmed: bool
    disabled_at: datetime | None
    password_change_required: bool
    last_seen_at: datetime | None = Field(
        description="When a session was last used, to a few minutes; API tokens do not count"
    )
    project_count: int
    session_count: int
    token_count: int

    @staticmethod
    def of(person: PersonSummary) -> "PersonView":
        return PersonView.copy_attributes(
            person.user,
            last_seen_at=person.last_seen_at,
            project_count=person.project_count,
            session_count=person.session_count,
            token_count=person.token_count,
        )


class PersonSessionView(View):
    id: UUID
    started_at: datetime
    last_seen_at: datetime
    address: str
    user_agent: str
    current: bool = Field(description="Whether it is the session of this request")

    @staticmethod
    def of(session: SessionUse, who: Actor) -> "PersonSessionView":
        return PersonSessionView.copy_attributes(session, current=session.id == who.session)


class PersonTokenView(View):
    id: UUID
    project_name: str
    name: str
    role: Role
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None

    @staticmethod
    def of(token: PersonToken) -> "PersonTokenView":
        return PersonTokenView.copy_attributes(token)


class PersonProjectView(View):
    id: UUID
    slug: str
    name: str
    role: Role
    only_owner: bool = Field(description="Whether the project has no other owner")
    archived_at: datetime | None

    @staticmethod
    def of(project: PersonProject) -> "PersonProjectView":
        return PersonProjectView.copy_attributes(project)


class PersonRecordView(View):
    """A person's page. The lists of sessions and tokens have at most 100 entries; the counts are exact."""

    person: PersonView
    projects: list[PersonProjectView]
    sessions: list[PersonSessionView]
    tokens: list[PersonTokenView]
    monitor_count: int = Field(
        description="Enabled monitors that the person created; they run even if the account is disabled"
    )

    @staticmethod
    def of(record: PersonRecord, who: Actor) -> "PersonRecordView":
        return PersonRecordView(
            person=PersonView.of(record.summary),
            projects=[PersonProjectView.of(project) for project in record.projects],
            sessions=[PersonSessionView.of(session, who) for session in record.sessions],
            tokens=[PersonTokenView.of(token) for token in record.tokens],
            monitor_count=record.monitor_count,
        )


class RequestPasswordResetBody(Body):
    email: Annotated[Line, Field(max_length=320)]


class ResetPasswordBody(Body):
    token: Annotated[Line, Field(min_length=1, max_length=200)]
    password: Password
    confirm_password: Password

    def to_command(self) -> ResetPassword:
        return ResetPassword(
            token=self.token, password=self.password, confirm_password=self.confirm_password
        )
