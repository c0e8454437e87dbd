"""What may be said about a key, by whom, and where it may go: refused before any worker or provider hears of it."""

import asyncio
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from edison.domain.ids import CredentialId, ProjectId, UserId
from edison.domain.models.credential import KeyVariable
from edison.domain.models.provider import FORMS, Provider
from tests.support.answers import granted, refused
from tests.support.catalog import a_credential, a_model
from tests.support.gateway import KEY
from tests.support.people import machine, make_token
from tests.support.sql import rows
from tests.support.world import API, Person, World

HOME = "https://api.openai.com/v1"


async def a_project(world: World) -> tuple[Person, dict[str, Any], str]:
    owner = await world.person()
    project = await owner.create_project()
    return owner, project, f"{API}/projects/{project['slug']}/credentials"


async def put_in_place(
    world: World, owner: Person, project: dict[str, Any], provider: Provider = Provider.OPENAI
) -> CredentialId:
    async with world.ctx.write() as tx:
        return await a_credential(
            tx, ProjectId(UUID(project["id"])), UserId(UUID(owner.id)), provider=provider
        )


def openai(**more: Any) -> dict[str, Any]:
    return {"provider": "OPENAI", "label": "Main", "secrets": {"api_key": KEY}, **more}


async def test_every_provider_says_what_it_needs_to_be_told(world: World) -> None:
    """FR-PC-001.1, FR-PC-001.9 to .12: the form on the screen is drawn from this."""
    owner = await world.person()
    found = granted(await owner.browser.get(f"{API}/providers"))
    forms = {form["provider"]: form for form in found["items"]}

    assert set(forms) == {str(provider) for provider in FORMS} - {"SIMULATED"}
    fields = {
        name: {item["name"]: (item["secret"], item["required"]) for item in form["fields"]}
        for name, form in forms.items()
    }
    secret, required, optional = (True, True), (False, True), (False, False)
    assert fields["OPENAI"] == {
        "api_key": secret,
        "organization": optional,
        "base_url": optional,
    }
    assert fields["VERTEX"]["service_account"] == secret
    assert fields["VERTEX"]["project_id"] == fields["VERTEX"]["location"] == required
    assert fields["BEDROCK"]["access_key_id"] == fields["BEDROCK"]["secret_access_key"] == secret
    assert fields["AZURE"]["base_url"] == fields["AZURE"]["deployment"] == required
    assert forms["OLLAMA"]["base_url"] == "http://localhost:11434"

    policy = replace(world.ctx.gateway, simulator_url="http://127.0.0.1:1")
    world.ctx = replace(world.ctx, gateway=policy)
    someone = await world.person()
    found = granted(await someone.browser.get(f"{API}/providers"))
    assert "SIMULATED" in {form["provider"] for form in found["items"]}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (openai(secrets={}), "secrets.api_key"),
        (openai(secrets={"api_key": "   "}), "secrets.api_key"),
        (openai(secrets={"api_key": KEY, "token": "x"}), "secrets.token"),
        (openai(config={"region": "eu"}), "config.region"),
        # A key in a field that is not secret would be stored and shown.
        (openai(config={"api_key": KEY}), "config.api_key"),
        (openai(variables={"api_key": "SOME_KEY"}), "variables.api_key"),
        (openai(secrets={"api_key": "sk-\nabc"}), "secrets.api_key"),
        (openai(label=""), "label"),
        (openai(label="x" * 101), "label"),
        ({"provider": "AZURE", "label": "A", "secrets": {"api_key": KEY}}, "config.base_url"),
        (
            {
                "provider": "BEDROCK",
                "label": "A",
                "config": {"region": "eu.evil.example/"},
                "secrets": {"access_key_id": KEY, "secret_access_key": KEY},
            },
            "config.region",
        ),
        ({"provider": "SIMULATED", "label": "A"}, "provider"),
        ({"provider": "NOBODY", "label": "A"}, "provider"),
    ],
)
async def test_a_wrong_form_is_refused_and_the_field_named(
    world: World, body: dict[str, Any], field: str
) -> None:
    """FR-PC-001.3, ARENA-3.1.2, ARENA-3.1.9"""
    owner, _, path = await a_project(world)

    error = refused(await owner.browser.post(path, json=body), 400, "BAD_REQUEST")

    assert error["path"] == field
    assert KEY not in str(error)
    assert rows(world.url, "SELECT 1 FROM credentials") == []


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1:1/v1", "http://10.0.0.1/v1", "http://192.168.1.1", "http://[::1]/v1"],
)
async def test_a_private_address_needs_an_explicit_yes(world: World, address: str) -> None:
    owner, _, path = await a_project(world)
    body = openai(config={"base_url": address})

    error = refused(await owner.browser.post(path, json=body), 422, "FORBIDDEN_ADDRESS")
    assert error["path"] == "config.base_url"
    # With it, the next question is whether anybody is there to try the key.
    allowed = await owner.browser.post(path, json={**body, "allow_private": True})
    refused(allowed, 503, "NO_WORKER")

    policy = replace(world.ctx.gateway, private_endpoints=False)
    world.ctx = replace(world.ctx, gateway=policy)
    ada, _, path = await a_project(world)
    answer = await ada.browser.post(path, json={**body, "allow_private": True})
    assert refused(answer, 422, "FORBIDDEN_ADDRESS")["path"] == "allow_private"


