"""Making, finding, changing and putting away projects."""

import asyncio
from typing import Any

import httpx
import pytest

from edison.kit.pagination import encode_cursor
from tests.support.answers import all_items, granted, refused
from tests.support.people import join
from tests.support.sql import execute, value
from tests.support.world import API, Person, World

PROJECTS = f"{API}/projects"
HUGE_NUMBER = encode_cursor((10**20,))


async def create(person: Person, **body: Any) -> httpx.Response:
    return await person.browser.post(PROJECTS, json=body)


async def test_a_new_project_has_an_owner_a_slug_defaults_and_a_golden_dataset(
    world: World,
) -> None:
    """FR-PM-001.1, .2, .4, .16, .17; FR-PM-003.1 to .7"""
    ada = await world.person("Ada")

    # Other tests create projects without protected labels.
    asked = await create(ada, name="Support Bot 2", description="Answers customers")
    project = granted(asked, 201)

    assert (project["slug"], project["role"]) == ("support-bot-2", "OWNER")
    assert project["description"] == "Answers customers"
    assert (project["member_count"], project["dataset_count"]) == (1, 1)
    assert project["settings"] == {
        "default_provider": "OPENAI",
        "default_budget_usd": 100,
        "default_max_iterations": 10,
        "allow_synthetic_datasets": True,
        "require_review_approval": True,
        "cost_alert_threshold": 0.8,
        "retention_days": 90,
        "answer_reuse_minutes": 60,
        "main_metric": "",
        "protected_labels": [
            {
                "label": "production",
                "suite": None,
                "margin": 0.02,
                "minimum_effect": 0,
                "approver_role": "ADMIN",
                "author_may_approve": False,
            }
        ],
    }
    assert value(world.url, "SELECT name FROM datasets") == "Golden"
    entries = granted(await ada.browser.get(f"{PROJECTS}/{project['slug']}/audit"))["items"]
    assert [entry["action"] for entry in entries] == ["project.created"]


async def test_settings_can_be_given_at_creation(world: World) -> None:
    """FR-PM-001.5, .11 to .13"""
    ada = await world.person()
    settings = {
        "default_provider": "ANTHROPIC",
        "default_budget_usd": 0.01,
        "default_max_iterations": 100,
    }

    project = await ada.create_project(settings=settings)

    assert settings.items() <= project["settings"].items()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Name is required"),
        ("   ", "Name is required"),
        ("x" * 101, "Name too long"),
        ("Bot!", "Only alphanumeric, spaces, hyphens, underscores"),
        ("<script>alert(1)</script>", "Only alphanumeric, spaces, hyphens, underscores"),
        ("Robert'); DROP TABLE projects;--", "Only alphanumeric, spaces, hyphens, underscores"),
        ("Übung", "Only alphanumeric, spaces, hyphens, underscores"),
    ],
)
async def test_a_name_keeps_its_rules(world: World, name: str, message: str) -> None:
    """FR-PM-001.7 to .9, PSM-NFR-14: at creation and when it is changed."""
    ada = await world.person()
    project = await ada.create_project("Fine")

    created = refused(await create(ada, name=name), 400, "BAD_REQUEST")
    path = f"{PROJECTS}/{project['slug']}"
    renamed = refused(await ada.browser.patch(path, json={"name": name}), 400, "BAD_REQUEST")

    assert (created["message"], created["path"]) == (message, "name")
    assert (renamed["message"], renamed["path"]) == (message, "name")


async def test_a_description_has_at_most_1000_characters(world: World) -> None:
    """FR-PM-001.10"""
    ada = await world.person()

    longest = await ada.create_project(description="é" * 1000)
    error = refused(await create(ada, name="x", description="é" * 1001), 400, "BAD_REQUEST")

    assert longest["description"] == "é" * 1000
    assert error["path"] == "description"


async def test_a_text_is_stored_as_it_is_without_control_characters(world: World) -> None:
    """SEC-11.3.4, PSM-NFR-14: breaks stay, markup is only text."""
    ada = await world.person()
    text = "First\tline\n<script>alert(1)</script> '; DROP TABLE users;--"

    project = await ada.create_project(description=f"\x00{text}\x1b\x7f")

    assert project["description"] == text


