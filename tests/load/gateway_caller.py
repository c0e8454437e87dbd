"""One process that makes many calls at once, bare or through the gateway.

It says how long that took; started as a program.
"""

import asyncio
import json
import resource
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Literal
from uuid import UUID

import structlog
from aiohttp import ClientSession, TCPConnector
from openai import AsyncOpenAI
from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelRequest
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from edison.domain.ids import CredentialId, ProjectId
from edison.domain.models.model_call import Answered, Message, ModelCall
from edison.domain.models.provider import Endpoint, Provider
from edison.domain.rate_limits.allocation import UNSET
from edison.network.guarded_http import GuardedHttp
from edison.providers.breaker_client import Breaker
from edison.providers.call_attempt import CallAttempts
from edison.providers.gateway import CallTarget, Gateway
from edison.providers.rate_limiter import Limiter
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork

# `bare` is the library that would be used otherwise; `aiohttp` is a request and nothing else.
Way = Literal["bare", "aiohttp", "gateway"]
BARE_IS = f"pydantic-ai {version('pydantic-ai-slim')} with the OpenAI client, without retries"
MODEL = "sim-medium"
# Makes one call and gives the latency it would report, in milliseconds.
Call = Callable[[int], Awaitable[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    wall_s: float
    # Of this process and its children, without the start of the interpreter.
    cpu_s: float
    latencies_ms: list[float]


def prompt(number: int) -> str:
    return f"Question {number}: what is the capital of France? Answer with one word."


async def bare(address: str, calls: int, callers: int) -> Took:
    client = AsyncOpenAI(base_url=f"{address}/v1", api_key="sk-none", max_retries=0)
    model = OpenAIChatModel(MODEL, provider=OpenAIProvider(openai_client=client))

    async def call(number: int) -> float:
        began = time.perf_counter()
        answer = await model_request(model, [ModelRequest.user_text_prompt(prompt(number))])
        assert answer.text
        return (time.perf_counter() - began) * 1000

    took = await make_all(call, calls, callers)
    await client.close()
    return took


async def plain_requests(address: str, calls: int, callers: int) -> Took:
    """Post the same body with aiohttp and read the answer's text, without checks of any kind."""
    async with ClientSession(connector=TCPConnector(limit=callers)) as session:

        async def call(number: int) -> float:
            began = time.perf_counter()
            body = {"model": MODEL, "messages": [{"role": "user", "content": prompt(number)}]}
            async with session.post(f"{address}/v1/chat/completions", json=body) as answer:
                assert (await answer.json())["choices"][0]["message"]["content"]
            return (time.perf_counter() - began) * 1000

        return await make_all(call, calls, callers)


async def through_the_gateway(
    address: str,
    calls: int,
    callers: int,
    database_url: str,
    project: ProjectId,
    credential: CredentialId,
) -> Took:
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    database = Database(database_url)
    work = UnitOfWork(database)
    gateway = Gateway(
        attempts=CallAttempts(GuardedHttp()),
        limiter=Limiter(work.write, "load"),
        breaker=Breaker(work.write),
        on_refused_parameter=_refused,
    )
    target = CallTarget(
        project=project,
        endpoint=Endpoint(
            credential=credential,
            provider=Provider.OPENAI,
            config={"base_url": f"{address}/v1"},
            secrets={"api_key": "sk-none"},
            allow_private=True,
        ),
        model=MODEL,
        price=None,
        limits=UNSET,
    )

    async def call(number: int) -> float:
        question = Message(role="user", content=prompt(number))
        outcome = await gateway.call(
            target, ModelCall(model=MODEL, messages=(question,)), key=f"load-{number}"
        )
        assert isinstance(outcome, Answered), outcome
        assert outcome.text
        assert outcome.latency_ms is not None
        return outcome.latency_ms

    took = await make_all(call, calls, callers)
    await gateway.close()
    await database.close()
    return took


async def make_all(call: Call, calls: int, callers: int) -> Took:
    left = iter(range(calls))
    latencies: list[float] = []

    async def caller() -> None:
        for number in left:
            latencies.append(await call(number))

    cpu, wall = _cpu_s(), time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for _ in range(callers):
            group.create_task(caller())
    return Took(
        wall_s=time.perf_counter() - wall, cpu_s=_cpu_s() - cpu, latencies_ms=sorted(latencies)
    )


def _cpu_s() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


async def _refused(target: CallTarget, parameter: str, words: str) -> None:
    raise AssertionError(f"{target.model} refused {parameter}: {words}")


def main(way: str, address: str, calls: str, callers: str, *more: str) -> None:
    if way != "gateway":
        caller = bare if way == "bare" else plain_requests
        took = asyncio.run(caller(address, int(calls), int(callers)))
    else:
        url, project, credential = more
        took = asyncio.run(
            through_the_gateway(
                address,
                int(calls),
                int(callers),
                url,
                ProjectId(UUID(project)),
                CredentialId(UUID(credential)),
            )
        )
    print(json.dumps(asdict(took)))


if __name__ == "__main__":
    main(*sys.argv[1:])
