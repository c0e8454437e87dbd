"""Questions that a model makes.

What shapes them, how they are kept, where they came from, and what is said when it fails.
"""

import asyncio
from collections.abc import AsyncGenerator
from decimal import Decimal
from typing import Any
from uuid import uuid4

import psycopg
import pytest
import pytest_asyncio

from tests.support.answers import granted, refused
from tests.support.datasets import DatasetOf, question
from tests.support.gateway import Bench, Gateway, a_gateway_of_its_own
from tests.support.generation import generated, saved
from tests.support.postgres import TestServer
from tests.support.sql import execute, rows, value

# One worker for the whole module: starting one takes seconds, and each test has a project of its own.
pytestmark = pytest.mark.asyncio(loop_scope="module")

TOPIC: dict[str, Any] = {
    "topic": "photosynthesis",
    "types": ["logic", "coding"],
    "difficulty": "hard",
}
PROMPT = "Ask about leaves, and never about roots."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Gateway]:
    home = tmp_path_factory.mktemp("worker")
    async with a_gateway_of_its_own(postgres, home, EDISON_MODEL_TIMEOUT_S="3") as gateway:
        yield gateway


@pytest_asyncio.fixture(loop_scope="module")
async def bench(gateway: Gateway) -> AsyncGenerator[Bench]:
    """A project with a key that opens every model of the simulator, one of which has a price."""
    await gateway.sim.reset()
    bench = await gateway.bench()
    granted(await bench.add_openai(), 201)
    await bench.priced("sim-medium")
    yield bench
    await gateway.sim.reset()


async def a_dataset(bench: Bench, *cases: dict[str, Any], name: str = "Mine") -> DatasetOf:
    made = granted(await bench.browser.post(f"{bench.path}/datasets", json={"name": name}), 201)
    dataset = DatasetOf(bench.browser, bench.project["slug"], made["id"])
    if cases:
        await dataset.add(*cases)
    return dataset


async def save(bench: Bench, assist: str, **body: Any) -> Any:
    return await bench.browser.post(
        f"{bench.path}/datasets/generated", json={"assist": assist, **body}
    )


async def test_ten_questions_of_a_topic_become_a_dataset_that_knows_where_it_came_from(
    bench: Bench,
) -> None:
    """ARENA-3.2.1 to ARENA-3.2.7, ARENA-3.3.4"""
    done = await generated(bench, instructions=PROMPT, **TOPIC)

    assert (done["state"], done["problem"]) == ("done", None)
    cases = done["result"]["cases"]
    assert len(cases) == done["result"]["asked"] == 10
    assert all(list(case["values"]) == ["question"] for case in cases)
    assert {case["difficulty"] for case in cases} == {4, 5}
    assert all({"logic", "coding"} & set(case["tags"]) for case in cases)

    made = await saved(bench, done)
    assert (made["name"], made["kind"]) == ("Questions about photosynthesis", "synthetic")
    assert (made["added"], made["version"], made["cases"], made["columns"]) == (10, 1, 10, ["question"])  # fmt: skip

    dataset = DatasetOf(bench.browser, bench.project["slug"], made["id"])
    kept = await dataset.cases()
    assert [case["values"] for case in kept] == [case["values"] for case in cases]
    assert [case["tags"] for case in kept] == [case["tags"] for case in cases]
    [version] = granted(await bench.browser.get(f"{dataset.path}/versions"))["items"]
    assert version["note"] == "Generated 10 cases with sim-medium"

    [origin] = granted(await bench.browser.get(f"{dataset.path}/origins"))["items"]
    model = await bench.model("sim-medium")
    assert origin == {
        **origin,
        "version": 1,
        "kind": "generated",
        "assist": done["id"],
        "model": model["id"],
        "model_name": "sim-medium",
        "instructions": PROMPT,
        **TOPIC,
        "asked": 10,
        "made": 10,
        "added": 10,
        "duplicates": 0,
        "unusable": 0,
        "source_dataset": None,
        "source_name": None,
        "source_version": None,
    }
    assert Decimal(origin["cost_usd"]) == Decimal(done["cost_usd"]) > 0
    assert (await dataset.now())["origin"] == origin == made["origin"]
    listed = granted(await bench.browser.get(f"{bench.path}/datasets"))["items"]
    assert [each["origin"] for each in listed] == [origin, None]
    # The screens are told as for any dataset.
    assert bench.told("dataset.created")[-1]["id"] == made["id"]
    assert bench.told("dataset.changed")[-1]["version"] == 1


