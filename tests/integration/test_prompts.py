"""Prompts are written as drafts by several people, listed, copied and taken away."""

from datetime import timedelta
from typing import Any

import pytest

from tests.support.answers import all_items, granted, refused
from tests.support.prompting import Desk, a_desk, text
from tests.support.sql import rows
from tests.support.world import API, World


@pytest.fixture
async def desk(world: World) -> Desk:
    return await a_desk(world)


async def test_a_new_prompt_has_a_draft_and_no_version(desk: Desk) -> None:
    """PRUI-CORE-1, PSM-PROMPT-1, .6, FR-EC-003.2"""
    made = await desk.create("Answer {{question}} for {{who}}, {{question}}", kind="grader")

    read = await desk.read(made)

    assert read == made
    assert (read["kind"], read["latest"], read["clean"], read["revision"]) == (
        "grader",
        0,
        False,
        1,
    )
    assert read["variables"] == ["question", "who"]
    assert read["labels"] == {}
    assert read["problems"] == []


async def test_every_part_of_the_content_is_kept_as_it_was_written(desk: Desk) -> None:
    """NFR-4.4.17, FR-EC-003.5, .6, .7: spaces, line breaks, scripts and the order of keys stay."""
    content: dict[str, Any] = {
        "system": "  Be brief.\r\n\tAlways. {#  מענה 🦊 ",
        "few_shots": [{"user": "2+2?", "assistant": "4"}],
        "messages": [
            {"role": "user", "content": "x\n\n{{q}} ", "tool_calls": [], "tool_call_id": None},
            {
                "role": "assistant",
                "content": "",
                "tool_calls": [{"id": "1", "name": "look", "arguments": '{"at": "{{q}}"}'}],
                "tool_call_id": None,
            },
            {"role": "tool", "content": "seen", "tool_calls": [], "tool_call_id": "1"},
        ],
        "tools": [
            {
                "name": "look",
                "description": "Look it up",
                "parameters": {
                    "type": "object",
                    "properties": {"zeta": {"type": "string"}, "alpha": {"type": "number"}},
                },
            }
        ],
        "output": {"kind": "schema", "schema": {"type": "object", "required": ["b", "a"]}},
        "parameters": {"temperature": 0.5, "max_tokens": 100, "stop": ["END"]},
    }
    body: dict[str, Any] = {"name": "Whole", "content": content}
    made = granted(await desk.browser.post(desk.path, json=body), 201)

    saved = await desk.save(made)

    assert made["draft"] == (await desk.read(made))["draft"] == content
    stored = (await desk.version(made, 1))["content"]
    assert stored == saved["content"] == content
    assert list(stored["tools"][0]["parameters"]["properties"]) == ["zeta", "alpha"]


async def test_the_list_has_the_latest_change_first_and_can_be_searched(desk: Desk) -> None:
    first = await desk.create("Say hello to {{name}}", name="Greeter")
    desk.world.clock.move(timedelta(seconds=1))
    await desk.create(
        "Is {{output}} right? 100%", name="Judge", kind="grader", description="Strict"
    )
    desk.world.clock.move(timedelta(seconds=1))
    await desk.write(first, "Say hi to {{name}}")

    async def names(**wanted: object) -> list[str]:
        return [item["name"] for item in await all_items(desk.browser, desk.path, **wanted)]

    assert await names() == ["Greeter", "Judge"]
    assert await names(limit=1) == ["Greeter", "Judge"]
    assert await names(search="GREET") == ["Greeter"]
    assert await names(search="strict") == ["Judge"]
    assert await names(search="100%") == ["Judge"]
    assert await names(search="%") == ["Judge"]
    assert await names(kind="grader") == ["Judge"]
    card = (await all_items(desk.browser, desk.path))[0]
    assert card["preview"] == "Say hi to {{name}}"
    assert (card["latest"], card["clean"]) == (0, False)


async def test_two_people_cannot_overwrite_each_other_unseen(desk: Desk) -> None:
    """EDGE-16.2.1"""
    made = await desk.create()
    bob = await desk.world.member(desk.owner, desk.slug, "EDITOR")
    mine = {"content": text("Olga's"), "revision": 1}
    granted(await desk.browser.patch(desk.at(made), json=mine))

    body = {"content": text("Bob's"), "revision": 1}
    error = refused(await bob.browser.patch(desk.at(made), json=body), 409, "EDIT_CONFLICT")

    assert error["details"]["revision"] == 2
    body["revision"] = error["details"]["revision"]
    after = granted(await bob.browser.patch(desk.at(made), json=body))
    assert after["draft"]["messages"][0]["content"] == "Bob's"


async def test_content_without_a_revision_is_refused(desk: Desk) -> None:
    made = await desk.create()

    answer = await desk.browser.patch(desk.at(made), json={"content": text("New")})

    assert refused(answer, 400, "BAD_REQUEST")["path"] == "revision"


async def test_writing_the_same_again_changes_nothing(desk: Desk) -> None:
    made = await desk.create("Same")

    again = await desk.write(made, "Same")

    assert again == made


async def test_renaming_keeps_versions_and_does_not_disturb_who_is_writing(desk: Desk) -> None:
    """PRUI-EDIT-3: version numbers stay, because runs refer to them."""
    made = await desk.create()
    await desk.save(made)

    body = {"name": " Welcome ", "description": "Says hello"}
    renamed = granted(await desk.browser.patch(desk.at(made), json=body))

    assert (renamed["name"], renamed["latest"], renamed["revision"]) == ("Welcome", 1, 1)


