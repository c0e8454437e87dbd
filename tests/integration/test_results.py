"""Results as figures: what counts, what does not, and the cells behind each number."""

from typing import Any

import pytest

from edison.domain.judging.score import Scored, ScoreOutcome
from tests.support.answers import granted, refused
from tests.support.boards import completed
from tests.support.datasets import question
from tests.support.finished_runs import a_run_desk, answer, failure, scored
from tests.support.judging import a_judge_in, as_scorer
from tests.support.results import (
    EXACT,
    OUTAGE,
    TWO,
    a_panel,
    answered,
    cells,
    fresh,
    judged,
    results,
    verdict,
)
from tests.support.sql import rows
from tests.support.world import World


async def test_a_panel_of_judges_makes_a_composite_with_criteria_and_agreement(
    world: World,
) -> None:
    """FR-RV-001.1, FR-RV-003: grid, report, results and the cells behind them say the same."""
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(8)))
    run = await answered(desk, [f"Answer {n}" for n in range(8)], scorers=await a_panel(desk))
    said: dict[tuple[int, int], ScoreOutcome] = {}
    for n in range(8):
        said[n, 0] = judged(n / 8, 0.5)
        said[n, 1] = judged(n / 10, 1.0)
    said[7, 1] = OUTAGE
    await desk.score(run, said)

    first = await results(desk, run)

    # Nobody has kept anything: a small run is computed at once, and someone was asked to keep it.
    assert (first["as_of"], first["stale"], first["comparisons"]) == (None, True, [])
    assert rows(world.url, "SELECT asked, done FROM run_statistics") == [(1, 0)]
    found = await fresh(desk, run)
    assert first["columns"][0]["composite"] == found["columns"][0]["composite"]
    assert (found["stale"], found["covers"]) == (False, {"cells": 8, "of": 8})
    assert found["measure"] == {
        "key": "Composite: Quality",
        "kind": "composite",
        "name": "Quality",
        "scorers": [0, 1],
        "scale": 10,
        "pass_at": None,
    }
    assert found["rubric"]["criteria"] == ["Accuracy", "Brevity"]
    means = [(0.75 * (n / 8 + n / 10) + 0.25 * 1.5) / 2 for n in range(7)]
    means.append(0.75 * 7 / 8 + 0.25 * 0.5)
    [column] = found["columns"]
    assert column["composite"]["value"] == pytest.approx(sum(means) / 8, abs=1e-6)
    assert column["composite"]["low"] < sum(means) / 8 < column["composite"]["high"]
    assert column["own"]["value"] == pytest.approx(sum(means) / 8 * 10, abs=1e-6)
    assert column["own"]["scale"] == 10
    accuracy, brevity = column["criteria"]
    assert (accuracy["name"], accuracy["n"], brevity["n"]) == ("Accuracy", 15, 15)
    assert sum(accuracy["histogram"]) == 15
    assert brevity["histogram"] == [0, 0, 0, 0, 0, 8, 0, 0, 0, 7]
    assert [each["criterion"] for each in found["agreement"]] == [None, "Accuracy", "Brevity"]
    assert found["agreement"][1]["alpha"] > 0.8
    # The grid and its order, by the same grade.
    report = await desk.read(run)
    assert (report["grade_scorers"], report["grade_scorer"]) == ([0, 1], 0)
    page = await desk.page(run, sort="grade", order="desc", limit=3)
    assert [row["row"] for row in page["items"]] == [7, 6, 5]
    low = await desk.page(run, low=0.4, limit=100)
    assert [row["row"] for row in low["items"]] == [n for n in range(8) if means[n] < 0.4]
    # Each number can be clicked down to its cells.
    worst = await cells(desk, run)
    assert [cell["ordinal"] for cell in worst] == list(range(8))
    assert worst[3]["value"] == pytest.approx(means[3], abs=1e-6)
    assert (worst[0]["input"], worst[0]["output"]) == ("Case 0", "Answer 0")
    assert worst[0]["reason"].startswith("On the whole")
    bar = await cells(desk, run, criterion="Brevity", **{"from": 0.5, "to": 0.6})
    assert [(cell["ordinal"], cell["reason"]) for cell in bar] == [(7, "Wordy")]
    best = await cells(desk, run, criterion="Accuracy", sort="best")
    assert [cell["ordinal"] for cell in best] == list(reversed(range(8)))
    assert best[0]["reason"] == "A fact is off"