async def test_chosen_questions_of_a_chosen_model_are_added_to_a_dataset_once(
    bench: Bench,
) -> None:
    """ARENA-3.2.1"""
    dataset = await a_dataset(bench, question("Why is the sky blue?"))
    large = await bench.priced("sim-large")
    done = await generated(bench, large["id"], dataset=dataset.id, types=["math"], count=5)

    added = await saved(bench, done, dataset=dataset.id, chosen=[3, 0, 3])

    assert (added["added"], added["version"], added["cases"]) == (2, 2, 3)
    wanted = [done["result"]["cases"][place]["values"]["question"] for place in (3, 0)]
    assert (await dataset.values("question"))[1:] == wanted
    again = refused(await save(bench, done["id"], dataset=dataset.id), 409, "WRONG_STATE")
    assert again["message"] == "Mine already contains the cases of this assist"
    assert (await dataset.now())["version"] == 2
    # Another dataset may have them too, under a name that nobody has.
    first = await saved(bench, done)
    second = await saved(bench, done)
    assert (first["name"], second["name"]) == ("Questions: math", "Questions: math 2")
    assert (await saved(bench, done, name="Sums"))["name"] == "Sums"
    refused(await save(bench, done["id"], name="Sums"), 409, "DUPLICATE_NAME")
    [origin] = granted(await bench.browser.get(f"{dataset.path}/origins"))["items"]
    assert (origin["made"], origin["added"], origin["version"]) == (5, 2, 2)
    assert (origin["model"], origin["model_name"]) == (large["id"], "sim-large")


async def test_two_who_save_at_once_add_the_questions_once(bench: Bench) -> None:
    dataset = await a_dataset(bench)
    done = await generated(bench, topic="bread", count=3)

    async with asyncio.TaskGroup() as tasks:
        both = [tasks.create_task(save(bench, done["id"], dataset=dataset.id)) for _ in range(2)]

    assert sorted(task.result().status_code for task in both) == [201, 409]
    assert (await dataset.now())["cases"] == 3


async def test_what_cannot_be_saved_is_refused_and_leaves_nothing(
    bench: Bench, gateway: Gateway
) -> None:
    other = {"kind": "draft_rubric", "input": {"goal": "Replies that help."}}
    drafted = granted(await bench.browser.post(f"{bench.path}/assists", json=other), 202)
    error = refused(await save(bench, drafted["id"]), 409, "WRONG_STATE")
    assert "does not generate cases" in error["message"]
    refused(await save(bench, str(uuid4())), 404, "NOT_FOUND")

    done = await generated(bench, topic="bread", count=3)
    wrong_ones: tuple[dict[str, Any], ...] = (
        {"chosen": [3]},
        {"chosen": []},
        {"chosen": [-1]},
        {"name": "A", "dataset": str(uuid4())},
    )
    for wrong in wrong_ones:
        refused(await save(bench, done["id"], **wrong), 400, "BAD_REQUEST")
    refused(await save(bench, done["id"], dataset=str(uuid4())), 404, "NOT_FOUND")
    letters = await a_dataset(bench, {"values": {"message": "Hello"}}, name="Letters")
    error = refused(await save(bench, done["id"], dataset=letters.id), 400, "BAD_REQUEST")
    assert error["message"] == (
        'The columns do not fit: Letters has no "question", and the new cases have no "message"'
    )
    viewer = await bench.world.member(bench.owner, bench.project["slug"], "VIEWER")
    refused(
        await viewer.browser.post(f"{bench.path}/datasets/generated", json={"assist": done["id"]}),
        403,
        "FORBIDDEN",
    )

    await gateway.sim.behave(latency={"ms": 10_000})
    body = {"kind": "generate_cases", "input": {"topic": "rivers"}}
    started = granted(await bench.browser.post(f"{bench.path}/assists", json=body), 202)
    error = refused(await save(bench, started["id"]), 409, "WRONG_STATE")
    assert error["message"] == "Cases are still being generated"
    granted(await bench.browser.post(f"{bench.path}/assists/{started['id']}/cancel"))
    error = refused(await save(bench, started["id"]), 409, "WRONG_STATE")
    assert error["message"] == "No cases were generated"

    names = granted(await bench.browser.get(f"{bench.path}/datasets"))["items"]
    assert [each["name"] for each in names] == ["Letters", "Golden"]
    assert (
        value(
            bench.world.url,
            "SELECT count(*) FROM dataset_origins WHERE project_id = %s",
            bench.project["id"],
        )
        == 0
    )


