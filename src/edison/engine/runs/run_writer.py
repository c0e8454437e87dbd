"""Writer of one run in one worker: reserves money before calls are sent, and stores the outcomes of calls.

Each batch of writes is one transaction. All transactions lock in the same order to avoid deadlocks: run, chunks, cells,
sums, the model's hourly sums, budgets, and last the ledger with the daily sums.
"""

import asyncio
from collections import defaultdict
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain

import structlog

from edison.domain.budgets.budget import day_of
from edison.domain.events import (
    RUN_PROGRESSED,
    event,
    run_topic,
)
from edison.domain.ids import BudgetId, ModelId, ProjectId
from edison.domain.money import MicroUsd
from edison.domain.people.access import SYSTEM
from edison.domain.runs.cell import Phase, Worst
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import WORKING
from edison.engine.notifications.budget_notifications import notify_budget
from edison.engine.project_tx import ProjectTx
from edison.engine.resources import Resources
from edison.engine.runs.call_settlement import settle_calls
from edison.engine.runs.journal_lines import to_line
from edison.engine.runs.pause_for_budget import (
    NOTHING,
    admit_call,
    emit_budget_alert,
    pause_for_budget,
)
from edison.engine.runs.reservations import CallAdmission, Finished, ReservationRequest
from edison.engine.runs.run_transitions import begin_judging
from edison.engine.runs.write_batcher import Batcher
from edison.store.repositories.budgets.budgets import Movement
from edison.store.unit_of_work import WriteTx

log = structlog.get_logger(__name__)

BEGIN_LINGER_S = 0.008
FINISH_LINGER_S = 0.005
BATCH_AT_MOST = 400
TELL_EVERY_S = 0.25
# In runs up to this size each finished cell is reported at once.
SMALL_RUN = 200
# Above this number an event does not list the cells; the screen reloads those it shows.
CELLS_PER_EVENT = 200


@dataclass(slots=True)
class _News:
    """Changed cells that have not been reported to screens yet."""

    cells: list[int] = field(default_factory=list[int])
    told_at: float = 0.0

    @contextmanager
    def taken(self) -> Generator[list[int]]:
        """Yield the unreported cells and clear the list; put the cells back if the transaction fails.

        Two concurrent reports get different cells, so that no cell is lost.
        """
        mine, self.cells = self.cells, []
        try:
            yield mine
        except BaseException:
            self.cells = mine + self.cells
            raise


