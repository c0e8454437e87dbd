"""The money of a run, call by call: reserved before a call leaves, settled once, counted as in doubt after a crash."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from edison.domain.ids import BudgetId, ModelId, RunId
from edison.domain.money import MicroUsd
from edison.domain.runs.cell import CellState, Phase, Result, Worst, bill_of
from edison.engine.answer_journal import AnswerJournal
from edison.engine.resources import Resources
from edison.engine.runs.claim_chunk import ClaimedChunk, claim_chunk
from edison.engine.runs.count_doubt import count_probable
from edison.engine.runs.reservations import (
    CallAdmission,
    CallReservation,
    Finished,
    ReservationRequest,
)
from edison.engine.runs.run_writer import RunWriter
from edison.processes.worker_resources import build_resources
from edison.settings import Settings
from edison.store.repositories.runs.cell_arrays import Begun
from tests.support.finished_runs import RunDesk, a_run_desk, answer
from tests.support.runs import assert_sums_are_true
from tests.support.sql import rows
from tests.support.world import World

WORST = Worst(cost=MicroUsd(4000), tokens=50)
COST = 300
NAMES = ("settled", "held", "doubt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """A worker that has claimed the only chunk of a run; its process is this one."""

    desk: RunDesk
    taken: ClaimedChunk
    writer: RunWriter

    @property
    def path(self) -> str:
        return f"{self.desk.path}/runs/{self.taken.run.id}"

    async def begin(self, ordinal: int) -> tuple[CallAdmission, tuple[BudgetId, ...]]:
        """Reserve the worst case of a call."""
        return await self.writer.reserve_call(
            ReservationRequest(
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
        return await self.writer.finish(self.item(ordinal, budgets))

    def item(self, ordinal: int, budgets: tuple[BudgetId, ...]) -> Finished:
        outcome = answer("Yes", cost=COST)
        return Finished(
            ordinal=ordinal,
            column=0,
            claim=self.taken.found.claim,
            spent=CallReservation(
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

    async def choose_probable(self) -> int:
        """Count probable amounts from now on; return how much less is counted."""
        now = self.desk.world.ctx.clock.now()
        async with self.desk.world.ctx.work.write() as tx:
            run = await tx.runs.get(self.desk.project, self.taken.run.id, lock=True)
            return await count_probable(tx, self.desk.project, run, now)

    def calls_in_doubt(self) -> list[tuple[int, int, int]]:
        """Ordinal, worst case and what is counted."""
        query = "SELECT ordinal, worst, counted FROM calls_in_doubt WHERE run_id = %s ORDER BY 1"
        return [
            (int(ordinal), int(worst), int(counted))
            for ordinal, worst, counted in rows(self.desk.world.url, query, self.taken.run.id)
        ]

    def doubt_of_cells(self) -> int:
        query = "SELECT sum(doubt) FROM cells WHERE run_id = %s"
        [(doubt,)] = rows(self.desk.world.url, query, self.taken.run.id)
        return int(doubt)

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

    async def start(self, **changes: Any) -> Worker:
        desk = await a_run_desk(self._world)
        run = await desk.start(**changes)
        return await self.claim(desk, RunId(UUID(run["id"])), "worker#1")

    async def claim(self, desk: RunDesk, run: RunId, life: str) -> Worker:
        settings = Settings(home=self._home)
        own = build_resources(settings, self._world.ctx.work, life, self._world.ctx.launcher)
        self._made.append(own)
        async with self._world.ctx.read() as tx:
            epoch = (await tx.runs.get(desk.project, run)).epoch
        taken = await claim_chunk(own, desk.project, run, 0, epoch)
        assert taken is not None
        return Worker(desk=desk, taken=taken, writer=RunWriter(own, desk.project, taken.run))

    def own(self) -> Resources:
        """What a worker has that has just been started on the same machine."""
        settings = Settings(home=self._home)
        own = build_resources(settings, self._world.ctx.work, "next#1", self._world.ctx.launcher)
        self._made.append(own)
        return own

    def journal(self) -> AnswerJournal:
        return AnswerJournal(Settings(home=self._home).journal, "killed#1")

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

    assert admission is CallAdmission.GO
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
        CallAdmission.GO,
        CallAdmission.LATER,
    ]
    assert worker.balance() == (0, 8000, 0)

    await worker.finish(0, budgets)
    assert (await worker.begin(2))[0] is CallAdmission.GO
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


async def test_a_late_answer_of_a_worker_taken_for_dead_is_kept_and_its_doubt_is_settled(
    workers: WorkerFactory,
) -> None:
    """Its reservation was counted as doubt already: releasing it again would free the money of other calls."""
    dead = await workers.start()
    _, budgets = await dead.begin(0)
    again = await workers.claim(dead.desk, dead.taken.run.id, "worker#2")
    await again.begin(1)
    assert again.balances() == {(0, 4000, 4000)}

    assert await dead.finish(0, budgets)

    assert again.balances() == {(COST, 4000, 0)}
    assert again.calls_in_doubt() == []
    assert again.doubt_of_cells() == 0
    assert again.ledger()[-2:] == [("doubt", 0, 0, -4000), ("settle", COST, 0, 0)]
    await assert_sums_are_true(dead.desk.world, dead.desk.project, dead.taken.run.id)

    # The same answer once more, after the end of the first try was lost, changes nothing.
    assert not await dead.finish(0, budgets)
    assert again.balances() == {(COST, 4000, 0)}
    # Who has the chunk now does not ask again.
    assert (await again.begin(0))[0] is CallAdmission.TAKEN


async def test_a_late_answer_to_a_question_that_was_asked_again_is_counted_at_its_cost(
    workers: WorkerFactory,
) -> None:
    """It was paid for twice. The second answer is the one that counts; the first has a known price now."""
    dead = await workers.start()
    _, budgets = await dead.begin(0)
    again = await workers.claim(dead.desk, dead.taken.run.id, "worker#2")
    _, second = await again.begin(0)

    assert not await dead.finish(0, budgets)
    assert again.balances() == {(0, 4000, COST)}

    assert await again.finish(0, second)
    assert not await dead.finish(0, budgets)
    assert again.balances() == {(COST, 0, COST)}
    assert again.calls_in_doubt() == [(0, 4000, COST)]
    await assert_sums_are_true(dead.desk.world, dead.desk.project, dead.taken.run.id)


async def test_probable_amounts_are_counted_when_a_person_chose_so(workers: WorkerFactory) -> None:
    dead = await workers.start()
    _, budgets = await dead.begin(0)
    await dead.finish(0, budgets)
    await dead.begin(1)
    await dead.choose_probable()

    again = await workers.claim(dead.desk, dead.taken.run.id, "worker#2")

    # As much as the only answer of the same target came to.
    assert again.balances() == {(COST, 0, COST)}
    assert again.calls_in_doubt() == [(1, 4000, COST)]
    await assert_sums_are_true(dead.desk.world, dead.desk.project, dead.taken.run.id)


async def test_calls_in_doubt_are_recounted_when_a_person_chooses_probable_amounts(
    workers: WorkerFactory,
) -> None:
    dead = await workers.start()
    _, budgets = await dead.begin(0)
    await dead.begin(1)
    again = await workers.claim(dead.desk, dead.taken.run.id, "worker#2")
    # Without any answer there is nothing to judge by.
    assert await again.choose_probable() == 0
    assert again.balances() == {(0, 0, 8000)}

    _, third = await again.begin(2)
    await again.finish(2, third)
    assert await again.choose_probable() == 2 * (4000 - COST)
    assert again.balances() == {(COST, 0, 2 * COST)}
    await assert_sums_are_true(dead.desk.world, dead.desk.project, dead.taken.run.id)

    assert await dead.finish(0, budgets)
    assert again.balances() == {(2 * COST, 0, COST)}
    await assert_sums_are_true(dead.desk.world, dead.desk.project, dead.taken.run.id)
