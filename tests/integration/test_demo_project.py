"""The demo project: a new person follows its steps to the end, and finds the whole story through the API."""

import asyncio
import time
from dataclasses import dataclass, replace
from typing import Any

import httpx
import pytest

from edison.domain.demo import demo_story
from edison.domain.people.project import DEMO_NAME
from tests.support.answers import all_items, granted, refused
from tests.support.gateway import Gateway
from tests.support.world import API, Person

pytestmark = pytest.mark.asyncio(loop_scope="module")

PATIENCE_S = 180.0
EVERY_S = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """A finished demo, and who may look at it."""

    person: Person
    slug: str
    progress: dict[str, Any]
    seconds: float
    # When each step was first seen as done.
    done_at: dict[str, float]

    @property
    def path(self) -> str:
        return f"{API}/projects/{self.slug}"

    @property
    def links(self) -> dict[str, Any]:
        return self.progress["links"]

    async def get(self, path: str, **query: Any) -> Any:
        return granted(await self.person.browser.get(f"{self.path}{path}", params=query))


async def follow(person: Person) -> Followed:
    """As the start screen does it."""
    began = time.monotonic()
    slug = granted(await person.browser.post(f"{API}/demo-project"), 201)["slug"]
    done_at: dict[str, float] = {}
    async with asyncio.timeout(PATIENCE_S):
        while True:
            path = f"{API}/projects/{slug}/demo/advance"
            found = granted(await person.browser.post(path))
            seconds = time.monotonic() - began
            for step in found["steps"]:
                assert step["problem"] is None, step
                if step["state"] == "done":
                    done_at.setdefault(step["key"], round(seconds, 1))
            if found["ready"]:
                return Followed(
                    person=person, slug=slug, progress=found, seconds=seconds, done_at=done_at
                )
            await asyncio.sleep(EVERY_S)


async def _everything(followed: Followed) -> dict[str, int]:
    counts: dict[str, int] = {}
    for room in ("prompts", "datasets", "runs", "judges", "rubrics", "suites", "monitors", "alerts",
                 "experiments", "boards", "credentials"):  # fmt: skip
        counts[room] = len(await all_items(followed.person.browser, f"{followed.path}/{room}"))
    versions = f"{followed.path}/prompts/{followed.links['prompt']}/versions"
    counts["versions"] = len(await all_items(followed.person.browser, versions))
    return counts


@pytest.mark.nightly
async def test_the_demo_tells_its_whole_story(gateway: Gateway) -> None:
    demo = await follow(await gateway.world.person())
    print(f"\ndemo ready after {demo.seconds:.1f} s: {demo.done_at}")

    assert [step["key"] for step in demo.progress["steps"]] == list(demo_story.STEPS)
    assert [name for name, link in demo.links.items() if link is None] == ["own_run"]
    await _check_comparison(demo)
    await _check_monitor(demo)
    await _check_lineage(demo)
    await _check_experiment(demo)
    await _check_leaderboard_and_passport(demo)

    before = await _everything(demo)
    again = granted(await demo.person.browser.post(f"{demo.path}/demo/advance"))
    assert again == demo.progress
    assert await _everything(demo) == before
    found = granted(await demo.person.browser.post(f"{API}/demo-project"), 201)
    assert found["slug"] == demo.slug


async def _check_comparison(demo: Followed) -> None:
    verdict = await demo.get(f"/runs/{demo.links['improved_run']}/baseline")
    assert verdict["baseline"]["id"] == demo.links["baseline_run"]
    assert [one["model_name"] for one in verdict["columns"]] == list(demo_story.MODELS)
    for column in verdict["columns"]:
        assert column["comparison"]["verdict"] == "better", column
        assert column["fixed"] > column["broken"]
    dataset = await demo.get(f"/datasets/{demo.links['dataset']}")
    assert dataset["cases"] == len(demo_story.CASES) == 40


async def _check_monitor(demo: Followed) -> None:
    prompt = await demo.get(f"/prompts/{demo.links['prompt']}")
    assert prompt["labels"]["production"] == 2
    assert prompt["latest"] == 3
    run = await demo.get(f"/runs/{demo.links['careless_run']}")
    assert {column["version"] for column in run["plan"]["columns"]} == {3}
    for baseline in ("previous", "production"):
        verdict = await demo.get(f"/runs/{demo.links['careless_run']}/baseline", baseline=baseline)
        assert [one["comparison"]["verdict"] for one in verdict["columns"]] == ["worse", "worse"]
    alert = await demo.get(f"/alerts/{demo.links['alert']}")
    assert (alert["state"], alert["severity"], alert["cause"]) == ("open", "critical", "prompt")
    assert alert["monitor_id"] == demo.links["monitor"]