@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/latest/meta-data",
        "http://[fd00:ec2::254]/latest",
        "http://0.0.0.0/v1",
        "ftp://api.openai.com",
        "https://user:secret@api.openai.com/v1",
        "api.openai.com",
    ],
)
async def test_some_addresses_are_never_reached(world: World, address: str) -> None:
    """ARENA-3.1.3, ARENA-3.1.9"""
    owner, _, path = await a_project(world)
    body = openai(config={"base_url": address}, allow_private=True)

    answer = await owner.browser.post(path, json=body)

    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]["path"] == "config.base_url"
    assert rows(world.url, "SELECT 1 FROM credentials") == []


@pytest.mark.parametrize("address", [f"{HOME}?key=1", f"{HOME}#part"])
async def test_an_address_has_no_query(world: World, address: str) -> None:
    """A call's path is put behind it, so it would end up in the query."""
    owner, _, path = await a_project(world)

    answer = await owner.browser.post(path, json=openai(config={"base_url": address}))

    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]["path"] == "config.base_url"


async def test_a_variable_is_for_its_own_origin_only(world: World) -> None:
    """OPS-14.1.3, ARENA-3.1.4: whoever runs the installation says which, and where they may go."""
    known = (KeyVariable(name="HOME_KEY"), KeyVariable(name="OUR_KEY", origin="https://ai.example"))
    policy = replace(world.ctx.gateway, key_variables=known)
    world.ctx = replace(world.ctx, gateway=policy)
    owner, _, path = await a_project(world)
    assert granted(await owner.browser.get(f"{API}/providers"))["key_variables"] == [
        "HOME_KEY",
        "OUR_KEY",
    ]

    async def tried(variable: str, address: str, provider: str = "OPENAI") -> int:
        answer = await owner.browser.post(
            path,
            json={
                "provider": provider,
                "label": "Main",
                "config": {"base_url": address},
                "variables": {"api_key": variable},
            },
        )
        if answer.status_code == 400:
            assert answer.json()["error"]["path"] == "variables.api_key"
        return answer.status_code

    # 503 is as far as one comes without a worker.
    assert await tried("HOME_KEY", HOME) == 503
    assert await tried("OUR_KEY", "https://ai.example/v1") == 503
    assert await tried("OUR_KEY", "https://AI.example:443/other", "COMPATIBLE") == 503
    assert await tried("HOME_KEY", "https://ai.example/v1") == 400
    assert await tried("HOME_KEY", "https://api.openai.com/v1", "COMPATIBLE") == 400
    assert await tried("OUR_KEY", HOME) == 400
    # Without TLS no public address is reached at all.
    assert await tried("OUR_KEY", "http://ai.example/v1") == 422
    assert await tried("OUR_KEY", "https://ai.example:8443/v1") == 400
    assert await tried("OUR_KEY", "https://ai.example.evil.example/v1") == 400
    assert await tried("PATH", HOME) == 400


