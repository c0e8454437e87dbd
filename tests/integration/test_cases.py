"""Cases over the API: added, worded anew, found, changed in sets; every version stays what it was."""

import asyncio
from typing import Any

import pytest

from tests.support.answers import granted, refused
from tests.support.datasets import DatasetOf, a_dataset, question
from tests.support.world import World

HISTORY = {
    "messages": [
        {"role": "user", "content": "What is 2 + 2?"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "1", "name": "add", "arguments": '{"a": 2, "b": 2}'}],
        },
        {"role": "tool", "content": "4", "tool_call_id": "1"},
    ]
}


async def five(world: World) -> DatasetOf:
    dataset = await a_dataset(await world.person())
    await dataset.add(
        question("Apple", tags=["fruit"], difficulty=3),
        question("Bread", tags=["bakery"], difficulty=1, split="train"),
        question("Cherry", tags=["fruit", "red"], expected="A stone fruit"),
        question("Donut 100%", tags=["bakery"], difficulty=5),
        question("ÉCLAIR_x", tags=["bakery"], split="holdout"),
    )
    return dataset


async def test_added_cases_make_a_version_and_stay_in_their_order(world: World) -> None:
    dataset = await a_dataset(await world.person("Ada"))

    first = await dataset.add(question("One", expected="1", tags=["a", " a ", "b"], difficulty=2))
    second = await dataset.add(question("Two"), {"values": {"context": "C", "question": "Three"}})

    assert (first["number"], first["cases"], first["note"]) == (1, 1, "Added 1 case")
    assert (second["number"], second["cases"], second["note"]) == (2, 3, "Added 2 cases")
    assert await dataset.values("question") == ["One", "Two", "Three"]
    assert await dataset.values("question", version=1) == ["One"]
    [case, *_] = await dataset.cases()
    assert (case["expected"], case["tags"], case["difficulty"]) == ("1", ["a", "b"], 2)
    assert (await dataset.now())["columns"] == ["question", "context"]


async def test_a_value_may_be_a_conversation_with_tools(world: World) -> None:
    dataset = await a_dataset(await world.person())

    await dataset.add({"values": {"history": HISTORY}, "metadata": {"a": [1, 2.5, None, "x"]}})

    [case] = await dataset.cases()
    messages = case["values"]["history"]["messages"]
    assert [message["role"] for message in messages] == ["user", "assistant", "tool"]
    assert messages[1]["tool_calls"] == HISTORY["messages"][1]["tool_calls"]
    assert case["metadata"] == {"a": [1, 2.5, None, "x"]}
    assert len(await dataset.cases(search="2 + 2")) == 1


async def test_one_bad_case_stops_all_and_is_named(world: World) -> None:
    dataset = await a_dataset(await world.person())
    body = {"cases": [question("One"), question("Two", metadata={"a": "x" * 30_000})]}

    error = refused(
        await dataset.browser.post(f"{dataset.path}/cases", json=body), 400, "BAD_REQUEST"
    )

    assert error["path"] == "cases.1.metadata"
    assert await dataset.cases() == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"values": {}},
        {"values": {"": "x"}},
        {"values": {"n" * 101: "x"}},
        {"values": {"q": "a\x00b"}},
        {"values": {"q": {"messages": []}}},
        {"values": {"q": {"messages": [{"role": "nobody", "content": ""}]}}},
        {"values": {"\u200bq": "x"}},
        question("x", difficulty=6),
        question("x", tags=["t"] * 51),
        question("x", tags=["t" * 101]),
        question("x", split="sideways"),
        question("x", metadata=[]),
        question("x", other=1),
    ],
    ids=lambda wrong: str(wrong)[:40],
)
async def test_a_case_that_breaks_a_rule_is_refused(world: World, wrong: dict[str, Any]) -> None:
    dataset = await a_dataset(await world.person())

    answer = await dataset.browser.post(f"{dataset.path}/cases", json={"cases": [wrong]})

    refused(answer, 400, "BAD_REQUEST")


