"""Rubrics over the API: written, changed into versions that stay, put away."""

from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tests.support.answers import granted, refused
from tests.support.judging import a_criterion, a_rubric, rubric_body
from tests.support.world import API, World


async def a_place(world: World) -> tuple[Any, str]:
    ada = await world.person("Ada")
    project = await ada.create_project()
    return ada, f"{API}/projects/{project['slug']}"


async def test_a_rubric_changes_by_versions_and_old_ones_stay_as_they_were(world: World) -> None:
    """FR-EC-002.6, .9"""
    ada, path = await a_place(world)
    first = await a_rubric(ada.browser, path)

    assert (first["version"], first["scale"], first["created_by"]) == (1, 5, "Ada")
    assert first["criteria"][0]["levels"] == {"0": "Not at all", "5": "Fully"}
    three = [
        a_criterion("Brevity", weight=0.2),
        a_criterion("Accuracy", weight=0.5),
        a_criterion("Tone", weight=0.3, scale=100, levels={}),
    ]
    changed = rubric_body(name="Quality of answers", criteria=three)
    address = f"{path}/rubrics/{first['id']}"
    second = granted(await ada.browser.post(f"{address}/versions", json=changed), 201)

    assert (second["version"], second["name"], second["scale"]) == (2, "Quality of answers", 10)
    assert [each["name"] for each in second["criteria"]] == ["Brevity", "Accuracy", "Tone"]
    assert [note["number"] for note in second["versions"]] == [2, 1]
    assert granted(await ada.browser.get(address)) == second
    old = granted(await ada.browser.get(f"{address}?version=1"))
    assert old["criteria"] == first["criteria"]
    assert (await ada.browser.get(f"{address}?version=3")).status_code == 404

    again = await ada.browser.post(f"{address}/versions", json=changed)
    refused(again, 409, "NOTHING_CHANGED")
    renamed = granted(
        await ada.browser.post(f"{address}/versions", json={**changed, "name": "Quality"}), 201
    )
    assert (renamed["version"], renamed["name"]) == (2, "Quality")
    for statement in (
        "UPDATE rubric_versions SET digest = ''",
        "DELETE FROM rubric_versions",
        "UPDATE judge_versions SET digest = ''",
    ):
        with pytest.raises(DBAPIError, match="never"):
            async with world.database.engine.begin() as connection:
                await connection.execute(text(statement))


async def test_weights_are_exact_or_refused_unless_they_are_to_be_mended(world: World) -> None:
    """FR-EC-002.7, EDGE-16.5.4"""
    ada, path = await a_place(world)
    off = rubric_body(criteria=[a_criterion("A", weight=0.3), a_criterion("B", weight=0.3)])

    error = refused(await ada.browser.post(f"{path}/rubrics", json=off), 400, "BAD_REQUEST")
    assert (error["message"], error["path"]) == ("Weights must sum to 1.0", "criteria")

    mended = await ada.browser.post(f"{path}/rubrics", json={**off, "normalise": True})
    assert [each["weight"] for each in granted(mended, 201)["criteria"]] == [0.5, 0.5]
    few = refused(
        await ada.browser.post(f"{path}/rubrics", json=rubric_body(criteria=[a_criterion("A")])),
        400,
        "BAD_REQUEST",
    )
    assert few["message"] == "At least 2 criteria required"


async def test_names_are_unique_until_a_rubric_is_archived_and_all_is_told(world: World) -> None:
    ada, path = await a_place(world)
    first = await a_rubric(ada.browser, path)
    second = await a_rubric(ada.browser, path, name="Tone")
    taken = await ada.browser.post(f"{path}/rubrics", json=rubric_body())
    refused(taken, 409, "DUPLICATE_NAME")

    listed = granted(await ada.browser.get(f"{path}/rubrics?limit=1"))
    assert [item["id"] for item in listed["items"]] == [second["id"]]
    rest = granted(
        await ada.browser.get(f"{path}/rubrics", params={"cursor": listed["next_cursor"]})
    )
    assert [item["id"] for item in rest["items"]] == [first["id"]]

    assert (await ada.browser.delete(f"{path}/rubrics/{first['id']}")).status_code == 204
    assert (await ada.browser.get(f"{path}/rubrics/{first['id']}")).status_code == 404
    kept = granted(await ada.browser.get(f"{path}/rubrics/{first['id']}?version=1"))
    assert kept["archived"] is True
    assert (await a_rubric(ada.browser, path))["id"] != first["id"]
    told = granted(await ada.browser.get(f"{path}/activity"))["items"]
    assert [(each["type"], each["data"]["name"]) for each in told][:4] == [
        ("rubric.created", "Quality"),
        ("rubric.archived", "Quality"),
        ("rubric.created", "Tone"),
        ("rubric.created", "Quality"),
    ]
