"""A judge's passport: counted from labels and exams, and able to tell planted faults apart through the whole house."""

from dataclasses import replace
from typing import Any

import pytest

from edison.domain.judging.score import Scored, ScoreProblem
from edison.simulator.worlds.known_facts import CAPITALS
from tests.support.answers import granted
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, answer, not_scored
from tests.support.gateway import Bench, Gateway
from tests.support.judging import a_judge_in, a_rubric, as_scorer, judge_body
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import execute, rows
from tests.support.world import World

pytestmark = pytest.mark.asyncio(loop_scope="module")


CASES = 25
PLANTED = {
    "good": "sim-judge",
    "length": "sim-judge-length",
    "random": "sim-judge-random",
    "gullible": "sim-judge-gullible",
}
PAIRS = {"position": "sim-judge-position", "good pairs": "sim-judge"}


async def a_capital_bench(bench: Bench) -> RunBench:
    """Questions that the simulator knows: a small model is wrong about half of them."""
    runs = await a_run_bench(bench, cases=0, models=0)
    cases = [
        {"values": {"question": f"What is the capital of {country}?"}, "expected": city}
        for country, city in list(CAPITALS.items())[:CASES]
    ]
    path = f"{bench.path}/datasets/{runs.dataset}/cases"
    granted(await bench.browser.post(path, json={"cases": cases}), 201)
    for name in ("sim-small", "sim-large", *PLANTED.values(), *PAIRS.values()):
        await bench.priced(name)
    targets = [(await bench.model(name))["id"] for name in ("sim-small", "sim-large")]
    return replace(runs, models=tuple(targets))


@pytest.mark.nightly
async def test_planted_faults_are_found_and_a_good_judge_is_validated(gateway: Gateway) -> None:
    bench = await gateway.bench()
    runs = await a_capital_bench(bench)
    rubric = await a_rubric(bench.browser, bench.path)
    judges: dict[str, dict[str, Any]] = {}
    for name, model in {**PLANTED, **PAIRS}.items():
        judges[name] = await a_judge_in(
            bench.browser,
            bench.path,
            (await bench.model(model))["id"],
            rubric["id"],
            name=name,
            uses_reference=True,
            mode="pairwise" if name in PAIRS else "pointwise",
        )

    async def passport(name: str) -> tuple[dict[str, Any], dict[str, str]]:
        seen = granted(
            await bench.browser.get(f"{bench.path}/judges/{judges[name]['id']}/passport")
        )
        return seen, {each["kind"]: each["outcome"] for each in seen["findings"]}

    scorers = [as_scorer(judges[name]) for name in (*PLANTED, "position")]
    run = await runs.start(scorers=tuple(scorers))
    await runs.finished(run.id)
    other = await runs.start(scorers=(as_scorer(judges["good pairs"]),), reuse=True)
    before, _ = await passport("good")
    assert (before["badge"], before["labels_needed"], before["verdicts"]) == ("unvalidated", 30, 50)

    for ordinal, right in rows(
        runs.url,
        "SELECT c.ordinal, position(k.expected IN c.output) > 0 FROM cells c "
        "JOIN run_cases p ON p.run_id = c.run_id AND p.position = c.ordinal / 2 "
        "JOIN cases k ON k.id = p.revision WHERE c.run_id = %s ORDER BY 1 LIMIT 40",
        run.id,
    ):
        path = f"{bench.path}/runs/{run.id}/cells/{ordinal}/grade"
        granted(await bench.browser.put(path, json={"grade": 1.0 if right else 0.0}))
    for name in PLANTED:
        body = {"run": str(run.id), "cells": 30}
        path = f"{bench.path}/judges/{judges[name]['id']}/exams"
        granted(await bench.browser.post(path, json=body), 202)
    await runs.finished(run.id)
    await runs.finished(other.id)

    good, found = await passport("good")
    assert (good["badge"], good["validated"], good["labels_needed"]) == ("validated", True, 0)
    assert good["agreement"]["n"] == 40
    assert good["agreement"]["low"] > 0.4
    assert "found" not in found.values()
    assert [each["run"] for each in good["sources"]] == [str(run.id)]
    length, found = await passport("length")
    assert (length["badge"], found["length"]) == ("doubtful", "found")
    assert found["consistency"] != "found"
    random, found = await passport("random")
    assert random["badge"] == "doubtful"
    assert (found["agreement"], found["consistency"]) == ("found", "found")
    gullible, found = await passport("gullible")
    assert (gullible["badge"], found["injection"]) == ("doubtful", "found")
    assert found["length"] != "found"
    assert gullible["injection"]["fooled"] > 0.3
    position, found = await passport("position")
    kinds = {"position", "consistency", "agreement", "errors"}
    assert (position["badge"], set(found)) == ("doubtful", kinds)
    assert found["position"] == "found"
    pairs, found = await passport("good pairs")
    assert found["position"] != "found"
    assert pairs["swap"]["n"] == CASES
    listed = granted(await bench.browser.get(f"{bench.path}/judges"))["items"]
    assert {item["name"]: item["passport"]["badge"] for item in listed} == {
        "good": "validated",
        "length": "doubtful",
        "random": "doubtful",
        "gullible": "doubtful",
        "position": "doubtful",
        "good pairs": "unvalidated",
    }