async def test_more_like_some_cases_are_made_and_held_out_ones_are_never_shown(
    bench: Bench,
) -> None:
    secret = "The hidden treasure lies under the seventh oak"
    dataset = await a_dataset(
        bench,
        {"values": {"message": "How long may my parcel take to Perth?"}},
        {"values": {"message": secret}, "split": "holdout"},
        {"values": {"message": "Can I return a kettle that I used once?"}},
    )
    ids = [case["id"] for case in await dataset.cases()]

    done = await generated(bench, dataset=dataset.id, like=[ids[0], ids[2]], count=4)

    # The columns of the dataset, without anybody naming them.
    assert all(list(case["values"]) == ["message"] for case in done["result"]["cases"])
    assert (await saved(bench, done, dataset=dataset.id))["cases"] == 7
    asked = str(
        rows(
            bench.world.url,
            "SELECT call, input FROM asks WHERE project_id = %s",
            bench.project["id"],
        )
    )
    assert "Can I return a kettle that I used once?" in asked
    assert secret not in asked
    for wish, words in (
        ({"dataset": dataset.id, "like": [ids[0], ids[1]]}, "1 of the 2 example cases are in the hold-out"),
        ({"dataset": dataset.id, "like": [str(uuid4())]}, "are no longer in Mine"),
        ({"like": [ids[0]]}, "Name the dataset"),
        ({}, "Say what the cases are about"),
    ):  # fmt: skip
        body = {"kind": "generate_cases", "input": wish}
        for rest in ("", "/forecast"):
            answer = await bench.browser.post(f"{bench.path}/assists{rest}", json=body)
            assert words in refused(answer, 400, "BAD_REQUEST")["message"]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("401", "the key was not accepted"),
        ("content_filter", "the content filter or the model itself refused. The provider's filter"),
        ("refusal", "the content filter or the model itself refused"),
        ("too_long", "the generation prompt is too long for the model's context"),
        ("hang", "the model timed out"),
        ("quota", "the provider's quota is used up"),
        ("reset", "the provider could not be reached"),
    ],
)
async def test_why_it_failed_is_said_in_words(
    bench: Bench, gateway: Gateway, fault: str, words: str
) -> None:
    """ARENA-3.2.8, ARENA-3.2.9, ARENA-3.2.11"""
    await gateway.sim.behave(faults=[{"kind": fault}])

    done = await generated(bench, **TOPIC)

    assert (done["state"], done["result"]) == ("failed", None)
    assert done["problem"].startswith(f"Generation failed: {words}")


async def test_an_answer_in_another_form_is_asked_for_once_more_and_then_said(
    bench: Bench, gateway: Gateway
) -> None:
    """ARENA-3.2.5, ARENA-3.2.8"""
    await gateway.sim.behave(faults=[{"kind": "prose"}])

    done = await generated(bench, **TOPIC)

    assert (done["state"], done["result"]) == ("failed", None)
    assert done["problem"].startswith("Generation failed: the response could not be parsed")
    assert (await gateway.sim.calls())["total"] == 4


async def test_what_was_made_before_a_failure_is_kept_and_can_be_saved(
    bench: Bench, gateway: Gateway
) -> None:
    """ARENA-3.2.10"""
    await gateway.sim.behave(latency={"ms": 1000})
    body = {"kind": "generate_cases", "input": {"types": ["math"], "count": 100}}
    started = granted(await bench.browser.post(f"{bench.path}/assists", json=body), 202)
    path = f"{bench.path}/assists/{started['id']}"
    # Another process makes them:
    while (granted(await bench.browser.get(path))["progress"] or {"done": 0})["done"] < 20:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await gateway.sim.behave(faults=[{"kind": "401"}])
    while (done := granted(await bench.browser.get(path)))["state"] == "working":  # noqa: ASYNC110 - another process
        await asyncio.sleep(0.05)

    assert done["state"] == "failed"
    assert done["problem"].startswith("Generation failed: the key was not accepted")
    assert 20 <= done["result"]["made"] < 100
    assert (await saved(bench, done))["cases"] == done["result"]["made"]


async def test_a_prompt_too_long_for_the_model_is_refused_before_any_call(
    bench: Bench, gateway: Gateway
) -> None:
    """ARENA-3.2.11"""
    model = await bench.model("sim-medium")
    small = {"capabilities": {"context_window": 6_500}}
    granted(await bench.browser.patch(f"{bench.path}/models/{model['id']}", json=small))

    wish = {"instructions": "word " * 790, "topic": "bread"}
    body = {"kind": "generate_cases", "input": wish}
    for rest in ("", "/forecast"):
        answer = await bench.browser.post(f"{bench.path}/assists{rest}", json=body)
        error = refused(answer, 400, "BAD_REQUEST")
        assert error["message"].startswith(
            "Generation failed: the generation prompt is too long for sim-medium."
        )
        assert error["details"]["context_window"] == 6_500
    assert (await gateway.sim.calls())["total"] == 0
    assert (await generated(bench, topic="bread"))["state"] == "done"


async def test_where_cases_came_from_is_never_rewritten(bench: Bench) -> None:
    await saved(bench, await generated(bench, topic="bread", count=2))

    for change in ("UPDATE dataset_origins SET model_name = 'another'", "DELETE FROM dataset_origins"):  # fmt: skip
        with pytest.raises(psycopg.errors.RestrictViolation):
            execute(bench.world.url, change)
