"""Judges over the API: versions, what a run asks of them before it starts, what they will cost, and their exams."""

from decimal import Decimal
from typing import Any

import pytest

from edison.domain.judging.score import Scored
from tests.support.answers import granted, refused
from tests.support.finished_runs import RunDesk, a_run_desk, answer
from tests.support.judging import a_judge_in, a_rubric, as_scorer, judge_body
from tests.support.world import World


async def judged_desk(world: World, models: int = 2) -> tuple[RunDesk, dict[str, Any]]:
    names = ("gpt-4o-mini", "gpt-4o", "gpt-4.1-mini")[:models]
    desk = await a_run_desk(world, models=names)
    return desk, await a_rubric(desk.browser, desk.path)


async def judge(desk: RunDesk, rubric: dict[str, Any] | None, **changes: Any) -> dict[str, Any]:
    return await a_judge_in(
        desk.browser, desk.path, desk.models[0], rubric["id"] if rubric else None, **changes
    )


async def reasons(desk: RunDesk, *scorers: dict[str, Any]) -> dict[str, str]:
    """Every reason against a run with these scorers: where, and why."""
    body = desk.order(scorers=list(scorers))
    error = refused(await desk.browser.post(f"{desk.path}/runs", json=body), 422, "RUN_NOT_READY")
    seen = granted(await desk.browser.post(f"{desk.path}/runs/forecast", json=body))
    assert seen["problems"] == error["details"]["problems"]
    return {each["field"]: each["code"] for each in error["details"]["problems"]}


async def answered(desk: RunDesk, **changes: Any) -> dict[str, Any]:
    run = await desk.start(**changes)
    cells = run["plan"]["cells"]
    await desk.finish(run, {n: answer(f"Answer {n}", completion=100) for n in range(cells)})
    return run


async def test_a_judge_keeps_its_versions_and_the_version_of_its_rubric(world: World) -> None:
    """FR-EC-006.4, .5"""
    desk, rubric = await judged_desk(world)
    first = await judge(desk, rubric)

    assert first["parameters"] == {"temperature": 0.3, "seed": 42}
    assert first["rubric"] == {"id": rubric["id"], "name": "Quality", "version": 1}
    assert (first["model_name"], first["passport"], first["validated"]) == (
        "gpt-4o-mini",
        None,
        False,
    )
    halves = [
        {**each, "weight": weight}
        for each, weight in zip(rubric["criteria"], (0.7, 0.3), strict=True)
    ]
    newer = {"name": "Quality", "criteria": halves}
    address = f"{desk.path}/judges/{first['id']}"
    granted(
        await desk.browser.post(f"{desk.path}/rubrics/{rubric['id']}/versions", json=newer), 201
    )
    assert granted(await desk.browser.get(address))["rubric"]["version"] == 1
    body = judge_body(desk.models[0], rubric["id"], parameters={"temperature": 0})
    second = granted(await desk.browser.post(f"{address}/versions", json=body), 201)
    assert (second["version"], second["rubric"]["version"]) == (2, 2)
    assert second["parameters"] == {"temperature": 0, "seed": 42}
    refused(await desk.browser.post(f"{address}/versions", json=body), 409, "NOTHING_CHANGED")
    old = granted(await desk.browser.get(f"{address}?version=1"))
    assert (old["rubric"]["version"], old["version"]) == (1, 1)
    assert [note["number"] for note in old["versions"]] == [2, 1]

    listed = granted(await desk.browser.get(f"{desk.path}/judges"))["items"]
    assert [(item["id"], item["version"]) for item in listed] == [(first["id"], 2)]
    assert (await desk.browser.delete(address)).status_code == 204
    assert granted(await desk.browser.get(f"{desk.path}/judges"))["items"] == []
    assert granted(await desk.browser.get(f"{address}?version=2"))["archived"] is True
    told = granted(await desk.browser.get(f"{desk.path}/activity"))["items"]
    assert [each["type"] for each in told if each["type"].startswith("judge.")] == [
        "judge.archived",
        "judge.changed",
        "judge.created",
    ]