async def _check_lineage(demo: Followed) -> None:
    """Every version has the score and the verdict of the run that the workbench shows for it."""
    graph = await demo.get(f"/prompts/{demo.links['prompt']}/lineage")
    stories = [demo.links[f"{run}_run"] for run in ("baseline", "improved", "careless")]
    assert [node["run"] for node in graph["nodes"]] == stories
    assert [(edge["verdict"], edge["against"]) for edge in graph["edges"]] == [
        ("better", 1),
        ("worse", 2),
    ]
    workbench = await demo.get(f"/runs/{demo.links['improved_run']}/baseline")
    [column] = [one for one in workbench["columns"] if one["model_name"] == graph["target"]]
    assert graph["edges"][0]["effect"] == column["comparison"]["effect"]
    # The runs that judge frozen answers again say nothing new about a version.
    results = await demo.get(f"/runs/{demo.links['careless_run']}/results")
    listed = {run["id"] for run in await all_items(demo.person.browser, f"{demo.path}/runs")}
    assert {point["run"] for point in results["trend"]} <= listed


async def _check_experiment(demo: Followed) -> None:
    experiment = await demo.get(f"/experiments/{demo.links['experiment']}")
    assert experiment["suggestion"] == demo.links["suggestion"]
    suggestion = await demo.get(f"/suggestions/{demo.links['suggestion']}")
    assert suggestion["state"] == "pending"
    report = await demo.get(f"/experiments/{demo.links['experiment']}/report")
    assert "no change has been tested yet" in " ".join(report["next_steps"])


async def _check_leaderboard_and_passport(demo: Followed) -> None:
    board = await demo.get(f"/boards/{demo.links['leaderboard']}")
    assert [row["model_name"] for row in board["rows"]] == ["sim-large", "sim-medium"]
    passport = await demo.get(f"/judges/{demo.links['judge']}/passport")
    for exam in ("consistency", "length", "injection"):
        assert passport[exam] is not None, passport
    assert demo.links["baseline_run"] in [source["run"] for source in passport["sources"]]


async def test_two_calls_at_once_make_one_demo_and_another_person_has_an_own_one(
    gateway: Gateway,
) -> None:
    person, other = await gateway.world.person(), await gateway.world.person()

    async def ask(who: Person, path: str) -> httpx.Response:
        return await who.browser.post(f"{API}{path}")

    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(ask(person, "/demo-project")) for _ in range(3)]
    [slug] = {granted(one.result(), 201)["slug"] for one in asked}
    async with asyncio.TaskGroup() as group:
        path = f"/projects/{slug}/demo/advance"
        advanced = [group.create_task(ask(person, path)) for _ in range(3)]
    assert all(one.result().status_code == 200 for one in advanced)
    runs = await all_items(person.browser, f"{API}/projects/{slug}/runs")
    assert len(runs) == len({run["name"] for run in runs})

    theirs = granted(await ask(other, "/demo-project"), 201)["slug"]
    assert theirs != slug
    assert (await ask(other, f"/projects/{slug}/demo/advance")).status_code == 404


async def test_without_a_credential_the_demo_waits(gateway: Gateway) -> None:
    bench = await gateway.bench()
    made = granted(await bench.browser.post(f"{API}/projects", json={"name": DEMO_NAME}), 201)
    path = f"{API}/projects/{made['slug']}"

    found = granted(await bench.browser.post(f"{path}/demo/advance"))

    assert {step["state"] for step in found["steps"]} == {"waiting"}
    assert not found["ready"]
    assert await all_items(bench.browser, f"{path}/prompts") == []


async def test_an_ordinary_project_is_not_filled_with_a_demo(gateway: Gateway) -> None:
    bench = await gateway.bench()

    refused(await bench.browser.post(f"{bench.path}/demo/advance"), 409, "WRONG_STATE")

    assert await all_items(bench.browser, f"{bench.path}/prompts") == []


async def test_without_a_simulator_no_project_is_made(gateway: Gateway) -> None:
    world, ctx = gateway.world, gateway.world.ctx
    world.ctx = replace(ctx, gateway=replace(ctx.gateway, simulator_url=None))
    try:
        person = await world.person()
        refused(await person.browser.post(f"{API}/demo-project"), 409, "NO_SIMULATOR")
    finally:
        world.ctx = ctx
    assert await all_items(person.browser, f"{API}/projects") == []