async def test_without_a_worker_nothing_is_stored(world: World) -> None:
    owner, project, path = await a_project(world)

    error = refused(await owner.browser.post(path, json=openai()), 503, "NO_WORKER")

    assert "worker" in error["message"]
    assert rows(world.url, "SELECT 1 FROM credentials") == []
    assert rows(world.url, "SELECT 1 FROM dbos.workflow_status") == []
    # Nor is a key that is there tested again, or a model asked.
    credential = await put_in_place(world, owner, project)
    refused(await owner.browser.post(f"{path}/{credential}/test"), 503, "NO_WORKER")


async def test_only_who_manages_credentials_may_change_them(world: World) -> None:
    """FR-UM-003.17"""
    owner, project, path = await a_project(world)
    credential = await put_in_place(world, owner, project)
    slug = project["slug"]
    admin = await world.member(owner, slug, "ADMIN")
    outsider = await world.person()

    for role in ("EDITOR", "REVIEWER", "VIEWER"):
        person = await world.member(owner, slug, role)
        browser = person.browser
        # Everyone in the project sees that a key is there, and no more of it than that.
        [seen] = granted(await browser.get(path))["items"]
        assert (seen["hint"], "secrets" in seen, "sealed" in seen) == ("abcd", False, False)
        refused(await browser.post(path, json=openai()), 403, "FORBIDDEN")
        refused(await browser.patch(f"{path}/{credential}", json={"label": "x"}), 403, "FORBIDDEN")
        refused(await browser.post(f"{path}/{credential}/test"), 403, "FORBIDDEN")
        refused(await browser.delete(f"{path}/{credential}"), 403, "FORBIDDEN")
    refused(await outsider.browser.get(path), 404, "NOT_FOUND")
    # A machine may not bring keys: nobody could be asked about it later.
    token = machine(world, (await make_token(owner, slug, "EDITOR"))["secret"])
    refused(await token.post(path, json=openai()), 403, "FORBIDDEN")

    changed = await admin.browser.patch(f"{path}/{credential}", json={"label": "By an admin"})
    assert granted(changed)["label"] == "By an admin"


async def test_a_key_is_renamed_and_chosen_but_never_changed(world: World) -> None:
    """FR-PC-002.2, FR-PC-002.5, FR-PC-001.16, API-19.2.2"""
    owner, project, path = await a_project(world)
    first, second = [await put_in_place(world, owner, project) for _ in range(2)]
    browser = owner.browser

    renamed = granted(await browser.patch(f"{path}/{first}", json={"label": " OpenAI - Test "}))
    assert renamed["label"] == "OpenAI - Test"
    taken = await browser.patch(f"{path}/{second}", json={"label": "OpenAI - Test"})
    error = refused(taken, 409, "DUPLICATE_LABEL")
    assert (error["message"], error["path"]) == ("Label already in use", "label")

    for chosen in (first, second):
        granted(await browser.patch(f"{path}/{chosen}", json={"make_default": True}))
        listed = granted(await browser.get(path))["items"]
        assert [item["id"] for item in listed if item["is_default"]] == [str(chosen)]

    changes: list[dict[str, Any]] = [
        {"secrets": {"api_key": KEY}},
        {"api_key": KEY},
        {"config": {"base_url": HOME}},
    ]
    for change in changes:
        refused(await browser.patch(f"{path}/{first}", json=change), 400, "BAD_REQUEST")

    refused(await browser.patch(f"{path}/{UUID(int=1)}", json={"label": "x"}), 404, "NOT_FOUND")
    trail = granted(await browser.get(f"{API}/projects/{project['slug']}/audit"))["items"]
    assert [entry["action"] for entry in trail].count("credential.changed") == 3


