"""Who is in a project, with which role, and who may change that."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.support.answers import all_items, granted, refused
from tests.support.people import join, machine, make_token
from tests.support.sql import execute, rows
from tests.support.world import API, Person, World


class Room:
    """A project with its owner, and what can be asked about its members."""

    def __init__(self, owner: Person, slug: str) -> None:
        self.owner = owner
        self.path = f"{API}/projects/{slug}"
        self.slug = slug

    async def set_role(self, by: Person, user: Person, role: str) -> httpx.Response:
        return await by.browser.patch(f"{self.path}/members/{user.id}", json={"role": role})

    async def remove(self, by: Person, user: Person) -> httpx.Response:
        return await by.browser.delete(f"{self.path}/members/{user.id}")

    async def roles(self) -> dict[str, str]:
        members = await all_items(self.owner.browser, f"{self.path}/members")
        return {member["user_id"]: member["role"] for member in members}


async def a_room(world: World) -> Room:
    owner = await world.person("Olga")
    project = await owner.create_project()
    return Room(owner, project["slug"])


async def notices_to(world: World, person: Person) -> list[dict[str, Any]]:
    found = rows(
        world.url,
        "SELECT type, actor_label, data FROM events WHERE topic = %s ORDER BY number",
        f"user:{person.id}",
    )
    return [{"type": kind, "by": label, **data} for kind, label, data in found]


@pytest.mark.parametrize("boss", ["OWNER", "ADMIN"])
async def test_owners_and_admins_change_roles_and_remove_members(world: World, boss: str) -> None:
    """FR-PM-004.4, .5; FR-UM-003.16"""
    room = await a_room(world)
    chief = room.owner if boss == "OWNER" else await world.member(room.owner, room.slug, boss)
    member = await world.member(room.owner, room.slug, "VIEWER")

    for role in ("REVIEWER", "EDITOR", "ADMIN", "VIEWER"):
        assert granted(await room.set_role(chief, member, role))["role"] == role
    granted(await room.remove(chief, member), 204)

    assert member.id not in await room.roles()
    refused(await member.browser.get(room.path), 404, "NOT_FOUND")


@pytest.mark.parametrize("role", ["VIEWER", "REVIEWER", "EDITOR"])
async def test_others_manage_nobody(world: World, role: str) -> None:
    """FR-UM-003.14, .21"""
    room = await a_room(world)
    member = await world.member(room.owner, room.slug, role)
    victim = await world.member(room.owner, room.slug, "VIEWER")

    refused(await room.set_role(member, victim, "REVIEWER"), 403, "FORBIDDEN")
    refused(await room.set_role(member, member, "ADMIN"), 403, "FORBIDDEN")
    refused(await room.remove(member, victim), 403, "FORBIDDEN")
    invitation = {"email": "new@example.com", "role": "VIEWER"}
    refused(await member.browser.post(f"{room.path}/invites", json=invitation), 403, "FORBIDDEN")


async def test_an_admin_cannot_touch_or_make_an_owner(world: World) -> None:
    """FR-PM-004.12, .13"""
    room = await a_room(world)
    admin = await world.member(room.owner, room.slug, "ADMIN")
    member = await world.member(room.owner, room.slug, "EDITOR")

    refused(await room.set_role(admin, room.owner, "VIEWER"), 403, "ROLE_NOT_ALLOWED")
    refused(await room.remove(admin, room.owner), 403, "ROLE_NOT_ALLOWED")
    refused(await room.set_role(admin, member, "OWNER"), 403, "ROLE_NOT_ALLOWED")
    refused(await room.set_role(admin, admin, "OWNER"), 403, "ROLE_NOT_ALLOWED")
    handed_over = await admin.browser.post(f"{room.path}/transfer", json={"user_id": admin.id})
    refused(handed_over, 403, "FORBIDDEN")

    assert (await room.roles())[room.owner.id] == "OWNER"


async def test_an_owner_makes_another_owner(world: World) -> None:
    """FR-PM-004.14"""
    room = await a_room(world)
    member = await world.member(room.owner, room.slug, "VIEWER")

    granted(await room.set_role(room.owner, member, "OWNER"))

    assert set((await room.roles()).values()) == {"OWNER"}


async def test_the_last_owner_stays(world: World) -> None:
    """FR-PM-004.7"""
    room = await a_room(world)
    await world.member(room.owner, room.slug, "ADMIN")

    refused(await room.remove(room.owner, room.owner), 409, "LAST_OWNER")
    error = refused(await room.set_role(room.owner, room.owner, "ADMIN"), 409, "LAST_OWNER")

    assert error["next_step"] == "Make another member OWNER first."


async def test_two_owners_who_leave_at_once_cannot_both_go(world: World) -> None:
    """FR-PM-004.7 under concurrency: leaving, removing each other, stepping down."""
    room = await a_room(world)
    other = await world.member(room.owner, room.slug, "OWNER")
    keeper = room.owner
    attempts = (
        (room.remove(keeper, keeper), room.remove(other, other)),
        (room.set_role(keeper, keeper, "VIEWER"), room.set_role(other, other, "VIEWER")),
    )
    for one, two in attempts:
        async with asyncio.TaskGroup() as tasks:
            answers = [tasks.create_task(one), tasks.create_task(two)]
        statuses = sorted(answer.result().status_code for answer in answers)
        assert statuses[1] == 409
        [(owners,)] = rows(world.url, "SELECT count(*) FROM project_members WHERE role = 'OWNER'")
        assert owners == 1
        # Whoever is left brings the other back for the next round.
        left = other if answers[0].result().is_success else keeper
        gone = keeper if left is other else other
        if statuses[0] == 204:
            await join(left, room.slug, gone, "ADMIN")
        granted(await room.set_role(left, gone, "OWNER"))


async def test_two_owners_who_remove_each_other_leave_one(world: World) -> None:
    room = await a_room(world)
    other = await world.member(room.owner, room.slug, "OWNER")
    async with asyncio.TaskGroup() as tasks:
        answers = [
            tasks.create_task(room.remove(room.owner, other)),
            tasks.create_task(room.remove(other, room.owner)),
        ]

    assert sum(answer.result().status_code == 204 for answer in answers) == 1
    [(owners,)] = rows(world.url, "SELECT count(*) FROM project_members WHERE role = 'OWNER'")
    assert owners == 1


async def test_ownership_is_handed_over(world: World) -> None:
    """FR-PM-004.6, FR-UM-003.20"""
    room = await a_room(world)
    heir = await world.member(room.owner, room.slug, "EDITOR")

    view = granted(
        await room.owner.browser.post(f"{room.path}/transfer", json={"user_id": heir.id})
    )

    assert view["role"] == "ADMIN"
    assert await room.roles() == {room.owner.id: "ADMIN", heir.id: "OWNER"}


async def test_ownership_goes_to_a_member_and_not_to_oneself(world: World) -> None:
    room = await a_room(world)
    stranger = await world.person()

    for user, status, code in (
        (stranger.id, 404, "NOT_FOUND"),
        (room.owner.id, 400, "BAD_REQUEST"),
    ):
        answer = await room.owner.browser.post(f"{room.path}/transfer", json={"user_id": user})
        refused(answer, status, code)

    assert await room.roles() == {room.owner.id: "OWNER"}


@pytest.mark.parametrize("role", ["VIEWER", "EDITOR", "ADMIN", "OWNER"])
async def test_everyone_may_leave(world: World, role: str) -> None:
    room = await a_room(world)
    member = await world.member(room.owner, room.slug, role)

    granted(await room.remove(member, member), 204)

    assert await room.roles() == {room.owner.id: "OWNER"}
    told = [notice["type"] for notice in await notices_to(world, member)]
    assert "member.removed" not in told


async def test_a_person_is_told_about_their_access(world: World) -> None:
    """FR-PM-004.15: role changed, removed; by name of who did it. Joining is one's own doing."""
    room = await a_room(world)
    member = await world.member(room.owner, room.slug, "VIEWER")
    granted(await room.set_role(room.owner, member, "EDITOR"))
    granted(await room.remove(room.owner, member), 204)

    about = {"by": "Olga", "project": "Support bot", "slug": "support-bot"}
    assert await notices_to(world, member) == [
        {"type": "role.changed", "role": "EDITOR", **about},
        {"type": "member.removed", "role": None, **about},
    ]


