"""A deleted person is in no row of the database, and the history of their projects still stands."""

import io
import json
import zipfile
from typing import Any

import pytest

from tests.support.answers import granted, refused
from tests.support.filled_projects import a_filled_project, join
from tests.support.gateway import Gateway
from tests.support.people import is_signed_in, machine, make_token
from tests.support.sql import everything, execute, rows, value
from tests.support.world import API, PASSWORD, World

pytestmark = pytest.mark.asyncio(loop_scope="module")

NAME = "Ada Unmistakable"


def opened(content: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = [name for name in archive.namelist() if name.endswith(".json")]
        return {name.removesuffix(".json"): json.loads(archive.read(name)) for name in names}


def traces(url: str, *texts: str) -> list[str]:
    """Name the tables in which any of the texts stands in any row, whatever its case."""
    return [
        table
        for table, found in everything(url).items()
        if any(text.casefold() in row.casefold() for row in found for text in texts)
    ]


async def test_a_person_who_used_everything_leaves_no_trace_but_a_pseudonym(
    gateway: Gateway,
) -> None:
    world, url = gateway.world, gateway.world.url
    await world.person("Owner")
    bench = await a_filled_project(gateway, named=(NAME, "Ada Renamed"))
    ada, heir = bench.owner, await world.person("Heir")
    await join(bench, heir, "OWNER")
    token = machine(world, (await make_token(ada, bench.project["slug"]))["secret"])
    assert len(traces(url, ada.email, NAME, "Ada Renamed")) > 10

    body = {"email": ada.email, "password": PASSWORD}
    granted(await ada.browser.post(f"{API}/me/delete", json=body), 204)

    assert traces(url, ada.email, NAME, "Ada Renamed") == []
    pseudonym = f"Deleted user {ada.id[-4:]}"
    assert value(url, "SELECT name FROM users WHERE id = %s", ada.id) == pseudonym
    assert {"public.prompt_versions", "public.runs", "public.audit_log", "public.events"} <= set(
        traces(url, pseudonym)
    )
    assert not await is_signed_in(ada.browser)
    refused(await token.get(bench.path), 401, "UNAUTHORIZED")
    refused(await ada.browser.post(f"{API}/session", json=body), 401, "INVALID_CREDENTIALS")
    # The others go on, and the chains of the audit log are whole.
    shown = granted(await heir.browser.get(f"{bench.path}/audit"))["items"]
    assert pseudonym in {item["actor"]["label"] for item in shown}
    async with world.ctx.read() as tx:
        assert {check.broken_at for check in await tx.audit.check_all()} == {None}


async def test_a_change_to_a_redacted_entry_is_found(world: World) -> None:
    """What takes a person out of the log is no way to change the log."""
    await world.person("Owner")
    ada = await world.person("Ada")
    body = {"email": ada.email, "password": PASSWORD}
    granted(await ada.browser.post(f"{API}/me/delete", json=body), 204)
    door = f"SET LOCAL edison.erasing_person = '{ada.id}'"
    change = "UPDATE audit_log SET actor_label = 'Mallory', redacted = true WHERE number = 1"

    for attempt in (
        change,
        f"{door}; UPDATE audit_log SET action = 'x' WHERE number = 1",
        f"{door}; DELETE FROM audit_log WHERE number = 1",
    ):
        with pytest.raises(Exception, match="never changed"):
            execute(world.url, *attempt.split("; "))

    execute(world.url, door, change)
    async with world.ctx.read() as tx:
        assert 1 in {check.broken_at for check in await tx.audit.check_all()}


async def test_the_last_owner_of_a_project_cannot_be_deleted(world: World) -> None:
    await world.person("Owner")
    ada, heir = await world.person("Ada"), await world.person("Heir")
    project = await ada.create_project("Orphan")
    body = {"email": ada.email, "password": PASSWORD}

    error = refused(await ada.browser.post(f"{API}/me/delete", json=body), 409, "LAST_OWNER")
    assert "Orphan" in error["message"]

    execute(
        world.url,
        "INSERT INTO project_members (project_id, user_id, role, joined_at) "
        f"VALUES ('{project['id']}', '{heir.id}', 'OWNER', now())",
    )
    granted(await ada.browser.post(f"{API}/me/delete", json=body), 204)


async def test_a_wrong_password_or_address_deletes_nothing(world: World) -> None:
    owner = await world.person("Owner")
    ada = await world.person("Ada")
    for email, password in ((ada.email, "Wrong-horse-7!"), ("bob@example.com", PASSWORD)):
        answer = await ada.browser.post(
            f"{API}/me/delete", json={"email": email, "password": password}
        )
        refused(answer, 400, "BAD_REQUEST")
    answer = await owner.browser.post(
        f"{API}/me/delete", json={"email": owner.email, "password": PASSWORD}
    )
    refused(answer, 409, "LAST_OWNER")
    assert await is_signed_in(ada.browser)


async def test_the_owner_of_the_installation_exports_and_deletes_for_others(world: World) -> None:
    owner, ada = await world.person("Owner"), await world.person("Ada")
    path = f"{API}/accounts/{ada.id}"

    file = opened((await owner.browser.get(f"{path}/export")).content)
    refused(await ada.browser.get(f"{API}/accounts/{owner.id}/export"), 403, "FORBIDDEN")
    granted(await owner.browser.post(f"{path}/delete", json={"email": ada.email}), 204)

    assert [row["email"] for row in file["users"]] == [ada.email]
    assert traces(world.url, ada.email) == []
    again = await owner.browser.post(f"{path}/delete", json={"email": "a@example.com"})
    refused(again, 404, "NOT_FOUND")


async def test_an_export_holds_what_a_person_did_and_no_secret(world: World) -> None:
    await world.person("Owner")
    ada, bob = await world.person("Ada"), await world.person("Bob")
    project = await ada.create_project("Mine")
    secret = (await make_token(ada, project["slug"]))["secret"]
    left = await bob.create_project("Left behind")
    execute(
        world.url,
        f"UPDATE projects SET created_by = '{ada.id}' WHERE id = '{left['id']}'",
    )

    answer = await ada.browser.get(f"{API}/me/export")

    file = opened(answer.content)
    assert {"users", "project_members", "api_tokens", "audit_log", "events"} <= set(file)
    text = json.dumps(file)
    [stored] = rows(world.url, "SELECT password_hash FROM users WHERE id = %s", ada.id)
    [digest] = rows(world.url, "SELECT digest FROM api_tokens")
    for hidden in (secret, stored[0], digest[0], bob.email):
        assert hidden not in text
    assert value(world.url, "SELECT count(*) FROM audit_log WHERE action = 'user.exported'") == 1
