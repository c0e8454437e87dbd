"""Scores of scorers, labels of people and their mixture are three figures: a label never changes that of a scorer."""

from typing import Any

import pytest

from tests.support.answers import granted
from tests.support.boards import completed, graded_run
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.results import cells, computed, results, verdict
from tests.support.world import World

CASES = 30
PEOPLE, MIXED = "People", "Labels first: exact"


async def _desk(world: World) -> RunDesk:
    return await a_run_desk(world, *(question(f"Case {n}") for n in range(CASES)))


async def _ended(desk: RunDesk, share: float) -> dict[str, Any]:
    """Complete a run in which this share of the cases passes."""
    number = len((await desk.browser.get(f"{desk.path}/runs")).json()["items"])
    run = await graded_run(
        desk,
        lambda case, column: 0.9 if case < share * CASES else 0.1,
        cases=CASES,
        text=lambda case, column: f"{number} {case}",
    )
    completed(desk, run)
    await computed(desk, run)
    return run


async def _label(desk: RunDesk, run: dict[str, Any], grades: dict[int, float]) -> None:
    for ordinal, grade in grades.items():
        path = f"{desk.path}/runs/{run['id']}/cells/{ordinal}/grade"
        granted(await desk.browser.put(path, json={"grade": grade}))
    await computed(desk, run)


