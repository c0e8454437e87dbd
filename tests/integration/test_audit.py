"""The audit log: one entry per change, with old and new values, that nobody can alter unseen."""

import asyncio
import itertools
from datetime import timedelta
from typing import Any

import psycopg
import pytest

from tests.support.answers import all_items, granted, refused
from tests.support.people import NEW_PASSWORD, invite, join, machine, make_token
from tests.support.sql import everything, execute, rows
from tests.support.world import API, PASSWORD, Person, World


async def a_project(world: World) -> tuple[Person, str, str]:
    owner = await world.person("Olga")
    project = await owner.create_project()
    return owner, project["slug"], f"{API}/projects/{project['slug']}"


async def entries(person: Person, path: str, **wanted: str) -> list[dict[str, Any]]:
    """The log in the order things happened."""
    return list(reversed(await all_items(person.browser, f"{path}/audit", **wanted)))


async def broken(world: World) -> dict[str, int | None]:
    async with world.ctx.read() as tx:
        return {check.scope: check.broken_at for check in await tx.audit.check_all()}


# Method, path, body, action, what it is about, and the changes it must record; `{ada}`, `{invite}`
# and `{token}` stand for the ids that the rows before have made.
CHANGES: list[tuple[str, str, dict[str, Any], str, str, dict[str, Any]]] = [
    (
        "PATCH",
        "",
        {"name": "Renamed", "settings": {"default_budget_usd": 5}},
        "project.updated",
        "project",
        {"name": ["Support bot", "Renamed"], "default_budget_usd": [100.0, 5.0]},
    ),
    (
        "PATCH",
        "/members/{ada}",
        {"role": "ADMIN"},
        "member.role_changed",
        "member",
        {"role": ["VIEWER", "ADMIN"]},
    ),
    (
        "DELETE",
        "/members/{ada}",
        {},
        "member.removed",
        "member",
        {"role": ["ADMIN", None], "email": ["ada@example.com", None]},
    ),
    (
        "POST",
        "/invites",
        {"email": "new@example.com", "role": "VIEWER"},
        "invite.created",
        "invite",
        {"role": [None, "VIEWER"], "email": [None, "new@example.com"]},
    ),
    ("POST", "/invites/{invite}/link", {}, "invite.renewed", "invite", {}),
    (
        "DELETE",
        "/invites/{invite}",
        {},
        "invite.revoked",
        "invite",
        {"email": ["new@example.com", None]},
    ),
    (
        "POST",
        "/tokens",
        {"name": "CI", "role": "EDITOR", "expires_in_days": 1},
        "token.created",
        "token",
        {"name": [None, "CI"], "role": [None, "EDITOR"]},
    ),
    ("DELETE", "/tokens/{token}", {}, "token.revoked", "token", {"name": ["CI", None]}),
    ("POST", "/archive", {}, "project.archived", "project", {}),
    ("POST", "/restore", {}, "project.restored", "project", {}),
]


async def test_every_change_leaves_one_entry_with_old_and_new_values(world: World) -> None:
    """DATA-8.4.1 to .5, PSM-ROAD-9"""
    olga, _, path = await a_project(world)
    ada = await world.person("Ada")
    await join(olga, path.rsplit("/", 1)[1], ada, "VIEWER")
    ids = {"ada": ada.id}
    before = len(await entries(olga, path))

    for count, (method, where, body, action, entity, changes) in enumerate(CHANGES, start=before):
        answer = await olga.browser.request(method, path + where.format(**ids), json=body or None)
        assert answer.is_success, answer.text
        made: dict[str, Any] = answer.json() if answer.content else {}
        ids |= {
            name: made[name]["id"]
            for name in ("invite", "token")
            if isinstance(made.get(name), dict)
        }

        [entry] = (await entries(olga, path))[count:]

        assert (entry["action"], entry["entity_type"]) == (action, entity)
        recorded = {name: [pair["old"], pair["new"]] for name, pair in entry["changes"].items()}
        recorded.pop("expires_at", None)
        assert recorded == changes
        assert entry["actor"] == {"kind": "user", "id": olga.id, "label": "Olga"}
        assert entry["entity_id"]
        assert entry["metadata"]["address"] == "127.0.0.1"
        assert entry["metadata"]["user_agent"].startswith("python-httpx")
        assert entry["metadata"]["trace_id"] == answer.headers["x-request-id"]


async def test_a_transfer_is_two_role_changes(world: World) -> None:
    olga, slug, path = await a_project(world)
    ada = await world.member(olga, slug, "EDITOR")

    granted(await olga.browser.post(f"{path}/transfer", json={"user_id": ada.id}))

    changes = [entry["changes"]["role"] for entry in (await entries(olga, path))[-2:]]
    assert changes == [{"old": "EDITOR", "new": "OWNER"}, {"old": "OWNER", "new": "ADMIN"}]


