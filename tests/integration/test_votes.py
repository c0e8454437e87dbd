"""Blind votes: nothing tells who is who, nobody sees two answers twice, two clicks are one vote."""

import asyncio
import json
from typing import Any

import psycopg
import pytest

from tests.support.answers import granted, refused
from tests.support.boards import Voter, a_board, graded_run
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.people import machine, make_token
from tests.support.results import TWO
from tests.support.sql import execute, rows, value
from tests.support.world import World

THREE = (*TWO, "gpt-4.1")
SECRETS = ("gpt", "model", "ordinal", "cost", "latency", "score", "version", "column", "entry")


async def a_voting_desk(
    world: World, *models: str, cases: int = 4, **more: Any
) -> tuple[RunDesk, Any, Any]:
    desk = await a_run_desk(
        world,
        *(question(f"Case {n}", expected=f"Right {n}") for n in range(cases)),
        models=models or TWO,
    )
    run = await graded_run(desk, cases=cases, **more)
    return desk, run, await a_board(desk, run)


async def voters(world: World, desk: RunDesk, board: Any, count: int = 1) -> list[Voter]:
    people = [await world.member(desk.owner, desk.slug, "REVIEWER") for _ in range(count)]
    return [Voter(desk, board, person) for person in people]


async def together(*work: Any) -> list[Any]:
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one) for one in work]
    return [task.result() for task in tasks]


def shown(pair: Any) -> frozenset[str]:
    return frozenset((pair["left"]["text"], pair["right"]["text"]))


async def test_a_voter_sees_two_answers_and_nothing_of_where_they_come_from(world: World) -> None:
    desk, _, board = await a_voting_desk(world)
    [ada] = await voters(world, desk, board)

    handed = await ada.next()

    pair = handed["pair"]
    assert set(pair) == {"token", "values", "expected", "left", "right"}
    assert set(pair["left"]) == {"text", "tool_calls"}
    case = pair["values"]["question"].removeprefix("Case ")
    assert pair["expected"] == f"Right {case}"
    assert shown(pair) == {f"Answer {case}.0", f"Answer {case}.1"}
    assert not [secret for secret in SECRETS if secret in json.dumps(handed).lower()]
    assert (handed["done"], handed["progress"]) == (
        False,
        {"mine": 0, "all": 0, "voters": 0, "left_to_do": 4},
    )
    # Asked again, it is the same.
    assert (await ada.next())["pair"] == pair


async def test_everyone_sees_every_pair_once_and_none_twice(world: World) -> None:
    """Two people at once, on all pairs of three entries."""
    desk, _, board = await a_voting_desk(world, *THREE)
    people = await voters(world, desk, board, 2)
    seen: dict[int, list[frozenset[str]]] = {0: [], 1: []}

    async def work(number: int) -> None:
        while pair := (await people[number].next())["pair"]:
            seen[number].append(shown(pair))
            await people[number].vote(pair, ("left", "right", "tie", "both_bad")[number])

    await asyncio.wait_for(together(work(0), work(1)), 120)

    everything = {
        frozenset((f"Answer {case}.{i}", f"Answer {case}.{j}"))
        for case in range(4)
        for i, j in ((0, 1), (0, 2), (1, 2))
    }
    for pairs in seen.values():
        assert len(pairs) == 12
        assert set(pairs) == everything
    last = await people[0].next()
    assert (last["done"], last["pair"]) == (True, None)
    assert last["progress"] == {"mine": 12, "all": 24, "voters": 2, "left_to_do": 0}
    assert rows(world.url, "SELECT count(*) FROM vote_seats") == [(0,)]


async def test_two_clicks_at_the_same_moment_are_one_vote(world: World) -> None:
    desk, _, board = await a_voting_desk(world)
    [ada] = await voters(world, desk, board)
    token = (await ada.next())["pair"]["token"]

    answers = await together(
        *(ada.send(token, outcome) for outcome in ("left", "left", "right", "tie", "left"))
    )

    votes = [granted(answer, 201) for answer in answers]
    assert {vote["vote"] for vote in votes} == {token}
    assert len({vote["outcome"] for vote in votes}) == 1, "the first that came counts"
    assert value(world.url, "SELECT count(*) FROM votes") == 1
    # And asking twice at the same moment gives the same pair.
    pairs = await together(*(ada.next() for _ in range(5)))
    assert len({pair["pair"]["token"] for pair in pairs}) == 1


async def test_the_sides_are_kept_and_the_winner_is_the_answer_that_was_there(
    world: World,
) -> None:
    """The second entry is voted for wherever it stands."""
    desk, _, board = await a_voting_desk(world, cases=12)
    [ada] = await voters(world, desk, board)
    left = 0
    while pair := (await ada.next())["pair"]:
        second_is_left = pair["left"]["text"].endswith(".1")
        left += second_is_left
        cast = await ada.vote(pair, "left" if second_is_left else "right")
        assert cast["outcome"] == ("left" if second_is_left else "right")

    found = await ada.duels()

    assert found["judges"] is None
    assert found["both"] == found["votes"]
    first = found["votes"]["items"][0]
    assert found["entries"][first["entry"]]["model_name"] == "gpt-4o"
    assert (first["wins"], first["duels"], first["rank"]) == (12.0, 12, 1)
    assert found["votes"]["matrix"][1][0] == {"wins": 12, "losses": 0, "ties": 0, "n": 12}
    assert found["votes"]["position"]["first"] == left
    assert found["votes"]["position"]["second"] == 12 - left


