"""What finished runs say of a dataset's questions.

Bad ones are found, good ones left alone, and people have the last word.
"""

from collections import Counter
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from edison.domain.arena.psychometrics.gather_answers import plain
from edison.store.repositories.arena.question_evidence import PLAIN
from tests.support.answers import granted, refused
from tests.support.datasets import a_dataset, question
from tests.support.finished_runs import RunDesk, a_run_desk, answer, scored
from tests.support.questions import (
    EXACT,
    MODELS,
    a_planted_desk,
    answered_by_all,
    complete,
    graded_run,
    quality,
    suspicions,
)
from tests.support.sql import rows
from tests.support.world import World
from tests.unit.domain.psychometrics.planted import planted

FOUR = MODELS[:4]
ORDINARY = [
    "Why is the sky blue at noon",
    "Who wrote the first long novel",
    "Where do swifts sleep",
]


async def a_desk(world: World, *texts: str, models: tuple[str, ...] = FOUR) -> RunDesk:
    given = texts or ORDINARY
    return await a_run_desk(world, *(question(text, expected="x") for text in given), models=models)


def grades(*rows_of: list[float]) -> np.ndarray:
    return np.array(rows_of)


ALL_PASS = [1.0, 1.0, 1.0, 1.0]


async def answered(desk: RunDesk, *wanted: list[float], times: int = 2) -> None:
    """Each question has so many answers of each column, over as many runs."""
    for _ in range(times):
        await graded_run(desk, grades(*wanted))


@pytest.mark.nightly
async def test_planted_bad_questions_are_found_through_real_rows(world: World) -> None:
    plan = planted(1_003, questions=300)
    desk = await a_planted_desk(world, plan)
    await answered_by_all(desk, plan)

    found = await suspicions(desk)

    right, wrong, missed = Counter[str](), Counter[str](), Counter[str]()
    for kind, bad in plan.bad.items():
        named = found.get(str(kind), set())
        right[kind] += len(named & bad)
        wrong[kind] += len(named - bad)
        missed[kind] += len(bad - named)
    assert right.total() / (right.total() + wrong.total()) >= 0.9, (right, wrong)
    assert right.total() / (right.total() + missed.total()) >= 0.9, (right, missed)
    page = await quality(desk, suspected=False, sort="position", limit=5)
    assert (page["cases"], page["answered"], page["version"]) == (300, 300, 1)
    assert len(page["columns"]) == 8
    first = page["items"][0]
    assert (first["position"], first["answers"], first["columns"]) == (1, 24, 8)
    assert first["easiness"] == pytest.approx(plan.evidence.grades[0].mean(), abs=1e-4)
    assert first["low"] <= first["discrimination"] <= first["high"]
    points = granted(await desk.browser.get(f"{desk.dataset.path}/quality/points"))
    assert len(points["items"]) == 300


async def test_a_question_that_everyone_passes_says_so(world: World) -> None:
    desk = await a_desk(world)
    await answered(desk, ALL_PASS, [0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 1.0, 1.0])

    page = await quality(desk)

    assert page["counts"]["saturated"] == 1
    [item] = page["items"]
    [about] = item["suspicions"]
    assert (
        about["sentence"]
        == "All 8 answers of 4 models passed: it does not separate strong from weak models."
    )
    assert (item["easiness"], item["answers"], item["columns"]) == (1.0, 8, 4)
    assert [run["columns"] for run in page["answers_from"]] == [4, 4]
    assert page["sentence"].startswith("Of 3 questions 1 looks bad: 1 that everyone passes, by 24")
    assert {column["model_name"] for column in page["columns"]} == set(FOUR)


async def test_without_runs_only_repetitions_are_seen(world: World) -> None:
    twice = "Why do leaves turn red in autumn when nights get cold and long"
    desk = await a_desk(world, twice, "Where do swifts sleep", twice + " again")

    page = await quality(desk)

    [item] = page["items"]
    [about] = item["suspicions"]
    assert (about["kind"], about["like_position"], about["like_text"]) == ("duplicate", 1, twice)
    assert about["like_case"] != item["case"]
    assert (item["easiness"], item["discrimination"], page["answered"]) == (None, None, 0)
    assert "No finished run" in page["sentence"]


async def test_only_finished_runs_with_the_same_words_count(world: World) -> None:
    desk = await a_desk(world)
    running = await desk.start(scorers=[EXACT])
    await desk.finish(running, {cell: answer("x") for cell in range(12)})
    await desk.score(running, {(cell, 0): scored(1.0) for cell in range(12)})
    assert (await quality(desk))["answered"] == 0
    complete(world, running)
    assert (await quality(desk))["answered"] == 3
    [first, *_] = await desk.dataset.cases()

    # Another tag is no other question; other words are.
    granted(await desk.dataset.bulk(filter={}, add_tags=["new"]))
    assert (await quality(desk))["answered"] == 3
    path = f"{desk.dataset.path}/cases/{first['id']}"
    granted(await desk.browser.patch(path, json={"values": {"question": "Something else"}}))

    assert (await quality(desk))["answered"] == 2
    assert (await quality(desk, version=1))["answered"] == 3


async def test_a_person_who_grades_changes_the_figures(world: World) -> None:
    desk = await a_desk(world)
    run = await graded_run(desk, grades(ALL_PASS, ALL_PASS, ALL_PASS))
    before = await quality(desk, suspected=False, sort="position")

    path = f"{desk.path}/runs/{run['id']}/cells/0/grade"
    answer_ = await desk.browser.put(path, json={"grade": 0})
    assert answer_.status_code in (200, 204), answer_.text

    after = await quality(desk, suspected=False, sort="position")
    assert before["items"][0]["easiness"] == 1.0
    assert after["items"][0]["easiness"] == 0.75


