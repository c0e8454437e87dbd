"""Request and response bodies of accounts, sessions, invites and API tokens."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import Response
from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, Paragraphs, Verbatim, View
from edison.domain.ids import ProjectId
from edison.domain.people.access import Role
from edison.domain.people.api_token import MAX_DAYS, MAX_TOKEN_NAME, ApiToken, TokenStatus
from edison.domain.people.invite import MAX_MESSAGE, Invite, InviteOffer, ReceivedInvite
from edison.services.people.account_deletion import DeleteMe
from edison.services.people.account_registration import Register
from edison.services.people.api_tokens import CreateToken, FreshToken
from edison.services.people.own_profile import ChangePassword
from edison.services.people.project_invites import Invited, InvitePerson
from edison.services.people.sign_in import SignIn

Email = Annotated[Line, Field(max_length=320, examples=["ada@example.com"])]
Password = Annotated[Verbatim, Field(max_length=1024)]
PersonName = Annotated[Line, Field(max_length=255)]


class UserView(DomainView):
    id: UUID
    email: str
    name: str | None
    role: Role
    created_at: datetime
    email_confirmed: bool = Field(
        description="Whether the address was confirmed by an email link, a sign-in provider or the installation's owner"
    )
    has_password: bool = Field(
        description="False for an account that signs in with a provider only"
    )


class SessionView(View):
    """The signed-in user, and what this installation allows new users to do."""

    user: UserView | None
    registration: Literal["open", "invite", "closed"]
    first_run: bool
    demo: bool = Field(description="Whether a demo project can be created on this installation")
    expires_at: datetime | None
    mail_configured: bool
    version: str


class RegisterBody(Body):
    email: Email
    name: PersonName | None = None
    password: Password
    confirm_password: Password
    accept_terms: Literal[True]
    invite: Annotated[Line, Field(max_length=200)] | None = None

    def to_command(self) -> Register:
        return Register(
            email=self.email,
            name=self.name,
            password=self.password,
            confirm_password=self.confirm_password,
            invite=self.invite,
        )


class SignInBody(Body):
    email: Annotated[Verbatim, Field(max_length=320)]
    password: Password
    remember_me: bool = False
    new_password: Annotated[
        Password | None, Field(description="Only after the error PASSWORD_CHANGE_REQUIRED")
    ] = None
    confirm_password: Password | None = None

    def to_command(self) -> SignIn:
        return SignIn(
            email=self.email,
            password=self.password,
            remember_me=self.remember_me,
            new_password=self.new_password,
            confirm_password=self.confirm_password,
        )


class DeleteMeBody(Body):
    email: Annotated[Email, Field(description="The address of the account, typed again")]
    password: Password | None = Field(
        default=None,
        description="Left out if you sign in with a provider only; then sign in again just before",
    )

    def to_command(self) -> DeleteMe:
        return DeleteMe(email=self.email, password=self.password)


class DeleteAccountBody(Body):
    email: Annotated[Email, Field(description="The address of the account, typed again")]
    hand_projects_to: Annotated[
        UUID | None,
        Field(description="The person who becomes owner of projects that have no other owner"),
    ] = None


class RenameMeBody(Body):
    name: PersonName | None


class ConfirmEmailBody(Body):
    token: Annotated[Line, Field(min_length=1, max_length=200)]


class ChangePasswordBody(Body):
    current_password: Password
    password: Password
    confirm_password: Password

    def to_command(self) -> ChangePassword:
        return ChangePassword(
            current_password=self.current_password,
            password=self.password,
            confirm_password=self.confirm_password,
        )


GrantableRole = Literal["VIEWER", "REVIEWER", "EDITOR", "ADMIN"]
Secret = Annotated[Line, Field(min_length=1, max_length=200)]


class InviteView(View):
    id: UUID
    email: str
    role: Role
    message: str | None
    invited_by: str
    created_at: datetime
    expires_at: datetime
    expired: bool

    @staticmethod
    def of(invite: Invite, now: datetime) -> "InviteView":
        return InviteView.copy_attributes(invite, expired=invite.expired(now))


class CreateInviteBody(Body):
    email: Email
    role: GrantableRole
    message: Annotated[Paragraphs, Field(max_length=MAX_MESSAGE)] | None = None

    def to_command(self, project: ProjectId) -> InvitePerson:
        return InvitePerson(
            project=project, email=self.email, role=Role(self.role), message=self.message
        )


class InvitedView(View):
    """A pending invite. `link` is returned only in this response."""

    invite: InviteView
    link: str
    emailed: bool

    @staticmethod
    def of(result: Invited, now: datetime) -> "InvitedView":
        return InvitedView(
            invite=InviteView.of(result.invite, now),
            link=result.link,
            emailed=result.emailed,
        )


class InviteTokenBody(Body):
    token: Secret


class InviteOfferView(View):
    project_name: str
    email: str
    role: Role
    invited_by: str
    message: str | None
    expires_at: datetime
    account_exists: bool

    @staticmethod
    def of(offer: InviteOffer) -> "InviteOfferView":
        return InviteOfferView.copy_attributes(
            offer.invite, project_name=offer.project_name, account_exists=offer.account_exists
        )


class ReceivedInviteView(View):
    """An invite to the email address of the signed-in account."""

    id: UUID
    project_name: str
    role: Role
    invited_by: str
    message: str | None
    expires_at: datetime

    @staticmethod
    def of(received: ReceivedInvite) -> "ReceivedInviteView":
        return ReceivedInviteView.copy_attributes(
            received.invite, project_name=received.project_name
        )


class ReceivedInvitesView(View):
    items: list[ReceivedInviteView]


class TokenView(View):
    id: UUID
    name: str
    role: Role
    hint: str
    created_by: str
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None
    status: TokenStatus

    @staticmethod
    def of(token: ApiToken, now: datetime) -> "TokenView":
        return TokenView.copy_attributes(token, status=token.status(now))


class CreateTokenBody(Body):
    name: Annotated[Line, Field(min_length=1, max_length=MAX_TOKEN_NAME)]
    role: GrantableRole
    expires_in_days: Annotated[int, Field(ge=1, le=MAX_DAYS)] = 90

    def to_command(self, project: ProjectId) -> CreateToken:
        return CreateToken(
            project=project,
            name=self.name,
            role=Role(self.role),
            expires_in_days=self.expires_in_days,
        )


class FreshTokenView(View):
    """A new token. Its secret is returned only in this response."""

    token: TokenView
    secret: str

    @staticmethod
    def of(fresh: FreshToken, now: datetime) -> "FreshTokenView":
        return FreshTokenView(token=TokenView.of(fresh.token, now), secret=fresh.secret)


def account_file(content: bytes) -> Response:
    """Build the ZIP download with the data of an account."""
    return Response(
        content,
        media_type="application/zip",
        headers={"content-disposition": 'attachment; filename="edison-account.zip"'},
    )
