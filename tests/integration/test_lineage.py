"""How the versions of a prompt came from each other, and editing a version by hand."""

from typing import Any

import pytest

from tests.support.answers import granted, refused
from tests.support.finished_runs import RunDesk, a_run_desk, scored
from tests.support.prompting import Desk, a_desk
from tests.support.results import EXACT, answered, computed
from tests.support.sql import execute
from tests.support.world import World

WHY = "Says it in a friendlier tone"


@pytest.fixture
async def desk(world: World) -> Desk:
    return await a_desk(world)


async def lineage(desk: Desk, prompt: dict[str, Any]) -> dict[str, Any]:
    return granted(await desk.browser.get(f"{desk.at(prompt)}/lineage"))


async def save(desk: Desk, prompt: dict[str, Any], **body: Any) -> Any:
    return await desk.browser.post(f"{desk.at(prompt)}/versions", json=body)


async def test_an_old_version_is_edited_by_hand_and_becomes_the_parent(desk: Desk) -> None:
    """FR-PR-003.1, FR-PR-003.3, FLOW-5.2.1"""
    made = await desk.create("One")
    for words in ("Two", "Three"):
        await desk.save(made)
        await desk.write(made, words)
    await desk.save(made)
    await desk.write(made, "One, but kinder")

    saved = granted(await save(desk, made, changelog=WHY, parent=1), 201)

    assert (saved["number"], saved["changelog"], saved["origin"]) == (4, WHY, "saved")
    graph = await lineage(desk, made)
    numbers = {node["version"]: node["number"] for node in graph["nodes"]}
    assert [(numbers[e["from"]], numbers[e["to"]]) for e in graph["edges"]] == [
        (1, 2),
        (2, 3),
        (1, 4),
    ]
    assert graph["nodes"][3]["labels"] == ["latest"]
    assert all(edge["verdict"] is None for edge in graph["edges"])


async def test_who_edits_a_version_says_what_changed_in_10_to_500_characters(desk: Desk) -> None:
    """FR-PR-003.4"""
    made = await desk.create("One")
    await desk.save(made)
    await desk.write(made, "Two")

    for words in ("", "Too short", "   Nine ch   ", "x" * 501):
        refused(await save(desk, made, changelog=words, parent=1), 400, "BAD_REQUEST")
    assert (await desk.read(made))["latest"] == 1
    granted(await save(desk, made, changelog="x" * 10, parent=1), 201)


async def test_an_edit_that_changes_nothing_is_refused(desk: Desk) -> None:
    made = await desk.create("One")
    await desk.save(made)
    await desk.write(made, "Two")
    await desk.save(made)
    await desk.write(made, "One")

    refused(await save(desk, made, changelog=WHY, parent=1), 409, "NOTHING_CHANGED")
    refused(await save(desk, made, changelog=WHY, parent=7), 404, "NOT_FOUND")


async def test_a_fork_shows_the_prompt_it_came_from(desk: Desk) -> None:
    made = await desk.create("One")
    await desk.save(made)
    fork = granted(
        await desk.browser.post(f"{desk.at(made)}/versions/1/fork", json={"name": "Other"}), 201
    )

    graph = await lineage(desk, fork)

    [source] = graph["sources"]
    assert (source["prompt"], source["prompt_name"], source["number"]) == (
        made["id"],
        "Greeter",
        1,
    )
    assert [edge["from"] for edge in graph["edges"]] == [source["version"]]


async def test_a_hundred_versions_are_read_at_once_and_none_of_another_project(
    desk: Desk, world: World
) -> None:
    """EDGE-16.3.3"""
    made = await desk.create("One")
    await desk.save(made)
    execute(
        world.url,
        f"""
        INSERT INTO prompt_versions (id, project_id, prompt_id, number, parent_id, content, digest,
            changelog, origin, author_label, created_at)
        SELECT gen_random_uuid(), project_id, prompt_id, n, id, content, digest || n, '', 'saved',
            author_label, created_at
        FROM prompt_versions, generate_series(2, 1105) n WHERE prompt_id = '{made["id"]}'
        """,
        f"UPDATE prompts SET latest = 1105 WHERE id = '{made['id']}'",
    )

    graph = await lineage(desk, made)

    assert [node["number"] for node in graph["nodes"]] == list(range(106, 1106))
    assert graph["left_out"] == 105
    # Their parent is too old to be shown, so there is nothing to draw a line to.
    assert graph["edges"] == graph["sources"] == []
    stranger = await world.person("Stranger")
    theirs = await stranger.create_project()
    path = f"/api/v1/projects/{theirs['slug']}/prompts/{made['id']}/lineage"
    refused(await stranger.browser.get(path), 404, "NOT_FOUND")


async def test_a_version_made_by_hand_has_the_score_of_its_newest_run(world: World) -> None:
    desk = await a_run_desk(world)
    prompt = desk.prompt
    run = await answered(desk, ["Paris"] * 3, scorers=[EXACT])
    await desk.score(
        run, {(place, 0): scored(value) for place, value in enumerate((0.5, 0.75, 1.0))}
    )
    assert await _scores(desk, prompt) == [None]
    await computed(desk, run)

    [score] = await _scores(desk, prompt)

    graph = granted(await desk.browser.get(f"{desk.path}/prompts/{prompt}/lineage"))
    [node] = graph["nodes"]
    assert score == pytest.approx(0.75)
    assert (node["run"], node["run_number"], node["scale"]) == (run["id"], run["number"], None)


async def _scores(desk: RunDesk, prompt: str) -> list[float | None]:
    graph = granted(await desk.browser.get(f"{desk.path}/prompts/{prompt}/lineage"))
    return [node["composite"] and node["composite"]["value"] for node in graph["nodes"]]