async def a_judged_run(
    world: World, cells: int = 40
) -> tuple[RunDesk, dict[str, Any], dict[str, Any]]:
    """One judge, one column, so many answers; nobody has judged them yet."""
    desk = await a_run_desk(world, *(question(f"Number {n}") for n in range(cells)))
    rubric = await a_rubric(desk.browser, desk.path)
    judge = await a_judge_in(desk.browser, desk.path, desk.models[0], rubric["id"], pass_at=0.7)
    run = await desk.start(scorers=[as_scorer(judge)])
    malformed = (cells - 1,)
    await desk.finish(run, {n: answer(f"Answer {n}") for n in range(cells)}, malformed)
    return desk, judge, run


async def test_a_passport_counts_what_people_and_judge_both_judged_and_nothing_else(
    world: World,
) -> None:
    """Malformed, failed, asked anew and judged by another version: none of it is agreement."""
    desk, judge, run = await a_judged_run(world)
    address = f"{desk.path}/judges/{judge['id']}/passport"

    async def label(ordinal: int, **body: Any) -> None:
        path = f"{desk.path}/runs/{run['id']}/cells/{ordinal}/grade"
        granted(await desk.browser.put(path, json=body))

    nothing = granted(await desk.browser.get(address))
    assert (nothing["badge"], nothing["verdicts"], nothing["agreement"]) == ("unvalidated", 0, None)
    # The judge lets every second answer pass; at 0.6 that is not enough for its own threshold.
    verdicts: dict[tuple[int, int], Any] = {
        (n, 0): Scored(
            value=0.9 if n % 2 else 0.6,
            passed=bool(n % 2),
            reason="",
            criteria=(1.0, 0.8) if n % 2 else (0.6, 0.6),
        )
        for n in range(38)
    }
    verdicts[(38, 0)] = not_scored(ScoreProblem.JUDGE_ERROR)
    verdicts[(39, 0)] = Scored(value=0.0, passed=False, reason="Malformed", criteria=(0.0, 0.0))
    await desk.score(run, verdicts)
    for ordinal in range(10):
        await label(ordinal, criteria={"Accuracy": 5 if ordinal % 2 else 1, "Brevity": 3})
    await label(38, grade=1)
    await label(39, grade=1)

    few = granted(await desk.browser.get(address))
    assert (few["agreement"]["n"], few["agreement"]["kappa"], few["labels_needed"]) == (10, 1.0, 20)
    assert (few["badge"], few["verdicts"], few["errors"]) == ("unvalidated", 38, 1)
    assert [(each["name"], each["n"]) for each in few["criteria"]] == [
        ("Accuracy", 10),
        ("Brevity", 10),
    ]
    assert few["criteria"][0]["alpha"] > 0.5

    for ordinal in range(10, 32):
        await label(ordinal, grade=1.0 if ordinal % 2 else 0.0)
    many = granted(await desk.browser.get(address))
    assert (many["badge"], many["validated"], many["labels_needed"]) == ("validated", True, 0)
    execute(world.url, f"UPDATE cells SET attempt = 2 WHERE run_id = '{run['id']}' AND ordinal < 5")
    anew = granted(await desk.browser.get(address))
    assert (anew["agreement"]["n"], anew["labels_needed"]) == (27, 3)

    body = judge_body(desk.models[0], judge["rubric"]["id"], pass_at=0.1)
    second = granted(
        await desk.browser.post(f"{desk.path}/judges/{judge['id']}/versions", json=body), 201
    )
    assert (second["version"], second["passport"], second["validated"]) == (2, None, False)
    assert granted(await desk.browser.get(f"{address}?version=1"))["verdicts"] == 38


