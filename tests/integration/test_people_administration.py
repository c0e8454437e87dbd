"""What owners of an installation do with the accounts of people, and what nobody else can do."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import psycopg
import pytest

from edison.store.database import libpq_url
from tests.support.answers import all_items, granted, refused
from tests.support.following import following
from tests.support.lock_waits import until_someone_waits
from tests.support.monitors import (
    a_monitored_desk,
    due_at,
    move_to,
    put_on_schedule,
    start_due,
)
from tests.support.people import (
    NEW_PASSWORD,
    another_browser,
    invite,
    is_signed_in,
    join,
    machine,
    make_token,
    secret_in,
    sign_in,
)
from tests.support.sql import value
from tests.support.world import API, PASSWORD, Person, World

PEOPLE = f"{API}/installation/people"


async def do(owner: Person, method: str, person: Person, rest: str = "") -> httpx.Response:
    return await owner.browser.request(method, f"{PEOPLE}/{person.id}{rest}")


async def record_of(owner: Person, person: Person) -> dict[str, Any]:
    return granted(await do(owner, "GET", person))


async def actions(owner: Person, person: Person) -> list[str]:
    """Return what the audit log of the installation says was done to a person, oldest first."""
    entries = await all_items(owner.browser, f"{API}/installation/audit")
    return [entry["action"] for entry in reversed(entries) if entry["entity_id"] == person.id]


async def test_people_are_listed_searched_and_paged(world: World) -> None:
    olga = await world.person("Olga")
    ada = await world.person("Ada")
    project = await ada.create_project("Bot")
    await make_token(ada, project["slug"])
    for number in range(4):
        await world.person(f"Guest{number}")
    world.clock.move(timedelta(minutes=10))
    assert await is_signed_in(ada.browser)

    first = granted(await olga.browser.get(PEOPLE, params={"limit": 4}))
    everybody = await all_items(olga.browser, PEOPLE, limit=4)
    found = granted(await olga.browser.get(PEOPLE, params={"search": "ADA@"}))["items"]
    owners = granted(await olga.browser.get(PEOPLE, params={"state": "owner"}))["items"]
    nobody = granted(await olga.browser.get(PEOPLE, params={"search": "100%"}))["items"]

    assert len(first["items"]) == 4
    assert [person["name"] for person in everybody] == [
        *(f"Guest{number}" for number in (3, 2, 1, 0)),
        "Ada",
        "Olga",
    ]
    [listed] = found
    assert listed["email"] == ada.email
    assert listed["last_seen_at"].startswith(f"{world.clock.now():%Y-%m-%dT%H:%M}")
    counts = {"project_count": 1, "session_count": 1, "token_count": 1}
    assert {name: listed[name] for name in counts} == counts
    assert [person["name"] for person in owners] == ["Olga"]
    assert nobody == []
    # Guests have signed up, and nothing else.
    assert everybody[0]["last_seen_at"] is None


async def test_a_disabled_person_is_locked_out_until_enabled(world: World) -> None:
    olga, ada = await world.person("Olga"), await world.person("Ada")
    project = await ada.create_project("Bot")
    secret = (await make_token(ada, project["slug"]))["secret"]
    token = machine(world, secret)
    path = f"{API}/projects/{project['slug']}"
    granted(await token.get(path))

    shown = granted(await do(olga, "POST", ada, "/disable"))

    assert shown["disabled_at"] is not None
    refused(await ada.browser.get(f"{API}/me"), 401, "UNAUTHORIZED")
    refused(await token.get(path), 401, "UNAUTHORIZED")
    browser = await world.browser()
    refused(await sign_in(browser, ada.email), 403, "ACCOUNT_DISABLED")
    # Without the password nobody learns that the account is disabled.
    refused(await sign_in(browser, ada.email, "Wrong-horse-7!"), 401, "INVALID_CREDENTIALS")

    granted(await do(olga, "POST", ada, "/enable"))

    assert not await is_signed_in(ada.browser), "a session from before is not revived"
    granted(await token.get(path))
    granted(await sign_in(browser, ada.email))
    assert await actions(olga, ada) == [
        "user.registered",
        "user.disabled",
        "user.login_refused",
        "user.enabled",
        "user.login",
    ]


async def test_an_open_stream_of_a_disabled_person_ends(world: World) -> None:
    olga, ada = await world.person("Olga"), await world.person("Ada")
    slug = (await ada.create_project("Bot"))["slug"]
    async with (
        world.served() as address,
        following(address, ada, f"{API}/projects/{slug}/events") as follower,
        following(address, ada, f"{API}/me/events") as notices,
    ):
        granted(await do(olga, "POST", ada, "/disable"))
        async with asyncio.timeout(60):
            await follower.until_ended()
            await notices.until_ended()

    assert follower.events == notices.events == []


async def test_invites_from_a_disabled_person_are_not_accepted(world: World) -> None:
    olga, ada, bob = [await world.person(name) for name in ("Olga", "Ada", "Bob")]
    slug = (await ada.create_project("Bot"))["slug"]
    secret = secret_in((await invite(ada, slug, bob.email))["link"])
    granted(await olga.browser.post(f"{API}/accounts/{bob.id}/email/confirm"))
    [received] = granted(await bob.browser.get(f"{API}/me/invites"))["items"]

    granted(await do(olga, "POST", ada, "/disable"))

    answer = await bob.browser.post(f"{API}/invites/accept", json={"token": secret})
    refused(answer, 404, "INVITE_INVALID")
    assert granted(await bob.browser.get(f"{API}/me/invites"))["items"] == []
    answer = await bob.browser.post(f"{API}/me/invites/{received['id']}/accept")
    refused(answer, 404, "NOT_FOUND")


async def test_sessions_are_listed_and_ended_one_by_one_or_all(world: World) -> None:
    olga, ada = await world.person("Olga"), await world.person("Ada")
    assert await is_signed_in(ada.browser)
    world.clock.move(timedelta(hours=1))
    laptop = await another_browser(world, ada)
    phone = await another_browser(world, ada)
    laptop.headers["user-agent"] = "Laptop"
    assert await is_signed_in(laptop)
    assert await is_signed_in(phone)

    sessions = (await record_of(olga, ada))["sessions"]
    assert len(sessions) == 3
    [of_laptop] = [session for session in sessions if session["user_agent"] == "Laptop"]
    assert not of_laptop["current"]
    granted(await do(olga, "DELETE", ada, f"/sessions/{of_laptop['id']}"), 204)

    assert not await is_signed_in(laptop)
    assert await is_signed_in(phone)
    assert len((await record_of(olga, ada))["sessions"]) == 2
    refused(await do(olga, "DELETE", ada, f"/sessions/{of_laptop['id']}"), 404, "NOT_FOUND")
    [own] = [session for session in (await record_of(olga, olga))["sessions"]]
    assert own["current"]
    refused(await do(olga, "DELETE", ada, f"/sessions/{own['id']}"), 404, "NOT_FOUND")

    granted(await do(olga, "DELETE", ada, "/sessions"), 204)

    assert not await is_signed_in(phone)
    assert not await is_signed_in(ada.browser)
    assert (await record_of(olga, ada))["person"]["session_count"] == 0
    assert (await actions(olga, ada))[-2:] == ["user.session_ended", "user.sessions_ended"]


async def test_the_use_of_a_session_is_saved_only_every_few_minutes(world: World) -> None:
    """Otherwise every read would be a write."""
    ada = await world.person("Ada")
    assert await is_signed_in(ada.browser)
    row = "SELECT xmin::text FROM sessions"
    first = value(world.url, row)

    world.clock.move(timedelta(minutes=4))
    assert await is_signed_in(ada.browser)
    assert value(world.url, row) == first
    world.clock.move(timedelta(minutes=2))
    assert await is_signed_in(ada.browser)
    assert value(world.url, row) != first


async def test_tokens_are_revoked_in_all_projects_and_named_in_their_logs(world: World) -> None:
    olga, ada, bob = [await world.person(name) for name in ("Olga", "Ada", "Bob")]
    one, two = [(await ada.create_project(name))["slug"] for name in ("One", "Two")]
    first, second = await make_token(ada, one, name="First"), await make_token(ada, two)
    await join(ada, one, bob, "ADMIN")
    foreign = await make_token(bob, one, name="Bob's")

    listed = (await record_of(olga, ada))["tokens"]
    assert {(token["project_name"], token["name"]) for token in listed} == {
        ("One", "First"),
        ("Two", "CI"),
    }
    only = first["token"]["id"]
    granted(await do(olga, "DELETE", ada, f"/tokens/{only}"), 204)
    refused(await do(olga, "DELETE", ada, f"/tokens/{only}"), 404, "NOT_FOUND")
    bobs = foreign["token"]["id"]
    refused(await do(olga, "DELETE", ada, f"/tokens/{bobs}"), 404, "NOT_FOUND")
    granted(await do(olga, "DELETE", ada, "/tokens"), 204)

    for fresh in (first, second):
        refused(await machine(world, fresh["secret"]).get(f"{API}/providers"), 401, "UNAUTHORIZED")
    granted(await machine(world, foreign["secret"]).get(f"{API}/providers"))
    for slug in (one, two):
        log = granted(await ada.browser.get(f"{API}/projects/{slug}/audit"))["items"]
        [entry] = [entry for entry in log if entry["action"] == "token.revoked"]
        assert entry["actor"]["label"] == "Olga"
    assert (await actions(olga, ada)).count("user.tokens_revoked") == 2


async def test_a_required_password_change_is_done_while_signing_in(world: World) -> None:
    olga, ada = await world.person("Olga"), await world.person("Ada")

    granted(await do(olga, "POST", ada, "/require-password-change"))

    assert not await is_signed_in(ada.browser)
    browser = await world.browser()
    refused(await sign_in(browser, ada.email), 403, "PASSWORD_CHANGE_REQUIRED")
    refused(await sign_in(browser, ada.email, "Wrong-horse-7!"), 401, "INVALID_CREDENTIALS")
    for new, again, code in (
        (PASSWORD, PASSWORD, "BAD_REQUEST"),
        ("short", "short", "WEAK_PASSWORD"),
        (NEW_PASSWORD, PASSWORD, "BAD_REQUEST"),
    ):
        typed = {"new_password": new, "confirm_password": again}
        refused(await sign_in(browser, ada.email, **typed), 400, code)
    chosen = {"new_password": NEW_PASSWORD, "confirm_password": NEW_PASSWORD}
    granted(await sign_in(browser, ada.email, **chosen))

    assert await is_signed_in(browser)
    again = await world.browser()
    refused(await sign_in(again, ada.email), 401, "INVALID_CREDENTIALS")
    granted(await sign_in(again, ada.email, NEW_PASSWORD))
    # Nobody changes a password by the way who need not.
    typed = {"new_password": PASSWORD, "confirm_password": PASSWORD}
    refused(await sign_in(again, ada.email, NEW_PASSWORD, **typed), 400, "BAD_REQUEST")


async def test_an_installation_has_several_owners_but_never_none(world: World) -> None:
    olga, ada = await world.person("Olga"), await world.person("Ada")
    refused(await do(olga, "DELETE", olga, "/ownership"), 409, "LAST_OWNER")
    refused(await do(olga, "POST", olga, "/disable"), 400, "BAD_REQUEST")

    granted(await do(olga, "PUT", ada, "/ownership"))
    assert granted(await do(ada, "DELETE", olga, "/ownership"))["role"] == "EDITOR"

    refused(await olga.browser.get(PEOPLE), 403, "FORBIDDEN")
    refused(await do(ada, "DELETE", ada, "/ownership"), 409, "LAST_OWNER")
    form = {"email": ada.email, "password": PASSWORD}
    refused(await ada.browser.post(f"{API}/me/delete", json=form), 409, "LAST_OWNER")
    granted(await do(ada, "PUT", olga, "/ownership"))
    granted(await ada.browser.post(f"{API}/me/delete", json=form), 204)
    refused(await do(olga, "DELETE", olga, "/ownership"), 409, "LAST_OWNER")


async def test_a_disabled_owner_does_not_count_as_an_owner(world: World) -> None:
    olga, ada = await world.person("Olga"), await world.person("Ada")
    granted(await do(olga, "PUT", ada, "/ownership"))
    granted(await do(olga, "POST", ada, "/disable"))
    refused(await do(olga, "DELETE", olga, "/ownership"), 409, "LAST_OWNER")

    bob = await world.person("Bob")
    granted(await do(olga, "POST", bob, "/disable"))
    refused(await do(olga, "PUT", bob, "/ownership"), 409, "WRONG_STATE")


async def test_two_owners_cannot_disable_each_other_at_once(world: World) -> None:
    olga, ada = await world.person("Olga"), await world.person("Ada")
    granted(await do(olga, "PUT", ada, "/ownership"))
    for person in (olga, ada):
        assert await is_signed_in(person.browser)

    async with asyncio.TaskGroup() as tasks:
        # The row of one owner is locked until both requests have begun, so that they meet.
        with psycopg.connect(libpq_url(world.url)) as blocker:
            blocker.execute(
                "SELECT 1 FROM users WHERE role = 'OWNER' ORDER BY id LIMIT 1 FOR UPDATE"
            )
            second = tasks.create_task(do(ada, "POST", olga, "/disable"))
            await until_someone_waits(world.url)
            first = tasks.create_task(do(olga, "POST", ada, "/disable"))
            await asyncio.wait([first], timeout=2)

    # The slower one is refused in its transaction, or has no session any more.
    statuses = sorted(task.result().status_code for task in (first, second))
    assert statuses[0] == 200
    assert statuses[1] in {401, 403}
    enabled = "SELECT count(*) FROM users WHERE role = 'OWNER' AND disabled_at IS NULL"
    assert value(world.url, enabled) == 1


async def test_a_deleted_persons_projects_are_handed_over(world: World) -> None:
    olga, ada, bob, eve = [await world.person(name) for name in ("Olga", "Ada", "Bob", "Eve")]
    alone = (await ada.create_project("Alone"))["slug"]
    with_bob = (await ada.create_project("With Bob"))["slug"]
    shared = (await ada.create_project("Shared"))["slug"]
    await join(ada, with_bob, bob, "VIEWER")
    await join(ada, shared, eve, "ADMIN")
    granted(
        await ada.browser.patch(f"{API}/projects/{shared}/members/{eve.id}", json={"role": "OWNER"})
    )
    record = await record_of(olga, ada)
    assert {project["name"]: project["only_owner"] for project in record["projects"]} == {
        "Alone": True,
        "Shared": False,
        "With Bob": True,
    }
    path = f"{API}/accounts/{ada.id}/delete"

    error = refused(await olga.browser.post(path, json={"email": ada.email}), 409, "LAST_OWNER")
    assert error["details"]["projects"] == ["Alone", "With Bob"]
    for heir in (ada.id, "00000000-0000-0000-0000-000000000000"):
        body = {"email": ada.email, "hand_projects_to": heir}
        refused(await olga.browser.post(path, json=body), 400, "BAD_REQUEST")
    body = {"email": ada.email, "hand_projects_to": bob.id}
    granted(await olga.browser.post(path, json=body), 204)

    roles = {
        card["name"]: card["role"]
        for card in granted(await bob.browser.get(f"{API}/projects"))["items"]
    }
    assert roles == {"Alone": "OWNER", "With Bob": "OWNER"}
    members = granted(await eve.browser.get(f"{API}/projects/{shared}/members"))["items"]
    assert [member["email"] for member in members] == [eve.email]
    log = granted(await bob.browser.get(f"{API}/projects/{alone}/audit"))["items"]
    [added] = [entry for entry in log if entry["action"] == "member.added"]
    assert (added["entity_id"], added["actor"]["label"]) == (bob.id, "Olga")
    refused(await do(olga, "GET", ada), 404, "NOT_FOUND")
    assert value(world.url, "SELECT count(*) FROM sessions WHERE user_id = %s", ada.id) == 0


async def test_a_disabled_person_inherits_nothing(world: World) -> None:
    olga, ada, bob = [await world.person(name) for name in ("Olga", "Ada", "Bob")]
    await ada.create_project("Alone")
    granted(await do(olga, "POST", bob, "/disable"))
    body = {"email": ada.email, "hand_projects_to": bob.id}
    refused(
        await olga.browser.post(f"{API}/accounts/{ada.id}/delete", json=body), 400, "BAD_REQUEST"
    )
    assert await is_signed_in(ada.browser)


async def test_monitors_of_a_disabled_person_continue_and_are_counted(world: World) -> None:
    desk, suite = await a_monitored_desk(world)
    ada, olga = desk.owner, await world.person("Olga")
    monitor = await put_on_schedule(desk, suite)
    granted(await do(ada, "PUT", olga, "/ownership"))

    granted(await do(olga, "POST", ada, "/disable"))

    assert (await record_of(olga, ada))["monitor_count"] == 1
    move_to(world, due_at(monitor))
    assert await start_due(world) == 1


@pytest.mark.parametrize(
    ("method", "rest"),
    [
        ("GET", ""),
        ("POST", "/disable"),
        ("POST", "/enable"),
        ("POST", "/require-password-change"),
        ("POST", "/password-reset-mail"),
        ("PUT", "/ownership"),
        ("DELETE", "/ownership"),
        ("DELETE", "/sessions"),
        ("DELETE", "/tokens"),
    ],
)
async def test_only_owners_administer_people(world: World, method: str, rest: str) -> None:
    olga, ada, bob = [await world.person(name) for name in ("Olga", "Ada", "Bob")]
    project = await olga.create_project("Bot")
    token = machine(world, (await make_token(olga, project["slug"], "ADMIN"))["secret"])

    refused(await do(ada, method, bob, rest), 403, "FORBIDDEN")
    refused(await token.request(method, f"{PEOPLE}/{bob.id}{rest}"), 403, "FORBIDDEN")
    refused(
        await (await world.browser()).request(method, f"{PEOPLE}/{bob.id}{rest}"),
        401,
        "UNAUTHORIZED",
    )
    assert await is_signed_in(bob.browser)