async def test_a_judge_outage_never_moves_the_mean_and_takes_the_verdict_away(
    world: World,
) -> None:
    """Errors are never zeros: 12 % of the rows lost make it inconclusive, and the mean stays."""
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(50)), models=TWO)
    panel = await a_panel(desk, 2)
    good = await answered(desk, [f"Answer {n}" for n in range(100)], scorers=panel)
    outage = await answered(desk, [f"Answer {n}" for n in range(100)], scorers=panel)
    said: dict[tuple[int, int], ScoreOutcome] = {}
    for n in range(100):
        mild, strict = (1.0, 0.8) if n % 2 else (0.6, 0.4)
        said |= {(n, 0): judged(mild, mild), (n, 1): judged(strict, strict)}
    await desk.score(good, said)
    lost: dict[tuple[int, int], ScoreOutcome] = {
        (2 * n + 1, judge): OUTAGE for n in range(6) for judge in (0, 1)
    }
    await desk.score(outage, {**said, **lost})

    for run in (good, outage):
        completed(desk, run)
    before, after = await fresh(desk, good), await fresh(desk, outage)

    assert not before["inconclusive"]
    [comparison] = before["comparisons"]
    assert (comparison["verdict"], comparison["cases"], comparison["base"]) == ("better", 50, 0)
    assert comparison["effect"]["value"] == pytest.approx(0.4)
    assert after["inconclusive"]
    assert "nconclusive" in after["sentence"]
    for column in (0, 1):
        means = [each["columns"][column]["composite"]["value"] for each in (before, after)]
        assert means[0] == pytest.approx(means[1], abs=1e-9)
    hurt = after["columns"][1]
    assert (hurt["errors"], hurt["graded"], hurt["inconclusive"]) == (
        {"target": 0, "judge": 6},
        44,
        True,
    )
    assert not after["columns"][0]["inconclusive"]
    [comparison] = after["comparisons"]
    assert (comparison["verdict"], comparison["why"], comparison["lost"]) == (
        "inconclusive",
        "too_many_errors",
        6,
    )
    said_of_both = await verdict(desk, outage, outage, column=1, other_column=0)
    assert said_of_both["comparison"]["verdict"] == "inconclusive"
    assert said_of_both["counts"]["incomparable"] == 6
    # Counted in arrays here and in the database there, it is the same.
    path = f"{desk.path}/runs/{outage['id']}/comparison"
    query = {"with": outage["id"], "column": 1, "other_column": 0}
    beside = granted(await desk.browser.get(path, params=query))
    assert beside["counts"] == said_of_both["counts"]
    # Half of the panel passes what the other half does not: that is no pass.
    assert beside["counts"]["fixed"] == 44
    # And the earlier run of the same prompt and dataset is what this one is held against.
    assert after["previous"]["run"] == good["id"]
    assert [(point["run"], point["model_name"]) for point in after["trend"]] == [
        (run["id"], TWO[0]) for run in (good, outage)
    ]
    assert [point["joined"] for point in after["trend"]] == [False, True]
    assert (before["best"], after["best"]) == (1, 1)