@pytest.mark.parametrize(
    ("setting", "bad", "good"),
    [
        ("default_provider", "CLOSEDAI", "OLLAMA"),
        ("default_budget_usd", 0, 0.01),
        ("default_budget_usd", -5, 10_000),
        ("default_budget_usd", 10_000.01, 42.5),
        ("default_max_iterations", 0, 1),
        ("default_max_iterations", 101, 100),
        ("default_max_iterations", 1.5, 2),
        ("allow_synthetic_datasets", "perhaps", False),
        ("require_review_approval", 7, False),
        ("cost_alert_threshold", 1.01, 1),
        ("cost_alert_threshold", -0.01, 0),
        ("retention_days", -1, 0),
        ("retention_days", 3651, 3650),
    ],
)
async def test_settings_keep_their_ranges(
    world: World, setting: str, bad: object, good: object
) -> None:
    """FR-PM-003.1 to .7"""
    ada = await world.person()
    path = f"{PROJECTS}/{(await ada.create_project())['slug']}"

    error = refused(
        await ada.browser.patch(path, json={"settings": {setting: bad}}), 400, "BAD_REQUEST"
    )
    changed = granted(await ada.browser.patch(path, json={"settings": {setting: good}}))

    assert error["path"] == f"settings.{setting}"
    assert changed["settings"][setting] == good


async def test_creation_is_all_or_nothing(world: World) -> None:
    """FR-PM-001.6: a failure in the last statement leaves no trace of the first."""
    ada = await world.person()
    execute(
        world.url,
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$",
        "CREATE TRIGGER fail BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION fail()",
    )

    answer = await create(ada, name="Half")

    refused(answer, 500, "INTERNAL_SERVER_ERROR")
    assert "disk" not in answer.text
    for table in ("projects", "project_members", "datasets", "events", "event_heads"):
        assert value(world.url, f"SELECT count(*) FROM {table}") == 0, table
    assert value(world.url, "SELECT count(*) FROM audit_log WHERE scope <> 'installation'") == 0
    execute(world.url, "DROP TRIGGER fail ON events")
    assert granted(await create(ada, name="Half"), 201)["slug"] == "half"


async def test_twenty_projects_of_one_name_at_once_get_twenty_slugs(world: World) -> None:
    """FR-PM-001.3, .15, also against a name that is another's numbered slug."""
    ada = await world.person()
    names = ["Bot"] * 20 + ["Bot 1", "Bot 2", "Bot-3"]
    async with asyncio.TaskGroup() as tasks:
        made = [tasks.create_task(create(ada, name=name)) for name in names]

    slugs = [granted(answer.result(), 201)["slug"] for answer in made]

    assert len(set(slugs)) == len(names)
    assert {"bot", *(f"bot-{number}" for number in range(1, 17))} <= set(slugs)


@pytest.mark.parametrize(
    "name", ["0190b5c4-7d3e-7c62-9d5a-0123456789ab", "d" * 32, "a" * 31, "___"]
)
async def test_a_name_like_an_id_or_without_letters_still_makes_a_slug_that_opens(
    world: World, name: str
) -> None:
    """FR-PM-001.14, twice: the second must find its own slug too."""
    ada = await world.person()

    for _ in range(3):
        project = await ada.create_project(name)
        opened = granted(await ada.browser.get(f"{PROJECTS}/{project['slug']}"))
        assert opened["id"] == project["id"]


async def test_a_project_opens_by_slug_and_by_id(world: World) -> None:
    ada = await world.person()
    project = await ada.create_project()

    for reference in (project["slug"], project["id"]):
        assert granted(await ada.browser.get(f"{PROJECTS}/{reference}"))["id"] == project["id"]
    for reference in ("no-such-project", "0190b5c4-7d3e-7c62-9d5a-0123456789ab"):
        refused(await ada.browser.get(f"{PROJECTS}/{reference}"), 404, "NOT_FOUND")


async def test_only_ones_own_projects_are_listed(world: World) -> None:
    """FR-PM-002.1, PRUI-SEC-1"""
    ada, bob = await world.person(), await world.person()
    await ada.create_project("Hers")
    shared = await ada.create_project("Shared")
    await bob.create_project("His")
    await join(ada, shared["slug"], bob, "VIEWER")

    listed = granted(await bob.browser.get(PROJECTS))["items"]

    assert {(item["name"], item["role"]) for item in listed} == {
        ("His", "OWNER"),
        ("Shared", "VIEWER"),
    }
    assert next(item for item in listed if item["name"] == "Shared")["member_count"] == 2