async def test_a_judge_names_a_model_and_a_rubric_of_its_own_project(world: World) -> None:
    desk, rubric = await judged_desk(world)
    other, foreign = await judged_desk(world)

    async def complaint(body: dict[str, Any]) -> str | None:
        answer = await desk.browser.post(f"{desk.path}/judges", json=body)
        return refused(answer, 400, "BAD_REQUEST")["path"]

    assert await complaint(judge_body(other.models[0], rubric["id"])) == "model"
    assert await complaint(judge_body(desk.models[0], foreign["id"])) == "rubric"
    assert await complaint(judge_body(desk.models[0], rubric["id"], rubric_version=9)) == "rubric"
    assert await complaint(judge_body(desk.models[0], None, instructions=" ")) == "instructions"
    assert await complaint(judge_body(desk.models[0], rubric["id"], goal="")) == "goal"


async def test_every_reason_against_judges_is_told_at_once(world: World) -> None:
    """FR-EC-006.1, .2, .9; PRUI-VALID-2"""
    desk, rubric = await judged_desk(world, models=1)
    tone = await a_rubric(desk.browser, desk.path, name="Tone")
    strict = await judge(desk, rubric)
    polite = await judge(desk, tone, name="Polite")
    pairs = await judge(desk, rubric, name="Pairs", mode="pairwise")
    grader = {
        "name": "Grader",
        "kind": "grader",
        "content": {"messages": [{"role": "user", "content": "{{output}} {{nowhere}} {{question}}"}]},
    }  # fmt: skip
    prompt = granted(await desk.browser.post(f"{desk.path}/prompts", json=grader), 201)
    granted(await desk.browser.post(f"{desk.path}/prompts/{prompt['id']}/versions", json={}), 201)

    found = await reasons(
        desk,
        as_scorer(strict),
        as_scorer(polite),
        {**as_scorer(pairs), "kind": "judge"},
        {**as_scorer(strict), "kind": "pairwise", "a": 0, "b": 3},
        as_scorer(pairs),
        as_scorer(strict, version=7),
        as_scorer(strict),
        as_scorer(strict, cells=5),
        {"kind": "grader", "prompt": prompt["id"], "model": desk.models[0]},
    )

    assert found == {
        "scorers.2": "judges_pairs",
        "scorers.3": "bad_pair",
        "scorers.4": "no_pairs",
        "scorers.5": "no_judge",
        "scorers.6": "judge_twice",
        "scorers.7.cells": "bad_scorer",
        "scorers.7": "judge_twice",
        "scorers.8": "missing_variable",
    }
    assert await reasons(desk, as_scorer(strict, exam="padded")) == {"scorers.0": "exam_alone"}
    six = [await judge(desk, rubric, name=f"Judge {number}") for number in range(6)]
    assert await reasons(desk, *map(as_scorer, six)) == {"scorers.5": "too_many_judges"}


async def test_a_second_rubric_on_a_judged_run_is_a_score_set_of_its_own(world: World) -> None:
    desk, rubric = await judged_desk(world, models=1)
    tone = await a_rubric(desk.browser, desk.path, name="Tone")
    strict, polite = await judge(desk, rubric), await judge(desk, tone, name="Polite")
    run = await answered(desk, scorers=[as_scorer(strict)])
    cells = range(run["plan"]["cells"])
    await desk.score(run, {(n, 0): Scored(value=0.8, passed=True, reason="") for n in cells})
    before = (await desk.read(run))["grades"]
    body = {"scorers": [as_scorer(polite)]}
    at = f"{desk.path}/runs/{run['id']}/scorers"

    priced = granted(await desk.browser.post(f"{at}/forecast", json=body))
    granted(await desk.browser.post(at, json=body))
    await desk.score(run, {(n, 1): Scored(value=0.2, passed=False, reason="") for n in cells})

    assert priced["problems"] == []
    after = await desk.read(run)
    assert (after["grade_scorers"], after["grades"]) == ([0], before)
    means = [scorer["columns"][0]["mean"] for scorer in after["scorers"]]
    assert means == [pytest.approx(0.8), pytest.approx(0.2)]


