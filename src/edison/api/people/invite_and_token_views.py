"""Bodies of invites and API tokens."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, Line, Paragraphs, View
from edison.api.people.account_views import Email
from edison.domain.ids import ProjectId
from edison.domain.people.access import Role
from edison.domain.people.api_token import MAX_DAYS, MAX_TOKEN_NAME, ApiToken, TokenStatus
from edison.domain.people.invite import MAX_MESSAGE, Invite, InviteOffer, ReceivedInvite
from edison.services.people.api_tokens import CreateToken, FreshToken
from edison.services.people.project_invites import Invited, InvitePerson

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
    """An invite that waits for an answer; `link` is shown this one time."""

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
    """An invite to the address of the signed-in account."""

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
    """The secret is in this answer and nowhere else."""

    token: TokenView
    secret: str

    @staticmethod
    def of(fresh: FreshToken, now: datetime) -> "FreshTokenView":
        return FreshTokenView(token=TokenView.of(fresh.token, now), secret=fresh.secret)