async def test_the_same_role_again_is_no_change(world: World) -> None:
    room = await a_room(world)
    member = await world.member(room.owner, room.slug, "VIEWER")

    granted(await room.set_role(room.owner, member, "VIEWER"))

    assert await notices_to(world, member) == []


async def test_members_are_searched_by_name_and_email(world: World) -> None:
    room = await a_room(world)
    await world.member(room.owner, room.slug, "VIEWER")

    async def found(search: str) -> int:
        answer = await room.owner.browser.get(f"{room.path}/members", params={"search": search})
        return len(granted(answer)["items"])

    assert [await found(text) for text in ("OLGA", "person", "example.com", "%", "_")] == [
        1,
        1,
        2,
        0,
        0,
    ]


async def test_a_hundred_members_are_listed_page_by_page(world: World) -> None:
    """NFR-4.2.1"""
    room = await a_room(world)
    execute(
        world.url,
        "INSERT INTO users SELECT gen_random_uuid(), n || '@example.com', NULL, '', 'EDITOR',"
        " now(), now() FROM generate_series(1, 99) n",
        "INSERT INTO project_members SELECT projects.id, users.id, 'VIEWER', now()"
        " FROM projects, users WHERE users.role = 'EDITOR'",
    )

    members = await all_items(room.owner.browser, f"{room.path}/members")

    assert len({member["user_id"] for member in members}) == len(members) == 100


async def test_an_unknown_member_is_not_found(world: World) -> None:
    room = await a_room(world)
    stranger = await world.person()

    refused(await room.set_role(room.owner, stranger, "VIEWER"), 404, "NOT_FOUND")
    refused(await room.remove(room.owner, stranger), 404, "NOT_FOUND")


async def test_a_machine_with_an_admin_token_cannot_touch_owners(world: World) -> None:
    room = await a_room(world)
    secret = (await make_token(room.owner, room.slug, role="ADMIN"))["secret"]

    answer = await machine(world, secret).delete(f"{room.path}/members/{room.owner.id}")

    refused(answer, 403, "ROLE_NOT_ALLOWED")


async def test_two_transfers_at_once_make_one_owner(world: World) -> None:
    """The second acts with a role it no longer has by the time it gets the lock."""
    ada = await world.person()
    slug = (await ada.create_project())["slug"]
    heirs = [await world.member(ada, slug, "EDITOR") for _ in range(2)]

    async with asyncio.TaskGroup() as tasks:
        asked = [
            tasks.create_task(
                ada.browser.post(f"{API}/projects/{slug}/transfer", json={"user_id": heir.id})
            )
            for heir in heirs
        ]

    assert sorted(task.result().status_code for task in asked) == [200, 403]
    members = granted(await heirs[0].browser.get(f"{API}/projects/{slug}/members"))["items"]
    assert [member["role"] for member in members].count("OWNER") == 1
