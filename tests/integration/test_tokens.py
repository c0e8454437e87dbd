"""API tokens: shown once, capped by their maker's role, ended by time, by hand and by leaving."""

from datetime import datetime, timedelta

import pytest

from edison.kit.digests import sha256_hex
from tests.support.answers import granted, refused
from tests.support.people import machine, make_token
from tests.support.routes import operations
from tests.support.sql import rows
from tests.support.world import API, Person, World


async def an_owner(world: World) -> tuple[Person, str, str]:
    owner = await world.person("Olga")
    slug = (await owner.create_project())["slug"]
    return owner, slug, f"{API}/projects/{slug}"


async def test_the_secret_is_shown_once_and_stored_as_a_digest(world: World) -> None:
    olga, slug, path = await an_owner(world)

    fresh = await make_token(olga, slug)

    secret = fresh["secret"]
    assert secret.startswith("edt_")
    listed = await olga.browser.get(f"{path}/tokens")
    assert secret not in listed.text
    [token] = granted(listed)["items"]
    assert (token["hint"], token["created_by"], token["status"]) == (secret[-4:], "Olga", "active")
    assert rows(world.url, "SELECT digest FROM api_tokens") == [(sha256_hex(secret),)]


async def test_a_machine_works_with_its_role(world: World) -> None:
    olga, slug, path = await an_owner(world)
    viewer = machine(world, (await make_token(olga, slug, "VIEWER"))["secret"])
    admin = machine(world, (await make_token(olga, slug, "ADMIN"))["secret"])

    assert granted(await viewer.get(path))["role"] == "VIEWER"
    refused(await viewer.patch(path, json={"description": "x"}), 403, "FORBIDDEN")
    granted(await admin.patch(path, json={"description": "x"}))
    refused(await admin.post(f"{path}/archive"), 403, "FORBIDDEN")


async def test_a_token_opens_its_own_project_only(world: World) -> None:
    """FR-UM-003.22: another project of the same person does not exist for it."""
    olga, slug, _ = await an_owner(world)
    other = await olga.create_project("Other")
    robot = machine(world, (await make_token(olga, slug, "ADMIN"))["secret"])

    for reference in (other["slug"], other["id"]):
        refused(await robot.get(f"{API}/projects/{reference}"), 404, "NOT_FOUND")


async def test_a_token_expires(world: World) -> None:
    olga, slug, path = await an_owner(world)
    robot = machine(world, (await make_token(olga, slug, days=1))["secret"])

    world.clock.move(timedelta(hours=23))
    granted(await robot.get(path))
    world.clock.move(timedelta(hours=2))

    refused(await robot.get(path), 401, "UNAUTHORIZED")
    [token] = granted(await olga.browser.get(f"{path}/tokens"))["items"]
    assert token["status"] == "expired"


async def test_a_revoked_token_is_refused_at_once(world: World) -> None:
    olga, slug, path = await an_owner(world)
    fresh = await make_token(olga, slug)
    robot = machine(world, fresh["secret"])
    granted(await robot.get(path))

    for _ in range(2):
        granted(await olga.browser.delete(f"{path}/tokens/{fresh['token']['id']}"), 204)

    refused(await robot.get(path), 401, "UNAUTHORIZED")
    [token] = granted(await olga.browser.get(f"{path}/tokens"))["items"]
    assert token["status"] == "revoked"
    revocations = granted(
        await olga.browser.get(f"{path}/audit", params={"action": "token.revoked"})
    )
    assert len(revocations["items"]) == 1


async def test_the_last_use_is_noted_once_a_minute(world: World) -> None:
    olga, slug, path = await an_owner(world)
    robot = machine(world, (await make_token(olga, slug))["secret"])

    async def last_used() -> datetime | None:
        [token] = granted(await olga.browser.get(f"{path}/tokens"))["items"]
        return datetime.fromisoformat(token["last_used_at"]) if token["last_used_at"] else None

    assert await last_used() is None
    granted(await robot.get(path))
    first = await last_used()
    granted(await robot.get(path))
    assert await last_used() == first
    world.clock.move(timedelta(minutes=2))
    granted(await robot.get(path))
    later = await last_used()
    assert first
    assert later
    assert later > first


