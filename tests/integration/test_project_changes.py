"""Changing a project and putting it away."""

import asyncio
from datetime import timedelta

import pytest

from tests.support.answers import granted, refused
from tests.support.world import API, World

PROJECTS = f"{API}/projects"


async def test_an_edit_on_a_stale_revision_is_a_conflict(world: World) -> None:
    """Section 16.2: who names the revision they saw is warned; who names none writes last."""
    ada = await world.person()
    project = await ada.create_project()
    path = f"{PROJECTS}/{project['slug']}"
    first = granted(
        await ada.browser.patch(path, json={"description": "one", "revision": project["revision"]})
    )

    conflict = refused(
        await ada.browser.patch(path, json={"description": "two", "revision": project["revision"]}),
        409,
        "EDIT_CONFLICT",
    )

    assert first["revision"] == project["revision"] + 1
    assert conflict["details"]["revision"] == first["revision"]
    last = granted(await ada.browser.patch(path, json={"description": "three"}))
    assert (last["description"], last["revision"]) == ("three", first["revision"] + 1)


async def test_of_two_edits_at_once_on_one_revision_one_wins(world: World) -> None:
    ada = await world.person()
    project = await ada.create_project()
    path = f"{PROJECTS}/{project['slug']}"
    async with asyncio.TaskGroup() as tasks:
        edits = [
            tasks.create_task(ada.browser.patch(path, json={"description": text, "revision": 1}))
            for text in ("one", "two", "three")
        ]

    assert sorted(edit.result().status_code for edit in edits) == [200, 409, 409]


async def test_an_edit_that_changes_nothing_leaves_no_trace(world: World) -> None:
    ada = await world.person()
    project = await ada.create_project("Same", description="Same")
    path = f"{PROJECTS}/{project['slug']}"

    again = granted(await ada.browser.patch(path, json={"name": "Same", "description": "Same"}))

    assert (again["revision"], again["updated_at"]) == (1, project["updated_at"])
    assert len(granted(await ada.browser.get(f"{path}/audit"))["items"]) == 1


async def test_only_what_is_given_changes(world: World) -> None:
    ada = await world.person()
    path = f"{PROJECTS}/{(await ada.create_project('A', description='Text'))['slug']}"

    granted(await ada.browser.patch(path, json={"settings": {"retention_days": 0}}))
    renamed = granted(await ada.browser.patch(path, json={"name": "B"}))
    cleared = granted(await ada.browser.patch(path, json={"description": None}))

    assert (renamed["name"], renamed["slug"], renamed["description"]) == ("B", "a", "Text")
    assert renamed["settings"]["retention_days"] == 0
    assert cleared["description"] is None


@pytest.mark.parametrize("role", ["VIEWER", "REVIEWER", "EDITOR", "ADMIN"])
async def test_settings_are_changed_by_admins_and_the_project_put_away_by_owners(
    world: World, role: str
) -> None:
    """FR-PM-003.8, FR-UM-003.6, .15, .18, .19"""
    ada = await world.person()
    project = await ada.create_project()
    path = f"{PROJECTS}/{project['slug']}"
    member = await world.member(ada, project["slug"], role)

    edited = await member.browser.patch(path, json={"settings": {"retention_days": 7}})

    assert edited.status_code == (200 if role == "ADMIN" else 403)
    refused(await member.browser.post(f"{path}/archive"), 403, "FORBIDDEN")
    granted(await ada.browser.post(f"{path}/archive"))


async def test_an_archived_project_can_be_read_and_not_changed(world: World) -> None:
    """DATA-8.3.3, .4"""
    ada, bob = await world.person(), await world.person()
    project = await ada.create_project("Old")
    path = f"{PROJECTS}/{project['slug']}"
    member = await world.member(ada, project["slug"], "VIEWER")

    archived = granted(await ada.browser.post(f"{path}/archive"))

    assert archived["archived_at"]
    assert granted(await ada.browser.get(path))["name"] == "Old"
    assert granted(await ada.browser.get(PROJECTS))["items"] == []
    listed = granted(await ada.browser.get(PROJECTS, params={"archived": True}))["items"]
    assert [item["name"] for item in listed] == ["Old"]
    changes = (
        ada.browser.patch(path, json={"name": "New"}),
        ada.browser.post(f"{path}/invites", json={"email": bob.email, "role": "VIEWER"}),
        ada.browser.patch(f"{path}/members/{member.id}", json={"role": "EDITOR"}),
        ada.browser.delete(f"{path}/members/{member.id}"),
        ada.browser.post(f"{path}/transfer", json={"user_id": member.id}),
        ada.browser.post(
            f"{path}/tokens", json={"name": "CI", "role": "VIEWER", "expires_in_days": 1}
        ),
    )
    for change in changes:
        refused(await change, 409, "PROJECT_ARCHIVED")

    restored = granted(await ada.browser.post(f"{path}/restore"))
    assert restored["archived_at"] is None
    granted(await ada.browser.patch(path, json={"name": "New"}))


async def test_archiving_twice_is_one_fact(world: World) -> None:
    ada = await world.person()
    path = f"{PROJECTS}/{(await ada.create_project())['slug']}"

    once = granted(await ada.browser.post(f"{path}/archive"))
    world.clock.move(timedelta(minutes=1))
    twice = granted(await ada.browser.post(f"{path}/archive"))

    assert twice["archived_at"] == once["archived_at"]
    events = granted(await ada.browser.get(f"{path}/activity"))["items"]
    assert [event["type"] for event in events] == ["project.archived", "project.created"]
