"""Datasets over the API: made, renamed, removed; and versions that the database itself refuses to change."""

from collections.abc import Callable
from uuid import uuid4

import psycopg
import pytest

from tests.support.answers import granted, refused
from tests.support.datasets import DatasetOf, a_dataset, question
from tests.support.sql import execute, rows, value
from tests.support.world import API, Person, World


async def test_a_new_dataset_is_empty_and_in_the_list(world: World) -> None:
    """FR-UM-003.12"""
    ada = await world.person("Ada")
    dataset = await a_dataset(ada)

    found = granted(await ada.browser.get(f"{dataset.project}/datasets"))["items"]

    assert [each["name"] for each in found] == ["Questions", "Golden"]
    assert (found[0]["version"], found[0]["cases"], found[0]["columns"]) == (0, 0, [])
    assert await dataset.cases() == []


async def test_the_golden_dataset_of_a_new_project_takes_cases(world: World) -> None:
    """FR-PM-001.16, FR-EC-004.1"""
    ada = await world.person("Ada")
    slug = (await ada.create_project())["slug"]
    [golden] = granted(await ada.browser.get(f"{API}/projects/{slug}/datasets"))["items"]
    dataset = DatasetOf(ada.browser, slug, golden["id"])

    await dataset.add(question("One"))

    assert (golden["name"], golden["kind"]) == ("Golden", "golden")
    assert (await dataset.now())["cases"] == 1


async def test_datasets_are_found_by_name_and_kind(world: World) -> None:
    """FR-EC-004.1"""
    ada = await world.person("Ada")
    dataset = await a_dataset(ada)
    for name, kind in (("100% of_it", "adversarial"), ("100 of it", "synthetic")):
        body = {"name": name, "kind": kind}
        granted(await ada.browser.post(f"{dataset.project}/datasets", json=body), 201)

    async def names(**query: str) -> list[str]:
        answer = await ada.browser.get(f"{dataset.project}/datasets", params=query)
        return [each["name"] for each in granted(answer)["items"]]

    assert await names(search="% OF_") == ["100% of_it"]
    assert await names(kind="synthetic") == ["100 of it"]
    assert await names(search="quest") == ["Questions"]


async def test_a_name_is_taken_until_its_dataset_is_removed(world: World) -> None:
    ada = await world.person("Ada")
    dataset = await a_dataset(ada)
    path = f"{dataset.project}/datasets"

    refused(await ada.browser.post(path, json={"name": "Questions"}), 409, "DUPLICATE_NAME")
    other = granted(await ada.browser.post(path, json={"name": "Other"}), 201)
    renamed = await ada.browser.patch(f"{path}/{other['id']}", json={"name": "Questions"})
    refused(renamed, 409, "DUPLICATE_NAME")
    granted(await ada.browser.delete(dataset.path), 204)

    renamed = await ada.browser.patch(f"{path}/{other['id']}", json={"name": "Questions"})
    assert granted(renamed)["name"] == "Questions"
    assert [each["name"] for each in granted(await ada.browser.get(path))["items"]] == [
        "Questions",
        "Golden",
    ]


async def test_a_removed_dataset_is_gone_but_its_cases_stay_for_runs(world: World) -> None:
    ada = await world.person("Ada")
    dataset = await a_dataset(ada)
    await dataset.add(question("One"))

    granted(await ada.browser.delete(dataset.path), 204)

    refused(await ada.browser.get(dataset.path), 404, "NOT_FOUND")
    refused(await ada.browser.get(f"{dataset.path}/cases"), 404, "NOT_FOUND")
    refused(await ada.browser.get(f"{dataset.path}/export"), 404, "NOT_FOUND")
    more = {"cases": [question("Two")]}
    refused(await ada.browser.post(f"{dataset.path}/cases", json=more), 404, "NOT_FOUND")
    assert value(world.url, "SELECT count(*) FROM cases") == 1


