"""The circuit breaker over several processes: shared through PostgreSQL, and free of charge while all is well."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from edison.domain.ids import ProjectId
from edison.domain.models.circuit_breaker import BreakerState
from edison.providers.breaker_client import Breaker
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork, WriteTx
from tests.support.limits import CREDENTIAL, new_project
from tests.support.sql import execute

# Only ends the wait for what never comes.
PATIENCE_S = 30.0


class Counted:
    """Transactions, counted."""

    def __init__(self, work: UnitOfWork) -> None:
        self.work = work
        self.opened = 0

    @asynccontextmanager
    async def __call__(self) -> AsyncGenerator[WriteTx]:
        self.opened += 1
        async with self.work.write() as tx:
            yield tx


@pytest.fixture
async def work(database_url: str) -> AsyncGenerator[UnitOfWork]:
    database = Database(database_url, pool_size=10)
    yield UnitOfWork(database)
    await database.close()


@pytest.fixture
def project(database_url: str) -> ProjectId:
    return new_project(database_url)


async def fail(breaker: Breaker, project: ProjectId, times: int) -> None:
    for _ in range(times):
        await breaker.failed(project, CREDENTIAL)


async def opened(work: UnitOfWork, project: ProjectId, url: str) -> None:
    """Open the circuit, and let its pause be over."""
    await fail(Breaker(work.write), project, 5)
    execute(url, "UPDATE circuits SET next_attempt_at = now() - interval '1 second'")


async def test_failures_seen_by_several_processes_open_it_for_all(
    work: UnitOfWork, project: ProjectId, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("edison.providers.breaker_client.FRESH_S", 0.0)
    here, there, third = (Breaker(work.write) for _ in range(3))

    await fail(here, project, 3)
    assert (await third.admits(project, CREDENTIAL)).admitted
    await fail(there, project, 2)

    for breaker in (there, Breaker(work.write)):
        admission = await breaker.admits(project, CREDENTIAL)
        assert not admission.admitted
        assert admission.circuit.state is BreakerState.OPEN
        assert 60 - PATIENCE_S < breaker.wait_s(admission) <= 60
    # A process that believed otherwise reads it again beside its next calls.
    async with asyncio.timeout(PATIENCE_S):
        while (await third.admits(project, CREDENTIAL)).admitted:  # noqa: ASYNC110 - a copy of a row
            await asyncio.sleep(0.01)


async def test_while_all_is_well_a_call_costs_no_round_trip(
    work: UnitOfWork, project: ProjectId, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read once, for as long as what was read is believed."""
    for name in ("FRESH_S", "USABLE_S"):
        monkeypatch.setattr(f"edison.providers.breaker_client.{name}", 3600.0)
    counted = Counted(work)
    breaker = Breaker(counted)

    for _ in range(500):
        assert (await breaker.admits(project, CREDENTIAL)).admitted
        await breaker.succeeded(project, CREDENTIAL)

    assert counted.opened == 1


async def test_one_success_resets_the_count_for_all(work: UnitOfWork, project: ProjectId) -> None:
    here, there = Breaker(work.write), Breaker(work.write)
    await fail(here, project, 4)

    await there.admits(project, CREDENTIAL)
    await there.succeeded(project, CREDENTIAL)
    await fail(here, project, 4)

    assert (await Breaker(work.write).admits(project, CREDENTIAL)).admitted


async def test_many_successes_at_once_reset_it_with_one_write(
    work: UnitOfWork, project: ProjectId
) -> None:
    counted = Counted(work)
    breaker = Breaker(counted)
    await fail(breaker, project, 1)
    before = counted.opened

    async with asyncio.TaskGroup() as group:
        for _ in range(50):
            group.create_task(breaker.succeeded(project, CREDENTIAL))

    assert counted.opened == before + 1


async def test_only_two_trials_are_let_through_by_all_processes_together(
    work: UnitOfWork, project: ProjectId, database_url: str
) -> None:
    await opened(work, project, database_url)
    processes = [Breaker(work.write) for _ in range(4)]

    async with asyncio.TaskGroup() as group:
        asked = [
            group.create_task(breaker.admits(project, CREDENTIAL))
            for breaker in processes
            for _ in range(5)
        ]
    admissions = [task.result() for task in asked]

    assert sum(admission.admitted for admission in admissions) == 2
    assert all(admission.trial for admission in admissions if admission.admitted)


async def test_two_good_trials_close_it_for_all(
    work: UnitOfWork, project: ProjectId, database_url: str
) -> None:
    await opened(work, project, database_url)
    here, there = Breaker(work.write), Breaker(work.write)

    for breaker in (here, there):
        assert (await breaker.admits(project, CREDENTIAL)).trial
        await breaker.succeeded(project, CREDENTIAL, trial=True)

    admission = await Breaker(work.write).admits(project, CREDENTIAL)
    assert admission.admitted
    assert admission.circuit.calm


async def test_a_bad_trial_opens_it_again_and_a_silent_one_makes_room(
    work: UnitOfWork, project: ProjectId, database_url: str
) -> None:
    await opened(work, project, database_url)
    breaker = Breaker(work.write)
    for _ in range(2):
        assert (await breaker.admits(project, CREDENTIAL)).trial

    assert not (await breaker.admits(project, CREDENTIAL)).admitted
    await breaker.gave_up(project, CREDENTIAL)
    assert (await breaker.admits(project, CREDENTIAL)).trial
    await breaker.failed(project, CREDENTIAL, trial=True)

    admission = await breaker.admits(project, CREDENTIAL)
    assert not admission.admitted
    assert admission.circuit.state is BreakerState.OPEN


async def test_its_state_can_be_read(work: UnitOfWork, project: ProjectId) -> None:
    await fail(Breaker(work.write), project, 5)

    async with work.read() as tx:
        circuit, now = await tx.limits.circuit(project, CREDENTIAL)
        listed = await tx.limits.circuits(project, [CREDENTIAL])

    assert (circuit.state, circuit.failures, circuit.successes) == (BreakerState.OPEN, 5, 0)
    assert circuit.next_attempt_at == pytest.approx(now + 60, abs=PATIENCE_S)
    assert listed == {CREDENTIAL: circuit}


async def test_a_database_that_is_away_does_not_stop_calls(project: ProjectId) -> None:
    database = Database("postgresql://nobody@127.0.0.1:1/none", pool_size=1)
    breaker = Breaker(UnitOfWork(database).write)

    assert (await breaker.admits(project, CREDENTIAL)).admitted
    await breaker.failed(project, CREDENTIAL)
    await breaker.succeeded(project, CREDENTIAL, trial=True)
    await database.close()
