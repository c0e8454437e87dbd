"""What people say of cells: a label beside the scores, which counts first where that is asked for, and a flag."""

import json
from typing import Any
from uuid import UUID

import pytest

from edison.domain.events import run_topic
from edison.domain.ids import RunId
from edison.domain.judging.score import ScoreProblem
from tests.support.answers import granted, refused
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, answer, failure, not_scored, scored
from tests.support.results import fresh
from tests.support.world import Person, World

EXACT = {"kind": "exact"}
MIXED = "Labels first: exact"
NOBODY = {
    "grade": None,
    "graded_by": None,
    "graded_at": None,
    "stars": None,
    "criteria": None,
    "comment": "",
    "people": 0,
}
NO_FLAG = {"flagged": False, "note": "", "flagged_by": None, "flagged_at": None}


def name_of(person: Person) -> str:
    return person.email.partition("@")[0]


async def grade(desk: RunDesk, run: dict[str, Any], ordinal: int, value: Any, **more: Any) -> Any:
    path = f"{desk.path}/runs/{run['id']}/cells/{ordinal}/grade"
    return await desk.browser.put(path, json={"grade": value, **more})


async def flag(desk: RunDesk, run: dict[str, Any], ordinal: int, **body: Any) -> Any:
    path = f"{desk.path}/runs/{run['id']}/cells/{ordinal}/flag"
    return granted(await desk.browser.put(path, json=body))


async def cell(desk: RunDesk, run: dict[str, Any], ordinal: int) -> Any:
    return granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/cells/{ordinal}"))


async def rows(desk: RunDesk, run: dict[str, Any], **query: Any) -> list[int]:
    """The numbers of all rows, over pages of two."""
    found: list[int] = []
    query = {"limit": 2, **query}
    while True:
        page = await desk.page(run, **query)
        found += [row["row"] for row in page["items"]]
        if page["next_cursor"] is None:
            return found
        query = {**query, "cursor": page["next_cursor"]}
        query.pop("start", None)


async def a_run(world: World, *, scorers: list[Any] | None = None) -> tuple[RunDesk, Any]:
    """Five cases: good, bad, malformed (and praised by the scorer), failed, and one that has not begun."""
    desk = await a_run_desk(world, *(question(f"Case {number}") for number in range(5)))
    run = await desk.start(scorers=[EXACT] if scorers is None else scorers)
    outcomes = {0: answer("Good"), 1: answer("Bad"), 2: answer("No tags"), 3: failure("Too long")}
    await desk.finish(run, outcomes, malformed=[2])
    if scorers is None:
        await desk.score(run, {(0, 0): scored(0.9), (1, 0): scored(0.2), (2, 0): scored(0.8)})
    return desk, run


async def test_a_persons_grade_counts_first_where_that_is_asked_for_and_is_taken_back(
    world: World,
) -> None:
    """PRUI-GRADE-5, .6, PRUI-CORE-10"""
    desk, run = await a_run(world)
    before = await desk.read(run)
    assert before["grade_scorer"] == 0
    # Malformed is zero whatever the scorer says, and counts once.
    [graded] = before["grades"]
    assert graded == {
        "column": 0,
        "mean": pytest.approx((0.9 + 0.2 + 0) / 3),
        "count": 3,
        "manual": 0,
        "failed_contract": 1,
        "labels": 0,
        "people": None,
    }

    mark = granted(await grade(desk, run, 1, 1.0, attempt=1))
    granted(await grade(desk, run, 2, 0.5))

    assert mark["grade"] == 1.0
    assert mark["graded_by"] == name_of(desk.owner)
    assert mark["graded_at"] is not None
    assert (await cell(desk, run, 1))["mark"] == mark
    # The figure of the scorer is as before; that of people stands beside it.
    [graded] = (await desk.read(run))["grades"]
    assert graded == {**before["grades"][0], "labels": 2, "people": 0.75}
    labels_first = (await fresh(desk, run, metric=MIXED))["columns"][0]
    assert labels_first["composite"]["value"] == pytest.approx((0.9 + 1.0 + 0.5) / 3)
    assert (labels_first["graded"], labels_first["labels"]) == (3, 2)
    page = await desk.page(run)
    assert [row["cells"][0]["manual"] for row in page["items"]] == [None, 1.0, 0.5, None, None]

    assert granted(await grade(desk, run, 1, None)) == {"ordinal": 1, **NOBODY, **NO_FLAG}
    labels_first = (await fresh(desk, run, metric=MIXED))["columns"][0]
    assert labels_first["composite"]["value"] == pytest.approx((0.9 + 0.2 + 0.5) / 3)


