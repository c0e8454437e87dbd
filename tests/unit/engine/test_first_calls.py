"""The first call of a cached prompt goes before the others; a failure of it holds nobody back for long."""

import asyncio

from edison.domain.models.model_call import Answered, Failed, FailureCode, FinishReason, ReusedFrom
from edison.domain.models.prompt_cache import CachedPrefix
from edison.engine.runs.first_calls import MOST_FIRST_CALLS, FirstCalls

PREFIX = CachedPrefix(messages=1, tokens=2_000, lives_s=300.0)
ANSWER = Answered(
    text="Yes", finish=FinishReason.STOP, usage=None, cost=None, latency_ms=1, attempts=1
)
FAILURE = Failed(code=FailureCode.PROVIDER_ERROR, message="Down")
REUSED = Answered(
    text="Yes",
    finish=FinishReason.STOP,
    usage=None,
    cost=None,
    latency_ms=1,
    attempts=1,
    reused=ReusedFrom(answered_at="", origin=""),
)


async def most_at_once(
    first: FirstCalls, outcomes: list[Answered | Failed], prefix: CachedPrefix | None = PREFIX
) -> list[int]:
    """Make calls at the same time; return how many were on their way when each of them began."""
    going, seen = 0, list[int]()

    async def one(outcome: Answered | Failed) -> None:
        nonlocal going
        async with first.turn(prefix) as turn:
            going += 1
            seen.append(going)
            await asyncio.sleep(0.01)
            going -= 1
            turn.ended(outcome)

    async with asyncio.TaskGroup() as group:
        for outcome in outcomes:
            group.create_task(one(outcome))
    return seen


async def test_one_call_goes_first_and_the_others_together() -> None:
    assert await most_at_once(FirstCalls(), [ANSWER] * 5) == [1, 1, 2, 3, 4]


async def test_without_a_cache_nobody_waits() -> None:
    assert await most_at_once(FirstCalls(), [ANSWER] * 4, None) == [1, 2, 3, 4]


async def test_after_a_failure_the_next_one_goes_first() -> None:
    assert await most_at_once(FirstCalls(), [FAILURE, ANSWER, ANSWER, ANSWER]) == [1, 1, 1, 2]


async def test_after_several_failures_nobody_waits_any_more() -> None:
    calls: list[Answered | Failed] = [FAILURE] * (MOST_FIRST_CALLS + 3)

    assert await most_at_once(FirstCalls(), calls) == [1, 1, 1, 1, 2, 3]


async def test_a_reused_answer_writes_no_cache() -> None:
    assert await most_at_once(FirstCalls(), [REUSED, REUSED, ANSWER, ANSWER, ANSWER]) == [
        1,
        1,
        1,
        1,
        2,
    ]


async def test_an_expired_cache_is_written_by_one_call_again() -> None:
    now = [1_000.0]
    first = FirstCalls(clock=lambda: now[0])
    assert await most_at_once(first, [ANSWER] * 3) == [1, 1, 2]
    now[0] += PREFIX.lives_s - 1
    assert await most_at_once(first, [ANSWER] * 3) == [1, 2, 3]
    now[0] += PREFIX.lives_s

    assert await most_at_once(first, [ANSWER] * 3) == [1, 1, 2]


async def test_nobody_waits_until_the_answer_is_stored() -> None:
    first, stored, began = FirstCalls(), asyncio.Event(), asyncio.Event()

    async def leader() -> None:
        async with first.turn(PREFIX) as turn:
            turn.ended(ANSWER)
            await stored.wait()

    async def follower() -> None:
        async with first.turn(PREFIX):
            began.set()

    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        group.create_task(leader())
        group.create_task(follower())
        await began.wait()
        stored.set()


async def test_a_call_that_raises_frees_the_others() -> None:
    first = FirstCalls()

    async def broken() -> None:
        async with first.turn(PREFIX):
            raise ValueError

    for _ in range(2):
        async with asyncio.timeout(5):
            try:
                await broken()
            except ValueError:
                continue
    assert await most_at_once(first, [ANSWER] * 3) == [1, 1, 2]
