"""A call that takes longer than a lease keeps its place: the process renews the lease while the call runs."""

import asyncio
import random

from edison.domain.rate_limits.allocation import RateLimits
from edison.domain.rate_limits.leases import LEASE_S
from edison.providers.rate_limiter import Limiter
from tests.support.rate_limited import CREDENTIAL, PROJECT, Store
from tests.support.virtual_time import in_virtual_time

ONE_PLACE = RateLimits(concurrency=1)


def test_a_call_longer_than_a_lease_is_never_beside_another_processs_call() -> None:
    async def work() -> int:
        store = Store(random.Random(1))
        limiters = [Limiter(store.open, name) for name in ("first", "second")]
        running = most = 0

        async def call(limiter: Limiter, takes_s: float) -> None:
            nonlocal running, most
            async with limiter.permit(PROJECT, CREDENTIAL, "m", ONE_PLACE) as permit:
                running += 1
                most = max(most, running)
                await asyncio.sleep(takes_s)
                running -= 1
                permit.succeeded()

        async with asyncio.TaskGroup() as group:
            group.create_task(call(limiters[0], 3 * LEASE_S))
            # The other process comes when the first one's lease would have run out.
            await asyncio.sleep(1.5 * LEASE_S)
            group.create_task(call(limiters[1], 0.1))
        for limiter in limiters:
            await limiter.close()
        return most

    assert in_virtual_time(work()) == 1