async def test_a_token_never_does_more_than_its_maker_may_today(world: World) -> None:
    olga, slug, path = await an_owner(world)
    admin = await world.member(olga, slug, "ADMIN")
    robot = machine(world, (await make_token(admin, slug, "ADMIN"))["secret"])
    granted(await robot.patch(path, json={"description": "as admin"}))

    granted(await olga.browser.patch(f"{path}/members/{admin.id}", json={"role": "VIEWER"}))
    assert granted(await robot.get(path))["role"] == "VIEWER"
    refused(await robot.patch(path, json={"description": "as viewer"}), 403, "FORBIDDEN")

    granted(await olga.browser.delete(f"{path}/members/{admin.id}"), 204)
    refused(await robot.get(path), 401, "UNAUTHORIZED")


async def test_a_machine_cannot_do_what_only_a_person_may(world: World) -> None:
    olga, slug, path = await an_owner(world)
    robot = machine(world, (await make_token(olga, slug, "ADMIN"))["secret"])
    for_people = {
        "get_me": {},
        "update_me": {"name": "Robot"},
        "change_password": {
            "current_password": "x",
            "password": "Better-battery-8!",
            "confirm_password": "Better-battery-8!",
        },
        "sign_out": {},
        "sign_out_everywhere": {},
        "list_projects": {},
        "create_project": {"name": "Mine"},
        "create_token": {"name": "child", "role": "VIEWER", "expires_in_days": 1},
        "list_installation_audit": {},
        "follow_me": {},
    }
    asked = [operation for operation in operations(world.app) if operation.id in for_people]
    assert {operation.id for operation in asked} == set(for_people)
    for operation in asked:
        body = for_people[operation.id] if operation.mutates else None
        answer = await robot.request(operation.method, operation.address(slug), json=body or None)
        assert refused(answer, 403, "FORBIDDEN"), operation
    assert len(granted(await olga.browser.get(f"{path}/tokens"))["items"]) == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "CI", "role": "OWNER", "expires_in_days": 1}, "role"),
        ({"name": "", "role": "VIEWER", "expires_in_days": 1}, "name"),
        ({"name": "x" * 101, "role": "VIEWER", "expires_in_days": 1}, "name"),
        ({"name": "CI", "role": "VIEWER", "expires_in_days": 0}, "expires_in_days"),
        ({"name": "CI", "role": "VIEWER", "expires_in_days": 366}, "expires_in_days"),
    ],
)
async def test_a_token_keeps_its_rules(world: World, body: dict[str, object], field: str) -> None:
    olga, _, path = await an_owner(world)

    answer = await olga.browser.post(f"{path}/tokens", json=body)

    assert refused(answer, 400, "BAD_REQUEST")["path"] == field


@pytest.mark.parametrize(
    "authorization", ["Bearer edt_made-up", "Bearer x", "Bearer ", "Basic b2xnYTp4", "edt_x", ""]
)
async def test_a_made_up_token_is_nobody(world: World, authorization: str) -> None:
    _, _, path = await an_owner(world)

    client = world.client(authorization=authorization)

    refused(await client.get(path), 401, "UNAUTHORIZED")


async def test_a_session_token_is_no_bearer_and_an_invite_is_no_token(world: World) -> None:
    olga, _, path = await an_owner(world)
    session = olga.browser.cookies["edison_session"]

    for secret in (session, "edi_" + "x" * 43):
        refused(await machine(world, secret).get(path), 401, "UNAUTHORIZED")


async def test_only_admins_see_and_make_tokens(world: World) -> None:
    olga, slug, path = await an_owner(world)
    editor = await world.member(olga, slug, "EDITOR")

    refused(await editor.browser.get(f"{path}/tokens"), 403, "FORBIDDEN")
    body = {"name": "CI", "role": "VIEWER", "expires_in_days": 1}
    refused(await editor.browser.post(f"{path}/tokens", json=body), 403, "FORBIDDEN")