async def test_without_a_scorer_people_and_broken_contracts_make_the_mean(world: World) -> None:
    desk, run = await a_run(world, scorers=[])
    assert (await desk.read(run))["grade_scorer"] is None
    assert (await desk.read(run))["grades"][0]["mean"] == 0.0

    granted(await grade(desk, run, 0, 1.0))

    [graded] = (await desk.read(run))["grades"]
    assert (graded["mean"], graded["count"], graded["manual"]) == (0.5, 2, 1)


async def test_a_malformed_answer_that_could_not_be_scored_is_zero_all_the_same(
    world: World,
) -> None:
    desk, run = await a_run(world, scorers=[EXACT])
    unable = not_scored(ScoreProblem.NOT_APPLICABLE)
    await desk.score(run, {(0, 0): unable, (1, 0): scored(1.0), (2, 0): unable})

    [graded] = (await desk.read(run))["grades"]

    assert (graded["mean"], graded["count"]) == (0.5, 2)


async def test_only_answers_are_graded_and_only_between_zero_and_one(world: World) -> None:
    desk, run = await a_run(world)

    for failed_or_open in (3, 4):
        refused(await grade(desk, run, failed_or_open, 1.0), 409, "WRONG_STATE")
    refused(await grade(desk, run, 5, 1.0), 404, "NOT_FOUND")
    for wrong in (1.01, -0.1, "NaN", "high"):
        refused(await grade(desk, run, 0, wrong), 400, "BAD_REQUEST")
    refused(await grade(desk, run, 0, 1.0, attempt=2), 409, "WRONG_STATE")

    assert all(row["cells"][0]["manual"] is None for row in (await desk.page(run))["items"])


async def test_stars_and_criteria_are_grades_too_and_what_is_invalid_is_refused(
    world: World,
) -> None:
    """ARENA-3.5.1, .6"""
    desk = await a_run_desk(world, question("One"), question("Two"))
    criteria = [
        {"name": "Accuracy", "description": "Is it right?", "weight": 0.75, "scale": 10},
        {"name": "Tone", "description": "Is it polite?", "weight": 0.25, "scale": 1},
    ]
    rubric = {"name": "Quality", "criteria": criteria}
    made = granted(await desk.browser.post(f"{desk.path}/rubrics", json=rubric), 201)
    judge = {"name": "J", "mode": "pointwise", "model": desk.models[0], "rubric": made["id"]}
    judged = granted(
        await desk.browser.post(f"{desk.path}/judges", json={**judge, "goal": "Good answers"}), 201
    )
    plain = await desk.start(scorers=[EXACT])
    run = await desk.start(scorers=[{"kind": "judge", "judge": judged["id"]}])
    for each in (plain, run):
        await desk.finish(each, {0: answer("One"), 1: answer("Two")})

    async def put(to: Any, **body: Any) -> Any:
        return await desk.browser.put(f"{desk.path}/runs/{to['id']}/cells/0/grade", json=body)

    starred = granted(await put(plain, stars=4, note="Nearly"))
    scored_by_hand = granted(await put(run, criteria={"Accuracy": 6, "Tone": 1}))

    assert (starred["grade"], starred["stars"], starred["comment"]) == (0.75, 4, "Nearly")
    assert scored_by_hand["grade"] == pytest.approx(0.7)
    assert scored_by_hand["criteria"] == {"Accuracy": 0.6, "Tone": 1.0}
    assert [each["name"] for each in (await cell(desk, run, 0))["criteria"]] == ["Accuracy", "Tone"]
    assert (await cell(desk, plain, 0))["criteria"] == []
    for wrong in (
        {"stars": 0},
        {"stars": 6},
        {"stars": 2.5},
        {"stars": True},
        {},
        {"stars": None},
        {"grade": 0.5, "stars": 3},
        {"criteria": {"Accuracy": 6}},
        {"criteria": {"Accuracy": 11, "Tone": 1}},
        {"criteria": {"Accuracy": 6, "Tone": 1, "Charm": 1}},
    ):
        refused(await put(run, **wrong), 400, "BAD_REQUEST")
    refused(await put(plain, criteria={"Accuracy": 6, "Tone": 1}), 400, "BAD_REQUEST")
    assert (await cell(desk, run, 0))["mark"]["grade"] == pytest.approx(0.7)
    # The newer replaces the older, and nothing is left of how that was given.
    thumbs = granted(await put(run, grade=0))
    assert (thumbs["grade"], thumbs["criteria"], thumbs["comment"]) == (0, None, "")


