"""Who may do what with leaderboards. A vote is a person's own opinion, so no machine gives one."""

from itertools import count
from typing import Any
from uuid import uuid4

from sqlalchemy import text

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.world import API

_numbers = count(1)
STEPS = ("executing", "judging", "aggregating", "completed")
ANSWERS = """
    INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, \
finished_at, doubt, cost, output)
    SELECT :run, n, 'answered', 0, 1, 0, 0, 0, now(), 0, 100, 'Answer ' || n FROM generate_series(0, 1) n
"""


async def a_completed_run(at: Situation) -> str:
    """One case, two models, both answered."""
    order = await at.house.order(at.project)
    targets = [*order["targets"], {"model": str(await at.house.model(at.project))}]
    answer = await at.house.founder.browser.post(
        f"{API}/projects/{at.project}/runs", json={**order, "targets": targets}
    )
    assert answer.is_success, answer.text
    run: str = answer.json()["id"]
    async with at.house.world.database.engine.begin() as connection:
        await connection.execute(text(ANSWERS), {"run": run})
        for state in STEPS:
            await connection.execute(
                text("UPDATE runs SET state = :state WHERE id = :run"), {"state": state, "run": run}
            )
    return run


async def make_board(at: Situation) -> Request:
    body = {"name": f"Board {next(_numbers)}", "runs": [await a_completed_run(at)]}
    return Request(path=f"{API}/projects/{at.project}/boards", json=body)


async def a_board(at: Situation) -> str:
    request = await make_board(at)
    answer = await at.house.founder.browser.post(request.path, json=request.json)
    assert answer.is_success, answer.text
    return f"{request.path}/{answer.json()['id']}"


def about_board(rest: str = "", json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        return Request(path=f"{await a_board(at)}{rest}", json=json)

    return build


async def candidates(at: Situation) -> Request:
    order = await at.house.order(at.project)
    path = f"{API}/projects/{at.project}/boards/candidates?dataset={order['dataset']}"
    return Request(path=path)


async def vote(at: Situation) -> Request:
    """On the pair that whoever asks was handed; who may not be handed one makes a token up."""
    board = await a_board(at)
    token = str(uuid4())
    if at.asking is not None:
        handed = await at.asking.browser.get(f"{board}/next-pair")
        token = handed.json()["pair"]["token"] if handed.is_success else token
    return Request(path=f"{board}/votes", json={"token": token, "outcome": "left"})


async def take_back(at: Situation) -> Request:
    """Take a vote back, if whoever asks could cast one."""
    cast = await vote(at)
    if at.asking is not None:
        await at.asking.browser.post(cast.path, json=cast.json)
    return Request(path=f"{cast.path}/last")


BOARDS = (
    declared("list_boards", Member("VIEWER"), 200, in_project("/boards")),
    declared("list_board_candidates", Member("VIEWER"), 200, candidates),
    declared("make_board", Member("EDITOR"), 201, make_board),
    declared("read_board", Member("VIEWER"), 200, about_board()),
    declared("change_board", Member("EDITOR"), 200, about_board("", {"name": "Another name"})),
    declared("remove_board", Member("EDITOR"), 204, about_board()),
    declared("read_board_duels", Member("VIEWER"), 200, about_board("/duels")),
    declared("next_board_pair", Member("REVIEWER", tokens=False), 200, about_board("/next-pair")),
    declared("cast_vote", Member("REVIEWER", tokens=False), 201, vote),
    declared("undo_vote", Member("REVIEWER", tokens=False), 200, take_back),
)
