"""One process that calls a provider through the limiter and says what happened; started as a program."""

import asyncio
import json
import sys
import time
from dataclasses import asdict, dataclass, field
from uuid import UUID

import aiohttp

from edison.domain.ids import ProjectId
from edison.domain.rate_limits.allocation import UNSET, RateLimits
from edison.providers.rate_limiter import Limiter
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork
from tests.support.limits import CREDENTIAL

MODEL = "model"


@dataclass(slots=True)
class Log:
    """Times of starts by the machine's clock, which all processes of a test share."""

    accepted: list[float] = field(default_factory=list[float])
    refused: list[float] = field(default_factory=list[float])
    exchanges: int = 0
    cpu_s: float = 0.0


async def call_all(
    database_url: str,
    project: ProjectId,
    provider: str,
    name: str,
    calls: int,
    callers: int,
    limits: RateLimits = UNSET,
) -> Log:
    database = Database(database_url, pool_size=2)
    limiter = Limiter(UnitOfWork(database).write, name)
    left = iter(range(calls))
    log = Log()
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def once() -> bool:
            async with limiter.permit(project, CREDENTIAL, MODEL, limits) as permit:
                started = time.time()
                async with session.post(provider) as answer:
                    await answer.read()
                    if answer.status == 200:
                        log.accepted.append(started)
                        permit.succeeded()
                        return True
                    log.refused.append(started)
                    after = answer.headers.get("Retry-After")
                    permit.refused(retry_after_s=float(after) if after else None)
                    return False

        async def caller() -> None:
            for _ in left:
                while not await once():
                    pass

        async with asyncio.TaskGroup() as group:
            for _ in range(callers):
                group.create_task(caller())
    seen = limiter.snapshot(project, CREDENTIAL, MODEL)
    log.exchanges = seen.exchanges if seen else 0
    log.cpu_s = time.process_time()
    await limiter.close()
    await database.close()
    return log


if __name__ == "__main__":
    url, project, provider, name, calls, callers, places = sys.argv[1:]
    # All start together: whoever started this closes our input then.
    sys.stdin.read()
    done = asyncio.run(
        call_all(
            url,
            ProjectId(UUID(project)),
            provider,
            name,
            int(calls),
            int(callers),
            RateLimits(concurrency=int(places) or None),
        )
    )
    print(json.dumps(asdict(done)))