async def test_when_a_cell_is_asked_anew_its_grade_is_history_and_its_flag_stays(
    world: World,
) -> None:
    desk, run = await a_run(world)
    granted(await grade(desk, run, 0, 0.0))
    await flag(desk, run, 0, flagged=True, note="Look at the tone")

    repeat = f"{desk.path}/runs/{run['id']}/repeat"
    granted(await desk.browser.post(repeat, json={"cells": [0]}))
    waiting = await cell(desk, run, 0)
    await desk.finish(run, {0: answer("Better")})
    await desk.score(run, {(0, 0): scored(0.6)})

    assert waiting["mark"]["grade"] is None
    again = await cell(desk, run, 0)
    assert again["attempt"] == 2
    assert (again["mark"]["grade"], again["mark"]["note"]) == (None, "Look at the tone")
    assert again["history"][0]["cell"]["manual_grade"] == 0.0
    assert again["history"][0]["cell"]["graded_by"] == name_of(desk.owner)
    [graded] = (await desk.read(run))["grades"]
    assert (graded["mean"], graded["manual"]) == (pytest.approx((0.6 + 0.2 + 0) / 3), 0)
    refused(await grade(desk, run, 0, 1.0, attempt=1), 409, "WRONG_STATE")
    assert granted(await grade(desk, run, 0, 1.0, attempt=2))["grade"] == 1.0


async def test_flags_and_low_grades_are_found_and_rows_are_sorted_by_grade(world: World) -> None:
    """FR-RV-002.11, PRUI-LATER-5"""
    desk, run = await a_run(world)
    # Whatever has become of it: also a cell that failed, and one that has not begun.
    for ordinal in (1, 3, 4):
        mark = await flag(desk, run, ordinal, flagged=True, note=f" Why {ordinal}? ")
        assert (mark["note"], mark["flagged_by"]) == (f"Why {ordinal}?", name_of(desk.owner))
    assert await flag(desk, run, 3, flagged=False, note="gone") == {
        "ordinal": 3,
        **NOBODY,
        **NO_FLAG,
    }
    assert await rows(desk, run, flagged=True) == [1, 4]
    assert await rows(desk, run, flagged=True, state="answered") == [1]
    assert [row["cells"][0]["flagged"] for row in (await desk.page(run))["items"]] == [
        False, True, False, False, True,
    ]  # fmt: skip

    # Bad and malformed are low; a person's grade decides otherwise where labels come first.
    assert await rows(desk, run, low=0.5) == [1, 2]
    granted(await grade(desk, run, 2, 0.95))
    granted(await grade(desk, run, 0, 0.1))
    first: dict[str, Any] = {"metric": MIXED}
    assert await rows(desk, run, low=0.5, **first) == [0, 1]
    assert await rows(desk, run, low=0.5, flagged=True, column=0, **first) == [1]
    assert await rows(desk, run, low=0.15, sort="grade", **first) == [0]
    # What has no grade comes last, either way.
    assert await rows(desk, run, sort="grade", **first) == [0, 1, 2, 3, 4]
    assert await rows(desk, run, sort="grade", order="desc", **first) == [2, 1, 0, 3, 4]
    # By the scorer, rows are found and sorted by what the scorer says.
    assert await rows(desk, run, low=0.5) == [1, 2]
    assert await rows(desk, run, sort="grade", order="desc") == [0, 1, 2, 3, 4]
    # By people, only what they labelled has a grade.
    assert await rows(desk, run, low=0.5, metric="People") == [0]
    assert await rows(desk, run, sort="grade", order="desc", metric="People") == [2, 0, 1, 3, 4]


