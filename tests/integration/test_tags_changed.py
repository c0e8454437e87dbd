"""Tags of a whole dataset: renamed, merged and removed, each as one version that says so."""

from typing import Any

import httpx

from tests.support.answers import granted, refused
from tests.support.datasets import DatasetOf, a_dataset, question
from tests.support.world import World


async def tagged(world: World) -> DatasetOf:
    dataset = await a_dataset(await world.person("Ada"))
    await dataset.add(
        question("One", tags=["maths", "hard"]),
        question("Two", tags=["math"]),
        question("Three", tags=["math", "maths", "numbers"]),
        question("Four", tags=["history"]),
        question("Five"),
    )
    return dataset


async def change(dataset: DatasetOf, **body: Any) -> httpx.Response:
    return await dataset.browser.post(f"{dataset.path}/tags", json=body)


async def tags(dataset: DatasetOf, **query: Any) -> list[list[str]]:
    return [case["tags"] for case in await dataset.cases(**query)]


async def notes(dataset: DatasetOf) -> list[str]:
    found = granted(await dataset.browser.get(f"{dataset.path}/versions"))["items"]
    return [version["note"] for version in found]


async def test_a_tag_is_renamed_on_every_case_that_has_it(world: World) -> None:
    """ARENA-3.3.6"""
    dataset = await tagged(world)

    done = granted(await change(dataset, action="rename", tags=["history"], to="the past"))

    assert (done["changed"], done["note"]) == (1, "Renamed tag history to the past on 1 case")
    assert (done["dataset"]["version"], done["dataset"]["cases"]) == (2, 5)
    assert (await tags(dataset))[3] == ["the past"]
    assert (await notes(dataset))[0] == done["note"]
    # The version of before is what it was.
    assert (await tags(dataset, version=1))[3] == ["history"]
    counts = granted(await dataset.browser.get(f"{dataset.path}/tags"))["items"]
    assert {"tag": "the past", "cases": 1} in counts
    assert "history" not in {each["tag"] for each in counts}


async def test_tags_are_merged_and_no_case_has_one_twice(world: World) -> None:
    dataset = await tagged(world)

    done = granted(await change(dataset, action="merge", tags=["maths", "math", "numbers"], to="math"))  # fmt: skip

    assert done["note"] == "Merged tags maths, numbers into math on 2 cases"
    assert await tags(dataset) == [["hard", "math"], ["math"], ["math"], ["history"], []]
    # One that nobody has is made on the way.
    done = granted(await change(dataset, action="merge", tags=["math", "history"], to="school"))
    assert done["changed"] == 4
    assert await tags(dataset, tag="school") == [["hard", "school"], ["school"], ["school"], ["school"]]  # fmt: skip


async def test_tags_are_removed(world: World) -> None:
    """ARENA-3.3.6"""
    dataset = await tagged(world)

    done = granted(await change(dataset, action="remove", tags=["math", "hard", "unknown"]))

    assert done["note"] == "Removed tags math, hard, unknown from 3 cases"
    assert await tags(dataset) == [["maths"], [], ["maths", "numbers"], ["history"], []]


async def test_what_makes_no_sense_is_refused_and_makes_no_version(world: World) -> None:
    dataset = await tagged(world)

    error = refused(
        await change(dataset, action="rename", tags=["maths"], to="math"), 409, "DUPLICATE_NAME"
    )
    assert error["message"] == "The tag math already exists"
    assert error["next_step"] == "Merge maths into it, or choose another name."
    refused(await change(dataset, action="remove", tags=["nobody has it"]), 404, "NOT_FOUND")
    refused(await change(dataset, action="rename", tags=["nobody has it"], to="x"), 404, "NOT_FOUND")  # fmt: skip
    wrong_ones: tuple[dict[str, Any], ...] = (
        {"action": "rename", "tags": ["math", "maths"], "to": "x"},
        {"action": "rename", "tags": ["math"]},
        {"action": "remove", "tags": ["math"], "to": "x"},
        {"action": "remove", "tags": []},
        {"action": "paint", "tags": ["math"]},
        {"action": "merge", "tags": ["math"], "to": "x" * 101},
    )
    for wrong in wrong_ones:
        refused(await change(dataset, **wrong), 400, "BAD_REQUEST")
    assert (await dataset.now())["version"] == 1


async def test_a_locked_hold_out_keeps_its_tags(world: World) -> None:
    dataset = await tagged(world)
    first = (await dataset.cases())[0]["id"]
    granted(await dataset.bulk(ids=[first], split="holdout"))
    granted(await dataset.browser.put(f"{dataset.path}/holdout-lock", json={"locked": True}))

    error = refused(await change(dataset, action="remove", tags=["hard"]), 409, "HOLDOUT_LOCKED")
    assert error["details"]["cases"] == 1
    refused(await change(dataset, action="merge", tags=["maths"], to="math"), 409, "HOLDOUT_LOCKED")
    # What no held-out case has can still be changed.
    assert granted(await change(dataset, action="rename", tags=["history"], to="past"))["changed"] == 1  # fmt: skip
    assert (await tags(dataset))[0] == ["maths", "hard"]


async def test_a_case_with_as_many_tags_as_it_may_have_can_be_renamed(world: World) -> None:
    dataset = await a_dataset(await world.person("Ada"))
    await dataset.add(question("Full", tags=[f"tag {number}" for number in range(50)]))

    granted(await change(dataset, action="rename", tags=["tag 7"], to="seven"))

    [found] = await tags(dataset)
    assert len(found) == 50
    assert "seven" in found