async def test_who_chooses_a_default_waits_for_who_is_choosing_one(world: World) -> None:
    """FR-PC-002.5"""
    owner, project, path = await a_project(world)
    first, second = [await put_in_place(world, owner, project) for _ in range(2)]
    here = ProjectId(UUID(project["id"]))
    waits = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    async with world.ctx.write() as tx:
        await tx.credentials.make_default(here, await tx.credentials.get(here, first))
        choosing = asyncio.create_task(
            owner.browser.patch(f"{path}/{second}", json={"make_default": True})
        )
        async with asyncio.timeout(30):
            while not rows(world.url, waits):  # noqa: ASYNC110 - PostgreSQL knows
                await asyncio.sleep(0.02)

    assert granted(await choosing)["is_default"]
    listed = granted(await owner.browser.get(path))["items"]
    assert [item["id"] for item in listed if item["is_default"]] == [str(second)]


async def test_a_key_keeps_to_public_addresses_until_an_admin_says_otherwise(world: World) -> None:
    owner, project, path = await a_project(world)
    credential = await put_in_place(world, owner, project)

    changed = await owner.browser.patch(f"{path}/{credential}", json={"allow_private": True})
    assert granted(changed)["allow_private"]

    policy = replace(world.ctx.gateway, private_endpoints=False)
    world.ctx = replace(world.ctx, gateway=policy)
    ada = await world.person()
    theirs = await ada.create_project()
    other = await put_in_place(world, ada, theirs)
    place = f"{API}/projects/{theirs['slug']}/credentials/{other}"
    answer = await ada.browser.patch(place, json={"allow_private": True})
    refused(answer, 422, "FORBIDDEN_ADDRESS")


async def test_a_removed_key_frees_its_label_and_takes_its_models(world: World) -> None:
    owner, project, path = await a_project(world)
    gone, stays = [await put_in_place(world, owner, project) for _ in range(2)]
    async with world.ctx.write() as tx:
        for credential in (gone, stays):
            await a_model(tx, ProjectId(UUID(project["id"])), credential)
    [label] = [
        item["label"]
        for item in granted(await owner.browser.get(path))["items"]
        if item["id"] == str(gone)
    ]

    granted(await owner.browser.delete(f"{path}/{gone}"), 204)

    refused(await owner.browser.delete(f"{path}/{gone}"), 404, "NOT_FOUND")
    models = granted(await owner.browser.get(f"{API}/projects/{project['slug']}/models"))["items"]
    assert [model["credential_id"] for model in models] == [str(stays)]
    granted(await owner.browser.patch(f"{path}/{stays}", json={"label": label}))
    [(sealed,)] = rows(world.url, "SELECT sealed FROM credentials WHERE id = %s", gone)
    assert sealed is None
    # The database itself holds to it.
    with pytest.raises(Exception, match="removed_has_no_secret"):
        rows(
            world.url,
            "UPDATE credentials SET sealed = 'v1:back' WHERE id = %s RETURNING id",
            gone,
        )


async def test_an_archived_project_takes_no_new_keys(world: World) -> None:
    owner, project, path = await a_project(world)
    credential = await put_in_place(world, owner, project)
    granted(await owner.browser.post(f"{API}/projects/{project['slug']}/archive"))

    refused(await owner.browser.post(path, json=openai()), 409, "PROJECT_ARCHIVED")
    refused(await owner.browser.post(f"{path}/{credential}/test"), 409, "PROJECT_ARCHIVED")
    # A key can be taken back at any time.
    granted(await owner.browser.delete(f"{path}/{credential}"), 204)


async def test_keys_are_listed_page_by_page_newest_first(world: World) -> None:
    """FR-PC-002.1, API-19.2.2"""
    owner, project, path = await a_project(world)
    ids = [str(await put_in_place(world, owner, project)) for _ in range(5)]
    seen: list[str] = []
    cursor: dict[str, str] = {}

    while True:
        page = granted(await owner.browser.get(path, params={"limit": 2, **cursor}))
        seen += [item["id"] for item in page["items"]]
        if page["next_cursor"] is None:
            break
        # What is added meanwhile is newer than what is still to come.
        await put_in_place(world, owner, project)
        cursor = {"cursor": page["next_cursor"]}

    assert seen == ids[::-1]
