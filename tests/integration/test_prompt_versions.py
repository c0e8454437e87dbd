"""Versions of prompts: made by saving and running, never changed, compared, restored, forked and labelled."""

import asyncio
from uuid import UUID

import psycopg
import pytest

from edison.domain.ids import PromptId, UserId
from edison.domain.people.access import Actor, Role
from edison.services.prompts.prompt_versions import version_for_run
from tests.support.answers import all_items, granted, refused
from tests.support.prompting import Desk, a_desk, text
from tests.support.sql import execute, rows
from tests.support.world import World


@pytest.fixture
async def desk(world: World) -> Desk:
    return await a_desk(world)


def runner(desk: Desk) -> Actor:
    return Actor(
        kind="user",
        id=UUID(desk.owner.id),
        label="Olga",
        user=UserId(UUID(desk.owner.id)),
        roles={desk.project: Role.EDITOR},
    )


async def run(desk: Desk, prompt: dict[str, str]) -> tuple[int, str]:
    """Take the version that a run would use; give its number and origin."""
    async with desk.world.ctx.change(runner(desk), desk.project) as tx:
        version = await version_for_run(tx, PromptId(UUID(prompt["id"])))
    return version.number, version.origin


async def test_saving_makes_a_version_with_number_parent_author_and_changelog(desk: Desk) -> None:
    """RULE-9.3.1, FR-PR-003.3"""
    made = await desk.create("One")
    first = await desk.save(made, "Begun")
    await desk.write(made, "Two")

    second = await desk.save(made, "Better")

    assert (first["number"], first["parent_id"], first["origin"]) == (1, None, "saved")
    assert (second["number"], second["parent_id"]) == (2, first["id"])
    assert (second["changelog"], second["author"], second["labels"]) == (
        "Better",
        "Olga",
        ["latest"],
    )
    assert second["content"]["messages"][0]["content"] == "Two"
    now = await desk.read(made)
    assert (now["latest"], now["clean"], now["labels"]) == (2, True, {"latest": 2})
    assert (await desk.version(made, 1))["labels"] == []


async def test_saving_what_says_the_same_is_refused(desk: Desk) -> None:
    made = await desk.create("One")
    await desk.save(made)
    await desk.write(made, "Two")
    await desk.write(made, "One")

    answer = await desk.browser.post(f"{desk.at(made)}/versions", json={})

    assert refused(answer, 409, "NOTHING_CHANGED")["details"]["number"] == 1


async def test_what_could_not_be_sent_is_no_version_and_all_reasons_are_told(desk: Desk) -> None:
    """FR-EC-003.7"""
    tool = {"name": "no spaces allowed", "parameters": {"type": "objekt"}}
    made = await desk.create()
    await desk.write(made, "  ", tools=[tool], output={"kind": "schema"})

    error = refused(
        await desk.browser.post(f"{desk.at(made)}/versions", json={}), 400, "BAD_REQUEST"
    )

    assert [item["field"] for item in error["details"]["problems"]] == [
        "messages",
        "tools.0.name",
        "tools.0.parameters",
        "output.schema",
    ]
    assert [item["field"] for item in (await desk.read(made))["problems"]] == [
        item["field"] for item in error["details"]["problems"]
    ]


async def test_a_save_can_insist_on_what_the_person_sees(desk: Desk) -> None:
    made = await desk.create("Seen")
    await desk.write(made, "Changed meanwhile")

    answer = await desk.browser.post(f"{desk.at(made)}/versions", json={"revision": 1})

    refused(answer, 409, "EDIT_CONFLICT")


async def test_a_run_makes_a_version_only_if_the_text_changed(desk: Desk) -> None:
    """PRUI-CORE-2"""
    made = await desk.create("One")

    assert await run(desk, made) == (1, "run")
    assert await run(desk, made) == (1, "run")
    await desk.write(made, "Two")
    assert (await desk.read(made))["latest"] == 1
    assert await run(desk, made) == (2, "run")
    await desk.write(made, "Three")
    await desk.save(made)
    assert await run(desk, made) == (3, "saved")