async def test_people_who_disagree_and_two_bad_answers_are_told(world: World) -> None:
    desk, _, board = await a_voting_desk(world, cases=1)
    ada, bob = await voters(world, desk, board, 2)
    pair = (await ada.next())["pair"]
    await ada.vote(pair, "left" if pair["left"]["text"].endswith(".0") else "right")
    await bob.vote((await bob.next())["pair"], "both_bad")

    votes = (await ada.duels())["votes"]

    assert votes["both_bad"] == 1
    assert votes["inconsistency"]["disagree"]["value"] == 0.5
    assert votes["matrix"][0][1] == {"wins": 1, "losses": 0, "ties": 1, "n": 2}
    board = granted(await ada.browser.get(ada.path))
    assert board["votes"] == {"votes": 2, "voters": 2, "mine": 1}


async def test_a_vote_can_be_undone_and_its_pair_comes_back(world: World) -> None:
    desk, _, board = await a_voting_desk(world)
    ada, bob = await voters(world, desk, board, 2)
    first = (await ada.next())["pair"]
    cast = await ada.vote(first)
    await bob.vote((await bob.next())["pair"])
    await ada.next()

    undone = await ada.undo(cast["vote"])

    assert undone == {
        "undone": True,
        "progress": {"mine": 0, "all": 1, "voters": 1, "left_to_do": 4},
    }
    again = (await ada.next())["pair"]
    assert {**again, "token": ""} == {**first, "token": ""}
    assert again["token"] != first["token"]
    # The second click on undo finds another last vote, or none, and does nothing.
    assert not (await ada.undo(cast["vote"]))["undone"]
    # A late click on the vote that was undone does not bring it back.
    refused(await ada.send(first["token"]), 409, "WRONG_STATE")
    await ada.vote(again, "right")
    assert value(world.url, "SELECT count(*) FROM votes WHERE withdrawn_at IS NULL") == 2
    assert (await bob.undo())["undone"]
    assert not (await bob.undo())["undone"]


async def test_someone_elses_pair_or_an_old_one_is_no_vote(world: World) -> None:
    desk, _, board = await a_voting_desk(world)
    ada, bob = await voters(world, desk, board, 2)
    token = (await ada.next())["pair"]["token"]

    refused(await bob.send(token), 409, "WRONG_STATE")
    refused(await bob.send(board["id"]), 409, "WRONG_STATE")
    assert value(world.url, "SELECT count(*) FROM votes") == 0


async def test_an_answer_that_is_asked_anew_is_another_one(world: World) -> None:
    """Its votes count no more, and people may vote on the new one."""
    desk, run, board = await a_voting_desk(world, cases=1)
    [ada] = await voters(world, desk, board)
    await ada.vote((await ada.next())["pair"])
    assert (await ada.next())["done"]

    execute(
        world.url,
        f"UPDATE cells SET attempt = 2, output = 'Better' WHERE run_id = '{run['id']}' AND ordinal = 0",
        f"UPDATE runs SET epoch = epoch + 1 WHERE id = '{run['id']}'",
    )

    assert (await ada.duels())["votes"] is None
    pair = (await ada.next())["pair"]
    assert shown(pair) == {"Better", "Answer 0.1"}
    await ada.vote(pair)
    assert (await ada.duels())["votes"]["cases"] == 1


async def test_a_pair_whose_answer_changed_while_it_lay_open_is_refused(world: World) -> None:
    desk, run, board = await a_voting_desk(world, cases=1)
    [ada] = await voters(world, desk, board)
    token = (await ada.next())["pair"]["token"]
    execute(
        world.url,
        f"UPDATE cells SET attempt = 2, output = 'Better' WHERE run_id = '{run['id']}' AND ordinal = 0",
        f"UPDATE runs SET epoch = epoch + 1 WHERE id = '{run['id']}'",
    )

    error = refused(await ada.send(token), 409, "WRONG_STATE")

    assert error["next_step"] == "Load the next pair."
    assert (await ada.next())["pair"]["token"] != token


async def test_the_very_same_text_is_never_shown_beside_itself(world: World) -> None:
    def text(case: int, column: int) -> str:
        return "Same" if case == 1 else f"Answer {case}.{column}"

    desk, _, board = await a_voting_desk(world, cases=3, text=text)
    [ada] = await voters(world, desk, board)

    assert (await ada.next())["progress"]["left_to_do"] == 2
    while pair := (await ada.next())["pair"]:
        assert pair["values"]["question"] != "Case 1"
        await ada.vote(pair, "tie")


async def test_one_entry_has_nobody_to_be_compared_with(world: World) -> None:
    desk, _, board = await a_voting_desk(world, "gpt-4o")
    [ada] = await voters(world, desk, board)

    handed = await ada.next()

    assert (handed["pair"], handed["done"], handed["progress"]["left_to_do"]) == (None, True, 0)


async def test_a_vote_stays_what_it_was(world: World) -> None:
    """The database itself refuses to change, remove or empty votes."""
    desk, _, board = await a_voting_desk(world)
    [ada] = await voters(world, desk, board)
    await ada.vote((await ada.next())["pair"])

    for statement in (
        "UPDATE votes SET outcome = 'tie'",
        "UPDATE votes SET withdrawn_at = now(), outcome = 'tie'",
        "DELETE FROM votes",
        "TRUNCATE votes",
    ):
        with pytest.raises(psycopg.errors.RaiseException):
            execute(world.url, statement)
    execute(world.url, "UPDATE votes SET withdrawn_at = now()")
    with pytest.raises(psycopg.errors.RaiseException):
        execute(world.url, "UPDATE votes SET withdrawn_at = NULL")


async def test_a_vote_is_a_persons_own_opinion(world: World) -> None:
    desk, _, board = await a_voting_desk(world)
    token = await make_token(desk.owner, desk.slug, "EDITOR")
    path = f"{desk.path}/boards/{board['id']}/next-pair"

    refused(await machine(world, token["secret"]).get(path), 403, "FORBIDDEN")