async def test_name_kind_and_description_are_edited_and_are_no_part_of_a_version(
    world: World,
) -> None:
    """ARENA-3.3.5"""
    ada = await world.person("Ada")
    dataset = await a_dataset(ada)
    await dataset.add(question("One"))
    new = {"name": "Riddles", "kind": "adversarial", "description": "What nobody knows"}

    edited = granted(await ada.browser.patch(dataset.path, json=new))

    assert edited == edited | new | {"version": 1, "cases": 1}
    assert await dataset.now() == edited


async def test_what_is_not_there_is_said_plainly(world: World) -> None:
    """ARENA-3.3.10"""
    ada = await world.person("Ada")
    dataset = await a_dataset(ada)
    nowhere, nothing = f"{dataset.project}/datasets/{uuid4()}", f"{dataset.path}/cases/{uuid4()}"

    for answer in (
        await ada.browser.get(nowhere),
        await ada.browser.patch(nowhere, json={"name": "New"}),
        await ada.browser.delete(nowhere),
    ):
        error = refused(answer, 404, "NOT_FOUND")
        assert error["message"] == "No such dataset in this project"
    for answer in (
        await ada.browser.get(nothing),
        await ada.browser.patch(nothing, json={"expected": "x"}),
    ):
        assert refused(answer, 404, "NOT_FOUND")["message"] == "No such case in this dataset"


async def test_what_happened_is_told_and_recorded(world: World) -> None:
    ada = await world.person("Ada")
    dataset = await a_dataset(ada)
    await dataset.add(question("A secret question"))
    await ada.browser.patch(dataset.path, json={"description": "New", "kind": "regression"})
    await ada.browser.patch(dataset.path, json={"description": "New"})
    await ada.browser.delete(dataset.path)

    told = granted(await ada.browser.get(f"{dataset.project}/activity"))["items"]
    audit = granted(await ada.browser.get(f"{dataset.project}/audit"))["items"]

    assert [each["type"] for each in told[:4]] == [
        "dataset.removed",
        "dataset.changed",
        "dataset.changed",
        "dataset.created",
    ]
    assert told[1]["data"]["changed"] == ["description", "kind"]
    assert (told[2]["data"]["version"], told[2]["data"]["note"]) == (1, "Added 1 case")
    assert [each["action"] for each in audit[:4]] == [
        "dataset.removed",
        "dataset.changed",
        "dataset.version_made",
        "dataset.created",
    ]
    assert "secret question" not in str(told) + str(audit)


async def test_an_archived_project_takes_no_cases(world: World) -> None:
    ada = await world.person("Ada")
    dataset = await a_dataset(ada)
    await ada.browser.post(f"{dataset.project}/archive")

    body = {"cases": [question("One")]}
    refused(await ada.browser.post(f"{dataset.path}/cases", json=body), 409, "PROJECT_ARCHIVED")
    refused(await ada.browser.delete(dataset.path), 409, "PROJECT_ARCHIVED")
    upload = await ada.browser.post(f"{dataset.project}/imports?filename=a.csv", content=b"q\na")
    refused(upload, 409, "PROJECT_ARCHIVED")


async def test_a_file_of_another_project_is_not_imported(world: World) -> None:
    ada, eve = await world.person("Ada"), await world.person("Eve")
    theirs, own = await a_dataset(ada), await a_dataset(eve)
    sent = await ada.browser.post(f"{theirs.project}/imports?filename=a.csv", content=b"q\na")

    answer = await eve.browser.post(
        f"{own.path}/import", json={"upload": granted(sent, 201)["upload"]}
    )

    refused(answer, 404, "NOT_FOUND")


async def test_a_viewer_reads_and_exports_and_changes_nothing(world: World) -> None:
    """FR-UM-003.4, .5"""
    ada = await world.person("Ada")
    dataset = await a_dataset(ada)
    await dataset.add(question("One"))
    viewer = await _member(world, ada, dataset)

    assert await viewer.values("question") == ["One"]
    assert (await viewer.browser.get(f"{viewer.path}/export")).text.count("One") == 1
    refused(await viewer.bulk(filter={}, delete=True), 403, "FORBIDDEN")


