"""One pair of runs has one verdict: in the banner, the comparison, the results, the home and the lineage."""

from typing import Any

import pytest

from tests.support.answers import granted
from tests.support.boards import completed, graded_run
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, scored
from tests.support.results import EXACT, computed, results, verdict
from tests.support.world import World

CASES = 30
MODELS = ("gpt-4o-mini", "gpt-4o")
LENGTH = {"kind": "length", "at_most": 100}


async def _desk(world: World, models: tuple[str, ...] = MODELS) -> RunDesk:
    return await a_run_desk(world, *(question(f"Case {n}") for n in range(CASES)), models=models)


async def _next_version(desk: RunDesk, text: str) -> None:
    path = f"{desk.path}/prompts/{desk.prompt}"
    revision = granted(await desk.browser.get(path))["revision"]
    content = {"messages": [{"role": "user", "content": text}]}
    granted(await desk.browser.patch(path, json={"revision": revision, "content": content}))


async def _ended(desk: RunDesk, passing: int, **order: Any) -> dict[str, Any]:
    """Complete a run in which the first model passes the first `passing` cases, and the second all but these."""
    number = len((await desk.browser.get(f"{desk.path}/runs")).json()["items"])
    run = await graded_run(
        desk,
        lambda case, column: 0.9 if (case < passing) == (column == 0) else 0.1,
        cases=CASES,
        text=lambda case, column: f"{number} {case} {column}",
        scorers=order.pop("scorers", [EXACT, LENGTH]),
        **order,
    )
    columns = len(run["plan"]["columns"])
    if len((await desk.read(run))["scorers"]) > 1:
        cells = range(CASES * columns)
        await desk.score(run, {(n, 1): scored(1.0 if n % 3 else 0.2) for n in cells})
    completed(desk, run)
    await computed(desk, run)
    return run


async def _home(desk: RunDesk) -> dict[str, Any]:
    [prompt] = granted(await desk.browser.get(f"{desk.path}/home"))["prompts"]
    return prompt["last_run"]


async def _edge(desk: RunDesk, target: str) -> dict[str, Any]:
    """Return the edge to the newest version."""
    path = f"{desk.path}/prompts/{desk.prompt}/lineage"
    graph = granted(await desk.browser.get(path, params={"target": target}))
    newest = max(graph["nodes"], key=lambda node: node["number"])["version"]
    return next(edge for edge in graph["edges"] if edge["to"] == newest)


async def test_every_place_states_the_same_verdict_on_a_pair(world: World) -> None:
    desk = await _desk(world)
    before = await _ended(desk, 18)
    await _next_version(desk, "Answer in one word: {{question}}")
    run = await _ended(desk, 27)

    banner = granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/baseline"))

    home = await _home(desk)
    assert (home["id"], home["verdict"]) == (run["id"], banner)
    assert banner["baseline"]["id"] == before["id"]
    for column, target in enumerate(banner["columns"]):
        stated = target["comparison"]
        both = {"column": column, "other_column": column}
        page = await verdict(desk, run, before, **both)
        assert page["comparison"] == stated
        assert [one["comparison"] for one in page["models"]] == [
            one["comparison"] for one in banner["columns"]
        ]
        previous = (await results(desk, run, base=column))["previous"]
        assert (previous["run"], previous["comparison"]) == (before["id"], stated)
        edge = await _edge(desk, target["model_name"])
        assert (edge["verdict"], edge["sentence"]) == (stated["verdict"], stated["sentence"])
        assert (edge["effect"], edge["against"], edge["comparable"]) == (stated["effect"], 1, True)
    # Two targets by two metrics are four tests, wherever the verdict is read.
    first = banner["columns"][0]["comparison"]
    assert first["p_adjusted"] == pytest.approx(min(1.0, 4 * first["p"]))


async def test_two_columns_of_a_run_are_corrected_alike_in_results_and_comparison(
    world: World,
) -> None:
    desk = await _desk(world, (*MODELS, "gpt-4.1"))
    run = await _ended(desk, 20)

    [against_first, _] = (await results(desk, run))["comparisons"]

    page = await verdict(desk, run, run, column=1, other_column=0)
    for part in ("verdict", "effect", "p", "p_adjusted", "p_unseen", "cases_needed"):
        assert page["comparison"][part] == against_first[part]
    assert page["models"] == []


async def test_the_lineage_compares_what_the_workbench_compares(world: World) -> None:
    """A case that was added to the dataset is no reason to refuse the comparison of the others."""
    desk = await _desk(world, MODELS[:1])
    before = await _ended(desk, 6, scorers=[EXACT])
    await desk.dataset.add(question("New"))
    await _next_version(desk, "Answer in one word: {{question}}")
    run = await _ended(desk, 27, scorers=[EXACT])

    banner = granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/baseline"))
    edge = await _edge(desk, MODELS[0])

    [target] = banner["columns"]
    assert banner["baseline"]["id"] == before["id"]
    assert (target["comparison"]["verdict"], target["comparison"]["cases"]) == ("better", CASES)
    assert (edge["verdict"], edge["effect"]) == ("better", target["comparison"]["effect"])
    assert edge["comparable"] is True
    previous = (await results(desk, run))["previous"]
    assert previous["comparison"] == target["comparison"]


async def test_neither_compares_runs_that_were_scored_differently(world: World) -> None:
    desk = await _desk(world, MODELS[:1])
    before = await _ended(desk, 6, scorers=[{**EXACT, "name": "Same"}])
    await _next_version(desk, "Answer in one word: {{question}}")
    loose = {"kind": "exact", "name": "Same", "ignore_case": True}
    run = await _ended(desk, 27, scorers=[loose])

    banner = granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/baseline"))
    edge = await _edge(desk, MODELS[0])

    assert (await verdict(desk, run, before))["comparison"]["why"] == "judged_differently"
    assert (banner["baseline"], (await _home(desk))["verdict"]["baseline"]) == (None, None)
    assert (edge["verdict"], edge["comparable"]) == (None, False)
    assert (await results(desk, run))["previous"] is None