async def test_a_dismissed_suspicion_stays_away_until_the_words_change(world: World) -> None:
    desk = await a_desk(world)
    await answered(desk, ALL_PASS, [0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 1.0, 1.0])
    [item] = (await quality(desk))["items"]
    path = f"{desk.dataset.path}/quality/dismissals"
    body = {"case": item["case"], "kind": "saturated"}

    granted(await desk.browser.post(path, json=body), 204)
    granted(await desk.browser.post(path, json=body), 204)

    page = await quality(desk)
    assert (page["items"], page["counts"]["saturated"], page["dismissed"]) == ([], 0, 1)
    [shown] = (await quality(desk, dismissed=True))["items"]
    assert shown["suspicions"][0]["dismissed"] is True
    # A tag changes nothing about it.
    granted(await desk.dataset.bulk(filter={}, add_tags=["new"]))
    assert (await quality(desk))["items"] == []
    granted(await desk.browser.delete(f"{path}/{item['case']}/saturated"), 204)
    assert len((await quality(desk))["items"]) == 1

    granted(await desk.browser.post(path, json=body), 204)
    changed = {"values": {"question": "Why is the sky blue at night"}}
    granted(await desk.browser.patch(f"{desk.dataset.path}/cases/{item['case']}", json=changed))
    await answered(desk, ALL_PASS, [0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 1.0, 1.0])
    assert [each["case"] for each in (await quality(desk))["items"]] == [item["case"]]
    told = rows(
        world.url,
        "SELECT data FROM events WHERE type = 'dataset.changed' AND data -> 'changed' ? 'quality'",
    )
    assert len(told) == 4


async def test_retired_questions_are_gone_from_the_next_version_only(world: World) -> None:
    desk = await a_desk(world)
    await answered(desk, ALL_PASS, [0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 1.0, 1.0])
    [item] = (await quality(desk))["items"]
    path = f"{desk.dataset.path}/quality/retire"

    done = granted(
        await desk.browser.post(path, json={"cases": [item["case"]], "kind": "saturated"})
    )

    assert done == {"version": 2, "retired": 1, "cases": 2}
    versions = granted(await desk.browser.get(f"{desk.dataset.path}/versions"))
    assert versions["items"][0]["note"] == "Retired 1 question: saturated"
    assert (await quality(desk))["items"] == []
    assert len((await quality(desk, version=1))["items"]) == 1
    refused(await desk.browser.post(path, json={"cases": [item["case"]]}), 404, "NOT_FOUND")


async def test_a_locked_hold_out_is_not_retired(world: World) -> None:
    desk = await a_desk(world)
    granted(await desk.dataset.bulk(filter={}, split="holdout"))
    granted(await desk.browser.put(f"{desk.dataset.path}/holdout-lock", json={"locked": True}))
    [first, *_] = await desk.dataset.cases()

    answer_ = await desk.browser.post(
        f"{desk.dataset.path}/quality/retire", json={"cases": [first["id"]]}
    )

    refused(answer_, 409, "HOLDOUT_LOCKED")
    assert (await desk.dataset.now())["cases"] == 3


@pytest.mark.parametrize("sort", ["strength", "position", "easiest", "hardest", "discrimination"])
async def test_pages_show_every_question_once_in_every_order(world: World, sort: str) -> None:
    texts = [f"Question about subject number {number} of the long list" for number in range(7)]
    desk = await a_desk(world, *texts)
    await graded_run(desk, np.random.default_rng(3).random((7, 4)))

    seen: list[dict[str, Any]] = []
    cursor: dict[str, Any] = {}
    while True:
        page = await quality(desk, suspected=False, sort=sort, limit=3, **cursor)
        seen += page["items"]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}

    assert sorted(item["position"] for item in seen) == list(range(1, 8))
    easy = [item["easiness"] for item in seen]
    if sort in ("easiest", "hardest"):
        assert easy == sorted(easy, reverse=sort == "easiest")


async def test_what_is_not_there_is_not_found_and_an_empty_dataset_has_no_questions(
    world: World,
) -> None:
    desk = await a_desk(world)
    empty = await a_dataset(desk.owner, desk.slug, name="Empty")

    page = granted(await desk.browser.get(f"{empty.path}/quality"))

    assert (page["cases"], page["items"]) == (0, [])
    gone = f"{desk.path}/datasets/{uuid4()}/quality"
    refused(await desk.browser.get(gone), 404, "NOT_FOUND")
    body = {"case": str(uuid4()), "kind": "flat"}
    path = f"{desk.dataset.path}/quality/dismissals"
    refused(await desk.browser.post(path, json=body), 404, "NOT_FOUND")
    refused(await desk.browser.get(f"{desk.dataset.path}/quality?cursor=abc"), 400, "BAD_REQUEST")


@pytest.mark.parametrize(
    "said",
    [
        "Paris",
        "  Paris. ",
        "The\tcapital\n\nis  PARIS!",
        "`x`",
        '"No."',
        "a\u00a0b",
        "wide\u3000 \u2003space",
        "ÄÖÜ  é",
        "",
        " ",
    ],
)
async def test_answers_are_compared_as_the_rest_of_the_code_does_it(
    world: World, said: str
) -> None:
    statement = f"SELECT {PLAIN.format(text='t.said')} FROM (SELECT CAST(%s AS text) AS said) t"

    assert rows(world.url, statement, said) == [(plain(said),)]