async def _member(world: World, owner: Person, dataset: DatasetOf) -> DatasetOf:
    slug = dataset.project.rsplit("/", 1)[1]
    viewer = await world.member(owner, slug, "VIEWER")
    return DatasetOf(viewer.browser, slug, dataset.id)


def _statements(dataset: str) -> dict[str, str]:
    case = f"dataset_id = '{dataset}'"
    return {
        "change a case": f"UPDATE cases SET expected = 'x' WHERE {case}",
        "move a case to another version": f"UPDATE cases SET since = 2 WHERE {case}",
        "bring a deleted case back": f"UPDATE cases SET until = NULL WHERE {case} AND until IS NOT NULL",
        "end a case a second time": f"UPDATE cases SET until = 9 WHERE {case} AND until IS NOT NULL",
        "end a case in a version that is settled": f"UPDATE cases SET until = 2 WHERE {case} AND until IS NULL",
        "delete a case": f"DELETE FROM cases WHERE {case}",
        "put a case into a version that is settled": "INSERT INTO cases (id, case_id, project_id, dataset_id, "
        "position, since, values, tags, metadata, split, search) SELECT gen_random_uuid(), gen_random_uuid(), "
        f"project_id, dataset_id, 99, 2, values, tags, metadata, split, search FROM cases WHERE {case} LIMIT 1",
        "change a version": f"UPDATE dataset_versions SET cases = 0 WHERE {case}",
        "delete a version": f"DELETE FROM dataset_versions WHERE {case}",
    }


@pytest.mark.parametrize("what", _statements(""))
async def test_the_database_refuses_to_change_a_version(world: World, what: str) -> None:
    dataset = await a_dataset(await world.person())
    await dataset.add(question("One"), question("Two"))
    [first, _] = await dataset.cases()
    granted(await dataset.bulk(ids=[first["id"]], delete=True))

    with pytest.raises(psycopg.errors.RestrictViolation, match=r"never|ended"):
        execute(world.url, _statements(dataset.id)[what])


BREAKS: dict[str, Callable[[str], str]] = {
    "difficulty": lambda row: row.replace("NULL::smallint", "6::smallint"),
    "split": lambda row: row.replace("'none'", "'other'"),
    "tags": lambda row: row.replace("'{}'::text[]", "array_fill('a'::text, ARRAY[51])"),
    "values": lambda row: row.replace("""'{"q": ""}'""", "'[]'"),
    "versions": lambda row: row.replace("9, 9,", "9, 0,"),
}


@pytest.mark.parametrize("limit", BREAKS)
async def test_the_database_holds_the_limits_of_cases_too(world: World, limit: str) -> None:
    dataset = await a_dataset(await world.person())
    row = (
        "INSERT INTO cases (id, case_id, project_id, dataset_id, position, since, values, tags, difficulty, "
        "metadata, split, search) SELECT gen_random_uuid(), gen_random_uuid(), project_id, id, 9, 9, "
        """'{"q": ""}', '{}'::text[], NULL::smallint, '{}', 'none', '' FROM datasets """
        f"WHERE id = '{dataset.id}'"
    )
    execute(world.url, row)

    with pytest.raises(psycopg.errors.CheckViolation):
        execute(world.url, BREAKS[limit](row))


async def test_cases_are_found_through_an_index_by_dataset_and_by_tag(world: World) -> None:
    """DATA-8.1.4"""
    found = {row[0] for row in rows(world.url, "SELECT indexdef FROM pg_indexes")}

    assert any('cases USING btree (dataset_id, "position"' in each for each in found)
    assert any("cases USING gin (tags)" in each for each in found)
    assert any("dataset_versions USING btree (dataset_id, number)" in each for each in found)