async def test_a_label_makes_results_stale_and_changes_only_figures_with_labels(
    world: World,
) -> None:
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(4)))
    run = await desk.start(scorers=[EXACT])
    outcomes = {0: answer("A"), 1: answer("B"), 2: answer("C"), 3: failure()}
    await desk.finish(run, outcomes, malformed=[2])
    await desk.score(run, {(n, 0): scored(0.8) for n in range(3)})
    found = await fresh(desk, run)
    [column] = found["columns"]
    assert column["composite"]["value"] == pytest.approx((0.8 + 0.8 + 0.0) / 3)
    assert (column["errors"]["target"], column["graded"], column["cells"]) == (1, 3, 4)

    path = f"{desk.path}/runs/{run['id']}/cells/1/grade"
    granted(await desk.browser.put(path, json={"grade": 0.2}))

    stale = await results(desk, run)
    assert stale["stale"]
    assert stale["columns"][0]["composite"] == column["composite"]
    found = await fresh(desk, run)
    [column] = found["columns"]
    assert not found["stale"]
    # The figure of the scorer stays the scorer's; people alone stand beside it.
    assert column["composite"]["value"] == pytest.approx((0.8 + 0.8 + 0.0) / 3)
    assert (column["labels"], column["people"]["value"]) == (1, 0.2)
    assert [(cell["value"], cell["by_person"]) for cell in await cells(desk, run)] == [
        (0.0, False),
        (0.8, False),
        (0.8, False),
    ]
    mixed = "Labels first: exact"
    [column] = (await results(desk, run, metric=mixed))["columns"]
    assert column["composite"]["value"] == pytest.approx((0.8 + 0.2 + 0.0) / 3)
    behind = await cells(desk, run, metric=mixed)
    assert [(cell["value"], cell["by_person"]) for cell in behind] == [
        (0.0, False),
        (0.2, True),
        (0.8, False),
    ]
    assert behind[0]["malformed"]


async def test_groups_of_cases_lead_to_their_cells(world: World) -> None:
    """FR-RV-004"""
    cases = [
        question(
            "Why? " * (200 if n % 2 else 1),
            tags=["hard"] if n < 12 else ["easy", "new"],
            difficulty=5 if n < 12 else 1,
        )
        for n in range(24)
    ]
    desk = await a_run_desk(world, *cases, models=TWO)
    run = await answered(desk, ["Yes"] * 48, scorers=[EXACT])
    await desk.score(run, {(n, 0): scored(0.2 if n < 24 else 0.9) for n in range(48)})

    found = await fresh(desk, run)

    facets = {(each["facet"], each["group"], each["column"]): each for each in found["facets"]}
    hard = facets["tag", "hard", 0]
    assert hard["estimate"]["value"] == pytest.approx(0.2)
    assert hard["estimate"]["clusters"] == 12
    assert hard["difference"]["value"] == pytest.approx(-0.7)
    assert hard["p_adjusted"] < 0.01
    assert facets["difficulty", "easy", 1]["estimate"]["value"] == pytest.approx(0.9)
    assert {group for kind, group, _ in facets if kind == "length"} == {"XS", "M"}
    assert {group for kind, group, _ in facets if kind == "model"} == set(TWO)
    for facet, group, count in (
        ("tag", "new", 12),
        ("difficulty", "hard", 12),
        ("length", "M", 12),
        ("split", "none", 24),
    ):
        behind = await cells(desk, run, column=1, facet=facet, group=group)
        assert len(behind) == count
        assert {cell["column"] for cell in behind} == {1}
    assert len(await cells(desk, run, facet="model", group="gpt-4o")) == 24


