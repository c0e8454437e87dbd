"""The money of a run, call by call: reserved before a call leaves, settled once, counted as in doubt after a crash."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest

from edison.domain.budgets import BudgetId
from edison.domain.catalog import ModelId
from edison.domain.money import MicroUsd
from edison.domain.runs.cells import CellState, Phase, Result, Worst, bill_of
from edison.domain.runs.plan import RunId
from edison.engine.resources import Resources
from edison.engine.runs.pledges import Admission, Finished, Promise, Spent
from edison.engine.runs.taking import Taken, take
from edison.engine.runs.writer import RunWriter
from edison.processes.calling import build_resources
from edison.settings import Settings
from edison.store.repositories.cell_arrays import Begun
from tests.support.finished_runs import RunDesk, a_run_desk, answer
from tests.support.sql import rows
from tests.support.world import World

WORST = Worst(cost=MicroUsd(4000), tokens=50)
COST = 300
NAMES = ("settled", "held", "doubt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """A worker that has claimed the only chunk of a run; its process is this one."""

    desk: RunDesk
    taken: Taken
    writer: RunWriter

    async def begin(self, ordinal: int) -> tuple[Admission, tuple[BudgetId, ...]]:
        """Reserve the worst case of a call."""
        return await self.writer.begin(
            Promise(
                chunk=0,
                begun=Begun(
                    ordinal=ordinal,
                    scorer=None,
                    claim=self.taken.found.claim,
                    held=WORST.cost,
                    held_tokens=WORST.tokens,
                    nth=1,
                ),
                phase=Phase.TARGET,
                model=ModelId(UUID(self.desk.models[0])),
                worst=WORST,
            )
        )

    async def finish(self, ordinal: int, budgets: tuple[BudgetId, ...]) -> bool:
        """Write an answer that cost less than its worst case."""
        outcome = answer("Yes", cost=COST)
        return await self.writer.finish(
            Finished(
                ordinal=ordinal,
                column=0,
                claim=self.taken.found.claim,
                spent=Spent(
                    phase=Phase.TARGET,
                    model=ModelId(UUID(self.desk.models[0])),
                    held=WORST.cost,
                    held_tokens=WORST.tokens,
                    budgets=budgets,
                ),
                answer=Result(
                    state=CellState.ANSWERED,
                    outcome=outcome,
                    parsed="Yes",
                    malformed=None,
                    bill=bill_of(outcome, WORST),
                ),
            )
        )

    def balances(self) -> set[tuple[int, ...]]:
        """What the budgets of the run and of the project's month say, as (settled, held, doubt)."""
        query = (
            f"SELECT {', '.join(NAMES)} FROM budgets WHERE subject = %s AND period > '2001-01-01'"
        )
        month = rows(self.desk.world.url, query, self.desk.project)
        return {tuple(map(int, row)) for row in (*month, self.balance())}

    def balance(self) -> tuple[int, ...]:
        query = f"SELECT {', '.join(NAMES)} FROM budgets WHERE subject = %s"
        [row] = rows(self.desk.world.url, query, self.taken.run.id)
        return tuple(map(int, row))

    def ledger(self) -> list[tuple[str, int, int, int]]:
        query = "SELECT kind, settled, held, doubt FROM ledger WHERE run_id = %s ORDER BY id"
        return [
            (kind, int(settled), int(held), int(doubt))
            for kind, settled, held, doubt in rows(self.desk.world.url, query, self.taken.run.id)
        ]


class WorkerFactory:
    """Starts runs and claims their chunks in the name of workers."""

    def __init__(self, world: World, home: Path) -> None:
        self._world = world
        self._home = home
        self._made: list[Resources] = []

    async def start(self, *, budget_usd: float | None = None) -> Worker:
        desk = await a_run_desk(self._world)
        run = await desk.start(budget_usd=budget_usd)
        return await self.claim(desk, RunId(UUID(run["id"])), "worker#1")

    async def claim(self, desk: RunDesk, run: RunId, life: str) -> Worker:
        settings = Settings(home=self._home)
        own = build_resources(settings, self._world.ctx.work, life, self._world.ctx.launcher)
        self._made.append(own)
        async with self._world.ctx.read() as tx:
            epoch = (await tx.runs.get(desk.project, run)).epoch
        taken = await take(own, desk.project, run, 0, epoch)
        assert taken is not None
        return Worker(desk=desk, taken=taken, writer=RunWriter(own, desk.project, taken.run))

    async def close(self) -> None:
        for own in self._made:
            await own.gateway.close()


@pytest.fixture
async def workers(world: World, tmp_path: Path) -> AsyncGenerator[WorkerFactory]:
    factory = WorkerFactory(world, tmp_path)
    yield factory
    await factory.close()


async def test_a_call_is_reserved_before_it_leaves_and_settled_once(workers: WorkerFactory) -> None:
    worker = await workers.start()

    admission, budgets = await worker.begin(0)

    assert admission is Admission.GO
    assert worker.balances() == {(0, 4000, 0)}
    assert await worker.finish(0, budgets)
    assert worker.balances() == {(COST, 0, 0)}
    assert worker.ledger() == [("reserve", 0, 4000, 0), ("settle", COST, -4000, 0)]

    # The same answer once more changes nothing.
    assert not await worker.finish(0, budgets)
    assert worker.balances() == {(COST, 0, 0)}
    assert len(worker.ledger()) == 2


async def test_what_one_call_gives_back_is_its_own_reservation_only(workers: WorkerFactory) -> None:
    worker = await workers.start()
    _, budgets = await worker.begin(0)
    await worker.begin(1)

    await worker.finish(0, budgets)

    assert worker.balances() == {(COST, 4000, 0)}


async def test_no_call_leaves_without_room_for_its_worst_case(workers: WorkerFactory) -> None:
    """Two calls fit into the budget; the third waits until one of them has settled for less."""
    worker = await workers.start(budget_usd=0.01)
    _, budgets = await worker.begin(0)

    assert [(await worker.begin(ordinal))[0] for ordinal in (1, 2)] == [
        Admission.GO,
        Admission.LATER,
    ]
    assert worker.balance() == (0, 8000, 0)

    await worker.finish(0, budgets)
    assert (await worker.begin(2))[0] is Admission.GO
    assert worker.balance() == (COST, 8000, 0)


async def test_a_call_of_a_dead_worker_is_in_doubt_and_its_cell_is_open_again(
    workers: WorkerFactory,
) -> None:
    dead = await workers.start()
    _, budgets = await dead.begin(0)
    await dead.begin(1)
    await dead.finish(0, budgets)

    # It is started again under its name and does not know what it held before.
    again = await workers.claim(dead.desk, dead.taken.run.id, "worker#2")

    assert again.balances() == {(COST, 0, 4000)}
    assert again.ledger()[-1] == ("doubt", 0, -4000, 4000)
    assert again.taken.found.states == {0: CellState.ANSWERED, 1: CellState.OPEN}
