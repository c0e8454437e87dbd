"""Request and response bodies of sign-in with providers."""

from typing import Annotated

from pydantic import Field

from edison.api.base_views import Body, Line, View
from edison.api.people.account_views import GrantableRole
from edison.domain.people.access import Role
from edison.domain.people.sign_in_methods import MAX_GROUP, GroupRole
from edison.services.people.group_roles import GiveGroupRole
from edison.services.people.provider_sign_in import SignInMethods

MOST_GROUP_ROLES = 500


class SignInProviderView(View):
    """A provider that the sign-in page offers."""

    name: str
    label: str
    issuer: str
    start_url: str = Field(description="Open it in the browser to sign in")


class SignInMethodsView(View):
    """The ways to sign in to this installation."""

    passwords: bool
    providers: list[SignInProviderView]

    @staticmethod
    def of(methods: SignInMethods) -> "SignInMethodsView":
        return SignInMethodsView(
            passwords=methods.passwords,
            providers=[
                SignInProviderView(
                    name=each.name,
                    label=each.label,
                    issuer=each.issuer,
                    start_url=f"/api/v1/sign-in/providers/{each.name}/start",
                )
                for each in methods.providers
            ],
        )


class GroupRoleView(View):
    """A group of a provider whose members have a role in a project."""

    issuer: str
    group: str
    project: str = Field(description="Slug of the project")
    role: Role

    @staticmethod
    def of(role: GroupRole) -> "GroupRoleView":
        return GroupRoleView(
            issuer=role.issuer, group=role.group, project=role.slug, role=role.role
        )


class GroupRolesView(View):
    roles: list[GroupRoleView]

    @staticmethod
    def of(roles: list[GroupRole]) -> "GroupRolesView":
        return GroupRolesView(roles=[GroupRoleView.of(each) for each in roles])


class GroupRoleBody(Body):
    issuer: Annotated[Line, Field(min_length=1, max_length=500)]
    group: Annotated[Line, Field(min_length=1, max_length=MAX_GROUP)]
    project: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,64}$")]
    role: GrantableRole

    def to_command(self) -> GiveGroupRole:
        return GiveGroupRole(
            issuer=self.issuer, group=self.group, project=self.project, role=Role(self.role)
        )


class GroupRolesBody(Body):
    roles: Annotated[list[GroupRoleBody], Field(max_length=MOST_GROUP_ROLES)]
