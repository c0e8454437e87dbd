"""A process dies while it holds permits and places: the others have them again when its lease has run out."""

import asyncio
import subprocess
import time

import pytest

from edison.domain.rate_limits.allocation import RateLimits
from edison.domain.rate_limits.leases import LEASE_S
from edison.providers.rate_limiter import Limiter
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork
from tests.load.limiter import caller, refusing_server, start
from tests.load.limiter_caller import MODEL
from tests.support.limits import CREDENTIAL, new_project

PLACES = 10
TAKES_S = 0.2
# Only ends the wait for what never comes.
PATIENCE_S = 60.0


@pytest.mark.nightly
async def test_what_a_killed_process_held_is_free_after_its_lease(database_url: str) -> None:
    project = new_project(database_url)
    database = Database(database_url, pool_size=2)
    limiter = Limiter(UnitOfWork(database).write, "survivor")
    running = most = 0

    async def keep_calling() -> None:
        nonlocal running, most
        while True:
            async with limiter.permit(
                project, CREDENTIAL, MODEL, RateLimits(concurrency=PLACES)
            ) as permit:
                running += 1
                most = max(most, running)
                await asyncio.sleep(TAKES_S)
                running -= 1
                permit.succeeded()

    async def most_within(seconds: float) -> int:
        nonlocal most
        most = 0
        await asyncio.sleep(seconds)
        return most

    with refusing_server(10_000, "", takes_s=1.0) as address:
        victim = caller(database_url, project, address, "victim", 100_000, 2 * PLACES, PLACES)
        try:
            async with asyncio.TaskGroup() as group:
                start(victim)
                callers = [group.create_task(keep_calling()) for _ in range(2 * PLACES)]
                await _until_shared(limiter, project_share=PLACES // 2, project=project)
                shared = await most_within(2.0)

                victim.kill()
                killed = time.monotonic()
                await asyncio.to_thread(victim.wait)
                # Counted by the callers themselves; there is no event for "ten at once".
                while most < PLACES and time.monotonic() < killed + PATIENCE_S:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
                took = time.monotonic() - killed
                after = await most_within(1.0)
                for task in callers:
                    task.cancel()
        finally:
            _end(victim)
    await limiter.close()
    await database.close()

    assert shared == PLACES // 2
    assert after == PLACES
    assert took <= LEASE_S + 5.0
    assert took > 1.0, "the places came back before the lease ran out: what was held?"


async def _until_shared(limiter: Limiter, *, project: object, project_share: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            seen = limiter.snapshot(project, CREDENTIAL, MODEL)  # pyright: ignore[reportArgumentType]
            if seen and seen.share == project_share and seen.in_flight <= project_share:
                return
            await asyncio.sleep(0.05)


def _end(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.kill()
        process.wait()
    if process.stdout:
        process.stdout.close()
