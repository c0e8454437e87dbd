"""One dataset taken into another: all of it or what is new, with columns that fit, and a note of where it came from."""

import asyncio
from time import perf_counter
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.support.answers import granted, refused
from tests.support.datasets import DatasetOf, a_dataset, question
from tests.support.slowness import allowed
from tests.support.sql import execute, rows
from tests.support.world import Person, World

MANY = 10_000
FILL = """
    INSERT INTO cases (id, case_id, project_id, dataset_id, position, since, values, expected, tags, difficulty,
        metadata, split, search)
    SELECT gen_random_uuid(), gen_random_uuid(), d.project_id, d.id, n, 1,
        jsonb_build_object('question', 'Question ' || (n + {first})), NULL, '{{}}', 1 + n % 5, '{{}}', 'none', ''
    FROM datasets d, generate_series(1, {many}) n WHERE d.id = '{dataset}'
"""
SETTLE = (
    "INSERT INTO dataset_versions SELECT id, 1, project_id, {many}, 'Filled', 'Test', now() FROM datasets "
    "WHERE id = '{dataset}'",
    "UPDATE datasets SET version = 1, cases = {many}, columns = '{{question}}' WHERE id = '{dataset}'",
)  # fmt: skip


async def two(world: World) -> tuple[Person, DatasetOf, DatasetOf]:
    ada = await world.person("Ada")
    project = (await ada.create_project())["slug"]
    return ada, await a_dataset(ada, project, "Target"), await a_dataset(ada, project, "Source")


async def merge(target: DatasetOf, source: str, **body: Any) -> httpx.Response:
    return await target.browser.post(f"{target.path}/merge", json={"source": source, **body})


async def test_new_cases_come_in_as_they_are_and_known_ones_stay_out(world: World) -> None:
    _, target, source = await two(world)
    await target.add(question("Why is the sky blue?"), question("What is 2 + 2?", expected="4"))
    await source.add(
        question("  why is the SKY\nblue? "),
        question("What is 2 - 2?", expected="0", tags=["math"], difficulty=2, metadata={"from": "book"}),
        question("How far is the moon?", split="train"),
        question("HOW far is the moon?"),
        question("What is 2 + 2?", expected="5"),
    )  # fmt: skip

    merged = granted(await merge(target, source.id))

    assert merged == {"version": 2, "added": 2, "duplicates": 3}
    cases = await target.cases()
    assert [case["values"]["question"] for case in cases] == [
        "Why is the sky blue?",
        "What is 2 + 2?",
        "What is 2 - 2?",
        "How far is the moon?",
    ]
    third, fourth = cases[2:]
    assert (third["expected"], third["tags"], third["difficulty"]) == ("0", ["math"], 2)
    assert (third["metadata"], third["since"], fourth["split"]) == ({"from": "book"}, 2, "train")
    # They are cases of their own: the source is as it was, and an edit here is none there.
    assert not {case["id"] for case in cases} & {case["id"] for case in await source.cases()}
    assert (await source.now())["version"] == 1
    assert (await target.now())["cases"] == 4

    versions = granted(await target.browser.get(f"{target.path}/versions"))["items"]
    assert versions[0]["note"] == (
        "Merged 2 cases from Source (version 1); 3 duplicates were left out"
    )
    [origin] = granted(await target.browser.get(f"{target.path}/origins"))["items"]
    assert origin == {
        **origin,
        "kind": "merged",
        "version": 2,
        "added": 2,
        "asked": 5,
        "duplicates": 3,
        "source_dataset": source.id,
        "source_name": "Source",
        "source_version": 1,
        "assist": None,
        "model_name": None,
    }
    assert (
        granted(await target.browser.get(f"{target.path}/cases", params={"search": "moon"}))[
            "total"
        ]
        == 1
    )


async def test_again_there_is_nothing_new_and_no_version(world: World) -> None:
    _, target, source = await two(world)
    await source.add(question("One"), question("Two"))

    assert granted(await merge(target, source.id)) == {"version": 1, "added": 2, "duplicates": 0}
    assert granted(await merge(target, source.id)) == {"version": 1, "added": 0, "duplicates": 2}
    everything = granted(await merge(target, source.id, leave_out_duplicates=False))
    assert everything == {"version": 2, "added": 2, "duplicates": 0}
    assert await target.values("question") == ["One", "Two", "One", "Two"]


async def test_an_old_version_can_be_taken(world: World) -> None:
    _, target, source = await two(world)
    await source.add(question("Old"))
    [case] = await source.cases()
    path = f"{source.path}/cases/{case['id']}"
    granted(await source.browser.patch(path, json={"values": {"question": "New"}}))

    granted(await merge(target, source.id, version=1))
    assert await target.values("question") == ["Old"]
    granted(await merge(target, source.id))
    assert await target.values("question") == ["Old", "New"]
    refused(await merge(target, source.id, version=9), 404, "NOT_FOUND")


