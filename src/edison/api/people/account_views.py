"""Bodies of accounts and sessions."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, Verbatim, View
from edison.domain.people.access import Role
from edison.services.people.account_deletion import DeleteMe
from edison.services.people.account_registration import Register
from edison.services.people.own_profile import ChangePassword
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
        description="Whether a mailed link or the owner of the installation confirmed the address"
    )


class SessionView(View):
    """Who is signed in, and what this installation lets newcomers do."""

    user: UserView | None
    registration: Literal["open", "invite", "closed"]
    first_run: bool
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

    def to_command(self) -> SignIn:
        return SignIn(email=self.email, password=self.password, remember_me=self.remember_me)


class DeleteMeBody(Body):
    email: Annotated[Email, Field(description="The address of the account, typed again")]
    password: Password

    def to_command(self) -> DeleteMe:
        return DeleteMe(email=self.email, password=self.password)


class DeleteAccountBody(Body):
    email: Annotated[Email, Field(description="The address of the account, typed again")]


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
