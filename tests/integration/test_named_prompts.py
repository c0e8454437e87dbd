"""Applications read and render prompts by name, with a label or a version."""

import pytest

from tests.support.answers import granted, refused
from tests.support.prompting import Desk, a_desk
from tests.support.world import World


@pytest.fixture
async def desk(world: World) -> Desk:
    return await a_desk(world)


async def a_prompt(desk: Desk, name: str = "support") -> str:
    """Create a prompt with two versions, of which the first is in production; return its address."""
    made = await desk.create("Answer {{question}} as {{who}}", name=name)
    await desk.save(made)
    granted(await desk.browser.put(f"{desk.at(made)}/labels/production", json={"number": 1}))
    await desk.write(made, "Reply to {{question}}")
    await desk.save(made)
    return f"{desk.path}/by-name/{name}"


async def test_a_prompt_is_found_by_name_and_label_or_version(desk: Desk) -> None:
    address = await a_prompt(desk)

    production = granted(await desk.browser.get(address))
    latest = granted(await desk.browser.get(address, params={"label": "latest"}))
    first = granted(await desk.browser.get(address, params={"version": 1}))

    assert production == first
    assert (production["version"], production["labels"]) == (1, ["production"])
    assert production["variables"] == ["question", "who"]
    assert (latest["version"], latest["labels"]) == (2, ["latest"])
    assert latest["content"]["messages"][0]["content"] == "Reply to {{question}}"


async def test_a_name_may_contain_slashes_and_spaces(desk: Desk) -> None:
    await a_prompt(desk, "team a/support")

    found = granted(await desk.browser.get(f"{desk.path}/by-name/team%20a%2Fsupport"))

    assert found["name"] == "team a/support"


async def test_an_unchanged_prompt_is_not_sent_again(desk: Desk) -> None:
    address = await a_prompt(desk)
    first = await desk.browser.get(address)
    known = {"if-none-match": f'"other", W/{first.headers["etag"]}'}

    unchanged = await desk.browser.get(address, headers=known)
    made = {"id": first.json()["prompt_id"]}
    granted(await desk.browser.put(f"{desk.at(made)}/labels/production", json={"number": 2}))
    changed = await desk.browser.get(address, headers=known)

    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged.headers["etag"] == first.headers["etag"]
    assert first.headers["cache-control"] == "private, no-cache"
    assert changed.status_code == 200
    assert changed.json()["version"] == 2


async def test_what_does_not_exist_is_named(desk: Desk) -> None:
    address = await a_prompt(desk)

    error = refused(await desk.browser.get(address, params={"label": "beta"}), 404, "NOT_FOUND")
    assert "no label 'beta'" in error["message"]
    assert error["details"]["labels"] == ["latest", "production"]
    error = refused(await desk.browser.get(f"{address}2"), 404, "NOT_FOUND")
    assert error["message"] == "This project has no prompt named 'support2'"
    refused(await desk.browser.get(address, params={"version": 3}), 404, "NOT_FOUND")
    both = {"version": 1, "label": "latest"}
    refused(await desk.browser.get(address, params=both), 400, "BAD_REQUEST")


async def test_a_prompt_is_rendered_with_values(desk: Desk) -> None:
    address = await a_prompt(desk)
    body = {"values": {"question": "{{who}}?", "who": {"age": 3}}}

    rendered = granted(await desk.browser.post(f"{address}/render", json=body))

    assert rendered["version"] == 1
    assert rendered["messages"] == [
        {
            "role": "user",
            "content": 'Answer {{who}}? as {"age": 3}',
            "tool_calls": [],
            "tool_call_id": None,
            "files": [],
        }
    ]


async def test_a_missing_value_is_an_error_that_lists_all_of_them(desk: Desk) -> None:
    address = await a_prompt(desk)

    answer = await desk.browser.post(f"{address}/render", json={"values": {"other": "x"}})

    error = refused(answer, 400, "BAD_REQUEST")
    assert error["details"]["missing"] == ["question", "who"]
    assert "question, who" in error["message"]


async def test_members_of_other_projects_find_nothing(desk: Desk) -> None:
    address = await a_prompt(desk)
    stranger = await desk.world.person()

    refused(await stranger.browser.get(address), 404, "NOT_FOUND")
    refused(await stranger.browser.post(f"{address}/render", json={}), 404, "NOT_FOUND")