async def test_a_new_wording_keeps_the_id_and_the_place_and_the_old_version(world: World) -> None:
    dataset = await five(world)
    [apple, *_] = await dataset.cases()

    edited = granted(
        await dataset.browser.patch(
            f"{dataset.path}/cases/{apple['id']}",
            json={"values": {"question": "Pear"}, "difficulty": None},
        )
    )

    assert (edited["id"], edited["position"]) == (apple["id"], apple["position"])
    assert edited["revision"] != apple["revision"]
    assert (edited["values"], edited["difficulty"]) == ({"question": "Pear"}, None)
    assert edited["tags"] == ["fruit"]
    assert (await dataset.values("question"))[0] == "Pear"
    assert (await dataset.values("question", version=1))[0] == "Apple"
    found = granted(await dataset.browser.get(f"{dataset.path}/cases/{apple['id']}"))
    assert [found["case"]["since"], *(each["since"] for each in found["earlier"])] == [2, 1]
    assert await dataset.values("question", search="apple") == []


async def test_a_wording_that_says_the_same_makes_no_version(world: World) -> None:
    dataset = await five(world)
    [apple, *_] = await dataset.cases()

    granted(
        await dataset.browser.patch(
            f"{dataset.path}/cases/{apple['id']}", json={"tags": ["fruit"], "expected": ""}
        )
    )

    assert (await dataset.now())["version"] == 1


async def test_who_saw_an_older_wording_is_told(world: World) -> None:
    dataset = await five(world)
    [apple, *_] = await dataset.cases()
    path = f"{dataset.path}/cases/{apple['id']}"
    first = {"values": {"question": "Pear"}, "revision": apple["revision"]}
    granted(await dataset.browser.patch(path, json=first))

    answer = await dataset.browser.patch(path, json=first | {"values": {"question": "Plum"}})

    refused(answer, 409, "EDIT_CONFLICT")
    assert (await dataset.values("question"))[0] == "Pear"


async def test_changes_at_the_same_time_make_one_version_each(world: World) -> None:
    dataset = await five(world)
    cases = await dataset.cases()

    async with asyncio.TaskGroup() as group:
        for case in cases:
            body = {"expected": f"of {case['values']['question']}"}
            group.create_task(
                dataset.browser.patch(f"{dataset.path}/cases/{case['id']}", json=body)
            )
        for number in range(5):
            group.create_task(dataset.add(question(f"New {number}")))

    now = await dataset.now()
    assert (now["version"], now["cases"]) == (11, 10)
    versions = granted(await dataset.browser.get(f"{dataset.path}/versions"))["items"]
    assert [each["number"] for each in versions] == list(range(11, 0, -1))
    for each in versions:
        assert len(await dataset.cases(version=each["number"])) == each["cases"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"search": "BREAD"}, ["Bread"]),
        ({"search": "stone"}, ["Cherry"]),
        ({"search": "éclair"}, ["ÉCLAIR_x"]),
        ({"search": "%"}, ["Donut 100%"]),
        ({"search": "_"}, ["ÉCLAIR_x"]),
        ({"search": "red"}, ["Cherry"]),
        ({"search": "nowhere"}, []),
        ({"tag": "fruit"}, ["Apple", "Cherry"]),
        ({"tag": "fru"}, []),
        ({"split": "train"}, ["Bread"]),
        ({"split": "none", "tag": "bakery"}, ["Donut 100%"]),
        ({"difficulty": 5}, ["Donut 100%"]),
        ({"sort": "newest"}, ["ÉCLAIR_x", "Donut 100%", "Cherry", "Bread", "Apple"]),
        ({"sort": "easiest"}, ["Bread", "Apple", "Donut 100%", "Cherry", "ÉCLAIR_x"]),
        ({"sort": "hardest"}, ["Donut 100%", "Apple", "Bread", "Cherry", "ÉCLAIR_x"]),
    ],
    ids=str,
)
async def test_cases_are_found_and_sorted_over_pages(
    world: World, query: dict[str, Any], found: list[str]
) -> None:
    dataset = await five(world)

    assert await dataset.values("question", **query) == found
    assert await dataset.values("question", limit=2, **query) == found
    first = granted(await dataset.browser.get(f"{dataset.path}/cases", params=query))
    assert first["total"] == len(found)