async def test_columns_that_do_not_fit_are_named(world: World) -> None:
    _, target, source = await two(world)
    await source.add({"values": {"question": "Why?", "context": "Because"}})
    await target.add(question("How?"))

    error = refused(await merge(target, source.id), 400, "BAD_REQUEST")
    assert error["message"] == 'The columns do not fit: Target has no "context"'
    assert (error["path"], error["details"]) == ("source", {"unknown": ["context"], "missing": []})
    error = refused(await merge(source, target.id), 400, "BAD_REQUEST")
    assert error["message"] == 'The columns do not fit: the cases of Target have no "context"'
    assert (await target.now())["version"] == 1

    # What counts is what the cases have now, not what some had once.
    [case] = await source.cases()
    granted(await source.bulk(ids=[case["id"]], delete=True))
    await source.add(question("When?"))
    assert granted(await merge(target, source.id))["added"] == 1
    assert (await target.now())["columns"] == ["question"]


async def test_a_conversation_is_compared_and_taken_too(world: World) -> None:
    _, target, source = await two(world)
    talk = {"messages": [{"role": "user", "content": "Hi"}]}
    other = {"messages": [{"role": "user", "content": "Bye"}]}
    await target.add({"values": {"chat": talk}})
    await source.add({"values": {"chat": talk}}, {"values": {"chat": other}})

    assert granted(await merge(target, source.id)) == {"version": 2, "added": 1, "duplicates": 1}


async def test_what_cannot_be_merged_is_refused(world: World) -> None:
    ada, target, source = await two(world)
    refused(await merge(target, target.id), 400, "BAD_REQUEST")
    error = refused(await merge(target, source.id), 400, "BAD_REQUEST")
    assert error["message"] == "Source has no cases to merge"
    refused(await merge(target, str(uuid4())), 404, "NOT_FOUND")
    elsewhere = await a_dataset(ada)
    await elsewhere.add(question("Not yours"))
    refused(await merge(target, elsewhere.id), 404, "NOT_FOUND")


async def test_a_locked_hold_out_takes_no_held_out_cases(world: World) -> None:
    _, target, source = await two(world)
    await target.add(question("One", split="holdout"))
    granted(await target.browser.put(f"{target.path}/holdout-lock", json={"locked": True}))
    await source.add(question("Two", split="holdout"), question("Three"))

    error = refused(await merge(target, source.id), 409, "HOLDOUT_LOCKED")
    assert error["details"]["cases"] == 1
    assert await target.values("question") == ["One"]
    granted(await target.browser.put(f"{target.path}/holdout-lock", json={"locked": False}))
    assert granted(await merge(target, source.id))["added"] == 2
    # Held out there is held out here.
    assert [case["split"] for case in await target.cases()] == ["holdout", "holdout", "none"]


async def test_two_datasets_merged_into_each_other_at_once_both_succeed(world: World) -> None:
    _, target, source = await two(world)
    await target.add(question("One"))
    await source.add(question("Two"))

    async with asyncio.TaskGroup() as tasks:
        first = tasks.create_task(merge(target, source.id))
        second = tasks.create_task(merge(source, target.id))

    assert granted(first.result())["added"] == 1
    assert granted(second.result())["added"] == 1


def fill(world: World, dataset: DatasetOf, first: int) -> None:
    names: dict[str, Any] = {"dataset": dataset.id, "many": MANY, "first": first}
    execute(world.url, FILL.format(**names), *(each.format(**names) for each in SETTLE))


async def two_large(world: World) -> tuple[DatasetOf, DatasetOf]:
    _, target, source = await two(world)
    fill(world, target, 0)
    fill(world, source, MANY // 2)
    return target, source


@pytest.mark.nightly
async def test_ten_thousand_cases_are_merged_in_a_few_seconds(world: World) -> None:
    """ARENA-3.3.11"""
    target, source = await two_large(world)

    began = perf_counter()
    granted(await merge(target, source.id))

    assert perf_counter() - began < allowed(3.0)


async def test_ten_thousand_cases_are_merged(world: World) -> None:
    """ARENA-3.3.11"""
    target, source = await two_large(world)

    merged = granted(await merge(target, source.id))

    assert merged == {"version": 2, "added": MANY // 2, "duplicates": MANY // 2}
    counted = rows(
        world.url,
        "SELECT count(*), count(DISTINCT values), max(position) FROM cases WHERE dataset_id = %s",
        target.id,
    )
    assert counted == [(MANY + MANY // 2, MANY + MANY // 2, MANY + MANY // 2)]