async def test_pairs_are_ranked_and_exams_count_nowhere(world: World) -> None:
    """FR-EC-006.12, FR-RV-001.4"""
    desk = await a_run_desk(
        world, *(question(f"Case {n}") for n in range(12)), models=(*TWO, "gpt-4.1")
    )
    [panel] = await a_panel(desk, 1)
    rubric = granted(await desk.browser.get(f"{desk.path}/judges/{panel['judge']}"))["rubric"]["id"]
    pairs = as_scorer(
        await a_judge_in(
            desk.browser, desk.path, desk.models[0], rubric, name="Pairs", mode="pairwise"
        )
    )
    run = await answered(desk, ["Yes"] * 36, scorers=[panel, pairs])
    exam = {**panel, "exam": "padded", "cells": 36}
    granted(
        await desk.browser.post(f"{desk.path}/runs/{run['id']}/scorers", json={"scorers": [exam]})
    )
    scorers = {each["number"]: each["spec"] for each in (await desk.read(run))["scorers"]}
    judged_by = {number: spec for number, spec in scorers.items() if spec["kind"] == "pairwise"}
    assert [(spec["a"], spec["b"]) for spec in judged_by.values()] == [(0, 1), (0, 2), (1, 2)]
    said: dict[tuple[int, int], ScoreOutcome] = {(n, 0): judged(0.6, 0.6) for n in range(36)}
    # The second column wins against both; between the first and the third the judge follows the order.
    wins = {(0, 1): 1.0, (0, 2): 0.5, (1, 2): 0.0}
    for number, spec in judged_by.items():
        value = wins[spec["a"], spec["b"]]
        for case in range(12):
            said[case * 3 + spec["b"], number] = Scored(
                value=value, passed=None, reason="", details={"flipped": value == 0.5}
            )
    [examined] = [number for number, spec in scorers.items() if spec.get("exam")]
    said |= {(n, examined): judged(0.0, 0.0) for n in range(36)}
    await desk.score(run, said)

    found = await fresh(desk, run)

    assert found["measure"]["scorers"] == [0]
    for column in found["columns"]:
        assert column["composite"]["value"] == pytest.approx(0.6)
        assert column["pass_rate"]["value"] == 1.0
    listed = granted(await desk.browser.get(f"{desk.path}/runs"))["items"]
    assert [one["metric"]["key"] for one in listed[0]["figures"]] == [
        found["measure"]["key"],
        "Judge 0",
    ]
    pairwise = found["pairwise"]
    assert pairwise["items"][0]["column"] == 1
    assert [(item["rank"], item["win_rate"]["value"]) for item in pairwise["items"]] == [
        (1, 1.0),
        (2, 0.25),
        (2, 0.25),
    ]
    assert pairwise["matrix"][1][0] == {"wins": 12, "losses": 0, "ties": 0, "flips": 0}
    assert pairwise["matrix"][0][2] == {"wins": 0, "losses": 0, "ties": 12, "flips": 12}
    assert pairwise["flip_rate"]["value"] == pytest.approx(1 / 3)
    assert found["comparisons"][0]["verdict"] == "cannot_tell"


async def test_results_are_asked_for_once_and_refused_to_who_asks_for_nothing(
    world: World,
) -> None:
    desk, theirs = await a_run_desk(world), await a_run_desk(world)
    run, foreign = await answered(desk, ["A", "B", "C"], scorers=[EXACT]), await theirs.start()

    for _ in range(3):
        await results(desk, run)

    # One order waits; nobody gives another.
    queued = "SELECT count(*) FROM dbos.workflow_status WHERE name = 'summarise_run'"
    assert rows(world.url, queued) == [(1,)]
    path = f"{desk.path}/runs/{run['id']}"
    for rest, field in (
        ("results?base=1", "base"),
        ("results/cells?column=1", "column"),
        ("results/cells?criterion=Accuracy", "criterion"),
        ("results/cells?facet=tag", "group"),
        (f"verdict?with={run['id']}&column=1", "column"),
        (f"verdict?with={run['id']}&other_column=1", "other_column"),
    ):
        told = refused(await desk.browser.get(f"{path}/{rest}"), 400, "BAD_REQUEST")
        assert told["path"] == field
    refused(await desk.browser.get(f"{path}/verdict?with={foreign['id']}"), 404, "NOT_FOUND")
    elsewhere = f"{desk.path}/runs/{foreign['id']}"
    for rest in ("results", "results/cells", f"verdict?with={run['id']}"):
        refused(await desk.browser.get(f"{elsewhere}/{rest}"), 404, "NOT_FOUND")


async def test_the_run_before_is_compared_as_soon_as_both_are_completed(world: World) -> None:
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(4)))
    runs: list[dict[str, Any]] = []
    for value in (0.2, 0.8):
        run = await desk.start(scorers=[EXACT])
        await desk.finish(run, {n: answer(f"{value}") for n in range(4)})
        await desk.score(run, {(n, 0): scored(value) for n in range(4)})
        runs.append(run)
    earlier, later = runs
    assert (await fresh(desk, later))["previous"] is None
    completed(desk, later)
    assert (await results(desk, later))["previous"] is None

    completed(desk, earlier)

    found = await results(desk, later)
    assert found["previous"]["run"] == earlier["id"]
    assert found["previous"]["comparison"]["effect"]["value"] == pytest.approx(0.6)