async def test_judges_are_pinned_and_pairs_are_expanded_when_a_run_starts(world: World) -> None:
    """FR-EC-006.3, .9"""
    desk, rubric = await judged_desk(world, models=3)
    strict = await judge(desk, rubric)
    words = await judge(desk, None, name="In words")
    pairs = await judge(desk, rubric, name="Pairs", mode="pairwise")

    run = await desk.start(scorers=[as_scorer(strict), as_scorer(words), as_scorer(pairs)])
    newer = judge_body(desk.models[0], rubric["id"], goal="Something else")
    granted(await desk.browser.post(f"{desk.path}/judges/{strict['id']}/versions", json=newer), 201)

    scorers = (await desk.read(run))["scorers"]
    assert [(each["name"], each["spec"]["version"]) for each in scorers] == [
        ("Strict", 1),
        ("In words", 1),
        ("Pairs: column 2 against 1", 1),
        ("Pairs: column 3 against 1", 1),
        ("Pairs: column 3 against 2", 1),
    ]
    assert [(each["spec"]["a"], each["spec"]["b"]) for each in scorers[2:]] == [(0, 1), (0, 2), (1, 2)]  # fmt: skip
    again = await desk.browser.post(
        f"{desk.path}/runs/{run['id']}/scorers", json={"scorers": [as_scorer(pairs)]}
    )
    problems = refused(again, 422, "RUN_NOT_READY")["details"]["problems"]
    assert {each["code"] for each in problems} == {"judge_twice"}
    newest = {"scorers": [as_scorer(strict)]}
    granted(await desk.browser.post(f"{desk.path}/runs/{run['id']}/scorers", json=newest))
    added = (await desk.read(run))["scorers"][-1]
    assert (added["name"], added["spec"]["version"]) == ("Strict 2", 2)


async def test_a_forecast_counts_every_call_of_every_judge(world: World) -> None:
    """FR-EC-006.20"""
    desk, rubric = await judged_desk(world)
    strict = await judge(desk, rubric)
    pairs = await judge(desk, rubric, name="Pairs", mode="pairwise")
    body = desk.order(trials=2, scorers=[as_scorer(strict), as_scorer(pairs)])

    seen = granted(await desk.browser.post(f"{desk.path}/runs/forecast", json=body))

    told = seen["forecast"]
    assert seen["problems"] == []
    # 3 cases, 2 trials: each of 2 columns once, and one pair in both orders.
    assert (told["calls"], told["judge_calls"]) == (12, 12 + 12)
    judges = [part for part in told["parts"] if part["phase"] == "judge"]
    assert [(part["title"], part["calls"]) for part in judges] == [
        ("Strict", 6),
        ("Strict", 6),
        ("Pairs: column 2 against 1", 12),
    ]
    assert all(part["prompt_tokens"] / part["calls"] > 500 for part in judges)
    assert sum(Decimal(part["money"]["likely_usd"]) for part in judges) > 0

    run = await answered(desk, scorers=[as_scorer(strict)])
    exams = [as_scorer(strict, exam="padded", cells=4), as_scorer(strict, exam="repeat", cells=4)]
    address = f"{desk.path}/runs/{run['id']}/scorers/forecast"
    added = granted(await desk.browser.post(address, json={"scorers": [as_scorer(pairs), *exams]}))
    assert added["problems"] == []
    assert (added["forecast"]["calls"], added["forecast"]["judge_calls"]) == (0, 6 + 4 + 4)
    longer, same = added["forecast"]["parts"][1:]
    assert longer["prompt_tokens"] > same["prompt_tokens"] + 4 * 200
    assert len((await desk.read(run))["scorers"]) == 1


