"""Leaderboards: only runs on equal terms, shared ranks, what it costs, and who is left out."""

from typing import Any

import pytest

from tests.support.answers import all_items, granted, refused
from tests.support.boards import a_board, completed, graded_run
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, answer, failure, scored
from tests.support.judging import a_judge_in, as_scorer
from tests.support.results import EXACT, TWO, a_panel, answered, judged
from tests.support.sql import execute, rows
from tests.support.world import World

THREE = (*TWO, "gpt-4.1")
CONTAINS = {"kind": "contains", "values": ["Answer"]}


async def a_desk(world: World, *models: str, cases: int = 12) -> RunDesk:
    return await a_run_desk(
        world,
        *(
            question(f"Case {n}", tags=["maths"] if n % 2 else ["law"], expected="Yes")
            for n in range(cases)
        ),
        models=models or TWO,
    )


async def read(desk: RunDesk, board: Any, **query: Any) -> Any:
    return granted(await desk.browser.get(f"{desk.path}/boards/{board['id']}", params=query))


async def post(desk: RunDesk, *runs: Any, name: str = "Board") -> Any:
    body = {"name": name, "runs": [run["id"] for run in runs]}
    return await desk.browser.post(f"{desk.path}/boards", json=body)


async def test_a_board_ranks_entries_and_says_what_they_cost(world: World) -> None:
    """ARENA-3.7.4: the second is better by 0.3 on every case, the third is like the first and dear."""
    desk = await a_desk(world, *THREE)
    run = await graded_run(
        desk,
        lambda case, column: (0.4, 0.7, 0.4)[column] + (case % 3) * 0.1,
        cost=lambda column: (100, 1_000, 5_000)[column],
    )

    board = await a_board(desk, run)

    assert [(row["model_name"], row["rank"]) for row in board["rows"]] == [
        ("gpt-4o", 1),
        ("gpt-4o-mini", 2),
        ("gpt-4.1", 2),
    ]
    best, cheap, dear = board["rows"]
    assert best["grade"]["value"] == pytest.approx(0.8)
    assert best["grade"]["low"] < 0.8 < best["grade"]["high"]
    assert (best["rank_low"], best["rank_high"]) == (1, 1)
    assert (cheap["rank_low"], cheap["rank_high"]) == (2, 3)
    assert best["pass_rate"]["value"] == 1.0
    assert best["cost_per_answer_usd"]["value"] == pytest.approx(0.001)
    assert (best["latency_p50_ms"], best["answers"], best["errors"]) == (
        60.0,
        12,
        {"target": 0, "judge": 0},
    )
    assert board["frontier"] == [cheap["entry"], best["entry"]]
    assert (best["on_frontier"], cheap["on_frontier"], dear["on_frontier"]) == (True, True, False)
    assert dear["clearly_beaten"]
    assert dear["beaten_by"][0]["entry"] == best["entry"]
    assert "“gpt-4.1” is clearly beaten" in board["frontier_sentence"]
    assert board["sentence"].startswith("On these 12 cases, “gpt-4o” is better than all 2 others")
    assert (len(board["panel"]), board["cases"], board["left_out"]) == (1, 12, [])
    assert board["votes"] == {"votes": 0, "voters": 0, "mine": 0}
    assert board["dataset_version"] == run["plan"]["dataset_version"]


async def test_a_tag_is_a_board_of_its_own(world: World) -> None:
    desk = await a_desk(world)
    # The first is good at law, the second at maths.
    run = await graded_run(desk, lambda case, column: 0.9 if case % 2 == column else 0.3)
    board = await a_board(desk, run)

    maths = await read(desk, board, tag="maths")

    assert [row["rank"] for row in board["rows"]] == [1, 1]
    assert {each["tag"]: each["cases"] for each in board["tags"]} == {"maths": 6, "law": 6}
    by_tag = {each["tag"]: each["grades"] for each in board["by_tag"]}
    names = [row["model_name"] for row in board["rows"]]
    assert by_tag["maths"][names.index("gpt-4o")]["value"] == pytest.approx(0.9)
    assert by_tag["law"][names.index("gpt-4o")]["value"] == pytest.approx(0.3)
    assert (maths["tag"], maths["cases"]) == ("maths", 6)
    assert [(row["model_name"], row["rank"]) for row in maths["rows"]] == [
        ("gpt-4o", 1),
        ("gpt-4o-mini", 2),
    ]
    refused(
        await desk.browser.get(f"{desk.path}/boards/{board['id']}", params={"tag": "none"}),
        400,
        "BAD_REQUEST",
    )