async def test_an_accepted_invite_is_the_newcomers_own_entry(world: World) -> None:
    olga, slug, path = await a_project(world)
    secret = (await invite(olga, slug, "ada@example.com"))["link"].split("#")[1]
    ada = await world.person("Ada")

    granted(await ada.browser.post(f"{API}/invites/accept", json={"token": secret}))

    last = (await entries(olga, path))[-1]
    assert (last["action"], last["actor"]["label"]) == ("member.added", "Ada")


async def test_a_machine_is_named_by_its_token(world: World) -> None:
    olga, slug, path = await a_project(world)
    fresh = await make_token(olga, slug, "ADMIN", name="Nightly")

    granted(await machine(world, fresh["secret"]).patch(path, json={"description": "x"}))

    last = (await entries(olga, path))[-1]
    assert last["actor"] == {"kind": "token", "id": fresh["token"]["id"], "label": "Nightly"}


async def test_what_people_do_with_their_own_account_leaves_one_entry_each(world: World) -> None:
    """DATA-8.4.1: a name with old and new, a password without either."""
    owner = await world.person("Olga")
    ada = await world.person("Ada")
    known = len(await entries(owner, f"{API}/installation"))
    new_password = {
        "current_password": PASSWORD,
        "password": NEW_PASSWORD,
        "confirm_password": NEW_PASSWORD,
    }
    steps: list[tuple[str, str, dict[str, Any] | None, str, dict[str, Any]]] = [
        (
            "PATCH",
            "/me",
            {"name": "Ada L."},
            "user.renamed",
            {"name": {"old": "Ada", "new": "Ada L."}},
        ),
        (
            "PATCH",
            "/me",
            {"name": None},
            "user.renamed",
            {"name": {"old": "Ada L.", "new": None}},
        ),
        ("POST", "/me/password", new_password, "user.password_changed", {}),
        ("DELETE", "/me/sessions", None, "user.logout_everywhere", {}),
    ]

    for count, (method, where, body, action, changes) in enumerate(steps):
        answer = await ada.browser.request(method, API + where, json=body)
        assert answer.is_success, answer.text

        [entry] = (await entries(owner, f"{API}/installation"))[known + count :]

        assert (entry["action"], entry["changes"]) == (action, changes)
        assert (entry["entity_type"], entry["entity_id"]) == ("user", ada.id)
        assert entry["actor"]["id"] == ada.id
        assert entry["metadata"]["trace_id"] == answer.headers["x-request-id"]
    log = "".join(everything(world.url)["public.audit_log"])
    assert [secret for secret in (PASSWORD, NEW_PASSWORD, "$2b$") if secret in log] == []


async def test_what_fails_leaves_no_entry_of_a_change(world: World) -> None:
    """DATA-8.4.1: only what happened is in the log."""
    olga = await world.person("Olga")
    known = await entries(olga, f"{API}/installation")
    wrong = {
        "current_password": "Not-this-one-1!",
        "password": NEW_PASSWORD,
        "confirm_password": NEW_PASSWORD,
    }

    refused(await olga.browser.post(f"{API}/me/password", json=wrong), 400, "BAD_REQUEST")
    too_long = {"name": "x" * 256}
    refused(await olga.browser.patch(f"{API}/me", json=too_long), 400, "BAD_REQUEST")

    assert await entries(olga, f"{API}/installation") == known


async def test_a_refusal_is_recorded(world: World) -> None:
    """FR-UM-003.24"""
    olga, slug, path = await a_project(world)
    viewer = await world.member(olga, slug, "VIEWER")

    refused(await viewer.browser.patch(path, json={"name": "Mine"}), 403, "FORBIDDEN")
    refused(await viewer.browser.delete(f"{path}/members/{olga.id}"), 403, "FORBIDDEN")

    last, before = (await entries(olga, path))[-1], (await entries(olga, path))[-2]
    assert (before["action"], before["entity_id"]) == ("permission.refused", "update_project")
    assert (last["entity_id"], last["actor"]["id"]) == ("remove_member", viewer.id)


async def test_the_log_is_for_admins(world: World) -> None:
    olga, slug, path = await a_project(world)
    editor = await world.member(olga, slug, "EDITOR")
    admin = await world.member(olga, slug, "ADMIN")

    refused(await editor.browser.get(f"{path}/audit"), 403, "FORBIDDEN")
    granted(await admin.browser.get(f"{path}/audit"))
    refused(await admin.browser.get(f"{API}/installation/audit"), 403, "FORBIDDEN")