async def test_what_changed_last_comes_first_if_wanted(world: World) -> None:
    dataset = await five(world)
    cases = await dataset.cases()
    for case in (cases[3], cases[1]):
        granted(await dataset.bulk(ids=[case["id"]], add_tags=["seen"]))

    found = await dataset.values("question", sort="changed", limit=2)

    assert found == ["Bread", "Donut 100%", "Apple", "Cherry", "ÉCLAIR_x"]


async def test_many_cases_change_as_one_version_and_only_those_that_differ(world: World) -> None:
    dataset = await five(world)

    done = granted(
        await dataset.bulk(
            filter={"tag": "bakery"},
            add_tags=["sweet", "bakery"],
            remove_tags=["none"],
            difficulty=1,
        )
    )

    assert (done["changed"], done["dataset"]["version"]) == (3, 2)
    found = {case["values"]["question"]: case for case in await dataset.cases()}
    assert found["Bread"]["tags"] == ["bakery", "sweet"]
    assert {name: case["since"] for name, case in found.items()} == {
        "Apple": 1,
        "Bread": 2,
        "Cherry": 1,
        "Donut 100%": 2,
        "ÉCLAIR_x": 2,
    }
    assert [case["difficulty"] for case in await dataset.cases(tag="sweet")] == [1, 1, 1]
    again = granted(await dataset.bulk(filter={"tag": "bakery"}, add_tags=["sweet"], difficulty=1))
    assert (again["changed"], again["dataset"]["version"]) == (0, 2)
    assert await dataset.values("question", version=1, tag="sweet") == []


async def test_tags_are_taken_away_and_difficulty_is_cleared(world: World) -> None:
    dataset = await five(world)

    granted(await dataset.bulk(filter={}, remove_tags=["fruit"], clear_difficulty=True))

    assert await dataset.cases(tag="fruit") == []
    assert {case["difficulty"] for case in await dataset.cases()} == {None}
    tags = granted(await dataset.browser.get(f"{dataset.path}/tags"))["items"]
    assert [(each["tag"], each["cases"]) for each in tags] == [("bakery", 3), ("red", 1)]


async def test_deleted_cases_are_gone_from_here_on_and_stay_in_older_versions(world: World) -> None:
    dataset = await five(world)
    [apple, *_] = await dataset.cases()

    done = granted(await dataset.bulk(filter={"tag": "fruit"}, delete=True))

    assert (done["changed"], done["dataset"]["cases"]) == (2, 3)
    assert len(await dataset.cases()) == 3
    assert len(await dataset.cases(version=1)) == 5
    path = f"{dataset.path}/cases/{apple['id']}"
    assert granted(await dataset.browser.get(path))["case"]["until"] == 2
    refused(await dataset.browser.patch(path, json={"expected": "x"}), 404, "NOT_FOUND")


@pytest.mark.parametrize(
    "body",
    [
        {"delete": True},
        {"filter": {}},
        {"ids": [], "delete": True},
        {"filter": {}, "difficulty": 9},
        {"filter": {"colour": "red"}, "delete": True},
    ],
    ids=str,
)
async def test_a_change_must_say_which_cases_and_what(world: World, body: dict[str, Any]) -> None:
    """Nothing left out may mean "all"."""
    dataset = await five(world)

    refused(await dataset.bulk(**body), 400, "BAD_REQUEST")

    assert (await dataset.now())["version"] == 1


async def test_a_case_does_not_get_more_tags_than_it_may_have(world: World) -> None:
    dataset = await a_dataset(await world.person())
    await dataset.add(question("One", tags=[f"t{number}" for number in range(49)]))

    granted(await dataset.bulk(filter={}, add_tags=["t0", "x"]))
    error = refused(await dataset.bulk(filter={}, add_tags=["y"]), 400, "BAD_REQUEST")
    granted(await dataset.bulk(filter={}, add_tags=["y"], remove_tags=["x"]))

    assert error["path"] == "add_tags"
    assert len((await dataset.cases())[0]["tags"]) == 50