class RunWriter:
    """The writer of a run, shared by all chunks of the run in this process."""

    def __init__(self, own: Resources, project: ProjectId, run: Run) -> None:
        self._own = own
        self._project = project
        self._run = run.id
        self._experiment = run.experiment
        self._suite = run.suite
        self._plan = run.plan
        self._news = _News()
        # Budgets by day and by whether the models are simulated.
        self._days: dict[tuple[datetime, bool], tuple[BudgetId, ...]] = {}
        self._simulated: dict[ModelId, bool] = {}
        self.halted = False
        self._changed = asyncio.Event()
        self._begins = Batcher[ReservationRequest, tuple[CallAdmission, tuple[BudgetId, ...]]](
            self._begin, linger_s=BEGIN_LINGER_S, at_most=BATCH_AT_MOST
        )
        self._finishes = Batcher[Finished, bool](
            self._finish, linger_s=FINISH_LINGER_S, at_most=BATCH_AT_MOST, give_up_s=None
        )

    @contextmanager
    def halting(self) -> Generator[None]:
        """Block new calls while the run is being paused, and after that. If pausing fails, allow calls again."""
        self.halted = True
        try:
            yield
        except BaseException:
            self.halted = False
            raise

    async def reserve_call(
        self, promise: ReservationRequest
    ) -> tuple[CallAdmission, tuple[BudgetId, ...]]:
        """Reserve money for a call. The result is GO only after the reservation is committed."""
        if self.halted:
            return CallAdmission.HALTED, ()
        return await self._begins.add(promise)

    async def finish(self, item: Finished) -> bool:
        """Store the outcome of a call; return True after the commit, False if another outcome is already stored."""
        line = to_line(self._project, self._run, item) if item.is_paid else None
        if line is None:
            return await self._finishes.add(item)
        committed = self._own.journal.add(line)
        try:
            kept = await self._finishes.add(item)
        except Exception:
            # The outcome cannot be stored: the caller stores a failure instead.
            committed()
            raise
        committed()
        return kept

    async def room_may_have_come(self, at_most_s: float) -> None:
        """Wait until this worker settles a call, for at most `at_most_s`: other workers may free budget meanwhile."""
        try:
            async with asyncio.timeout(at_most_s):
                await self._changed.wait()
        except TimeoutError:
            pass

    async def _begin(
        self, items: Sequence[ReservationRequest]
    ) -> list[tuple[CallAdmission, tuple[BudgetId, ...]]]:
        now = self._own.clock.now()
        async with self._own.work.write() as tx:
            fence = await tx.chunks.fence(
                self._project, self._run, sorted({item.chunk for item in items})
            )
            if fence.state not in WORKING:
                self.halted = True
                return [(CallAdmission.HALTED, ())] * len(items)
            ids = [await self._budgets(tx, item.model, now) for item in items]
            locked = await tx.budgets.lock(self._project, sorted(set(chain(*ids))))
            balances = [[b for b in locked if b.id in counting] for counting in ids]
            verdicts: list[CallAdmission] = []
            beside: dict[BudgetId, Worst] = {}
            for item, counting in zip(items, balances, strict=True):
                verdict = admit_call(item, fence.claims, counting, beside)
                if verdict is CallAdmission.GO:
                    for balance in counting:
                        beside[balance.id] = _plus(beside.get(balance.id, NOTHING), item.worst)
                verdicts.append(verdict)
            await self._promise(tx, items, verdicts, ids, now)
        if CallAdmission.HALTED in verdicts:
            lacking = verdicts.index(CallAdmission.HALTED)
            with self.halting():
                await pause_for_budget(
                    self._own,
                    self._project,
                    self._run,
                    balances[lacking],
                    items[lacking].worst,
                    now,
                )
        return [
            (verdict, counting if verdict is CallAdmission.GO else ())
            for verdict, counting in zip(verdicts, ids, strict=True)
        ]

    async def _promise(
        self,
        tx: WriteTx,
        items: Sequence[ReservationRequest],
        verdicts: list[CallAdmission],
        ids: Sequence[tuple[BudgetId, ...]],
        now: datetime,
    ) -> None:
        granted = [i for i, verdict in enumerate(verdicts) if verdict is CallAdmission.GO]
        if not granted:
            return
        begun = [items[i].begun for i in granted]
        taken = await tx.cells.begin(self._project, self._run, begun, now)
        rest = [item for item in begun if (item.ordinal, item.scorer) not in taken]
        before = await tx.cells.begun_before(self._project, self._run, rest)
        promised: list[ReservationRequest] = []
        by_budgets: dict[tuple[BudgetId, ...], list[ReservationRequest]] = defaultdict(list)
        for i in granted:
            place = (items[i].begun.ordinal, items[i].begun.scorer)
            if place in taken:
                promised.append(items[i])
                by_budgets[ids[i]].append(items[i])
            elif place not in before:
                verdicts[i] = CallAdmission.TAKEN
        if not promised:
            return
        for counting, some in by_budgets.items():
            await tx.budgets.reserve(
                self._project,
                counting,
                sum(item.worst.cost for item in some),
                sum(item.worst.tokens for item in some),
            )
        by_model: dict[tuple[Phase, ModelId], list[ReservationRequest]] = defaultdict(list)
        for item in promised:
            by_model[item.phase, item.model].append(item)
        await tx.budgets.write(
            self._project,
            self._run,
            [
                Movement(
                    kind="reserve",
                    phase=phase,
                    model=model,
                    calls=len(some),
                    held=sum(item.worst.cost for item in some),
                )
                for (phase, model), some in by_model.items()
            ],
            now,
            experiment=self._experiment,
        )

    async def _finish(self, items: Sequence[Finished]) -> list[bool]:
        now = self._own.clock.now()
        clock = asyncio.get_running_loop().time()
        wait = 0.0 if self._plan.cells <= SMALL_RUN else TELL_EVERY_S
        tells = clock - self._news.told_at >= wait
        with self._news.taken() as waiting:
            async with self._own.work.write() as tx:
                if tells:
                    await tx.runs.record_heartbeat(self._project, self._run, now)
                places = await settle_calls(
                    tx,
                    self._project,
                    self._run,
                    items,
                    now,
                    launcher=self._own.launcher,
                    experiment=self._experiment,
                )
                kept = [items[place] for place in places]
                fresh = [item.fresh for item in kept if item.fresh is not None]
                if fresh:
                    await tx.answers.keep(self._project, fresh, now)
                cells = [item.ordinal for item in kept]
                if tells:
                    await self._report(tx, waiting + cells, now)
        if tells:
            self._news.told_at = clock
        else:
            self._news.cells = waiting + cells + self._news.cells
        self._changed.set()
        self._changed.clear()
        return [place in places for place in range(len(items))]

    async def report(self) -> None:
        """Write the heartbeat of the run, and report the cells changed since the last report."""
        now = self._own.clock.now()
        with self._news.taken() as news:
            async with self._own.work.write() as tx:
                await tx.runs.record_heartbeat(self._project, self._run, now)
                await self._report(tx, news, now)

    async def _report(self, tx: WriteTx, news: Sequence[int], now: datetime) -> None:
        """Emit an event with the changed cells, from which screens reload the cells they show."""
        if await tx.runs.only_judging_is_left(self._project, self._run):
            await begin_judging(
                ProjectTx(tx, SYSTEM, self._project, now, self._own.launcher), self._run
            )
        cells = sorted(set(news))
        if not cells:
            return
        tx.emit(
            event(
                SYSTEM,
                run_topic(self._run),
                RUN_PROGRESSED,
                now,
                run=str(self._run),
                count=len(cells),
                cells=cells if len(cells) <= CELLS_PER_EVENT else None,
            )
        )
        await self._warn(tx, now)

    async def _warn(self, tx: WriteTx, now: datetime) -> None:
        # Check the budgets of each kind of call that this process made: simulated, real, or both.
        ids = {
            each
            for simulated in set(self._simulated.values())
            for each in await self._budgets_of_day(tx, now, simulated=simulated)
        }
        for balance in await tx.budgets.lock(self._project, sorted(ids)):
            if balance.is_near():
                await tx.budgets.note_alert(self._project, balance.id, now)
                emit_budget_alert(tx, self._project, self._run, balance, now)
                inner = ProjectTx(tx, SYSTEM, self._project, now, self._own.launcher)
                await notify_budget(inner, self._run, balance, round(balance.alert_share * 100))

    async def _budgets(self, tx: WriteTx, model: ModelId, now: datetime) -> tuple[BudgetId, ...]:
        if model not in self._simulated:
            self._simulated[model] = bool(await tx.catalog.simulated(self._project, [model]))
        return await self._budgets_of_day(tx, now, simulated=self._simulated[model])

    async def _budgets_of_day(
        self, tx: WriteTx, now: datetime, *, simulated: bool
    ) -> tuple[BudgetId, ...]:
        key = (day_of(now), simulated)
        if key not in self._days:
            await tx.budget_calendar.open(self._project, now, self._suite, simulated=simulated)
            self._days[key] = tuple(
                await tx.budgets.of_run(
                    self._project,
                    self._run,
                    now,
                    simulated=simulated,
                    experiment=self._experiment,
                    suite=self._suite,
                )
            )
        return self._days[key]


def _plus(one: Worst, other: Worst) -> Worst:
    return Worst(cost=MicroUsd(one.cost + other.cost), tokens=one.tokens + other.tokens)