async def test_a_name_is_needed_and_belongs_to_one_prompt_only(desk: Desk) -> None:
    """PSM-PROMPT-4"""
    await desk.create(name="Greeter")
    other = await desk.create(name="Other")

    for name in ("", "   ", "x" * 256):
        refused(await desk.browser.post(desk.path, json={"name": name}), 400, "BAD_REQUEST")
    for answer in (
        await desk.browser.post(desk.path, json={"name": "Greeter"}),
        await desk.browser.patch(desk.at(other), json={"name": "Greeter"}),
        await desk.browser.post(f"{desk.at(other)}/duplicate", json={"name": "Greeter"}),
    ):
        assert refused(answer, 409, "DUPLICATE_NAME")["path"] == "name"


async def test_limits_bind_while_one_writes(desk: Desk) -> None:
    """FR-EC-003.4, .5, .6"""
    made = await desk.create()
    shot = {"user": "a", "assistant": "b"}
    whole = {"role": "user", "content": "x" * 400_000}

    async def tried(content: dict[str, object]) -> int:
        body = {"content": content, "revision": (await desk.read(made))["revision"]}
        return (await desk.browser.patch(desk.at(made), json=body)).status_code

    assert await tried(text("x" * 400_000)) == 200
    assert await tried(text("x" * 400_001)) == 400
    # A character of four bytes counts once.
    assert await tried(text("𝄞" * 400_000)) == 200
    assert await tried({"messages": [whole, whole]}) == 200
    assert await tried({"messages": [whole, whole, whole]}) == 400
    assert await tried({"system": "x" * 400_000}) == 200
    assert await tried({"system": "x" * 400_001}) == 400
    assert await tried({"few_shots": [shot] * 10}) == 200
    assert await tried({"few_shots": [shot] * 11}) == 400
    assert await tried(text("ok", parameters={"temperature": 3})) == 400
    assert await tried(text("zero \x00")) == 400


async def test_a_copy_has_the_text_and_no_history(desk: Desk) -> None:
    made = await desk.create("Copy me", description="d")
    await desk.save(made)
    granted(await desk.browser.put(f"{desk.at(made)}/labels/production", json={"number": 1}))

    copies = [
        granted(await desk.browser.post(f"{desk.at(made)}/duplicate", json=body), 201)
        for body in ({}, {}, {"name": "Mine"})
    ]

    assert [copy["name"] for copy in copies] == ["Greeter (copy)", "Greeter (copy 2)", "Mine"]
    assert copies[0]["draft"]["messages"][0]["content"] == "Copy me"
    assert (copies[0]["latest"], copies[0]["labels"]) == (0, {})


async def test_a_removed_prompt_is_gone_from_lists_but_its_versions_stay(desk: Desk) -> None:
    """PSM-PROMPT-5, PSM-DATA-2"""
    made = await desk.create()
    await desk.save(made)

    granted(await desk.browser.delete(desk.at(made)), 204)

    refused(await desk.browser.get(desk.at(made)), 404, "NOT_FOUND")
    refused(await desk.browser.get(f"{desk.at(made)}/versions/1"), 404, "NOT_FOUND")
    refused(await desk.browser.delete(desk.at(made)), 404, "NOT_FOUND")
    assert await all_items(desk.browser, desk.path) == []
    assert rows(desk.world.url, "SELECT number FROM prompt_versions") == [(1,)]
    # The name is free again.
    await desk.create()


async def test_an_archived_project_takes_no_changes(desk: Desk) -> None:
    made = await desk.create()
    await desk.save(made)
    granted(await desk.browser.post(f"{API}/projects/{desk.slug}/archive"))

    for answer in (
        await desk.browser.post(desk.path, json={"name": "New"}),
        await desk.browser.patch(desk.at(made), json={"name": "New"}),
        await desk.browser.post(f"{desk.at(made)}/versions", json={}),
        await desk.browser.post(f"{desk.at(made)}/versions/1/fork", json={"name": "New"}),
        await desk.browser.put(f"{desk.at(made)}/labels/mine", json={"number": 1}),
        await desk.browser.delete(desk.at(made)),
    ):
        refused(answer, 409, "PROJECT_ARCHIVED")
    granted(await desk.browser.get(desk.at(made)))


async def test_changes_are_in_the_audit_log_and_told_to_screens(desk: Desk) -> None:
    made = await desk.create()
    await desk.write(made, "Changed")
    await desk.save(made, "First")
    granted(await desk.browser.put(f"{desk.at(made)}/labels/production", json={"number": 1}))
    granted(await desk.browser.delete(desk.at(made)), 204)

    told = rows(
        desk.world.url,
        f"SELECT type, data FROM events WHERE topic = 'project:{desk.project}' "
        "AND data ->> 'id' IS NOT NULL ORDER BY number",
    )
    assert [kind for kind, _ in told] == [
        "prompt.created",
        "prompt.changed",
        "version.saved",
        "label.moved",
        "prompt.removed",
    ]
    assert {data["id"] for _, data in told} == {made["id"]}
    assert told[1][1] == {
        "id": made["id"],
        "name": "Greeter",
        "changed": ["draft"],
        "revision": 2,
    }
    audited = granted(await desk.browser.get(f"{API}/projects/{desk.slug}/audit"))["items"]
    assert [entry["action"] for entry in audited if entry["entity_type"] == "prompt"] == [
        kind for kind, _ in reversed(told)
    ]