async def test_labels_that_are_all_alike_validate_nobody(world: World) -> None:
    desk, judge, run = await a_judged_run(world, cells=31)
    good = Scored(value=1.0, passed=True, reason="", criteria=(1.0, 1.0))
    await desk.score(run, {(n, 0): good for n in range(31)})
    for ordinal in range(30):
        path = f"{desk.path}/runs/{run['id']}/cells/{ordinal}/grade"
        granted(await desk.browser.put(path, json={"grade": 1.0}))

    seen = granted(await desk.browser.get(f"{desk.path}/judges/{judge['id']}/passport"))

    assert seen["badge"] == "unvalidated"
    assert (seen["agreement"]["kappa"], seen["agreement"]["accuracy"]) == (None, 1.0)
    [told] = [each for each in seen["findings"] if each["kind"] == "agreement"]
    assert (told["outcome"], "all labels are equal" in told["sentence"]) == ("not_enough", True)


async def test_a_judge_of_pairs_is_measured_against_the_answer_that_people_graded_higher(
    world: World,
) -> None:
    """FR-EC-006.11: both orders, and what depends on them is counted."""
    cases = 36
    desk = await a_run_desk(
        world,
        *(question(f"Number {n}") for n in range(cases)),
        models=("gpt-4o-mini", "gpt-4o"),
    )
    rubric = await a_rubric(desk.browser, desk.path)
    judge = await a_judge_in(desk.browser, desk.path, desk.models[0], rubric["id"], mode="pairwise")
    run = await desk.start(scorers=[as_scorer(judge)])
    await desk.finish(run, {n: answer(f"Answer {n}") for n in range(2 * cases)})
    verdicts: dict[tuple[int, int], Any] = {}
    for case in range(cases):
        # The last four depend on the order, three go to the one shown first; the first was never asked.
        winner, flipped = ("b" if case % 2 else "a"), case >= 32
        first, second = ("a", "b") if case < 35 else ("b", "a")
        orders = [
            {"first": "a", "winner": first if flipped else winner},
            {"first": "b", "winner": second if flipped else winner},
        ]
        verdicts[(2 * case + 1, 0)] = Scored(
            value=0.5 if flipped else 1.0 if winner == "b" else 0.0,
            passed=None,
            reason="",
            details={"winner": winner, "flipped": flipped, "orders": [] if case == 0 else orders},
        )
        better = 2 * case + (1 if winner == "b" else 0)
        for ordinal in (2 * case, 2 * case + 1):
            path = f"{desk.path}/runs/{run['id']}/cells/{ordinal}/grade"
            granted(await desk.browser.put(path, json={"grade": 1 if ordinal == better else 0.2}))
    await desk.score(run, verdicts)

    seen = granted(await desk.browser.get(f"{desk.path}/judges/{judge['id']}/passport"))

    assert (seen["agreement"]["n"], seen["agreement"]["kappa"]) == (32, 1.0)
    assert (seen["swap"]["n"], seen["swap"]["flip_rate"]) == (35, pytest.approx(4 / 35))
    assert seen["swap"]["preference"] == pytest.approx(2 / 35)
    found = {each["kind"]: each for each in seen["findings"]}
    assert set(found) == {"agreement", "position", "consistency", "errors"}
    assert (found["position"]["outcome"], found["position"]["n"]) == ("not_enough", 35)
    assert found["position"]["title"].startswith("Not enough trials: position bias of up to")
    assert seen["badge"] == "validated"
    sizes = granted(await desk.browser.get(f"{desk.path}/judges/{judge['id']}/passport-sizes"))
    assert [(each["cells"], each["calls"]) for each in sizes] == [
        (120, 170),
        (250, 430),
        (500, 930),
    ]
    finds = [{fault["kind"]: fault["size"] for fault in each["finds"]} for each in sizes]
    assert finds[0]["position"] > finds[1]["position"] > finds[2]["position"]
