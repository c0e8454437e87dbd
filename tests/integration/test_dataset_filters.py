"""Datasets found by what their cases are, also where there are ten thousand of them."""

from statistics import median
from time import perf_counter
from typing import Any

import httpx
import pytest

from tests.support.answers import all_items, granted, refused
from tests.support.datasets import a_dataset, question
from tests.support.slowness import allowed
from tests.support.sql import execute
from tests.support.world import API, World

MANY = 10_000
# Each has a few cases; one in a hundred is about rivers, one in fifty is hard. The last has ten thousand.
DATASETS = """
    INSERT INTO datasets (id, project_id, name, kind, description, columns, version, cases, holdout_locked,
        created_at, updated_at)
    SELECT gen_random_uuid(), '{project}', 'Set ' || lpad(n::text, 5, '0'), 'golden', '', '{{question}}', 0, 0,
        false, now(), now()
    FROM generate_series(1, {many}) n
"""
CASES = """
    INSERT INTO cases (id, case_id, project_id, dataset_id, position, since, values, expected, tags, difficulty,
        metadata, split, search)
    SELECT gen_random_uuid(), gen_random_uuid(), d.project_id, d.id, n, 1,
        jsonb_build_object('question', d.name || ' ' || n), NULL,
        ARRAY['common', CASE WHEN d.name LIKE '%00' AND n = 1 THEN 'rivers' ELSE 'other' END],
        CASE WHEN d.name LIKE '%50' AND n = 2 THEN 5 ELSE 1 + n % 4 END, '{{}}', 'none',
        lower(d.name || ' ' || n)
    FROM datasets d, generate_series(1, CASE WHEN d.name = 'Set {many}' THEN {many} ELSE 5 END) n
    WHERE d.project_id = '{project}' AND d.name LIKE 'Set %'
"""
SETTLE = (
    "INSERT INTO dataset_versions SELECT id, 1, project_id, 5, 'Filled', 'Test', now() FROM datasets "
    "WHERE project_id = '{project}' AND name LIKE 'Set %'",
    "UPDATE datasets SET version = 1, cases = 5 WHERE project_id = '{project}' AND name LIKE 'Set %'",
    "ANALYZE datasets, cases",
)  # fmt: skip


async def test_datasets_are_found_by_the_tags_and_difficulties_of_their_cases(world: World) -> None:
    """ARENA-3.3.2, ARENA-3.3.3"""
    ada = await world.person("Ada")
    project = (await ada.create_project())["slug"]
    one = await a_dataset(ada, project, "One")
    two = await a_dataset(ada, project, "Two")
    await one.add(question("a", tags=["logic"], difficulty=2), question("b", difficulty=5))
    await two.add(question("a", tags=["logic", "math"], difficulty=4))

    async def names(**query: Any) -> list[str]:
        found = granted(await ada.browser.get(f"{one.project}/datasets", params=query))["items"]
        return [each["name"] for each in found]

    assert await names(tag="logic") == ["Two", "One"]
    assert await names(tag="math") == ["Two"]
    assert await names(difficulty=5) == ["One"]
    # Of both, one case must be both.
    assert await names(tag="logic", difficulty=2) == ["One"]
    assert await names(tag="logic", difficulty=5) == []
    assert await names(tag="logic", search="tw") == ["Two"]
    assert await names(tag="log") == []
    for wrong in ({"difficulty": 0}, {"difficulty": 6}, {"tag": "x" * 101}):
        refused(await ada.browser.get(f"{one.project}/datasets", params=wrong), 400, "BAD_REQUEST")

    # What a case had once does not count.
    [case, _] = await one.cases()
    granted(await one.bulk(ids=[case["id"]], remove_tags=["logic"]))
    assert await names(tag="logic") == ["Two"]


async def test_the_tags_of_all_datasets_are_there_to_choose_from(world: World) -> None:
    """ARENA-3.3.3"""
    ada = await world.person("Ada")
    project = (await ada.create_project())["slug"]
    one = await a_dataset(ada, project, "One")
    two = await a_dataset(ada, project, "Two")
    gone = await a_dataset(ada, project, "Gone")
    elsewhere = await a_dataset(ada)
    await one.add(question("a", tags=["logic", "old"]), question("b", tags=["math"]), question("c"))
    await two.add(question("a", tags=["math"]))
    await gone.add(question("a", tags=["forgotten"]))
    await elsewhere.add(question("a", tags=["foreign"]))
    [case, *_] = await one.cases()
    granted(await one.bulk(ids=[case["id"]], remove_tags=["old"]))
    granted(await ada.browser.delete(gone.path), 204)

    found = granted(await ada.browser.get(f"{one.project}/datasets/tags"))["items"]

    assert found == [{"tag": "math", "cases": 2}, {"tag": "logic", "cases": 1}]


async def many_datasets(world: World) -> tuple[httpx.AsyncClient, str]:
    ada = await world.person("Ada")
    project = await ada.create_project()
    names: dict[str, Any] = {"project": project["id"], "many": MANY}
    execute(world.url, *(each.format(**names) for each in (DATASETS, CASES, *SETTLE)))
    return ada.browser, f"{API}/projects/{project['slug']}/datasets"


async def cases_of_the_largest(browser: httpx.AsyncClient, path: str) -> list[dict[str, Any]]:
    found = granted(await browser.get(path, params={"search": f"Set {MANY}"}))["items"]
    [largest] = [each["id"] for each in found if each["name"] == f"Set {MANY}"]
    return await all_items(browser, f"{path}/{largest}/cases", limit=100)


@pytest.mark.nightly
async def test_ten_thousand_datasets_are_paged_and_filtered(world: World) -> None:
    """ARENA-3.3.11"""
    browser, path = await many_datasets(world)

    tags = granted(await browser.get(f"{path}/tags"))["items"]
    listed = await all_items(browser, path, limit=100, search="Set ")

    assert tags[0] == {"tag": "common", "cases": 6 * MANY - 5}
    assert len(await all_items(browser, path, limit=100, tag="rivers")) == MANY // 100
    assert len(await all_items(browser, path, limit=100, difficulty=5)) == MANY // 100
    assert len({each["id"] for each in listed}) == MANY
    assert len({case["id"] for case in await cases_of_the_largest(browser, path)}) == MANY


@pytest.mark.nightly
async def test_ten_thousand_datasets_are_paged_and_filtered_quickly(world: World) -> None:
    """ARENA-3.3.11"""
    browser, path = await many_datasets(world)

    async def usual_time(path: str, **query: Any) -> float:
        times: list[float] = []
        for _ in range(5):
            began = perf_counter()
            granted(await browser.get(path, params=query))
            times.append(perf_counter() - began)
        return median(times)

    queries: tuple[dict[str, Any], ...] = (
        {},
        {"tag": "rivers"},
        {"tag": "common"},
        {"difficulty": 5},
        {"difficulty": 1},
        {"tag": "nowhere"},
        {"tag": "rivers", "difficulty": 2},
        {"search": "09999"},
    )
    took = {str(query): await usual_time(path, **query) for query in queries}
    assert max(took.values()) < allowed(0.3), took
    assert await usual_time(f"{path}/tags") < allowed(0.5)
    began = perf_counter()
    await cases_of_the_largest(browser, path)
    assert (perf_counter() - began) / (MANY / 100) < allowed(0.3)