async def test_the_latest_change_comes_first(world: World) -> None:
    """FR-PM-002.2"""
    ada = await world.person()
    first, _ = await ada.create_project("First"), await ada.create_project("Second")

    await ada.browser.patch(f"{PROJECTS}/{first['slug']}", json={"description": "new"})

    listed = granted(await ada.browser.get(PROJECTS))["items"]
    assert [item["name"] for item in listed] == ["First", "Second"]


async def test_search_is_a_part_of_the_name_in_any_case_and_nothing_more(world: World) -> None:
    """FR-PM-002.10, SEC-11.3.3: `_` and `%` are letters like others."""
    ada = await world.person()
    for name in ("Support bot", "Sales_bot", "Other"):
        await ada.create_project(name)

    async def names(search: str) -> set[str]:
        found = granted(await ada.browser.get(PROJECTS, params={"search": search}))["items"]
        return {item["name"] for item in found}

    assert await names("BOT") == {"Support bot", "Sales_bot"}
    assert await names("s_b") == {"Sales_bot"}
    assert await names("%") == set()
    assert await names("\\") == set()
    assert await names("none such") == set()


async def test_the_list_is_filtered_by_role(world: World) -> None:
    """FR-PM-002.12"""
    ada, bob = await world.person(), await world.person()
    for role in ("VIEWER", "REVIEWER", "EDITOR", "ADMIN"):
        project = await ada.create_project(role.title())
        await join(ada, project["slug"], bob, role)
    await bob.create_project("Owner")

    for role in ("VIEWER", "REVIEWER", "EDITOR", "ADMIN", "OWNER"):
        listed = granted(await bob.browser.get(PROJECTS, params={"role": role}))["items"]
        assert [item["name"] for item in listed] == [role.title()]
    refused(await bob.browser.get(PROJECTS, params={"role": "BOSS"}), 400, "BAD_REQUEST")


async def test_pages_hold_twenty_and_together_every_project_once(world: World) -> None:
    """FR-PM-002.9"""
    ada = await world.person()
    async with asyncio.TaskGroup() as tasks:
        for number in range(45):
            tasks.create_task(ada.create_project(f"Project {number}"))

    page = granted(await ada.browser.get(PROJECTS))
    everything = await all_items(ada.browser, PROJECTS)
    small = await all_items(ada.browser, PROJECTS, limit=7)

    assert len(page["items"]) == 20
    assert len({item["id"] for item in everything}) == len(everything) == 45
    assert [item["id"] for item in small] == [item["id"] for item in everything]


async def test_pages_stay_stable_while_projects_are_added(world: World) -> None:
    ada = await world.person()
    for number in range(6):
        await ada.create_project(f"Project {number}")

    first = granted(await ada.browser.get(PROJECTS, params={"limit": 3}))
    await ada.create_project("Newcomer")
    second = granted(
        await ada.browser.get(PROJECTS, params={"limit": 3, "cursor": first["next_cursor"]})
    )

    names = [item["name"] for item in first["items"] + second["items"]]
    assert names == [f"Project {number}" for number in (5, 4, 3, 2, 1, 0)]
    assert second["next_cursor"] is None


async def test_a_made_up_cursor_is_refused(world: World) -> None:
    ada = await world.person()
    path = f"{PROJECTS}/{(await ada.create_project())['slug']}"
    lists = (PROJECTS, *(f"{path}/{name}" for name in ("audit", "activity", "members", "tokens")))

    for cursor in ("!", "AAAA", "WyJ4Il0", "WyJhIiwgImIiXQ", "bnVsbA", HUGE_NUMBER):
        for address in lists:
            answer = await ada.browser.get(address, params={"cursor": cursor})
            assert refused(answer, 400, "BAD_REQUEST")["path"] == "cursor"


async def test_a_page_has_1_to_100_items(world: World) -> None:
    ada = await world.person()

    for limit in ("0", "101", "-1", "many"):
        answer = await ada.browser.get(PROJECTS, params={"limit": limit})
        assert refused(answer, 400, "BAD_REQUEST")["path"] == "limit"