async def test_a_page_begins_at_any_row_where_rows_are_counted(world: World) -> None:
    desk, run = await a_run(world)

    assert await rows(desk, run, start=3) == [3, 4]
    assert await rows(desk, run, start=1) == [1, 2, 3, 4]
    assert await rows(desk, run, start=5) == []
    assert await rows(desk, run, start=2**31 - 1) == []
    cursor = (await desk.page(run, limit=2))["next_cursor"]
    for query in ({"state": "failed"}, {"sort": "cost"}, {"flagged": True}, {"cursor": cursor}):
        path = f"{desk.path}/runs/{run['id']}/rows"
        answered = await desk.browser.get(path, params={"start": 1, **query})
        assert refused(answered, 400, "BAD_REQUEST")["path"] == "start"


async def test_marks_are_told_to_who_follows_the_run_and_not_to_the_whole_project(
    world: World,
) -> None:
    desk, run = await a_run(world)
    read = await desk.read(run)

    granted(await grade(desk, run, 0, 1.0))
    await flag(desk, run, 2, flagged=True)

    async with world.ctx.read() as tx:
        # Followed from where the report was read, nothing is missing and nothing comes twice.
        told = await tx.events.since(run_topic(UUID(run["id"])), read["last_event"], 10)
    assert [(event.type, event.data) for event in told] == [
        ("cell.marked", {"run": run["id"], "cells": [0]}),
        ("cell.marked", {"run": run["id"], "cells": [2]}),
    ]
    assert (await desk.read(run))["last_event"] == told[-1].number
    activity = granted(await desk.browser.get(f"{desk.path}/activity"))
    assert "cell.marked" not in {event["type"] for event in activity["items"]}


async def test_the_file_of_results_says_what_people_said(world: World) -> None:
    desk, run = await a_run(world)
    granted(await grade(desk, run, 1, 1.0))
    await flag(desk, run, 3, flagged=True, note="Shorten the case")

    export = f"{desk.path}/runs/{run['id']}/export"
    lines = [json.loads(line) for line in (await desk.browser.get(export)).text.splitlines()]
    table = (await desk.browser.get(export, params={"format": "csv"})).text.splitlines()

    said = [(line["manual_grade"], line["flagged"], line["note"]) for line in lines]
    nothing = (None, False, "")
    assert said == [nothing, (1.0, False, ""), nothing, (None, True, "Shorten the case")]
    assert '"manual_grade","flagged","note"' in table[0]
    assert '"","true","Shorten the case"' in table[4]


async def test_who_may_only_look_says_nothing_and_a_reviewer_may(world: World) -> None:
    desk, run = await a_run(world)
    path = f"{desk.path}/runs/{run['id']}/cells/0"
    viewer = await world.member(desk.owner, desk.slug, "VIEWER")
    reviewer = await world.member(desk.owner, desk.slug, "REVIEWER")

    refused(await viewer.browser.put(f"{path}/grade", json={"grade": 1}), 403, "FORBIDDEN")
    mark = granted(await reviewer.browser.put(f"{path}/grade", json={"grade": 1}))

    assert mark["graded_by"] == name_of(reviewer)
    seen = granted(await viewer.browser.get(path))
    assert seen["mark"] == mark


async def test_what_malformed_answers_were_given_is_counted_as_a_recount_says(
    world: World,
) -> None:
    desk, run = await a_run(world)
    async with world.ctx.write() as tx:
        place = (desk.project, RunId(UUID(run["id"])))
        _, kept = await tx.run_sums.read(*place)
        await tx.run_sums.recount(*place, 1)
        _, recounted = await tx.run_sums.read(*place)

    assert kept == recounted
    assert (kept[0, 0].malformed_scored, kept[0, 0].malformed_total) == (1, 0.8)