async def test_the_log_is_filtered_by_action_actor_kind_and_time(world: World) -> None:
    olga, slug, path = await a_project(world)
    admin = await world.member(olga, slug, "ADMIN")
    world.clock.move(timedelta(hours=1))
    between = world.clock.now().isoformat()
    granted(await admin.browser.patch(path, json={"name": "One"}))
    await make_token(olga, slug)

    async def actions(**wanted: str) -> list[str]:
        return [entry["action"] for entry in await entries(olga, path, **wanted)]

    assert await actions(action="project.") == ["project.created", "project.updated"]
    assert await actions(action="project.updated") == ["project.updated"]
    assert await actions(actor="olga") == ["project.created", "invite.created", "token.created"]
    assert await actions(entity_type="token") == ["token.created"]
    assert await actions(since=between) == ["project.updated", "token.created"]
    assert await actions(until=between) == ["project.created", "invite.created", "member.added"]
    assert await actions(since=between, actor="olga") == ["token.created"]
    assert await actions(action="%") == await actions(actor="_") == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_log SET action = 'nothing'",
        "DELETE FROM audit_log",
        "TRUNCATE audit_log",
        "UPDATE audit_log SET changes = '{}' WHERE false",
    ],
)
async def test_the_database_refuses_to_change_entries(world: World, statement: str) -> None:
    await a_project(world)

    with pytest.raises(psycopg.errors.RestrictViolation):
        execute(world.url, statement)


async def test_events_are_never_rewritten(world: World) -> None:
    await a_project(world)

    with pytest.raises(psycopg.errors.RestrictViolation):
        execute(world.url, "UPDATE events SET data = '{}'")


@pytest.mark.parametrize(
    ("tampering", "broken_at"),
    [
        (
            "UPDATE audit_log SET actor_label = 'Eve' WHERE number = 2 AND scope <> 'installation'",
            2,
        ),
        ("UPDATE audit_log SET changes = '{}' WHERE number = 3 AND scope <> 'installation'", 3),
        ("UPDATE audit_log SET at = at - interval '1 day' WHERE scope <> 'installation'", 1),
        ("DELETE FROM audit_log WHERE number = 2 AND scope <> 'installation'", 3),
        ("DELETE FROM audit_log WHERE number = 4 AND scope <> 'installation'", 4),
        ("DELETE FROM audit_log WHERE scope <> 'installation'", 1),
        ("DELETE FROM audit_heads WHERE scope <> 'installation'", 1),
        (
            "UPDATE audit_log SET number = 7 - number WHERE number IN (3, 4) "
            "AND scope <> 'installation'",
            3,
        ),
    ],
)
async def test_what_a_superuser_changes_behind_the_trigger_shows(
    world: World, tampering: str, broken_at: int
) -> None:
    """Changed, cut out, cut off, emptied, beheaded, reordered."""
    olga, _, path = await a_project(world)
    for name in ("One", "Two", "Three"):
        granted(await olga.browser.patch(path, json={"name": name}))
    assert set((await broken(world)).values()) == {None}
    deferred = "ALTER TABLE audit_log DROP CONSTRAINT uq_audit_log_scope_number"

    execute(world.url, deferred, "SET session_replication_role = replica", tampering)

    found = await broken(world)
    assert found.pop("installation") is None
    assert list(found.values()) == [broken_at]


async def test_fifty_changes_at_once_make_one_unbroken_chain(world: World) -> None:
    olga, _, path = await a_project(world)
    async with asyncio.TaskGroup() as tasks:
        for number in range(50):
            tasks.create_task(olga.browser.patch(path, json={"description": f"Text {number}"}))

    log = await entries(olga, path)

    assert [entry["number"] for entry in log] == list(range(1, 52))
    assert set((await broken(world)).values()) == {None}
    texts = [entry["changes"]["description"] for entry in log[1:]]
    assert all(one["new"] == two["old"] for one, two in itertools.pairwise(texts))


async def test_changes_in_many_projects_at_once_do_not_block_each_other(world: World) -> None:
    olga = await world.person("Olga")
    async with asyncio.TaskGroup() as tasks:
        made = [tasks.create_task(olga.create_project(f"Project {n}")) for n in range(10)]
    async with asyncio.TaskGroup() as tasks:
        for task in made * 3:
            path = f"{API}/projects/{task.result()['slug']}"
            tasks.create_task(olga.browser.patch(path, json={"description": str(id(task))}))

    assert set((await broken(world)).values()) == {None}
    assert len(rows(world.url, "SELECT 1 FROM audit_heads")) == 11