async def test_exams_are_added_to_a_run_that_the_judge_has_scored(world: World) -> None:
    desk, rubric = await judged_desk(world)
    strict = await judge(desk, rubric)
    run = await answered(desk)
    address = f"{desk.path}/judges/{strict['id']}/exams"
    sizes = f"{desk.path}/judges/{strict['id']}/passport-sizes"
    body = {"run": run["id"], "cells": 4}

    early = refused(await desk.browser.post(address, json=body), 400, "BAD_REQUEST")
    assert early["path"] == "run"
    scorers = {"scorers": [as_scorer(strict)]}
    granted(await desk.browser.post(f"{desk.path}/runs/{run['id']}/scorers", json=scorers))
    report = granted(
        await desk.browser.post(address, json={**body, "kinds": ["repeat", "padded"]}), 202
    )

    assert [(each["name"], each["spec"]["exam"], each["spec"]["cells"]) for each in report["scorers"]] == [
        ("Strict", "", None),
        ("Strict, asked again", "repeat", 4),
        ("Strict, with padding", "padded", 4),
    ]  # fmt: skip
    rest = granted(await desk.browser.post(address, json=body), 202)
    assert [each["spec"]["exam"] for each in rest["scorers"]] == ["", "repeat", "padded", "injected"]  # fmt: skip
    twice = refused(await desk.browser.post(address, json=body), 400, "BAD_REQUEST")
    assert twice["path"] == "kinds"

    # A larger passport asks about the other answers only.
    forecast = granted(await desk.browser.get(f"{sizes}?run={run['id']}"))
    assert [(each["size"], each["cells"], each["calls"]) for each in forecast] == [
        ("standard", 6, 6),
        ("large", 6, 6),
        ("very_large", 6, 6),
    ]
    assert Decimal(forecast[0]["likely_usd"]) > 0
    larger = granted(await desk.browser.post(address, json={"run": run["id"]}), 202)
    added = [each["spec"] for each in larger["scorers"][4:]]
    assert [(spec["exam"], spec["cells"], spec["skips"]) for spec in added] == [
        ("repeat", 6, 4),
        ("padded", 6, 4),
        ("injected", 6, 4),
    ]
    everything = {"run": run["id"], "size": "very_large"}
    refused(await desk.browser.post(address, json=everything), 400, "BAD_REQUEST")
    pairs = await judge(desk, rubric, name="Pairs", mode="pairwise")
    of_pairs = await desk.browser.post(f"{desk.path}/judges/{pairs['id']}/exams", json=body)
    refused(of_pairs, 400, "BAD_REQUEST")


async def test_scores_stay_when_the_model_of_their_judge_is_removed(world: World) -> None:
    """ARENA-3.5.8"""
    desk, rubric = await judged_desk(world)
    strict = await judge(desk, rubric)
    run = await answered(desk, scorers=[as_scorer(strict)])
    said = Scored(value=0.8, passed=True, reason="Right", criteria=(1.0, 0.6))
    await desk.score(run, {(ordinal, 0): said for ordinal in range(6)})

    removed = await desk.browser.delete(f"{desk.path}/models/{desk.models[0]}")

    assert removed.status_code == 204
    page = await desk.page(run)
    assert [cell["scores"][0]["value"] for row in page["items"] for cell in row["cells"]] == [
        0.8
    ] * 6
    seen = granted(await desk.browser.get(f"{desk.path}/judges/{strict['id']}"))
    assert (seen["model_name"], seen["passport"]["verdicts"]) == ("gpt-4o-mini", 6)
    body = desk.order(targets=[{"model": desk.models[1]}], scorers=[as_scorer(strict)])
    late = await desk.browser.post(f"{desk.path}/runs", json=body)
    problems = refused(late, 422, "RUN_NOT_READY")["details"]["problems"]
    assert [(each["code"], each["field"]) for each in problems] == [("no_such_model", "scorers.0")]
