"""Leaderboards of runs with prepared grades, and people who vote on them."""

from collections.abc import Callable
from typing import Any

import httpx

from edison.domain.judging.score import ScoreOutcome
from tests.support.answers import granted
from tests.support.finished_runs import RunDesk, answer, scored
from tests.support.results import EXACT
from tests.support.sql import execute
from tests.support.world import Person

Grade = Callable[[int, int], float]
STEPS = ("executing", "judging", "aggregating", "completed")


def completed(desk: RunDesk, run: dict[str, Any]) -> None:
    """Move the run to its end, as a worker does after the last score."""
    execute(
        desk.world.url,
        *(f"UPDATE runs SET state = '{state}' WHERE id = '{run['id']}'" for state in STEPS),
    )


async def graded_run(
    desk: RunDesk,
    grade: Grade = lambda case, column: 0.5,
    *,
    cases: int = 12,
    cost: Callable[[int], int] = lambda column: 100,
    text: Callable[[int, int], str] = lambda case, column: f"Answer {case}.{column}",
    **order: Any,
) -> dict[str, Any]:
    """Create a run whose cells are all answered and scored by the first scorer."""
    run = await desk.start(**{"scorers": [EXACT], **order})
    await grade_run(desk, run, grade, cases=cases, cost=cost, text=text)
    return run


async def grade_run(
    desk: RunDesk,
    run: dict[str, Any],
    grade: Grade,
    *,
    cases: int,
    cost: Callable[[int], int] = lambda column: 100,
    text: Callable[[int, int], str] = lambda case, column: f"Answer {case}.{column}",
) -> None:
    """Complete a run that was started, with these answers and scores of its first scorer."""
    columns = len(run["plan"]["columns"])
    places = [(case, column) for case in range(cases) for column in range(columns)]
    await desk.finish(
        run,
        {
            ordinal: answer(text(case, column), cost=cost(column), latency_ms=50.0 + 10 * column)
            for ordinal, (case, column) in enumerate(places)
        },
    )
    said: dict[tuple[int, int], ScoreOutcome] = {
        (ordinal, 0): scored(grade(case, column)) for ordinal, (case, column) in enumerate(places)
    }
    await desk.score(run, said)
    completed(desk, run)


async def a_board(desk: RunDesk, *runs: dict[str, Any], name: str = "Best answers") -> Any:
    body = {"name": name, "runs": [run["id"] for run in runs]}
    return granted(await desk.browser.post(f"{desk.path}/boards", json=body), 201)


class Voter:
    """A person who votes on a leaderboard."""

    def __init__(self, desk: RunDesk, board: Any, person: Person) -> None:
        self.person = person
        self.path = f"{desk.path}/boards/{board['id']}"

    @property
    def browser(self) -> httpx.AsyncClient:
        return self.person.browser

    async def next(self) -> Any:
        return granted(await self.browser.get(f"{self.path}/next-pair"))

    async def send(self, token: str, outcome: str = "left") -> httpx.Response:
        body = {"token": token, "outcome": outcome}
        return await self.browser.post(f"{self.path}/votes", json=body)

    async def vote(self, pair: Any, outcome: str = "left") -> Any:
        return granted(await self.send(pair["token"], outcome), 201)

    async def undo(self, vote: str | None = None) -> Any:
        params = {} if vote is None else {"vote": vote}
        return granted(await self.browser.delete(f"{self.path}/votes/last", params=params))

    async def duels(self, **query: Any) -> Any:
        return granted(await self.browser.get(f"{self.path}/duels", params=query))