async def test_runs_on_other_terms_are_refused_with_every_reason(world: World) -> None:
    desk = await a_desk(world)
    good = await graded_run(desk)
    otherwise = await graded_run(desk, scorers=[CONTAINS])
    fewer = await graded_run(desk, cases=5, choice={"first": 5})
    open_ = await desk.start(scorers=[EXACT])
    await desk.dataset.add(question("One more"))
    newer = await graded_run(desk, cases=13)

    error = refused(await post(desk, good, otherwise, fewer, open_, newer), 409, "UNEQUAL_TERMS")

    reasons = {(each["number"], each["code"]) for each in error["details"]["reasons"]}
    assert reasons == {
        (otherwise["number"], "judged_otherwise"),
        (fewer["number"], "other_cases"),
        (open_["number"], "not_completed"),
        (newer["number"], "other_version"),
    }
    assert f"Run #{open_['number']} is pending, not completed." in error["message"]
    assert rows(world.url, "SELECT count(*) FROM boards") == [(0,)]
    # A board of the newer version cannot take the older runs, and the first run sets the terms.
    board = await a_board(desk, newer)
    path = f"{desk.path}/boards/{board['id']}"
    refused(
        await desk.browser.patch(path, json={"runs": [newer["id"], good["id"]]}),
        409,
        "UNEQUAL_TERMS",
    )


async def test_candidates_say_who_may_stand_beside_whom(world: World) -> None:
    desk = await a_desk(world)
    one, other = await graded_run(desk), await graded_run(desk)
    judged_otherwise = await graded_run(desk, scorers=[CONTAINS])
    open_ = await desk.start(scorers=[EXACT])
    path, query = f"{desk.path}/boards/candidates", {"dataset": desk.dataset.id}

    found = granted(await desk.browser.get(path, params=query))
    beside = granted(await desk.browser.get(path, params={**query, "like": one["id"]}))

    # Newest first; the newest that can stand on a board is what the others are held against.
    numbers = [each["number"] for each in found["items"]]
    assert numbers == sorted(numbers, reverse=True)
    assert found["reference"] == judged_otherwise["id"]
    by_run = {each["run"]: each for each in beside["items"]}
    assert by_run[other["id"]]["fits"]
    assert by_run[other["id"]]["terms"] == by_run[one["id"]]["terms"]
    assert by_run[other["id"]]["columns"][0]["model_name"] == "gpt-4o-mini"
    assert [each["code"] for each in by_run[judged_otherwise["id"]]["reasons"]] == [
        "judged_otherwise"
    ]
    assert by_run[open_["id"]]["terms"] is None
    assert not by_run[open_["id"]]["fits"]
    nothing = granted(await desk.browser.get(path, params={**query, "version": 99}))
    assert nothing == {"reference": None, "items": []}
    refused(
        await desk.browser.get(path, params={"dataset": one["id"]}),
        404,
        "NOT_FOUND",
    )


async def test_what_two_runs_both_asked_is_one_entry(world: World) -> None:
    desk = await a_desk(world)
    first = await graded_run(desk, lambda case, column: 0.2)
    second = await graded_run(desk, lambda case, column: 0.6, targets=[{"model": desk.models[0]}])

    board = await a_board(desk, first, second)

    by_model = {row["model_name"]: row for row in board["rows"]}
    assert len(board["rows"]) == 2
    assert len(by_model["gpt-4o-mini"]["runs"]) == 2
    assert by_model["gpt-4o-mini"]["grade"]["value"] == pytest.approx(0.4)
    assert by_model["gpt-4o-mini"]["grade"]["clusters"] == 12
    assert by_model["gpt-4o-mini"]["answers"] == 24


async def test_the_same_cases_by_another_way_are_equal_and_aligned(world: World) -> None:
    desk = await a_desk(world)
    first = await graded_run(desk, lambda case, column: case / 12)
    ids = [each["id"] for each in await desk.dataset.cases()]
    second = await graded_run(
        desk, lambda case, column: case / 12, choice={"ids": list(reversed(ids))}
    )

    board = await a_board(desk, first, second)

    assert board["cases"] == 12
    assert [row["grade"]["n"] for row in board["rows"]] == [24, 24]


async def test_a_run_that_is_opened_again_is_left_out_until_it_is_done(world: World) -> None:
    desk = await a_desk(world)
    first, second = await graded_run(desk), await graded_run(desk)
    board = await a_board(desk, first, second)
    execute(world.url, f"UPDATE runs SET state = 'judging' WHERE id = '{first['id']}'")

    found = await read(desk, board)

    assert [each["run"] for each in found["runs"]] == [second["id"]]
    assert [(each["number"], each["code"]) for each in found["left_out"]] == [
        (first["number"], "not_completed")
    ]
    execute(world.url, f"UPDATE runs SET state = 'judging' WHERE id = '{second['id']}'")
    nothing = await read(desk, board)
    assert (nothing["rows"], len(nothing["left_out"])) == ([], 2)
    assert "None of the runs" in nothing["sentence"]
    duels = granted(await desk.browser.get(f"{desk.path}/boards/{board['id']}/duels"))
    assert duels == {"entries": [], "judges": None, "votes": None, "both": None}


