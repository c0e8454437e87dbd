"""Who may do what: the table of FR-UM-003, literally."""

from itertools import product
from uuid import UUID

import pytest

from edison.domain.errors import NotAllowed, NotFound, NotSignedIn, RoleNotAllowed
from edison.domain.ids import ProjectId, UserId
from edison.domain.people.access import (
    LEAST_ROLE,
    SYSTEM,
    Actor,
    Permission,
    Role,
    allows,
    may_change_member,
    may_grant,
    permissions_of,
)

# FR-UM-003.1 to .20: what each role may do beyond the one before it.
TABLE: dict[Role, set[Permission]] = {
    Role.VIEWER: {Permission.VIEW_PROJECT, Permission.EXPORT_RESULTS},
    Role.REVIEWER: {Permission.REVIEW_SUGGESTIONS, Permission.COMMENT},
    Role.EDITOR: {
        Permission.CREATE_EXPERIMENTS,
        Permission.EDIT_PROMPTS,
        Permission.EDIT_DATASETS,
        Permission.START_RUNS,
    },
    Role.ADMIN: {
        Permission.MANAGE_SETTINGS,
        Permission.MANAGE_MEMBERS,
        Permission.MANAGE_CREDENTIALS,
        Permission.MANAGE_TOKENS,
        Permission.READ_AUDIT,
    },
    Role.OWNER: {
        Permission.ARCHIVE_PROJECT,
        Permission.TRANSFER_OWNERSHIP,
        Permission.DELETE_PROJECT,
    },
}
ORDER = [Role.VIEWER, Role.REVIEWER, Role.EDITOR, Role.ADMIN, Role.OWNER]
PROJECT, OTHER = ProjectId(UUID(int=1)), ProjectId(UUID(int=2))


def a_member(role: Role) -> Actor:
    user = UserId(UUID(int=7))
    return Actor(kind="user", id=user, user=user, roles={PROJECT: role})


def test_the_table_names_every_permission_once() -> None:
    named = [permission for granted in TABLE.values() for permission in granted]

    assert sorted(named) == sorted(Permission) == sorted(LEAST_ROLE)


@pytest.mark.parametrize(("role", "permission"), list(product(Role, Permission)))
def test_a_role_may_do_what_the_table_says(role: Role, permission: Permission) -> None:
    below = ORDER[: ORDER.index(role) + 1]
    expected = any(permission in TABLE[each] for each in below)

    assert allows(role, permission) is expected
    assert (permission in permissions_of(role)) is expected
    if expected:
        a_member(role).must(permission, PROJECT)
    else:
        with pytest.raises(NotAllowed) as refusal:
            a_member(role).must(permission, PROJECT)
        assert refusal.value.facts == {"permission": str(permission), "role": str(role)}


@pytest.mark.parametrize("permission", Permission)
def test_a_stranger_is_not_told_that_the_project_exists(permission: Permission) -> None:
    with pytest.raises(NotFound):
        a_member(Role.OWNER).must(permission, OTHER)
    with pytest.raises(NotSignedIn):
        Actor(kind="anonymous").must(permission, PROJECT)
    with pytest.raises(NotFound):
        SYSTEM.must(permission, PROJECT)


def test_roles_have_an_order() -> None:
    for lower, higher in product(Role, Role):
        assert higher.at_least(lower) is (ORDER.index(higher) >= ORDER.index(lower))


@pytest.mark.parametrize(("actor", "role"), list(product(Role, Role)))
def test_nobody_grants_more_than_they_have_and_only_owners_make_owners(
    actor: Role, role: Role
) -> None:
    if ORDER.index(actor) >= ORDER.index(role):
        may_grant(actor, role)
    else:
        with pytest.raises(RoleNotAllowed):
            may_grant(actor, role)


@pytest.mark.parametrize(("actor", "current"), list(product(Role, Role)))
def test_an_owner_is_changed_by_owners_only(actor: Role, current: Role) -> None:
    """FR-PM-004.12, .13"""
    if current is Role.OWNER and actor is not Role.OWNER:
        with pytest.raises(RoleNotAllowed):
            may_change_member(actor, current)
    else:
        may_change_member(actor, current)


def test_a_machine_is_no_person() -> None:
    machine = Actor(kind="token", id=UUID(int=9), roles={PROJECT: Role.ADMIN})

    machine.must(Permission.MANAGE_MEMBERS, PROJECT)
    with pytest.raises(NotAllowed):
        machine.must_be_person()


def test_the_installation_has_one_kind_of_owner() -> None:
    user = UserId(UUID(int=7))
    Actor(kind="user", user=user, installation_role=Role.OWNER).must_own_installation()

    for role in (Role.ADMIN, Role.EDITOR, None):
        with pytest.raises(NotAllowed):
            Actor(kind="user", user=user, installation_role=role).must_own_installation()
    with pytest.raises(NotSignedIn):
        Actor(kind="anonymous", installation_role=Role.OWNER).must_own_installation()