def _machine(figures: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the figures of scorers, without the number of labels that stands beside them."""
    return [
        {**one, "columns": [{**column, "labels": 0} for column in one["columns"]]}
        for one in figures
        if one["metric"]["kind"] == "scorer"
    ]


async def _said_by(desk: RunDesk, run: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return what each part of the API says of a run by its scorer."""
    path = f"{desk.path}/runs/{run['id']}"

    async def get(of: str, **query: Any) -> Any:
        return granted(await desk.browser.get(f"{desk.path}{of}", params=query))

    report, page = await desk.read(run), await results(desk, run)
    card = next(one for one in (await get("/runs"))["items"] if one["id"] == run["id"])
    [column] = page["columns"]
    [prompt] = (await get("/home"))["prompts"]
    graph = await get(f"/prompts/{desk.prompt}/lineage")
    against = await verdict(desk, run, other)
    baseline = granted(await desk.browser.get(f"{path}/baseline"))
    compared = granted(await desk.browser.get(f"{path}/comparison", params={"with": other["id"]}))
    advice = granted(await desk.browser.get(f"{path}/recommendations"))
    [grades] = report["grades"]
    return {
        "results": [column[part] for part in ("composite", "own", "pass_rate", "sentence")],
        "sentence": page["sentence"],
        "facets": page["facets"],
        "trend": page["trend"],
        "previous": page["previous"],
        "cells": await cells(desk, run),
        "run": [_machine(report["figures"]), grades["mean"], grades["count"], grades["manual"]],
        "list": [_machine(card["figures"]), card["metric"]],
        "home": [prompt["last_run"][part] for part in ("trend", "metric")],
        "home verdict": prompt["last_run"]["verdict"]["columns"],
        "lineage": [node["composite"] for node in graph["nodes"]],
        "verdict": [against[part] for part in ("comparison", "passes", "counts", "models")],
        "baseline": [baseline[part] for part in ("metric", "columns", "others", "fixed_rows")],
        "comparison": [compared["counts"], [one["kind"] for one in compared["items"]]],
        "advice": advice["recommendations"]["models"],
        "low": [row["row"] for row in (await desk.page(run, low=0.5, limit=100))["items"]],
        "sorted": [row["row"] for row in (await desk.page(run, sort="grade", limit=100))["items"]],
    }


async def test_labels_change_no_figure_of_a_scorer(world: World) -> None:
    desk = await _desk(world)
    before, run = await _ended(desk, 0.2), await _ended(desk, 0.9)
    unlabelled = await _said_by(desk, run, before)

    # A thumb against what the scorer says, in ten cells of either run.
    await _label(desk, run, dict.fromkeys(range(10), 0.0))
    await _label(desk, before, dict.fromkeys(range(20, 30), 1.0))

    assert await _said_by(desk, run, before) == unlabelled


async def test_people_and_the_mixture_are_figures_of_their_own(world: World) -> None:
    desk = await _desk(world)
    before, run = await _ended(desk, 0.2), await _ended(desk, 0.9)
    keys = [one["metric"]["key"] for one in (await results(desk, run))["metrics"]]
    assert keys == ["exact"], "nobody labelled an answer"

    await _label(desk, run, dict.fromkeys(range(9), 0.0) | {9: 1.0})

    page = await results(desk, run)
    figures = {one["metric"]["key"]: one["columns"][0] for one in page["metrics"]}
    assert list(figures) == ["exact", MIXED, PEOPLE]
    assert page["measure"]["key"] == "exact"
    assert "Labels of people" not in page["sentence"]
    people, mixed = figures[PEOPLE], figures[MIXED]
    assert (people["graded"], people["labels"]) == (10, 10)
    assert people["figure"]["value"] == pytest.approx(0.1)
    assert people["figure"]["low"] < 0.1 < people["figure"]["high"]
    assert people["figure"] == page["columns"][0]["people"]
    assert page["columns"][0]["judges"] == page["columns"][0]["composite"]
    # One label of 1 and nine of 0; of the 20 other cells 17 have 0.9 and three 0.1.
    assert mixed["figure"]["value"] == pytest.approx((1 + 17 * 0.9 + 3 * 0.1) / 30)
    assert (mixed["graded"], mixed["labels"]) == (30, 10)
    assert (
        "Labels of people count first in 10 cells"
        in (await results(desk, run, metric=MIXED))["sentence"]
    )

    # A comparison counts labels only under a metric that names them.
    assert (await verdict(desk, run, before))["comparison"]["verdict"] == "better"
    by_mixture = await verdict(desk, run, before, metric=MIXED)
    assert by_mixture["metric"]["key"] == by_mixture["other_metric"]["key"] == MIXED
    assert by_mixture["comparison"]["other_mean"]["value"] == pytest.approx(
        mixed["figure"]["value"]
    )
    assert by_mixture["counts"]["broken"] == 6
    by_people = await verdict(desk, run, before, metric=PEOPLE)
    assert (by_people["comparison"]["cases"], by_people["counts"]["fixed"]) == (0, 0)
    path = f"{desk.path}/runs/{run['id']}/comparison"
    for metric, shown in ((MIXED, by_mixture), (PEOPLE, by_people)):
        query = {"with": before["id"], "metric": metric}
        counts = granted(await desk.browser.get(path, params=query))["counts"]
        assert counts == shown["counts"]
    # They are no further test of the change, so they do not make the correction stricter.
    baseline = granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/baseline"))
    assert baseline["others"] == []
    behind = await cells(desk, run, metric=PEOPLE)
    assert [(one["value"], one["by_person"]) for one in behind] == [(0.0, True)] * 9 + [(1.0, True)]


async def test_the_header_of_a_run_shows_people_beside_the_scorer(world: World) -> None:
    desk = await _desk(world)
    run = await _ended(desk, 0.9)

    await _label(desk, run, {0: 0.0, 1: 0.5})

    [grade] = (await desk.read(run))["grades"]
    assert grade["mean"] == pytest.approx((27 * 0.9 + 3 * 0.1) / 30)
    assert (grade["manual"], grade["labels"], grade["people"]) == (0, 2, 0.25)


async def test_the_main_metric_is_always_one_of_scorers(world: World) -> None:
    desk = await _desk(world)
    run = await _ended(desk, 0.9)
    await _label(desk, run, {0: 0.0})

    offered = granted(await desk.browser.get(f"{desk.path}/metrics"))

    assert [one["key"] for one in offered] == ["exact"]