async def test_errors_are_no_zeros_and_too_many_take_the_rank_away(world: World) -> None:
    desk = await a_desk(world, cases=20)
    run = await desk.start(scorers=[EXACT])
    outcomes: dict[int, Any] = {n: answer(f"Answer {n}") for n in range(40)}
    outcomes |= {2 * n: failure() for n in range(3)}
    await desk.finish(run, outcomes)
    await desk.score(run, {(n, 0): scored(0.5) for n in range(40) if n not in (0, 2, 4)})
    completed(desk, run)

    board = await a_board(desk, run)

    steady, flaky = board["rows"]
    assert (steady["rank"], flaky["rank"], flaky["inconclusive"]) == (1, None, True)
    assert flaky["grade"]["value"] == pytest.approx(0.5)
    assert (flaky["errors"]["target"], flaky["answers"]) == (3, 17)


async def test_a_board_is_renamed_changed_and_removed(world: World) -> None:
    desk = await a_desk(world)
    first, second = await graded_run(desk), await graded_run(desk)
    board = await a_board(desk, first, name="Best")
    path = f"{desk.path}/boards/{board['id']}"
    refused(await post(desk, first, name="best"), 409, "DUPLICATE_NAME")

    changed = granted(
        await desk.browser.patch(path, json={"name": "Better", "runs": [second["id"], first["id"]]})
    )

    assert changed["name"] == "Better"
    assert [each["run"] for each in changed["runs"]] == [second["id"], first["id"]]
    [card] = await all_items(desk.browser, f"{desk.path}/boards")
    assert (card["name"], card["runs"], card["votes"]) == ("Better", 2, 0)
    granted(await desk.browser.delete(path), 204)
    refused(await desk.browser.get(path), 404, "NOT_FOUND")
    assert await all_items(desk.browser, f"{desk.path}/boards") == []
    await a_board(desk, first, name="Better")
    told = rows(world.url, "SELECT type FROM events WHERE type LIKE 'board.%' ORDER BY number")
    assert [kind for (kind,) in told] == [
        "board.created",
        "board.changed",
        "board.removed",
        "board.created",
    ]


async def test_judges_that_compare_two_answers_make_duels(world: World) -> None:
    desk = await a_desk(world, *THREE)
    [panel] = await a_panel(desk, 1)
    rubric = granted(await desk.browser.get(f"{desk.path}/judges/{panel['judge']}"))["rubric"]["id"]
    pairs = as_scorer(
        await a_judge_in(
            desk.browser, desk.path, desk.models[0], rubric, name="Pairs", mode="pairwise"
        )
    )
    run = await answered(desk, [f"Answer {n}" for n in range(36)], scorers=[panel, pairs])
    said: dict[tuple[int, int], Any] = {(n, 0): judged(0.6, 0.6) for n in range(36)}
    wins = {(0, 1): 1.0, (0, 2): 0.5, (1, 2): 0.0}
    for scorer in (await desk.read(run))["scorers"]:
        if scorer["spec"]["kind"] != "pairwise":
            continue
        a, b = scorer["spec"]["a"], scorer["spec"]["b"]
        value = wins[a, b]
        for case in range(12):
            said[case * 3 + b, scorer["number"]] = scored(value)
    await desk.score(run, said)
    completed(desk, run)
    board = await a_board(desk, run)

    found = granted(await desk.browser.get(f"{desk.path}/boards/{board['id']}/duels"))

    assert found["votes"] is None
    assert found["both"] == found["judges"]
    first = found["judges"]["items"][0]
    assert (found["entries"][first["entry"]]["model_name"], first["rank"]) == ("gpt-4o", 1)
    assert found["judges"]["matrix"][1][0] == {"wins": 12, "losses": 0, "ties": 0, "n": 12}
    assert found["judges"]["matrix"][0][2] == {"wins": 0, "losses": 0, "ties": 12, "n": 12}
    assert (found["judges"]["cases"], found["judges"]["inconsistency"]["circular"]) == (12, 0)
    some = granted(
        await desk.browser.get(f"{desk.path}/boards/{board['id']}/duels", params={"tag": "maths"})
    )
    assert some["judges"]["cases"] == 6


async def test_a_viewer_reads_and_an_editor_makes(world: World) -> None:
    desk = await a_desk(world)
    run = await graded_run(desk)
    board = await a_board(desk, run)
    viewer = await world.member(desk.owner, desk.slug, "VIEWER")
    body = {"name": "Mine", "runs": [run["id"]]}

    granted(await viewer.browser.get(f"{desk.path}/boards/{board['id']}"))
    refused(await viewer.browser.post(f"{desk.path}/boards", json=body), 403, "FORBIDDEN")
    refused(
        await viewer.browser.get(f"{desk.path}/boards/{board['id']}/next-pair"), 403, "FORBIDDEN"
    )