async def test_runs_that_begin_at_once_share_one_version(desk: Desk) -> None:
    made = await desk.create("One")

    async with asyncio.TaskGroup() as tasks:
        runs = [tasks.create_task(run(desk, made)) for _ in range(5)]

    assert {task.result() for task in runs} == {(1, "run")}


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE prompt_versions SET changelog = 'other'",
        "DELETE FROM prompt_versions",
        "TRUNCATE prompt_versions CASCADE",
    ],
)
async def test_the_database_refuses_to_change_a_version(desk: Desk, change: str) -> None:
    await desk.save(await desk.create())

    with pytest.raises(psycopg.errors.RestrictViolation, match="never changed"):
        execute(desk.world.url, change)

    assert rows(desk.world.url, "SELECT number, changelog FROM prompt_versions") == [(1, "")]


@pytest.mark.nightly
async def test_a_hundred_versions_are_listed_newest_first(desk: Desk) -> None:
    """NFR-4.2.3"""
    made = await desk.create("Text 1")
    for number in range(1, 101):
        await desk.write(made, f"Text {number}")
        await desk.save(made)

    listed = await all_items(desk.browser, f"{desk.at(made)}/versions", limit=30)

    assert [item["number"] for item in listed] == list(range(100, 0, -1))
    assert "content" not in listed[0]
    assert listed[0]["labels"] == ["latest"]
    lineage = granted(await desk.browser.get(f"{desk.at(made)}/versions/100/lineage"))["items"]
    assert [item["number"] for item in lineage] == list(range(1, 101))


async def test_any_two_versions_are_compared_part_by_part(desk: Desk) -> None:
    """RULE-9.3.3, PRUI-LATER-12"""
    made = await desk.create("Hello\nworld")
    await desk.save(made)
    await desk.write(made, "Hello\nthere", system="Be kind", parameters={"temperature": 0})
    await desk.save(made)

    compared = granted(await desk.browser.get(f"{desk.at(made)}/compare", params={"a": 1, "b": 2}))

    parts = {part["part"]: part for part in compared["parts"]}
    assert list(parts) == ["system", "messages", "few_shots", "tools", "output", "parameters"]
    assert [name for name, part in parts.items() if part["changed"]] == [
        "system",
        "messages",
        "parameters",
    ]
    assert parts["messages"]["lines"] == [
        "@@ -1,3 +1,3 @@",
        " [user]",
        " Hello",
        "-world",
        "+there",
    ]
    assert parts["parameters"]["lines"][-1] == "+temperature: 0.0"
    for wrong in ({"a": 1, "b": 3}, {"a": 9, "b": 1}):
        refused(await desk.browser.get(f"{desk.at(made)}/compare", params=wrong), 404, "NOT_FOUND")


async def test_going_back_makes_a_new_version_and_loses_no_draft(desk: Desk) -> None:
    made = await desk.create("One")
    first = await desk.save(made)
    await desk.write(made, "Two")
    await desk.save(made)
    await desk.write(made, "Unsaved")

    restored = granted(await desk.browser.post(f"{desk.at(made)}/versions/1/restore"), 201)

    assert (restored["number"], restored["origin"]) == (4, "restored")
    assert restored["parent_id"] == first["id"]
    assert restored["changelog"] == "Restored from version 1"
    assert (await desk.version(made, 3))["content"]["messages"][0]["content"] == "Unsaved"
    now = await desk.read(made)
    assert now["draft"]["messages"][0]["content"] == "One"
    assert now["clean"]
    again = await desk.browser.post(f"{desk.at(made)}/versions/1/restore")
    refused(again, 409, "NOTHING_CHANGED")


async def test_going_back_to_the_newest_drops_the_draft_only(desk: Desk) -> None:
    made = await desk.create("One")
    await desk.save(made)
    await desk.write(made, "Unwanted")

    restored = granted(await desk.browser.post(f"{desk.at(made)}/versions/1/restore"), 201)

    assert restored["number"] == 1
    now = await desk.read(made)
    assert (now["draft"]["messages"][0]["content"], now["latest"], now["clean"]) == ("One", 1, True)