async def test_the_hold_out_is_dealt_by_seed_and_share(world: World) -> None:
    dataset = await a_dataset(await world.person())
    await dataset.add(*(question(f"Question {number}") for number in range(20)))
    path = f"{dataset.path}/splits"

    granted(await dataset.browser.post(path, json={"holdout_share": 0.25, "seed": 7}))
    first = await dataset.values("question", split="holdout")
    again = granted(await dataset.browser.post(path, json={"holdout_share": 0.25, "seed": 7}))
    granted(await dataset.browser.post(path, json={"holdout_share": 0.25, "seed": 8}))

    assert len(first) == 5
    assert again["version"] == 2
    assert len(await dataset.cases(split="train")) == 15
    assert await dataset.values("question", split="holdout") != first
    assert await dataset.values("question", split="holdout", version=2) == first
    assert (await dataset.now())["cases"] == 20


async def test_a_locked_hold_out_lets_nothing_in_out_or_change(world: World) -> None:
    dataset = await five(world)
    lock = f"{dataset.path}/holdout-lock"
    assert granted(await dataset.browser.put(lock, json={"locked": True}))["holdout_locked"]
    [held] = await dataset.cases(split="holdout")
    [apple, *_] = await dataset.cases()
    upload = await dataset.browser.post(
        f"{dataset.project}/imports?filename=a.csv", content=b"q,split\na,test\n"
    )

    answers = [
        await dataset.browser.patch(f"{dataset.path}/cases/{held['id']}", json={"expected": "x"}),
        await dataset.browser.patch(
            f"{dataset.path}/cases/{apple['id']}", json={"split": "holdout"}
        ),
        await dataset.browser.post(
            f"{dataset.path}/cases", json={"cases": [question("x", split="holdout")]}
        ),
        await dataset.browser.post(
            f"{dataset.path}/import", json={"upload": granted(upload, 201)["upload"]}
        ),
        await dataset.browser.post(f"{dataset.path}/splits", json={"holdout_share": 0.5}),
        await dataset.bulk(filter={}, add_tags=["x"]),
        await dataset.bulk(ids=[held["id"]], delete=True),
        await dataset.bulk(ids=[apple["id"]], split="holdout"),
    ]

    for answer in answers:
        refused(answer, 409, "HOLDOUT_LOCKED")
    assert (await dataset.now())["version"] == 1
    granted(await dataset.bulk(ids=[apple["id"]], add_tags=["x"]))
    granted(await dataset.bulk(filter={"split": "train"}, delete=True))
    granted(await dataset.browser.put(lock, json={"locked": False}))
    granted(await dataset.bulk(ids=[held["id"]], delete=True))


async def test_two_versions_are_compared_case_by_case(world: World) -> None:
    dataset = await five(world)
    apple, bread, cherry, *_ = await dataset.cases()
    granted(await dataset.bulk(ids=[apple["id"]], delete=True))
    granted(await dataset.bulk(ids=[bread["id"]], add_tags=["new"]))
    granted(await dataset.bulk(ids=[cherry["id"]], add_tags=["new"]))
    granted(await dataset.bulk(ids=[cherry["id"]], remove_tags=["new"]))
    await dataset.add(question("Fig"))

    async def compare(**query: int) -> dict[str, Any]:
        return granted(await dataset.browser.get(f"{dataset.path}/compare", params=query))

    found = await compare(a=1, b=6)
    page = await compare(a=1, b=6, limit=2)
    backwards = await compare(a=6, b=1)
    whole = await compare(a=0, b=1)

    counts = ("added", "removed", "changed", "same")
    assert [found[name] for name in counts] == [1, 1, 1, 3]
    assert [backwards[name] for name in counts] == [1, 1, 1, 3]
    assert [whole[name] for name in counts] == [5, 0, 0, 0]
    assert [(each["id"], each["change"]) for each in found["items"]][:2] == [
        (apple["id"], "removed"),
        (bread["id"], "changed"),
    ]
    assert found["items"][1]["before"]["tags"] == ["bakery"]
    assert found["items"][1]["after"]["tags"] == ["bakery", "new"]
    assert found["items"][2]["after"]["values"] == {"question": "Fig"}
    assert page["items"] == found["items"][:2]
    answer = await dataset.browser.get(
        f"{dataset.path}/compare", params={"a": 1, "b": 6, "cursor": page["next_cursor"]}
    )
    assert granted(answer)["items"] == found["items"][2:]
    missing = await dataset.browser.get(f"{dataset.path}/compare", params={"a": 1, "b": 99})
    refused(missing, 404, "NOT_FOUND")
