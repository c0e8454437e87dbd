"""The callers of one process: in order, within their deadlines, and without losing what they give up."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from edison.domain.ids import CredentialId, ProjectId
from edison.domain.rate_limits.allocation import (
    UNSET,
    DeadlinePassed,
    Grant,
    RateLimits,
    SlotRequest,
)
from edison.providers.rate_limiter import Limiter
from tests.support.rate_limited import CREDENTIAL, PROJECT, Store
from tests.support.virtual_time import in_virtual_time

ONE_A_SECOND = RateLimits(requests_per_minute=60)
ONE_PLACE = RateLimits(concurrency=1)
TEN_PLACES = RateLimits(concurrency=10)


class World:
    """A store, and one process that asks it."""

    def __init__(self) -> None:
        self.store = Store(random.Random(1))
        self.limiter = Limiter(self.store.open, "process")

    async def call(self, limits: RateLimits = UNSET, *, takes_s: float = 0.1) -> float:
        """Make a call, and say when it started."""
        async with self.limiter.permit(PROJECT, CREDENTIAL, "m", limits) as permit:
            started = asyncio.get_running_loop().time()
            await asyncio.sleep(takes_s)
            permit.succeeded()
        return started

    def in_flight(self) -> int:
        seen = self.limiter.snapshot(PROJECT, CREDENTIAL, "m")
        return seen.in_flight if seen else 0

    def waiting(self) -> int:
        seen = self.limiter.snapshot(PROJECT, CREDENTIAL, "m")
        return seen.waiting if seen else 0


def test_callers_are_served_in_the_order_they_came() -> None:
    async def work() -> list[int]:
        world, order = World(), list[int]()

        async def caller(number: int) -> None:
            await world.call(RateLimits(concurrency=3, requests_per_minute=1200), takes_s=0.5)
            order.append(number)

        async with asyncio.TaskGroup() as group:
            for number in range(30):
                group.create_task(caller(number))
        return order

    assert in_virtual_time(work()) == list(range(30))


def test_the_first_call_of_an_idle_process_takes_one_exchange() -> None:
    async def work() -> tuple[int, int]:
        world = World()
        await world.call()
        first = world.store.exchanges
        await asyncio.sleep(60)
        quiet = world.store.exchanges
        await world.call()
        assert world.store.exchanges == quiet + 1
        return first, quiet

    first, quiet = in_virtual_time(work())
    assert first == 1
    assert quiet == 2, "one more to give everything back, then silence"


def test_calls_that_follow_each_other_quickly_share_exchanges() -> None:
    async def work() -> int:
        world = World()

        async def caller() -> None:
            for _ in range(25):
                await world.call(takes_s=0.2)

        async with asyncio.TaskGroup() as group:
            for _ in range(100):
                group.create_task(caller())
        return world.store.exchanges

    assert in_virtual_time(work()) < 100, "for 2,500 calls in five seconds"


def test_who_cannot_be_served_in_time_is_told_so() -> None:
    async def work() -> float:
        world = World()
        loop = asyncio.get_running_loop()
        await world.call(ONE_A_SECOND, takes_s=0.01)
        with pytest.raises(DeadlinePassed):
            async with world.limiter.permit(
                PROJECT, CREDENTIAL, "m", ONE_A_SECOND, deadline=loop.time() + 0.3
            ):
                pytest.fail("there was no permit to have")
        assert world.waiting() == 0
        return loop.time()

    assert in_virtual_time(work()) == pytest.approx(0.33, abs=0.05)


def test_callers_who_give_up_leave_their_turn_and_their_place_to_others() -> None:
    async def work() -> None:
        world = World()
        dice = random.Random(3)
        loop = asyncio.get_running_loop()
        for _ in range(20):
            callers = [loop.create_task(world.call(TEN_PLACES, takes_s=0.3)) for _ in range(40)]
            for caller in dice.sample(callers, 30):
                loop.call_later(dice.uniform(0, 0.8), caller.cancel)
            await asyncio.wait(callers)
        assert (world.in_flight(), world.waiting()) == (0, 0)

        began = loop.time()
        async with asyncio.TaskGroup() as group:
            for _ in range(100):
                group.create_task(world.call(TEN_PLACES, takes_s=0.1))
        assert loop.time() - began < 2.0, "all ten places are still there"

    in_virtual_time(work())


def test_a_call_that_ends_in_an_error_gives_its_place_back() -> None:
    async def work() -> None:
        world = World()
        for _ in range(3):
            with pytest.raises(RuntimeError):
                async with world.limiter.permit(PROJECT, CREDENTIAL, "m", ONE_PLACE):
                    raise RuntimeError("the call went wrong")
        assert world.in_flight() == 0
        await world.call(ONE_PLACE)

    in_virtual_time(work())


def test_one_model_does_not_wait_for_another() -> None:
    async def work() -> float:
        world = World()
        loop = asyncio.get_running_loop()
        slow = [loop.create_task(world.call(ONE_A_SECOND)) for _ in range(10)]
        async with world.limiter.permit(PROJECT, CREDENTIAL, "other", UNSET):
            at = loop.time()
        for task in slow:
            task.cancel()
        return at

    assert in_virtual_time(work()) < 0.1


def test_retry_after_holds_all_callers_back_and_then_lets_them_go() -> None:
    async def work() -> tuple[float, list[float]]:
        world = World()
        loop = asyncio.get_running_loop()
        async with world.limiter.permit(PROJECT, CREDENTIAL, "m", UNSET) as permit:
            permit.refused(retry_after_s=5.0)
            refused = loop.time()
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(world.call()) for _ in range(3)]
        return refused, [task.result() for task in tasks]

    refused, starts = in_virtual_time(work())
    assert all(refused + 4.99 <= at <= refused + 9 for at in starts), (refused, starts)


class Unreliable(Store):
    """A database that is away for a while."""

    def __init__(self) -> None:
        super().__init__(random.Random(1))
        self.away = False

    async def exchange(
        self,
        project: ProjectId,
        credential: CredentialId,
        model: str,
        ask: SlotRequest,
        limits: RateLimits,
    ) -> Grant:
        if self.away:
            raise OSError("no connection")
        return await super().exchange(project, credential, model, ask, limits)

    @asynccontextmanager
    async def open_it(self) -> AsyncGenerator[Store]:
        yield self


def test_while_the_database_is_away_callers_wait_and_nothing_is_lost() -> None:
    async def work() -> list[float]:
        store = Unreliable()
        world = World()
        world.limiter = Limiter(store.open_it, "process")
        store.away = True
        asyncio.get_running_loop().call_later(3.0, setattr, store, "away", False)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(world.call()) for _ in range(5)]
        return [task.result() for task in tasks]

    starts = in_virtual_time(work())
    assert all(3.0 <= at < 4.0 for at in starts)


def test_closing_gives_back_what_was_leased() -> None:
    async def work() -> None:
        world = World()
        waiting = asyncio.get_running_loop().create_task(world.call(ONE_PLACE, takes_s=0.0))
        await waiting
        running = asyncio.get_running_loop().create_task(world.call(ONE_PLACE, takes_s=10))
        await asyncio.sleep(1)
        held = asyncio.get_running_loop().create_task(world.call(ONE_PLACE))
        await asyncio.sleep(0.1)
        await world.limiter.close()
        assert world.store.pace.leases == ()
        with pytest.raises(DeadlinePassed):
            await held
        running.cancel()

    in_virtual_time(work())