async def test_a_draft_that_says_what_an_old_version_said_is_kept_once(desk: Desk) -> None:
    made = await desk.create("One")
    await desk.save(made)
    await desk.write(made, "Two")
    await desk.save(made)
    await desk.write(made, "One")

    restored = granted(await desk.browser.post(f"{desk.at(made)}/versions/1/restore"), 201)

    assert (restored["number"], restored["origin"]) == (3, "restored")


async def test_a_fork_is_a_prompt_of_its_own_that_knows_its_parent(desk: Desk) -> None:
    """RULE-9.3.2"""
    made = await desk.create("One", kind="grader")
    await desk.save(made)
    await desk.write(made, "Two")
    second = await desk.save(made)
    await desk.write(made, "Three")
    await desk.save(made)

    fork = granted(
        await desk.browser.post(f"{desk.at(made)}/versions/2/fork", json={"name": "Branch"}), 201
    )

    assert (fork["kind"], fork["latest"], fork["clean"]) == ("grader", 1, True)
    first = await desk.version(fork, 1)
    assert (first["parent_id"], first["origin"]) == (second["id"], "forked")
    await desk.write(fork, "Two and more")
    await desk.save(fork)
    lineage = granted(await desk.browser.get(f"{desk.at(fork)}/versions/2/lineage"))["items"]
    assert [(item["prompt_id"], item["number"]) for item in lineage] == [
        (made["id"], 1),
        (made["id"], 2),
        (fork["id"], 1),
        (fork["id"], 2),
    ]


async def test_a_label_points_to_one_version_and_moves(desk: Desk) -> None:
    """FLOW-5.2.4"""
    made = await desk.create("One")
    await desk.save(made)
    await desk.write(made, "Two")
    await desk.save(made)
    label = f"{desk.at(made)}/labels/production"

    first = granted(await desk.browser.put(label, json={"number": 1}))
    second = granted(await desk.browser.put(label, json={"number": 2}))

    assert first["labels"] == {"latest": 2, "production": 1}
    assert second["labels"] == {"latest": 2, "production": 2}
    assert (await desk.version(made, 2))["labels"] == ["latest", "production"]
    assert (await all_items(desk.browser, desk.path))[0]["labels"] == second["labels"]
    dropped = granted(await desk.browser.delete(label))
    assert dropped["labels"] == {"latest": 2}
    refused(await desk.browser.delete(label), 404, "NOT_FOUND")


async def test_latest_moves_by_itself_only(desk: Desk) -> None:
    made = await desk.create("One")
    await desk.save(made)

    for label in ("latest", "Has Space", "UPPER", "-x"):
        answer = await desk.browser.put(f"{desk.at(made)}/labels/{label}", json={"number": 1})
        refused(answer, 400, "BAD_REQUEST")
    refused(await desk.browser.delete(f"{desk.at(made)}/labels/latest"), 400, "BAD_REQUEST")
    unknown = await desk.browser.put(f"{desk.at(made)}/labels/mine", json={"number": 2})
    refused(unknown, 404, "NOT_FOUND")


async def test_there_are_at_most_twenty_labels(desk: Desk) -> None:
    made = await desk.create("One")
    await desk.save(made)
    for number in range(20):
        path = f"{desk.at(made)}/labels/label-{number}"
        granted(await desk.browser.put(path, json={"number": 1}))

    answer = await desk.browser.put(f"{desk.at(made)}/labels/one-more", json={"number": 1})

    refused(answer, 400, "BAD_REQUEST")


async def test_an_edited_version_is_a_new_version(desk: Desk) -> None:
    """FR-PR-003.1, .3: its text goes into the draft, and the draft is saved."""
    made = await desk.create("One")
    await desk.save(made)
    await desk.write(made, "Two")
    await desk.save(made)
    old = (await desk.version(made, 1))["content"]["messages"][0]["content"]

    await desk.write(made, f"{old}, but better")
    third = await desk.save(made, "From the first")

    assert third["number"] == 3
    assert (await desk.version(made, 1))["content"] == {
        **third["content"],
        "messages": [{**third["content"]["messages"][0], "content": "One"}],
    }
    assert text("x")["messages"][0]["role"] == third["content"]["messages"][0]["role"]
