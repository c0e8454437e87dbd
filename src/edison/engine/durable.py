"""The door to DBOS for workflows and steps."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any, ParamSpec, TypeVar

from dbos import DBOS

OVER = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]

P = ParamSpec("P")
T = TypeVar("T")


def workflow(
    name: str,
) -> Callable[[Callable[P, Coroutine[Any, Any, T]]], Callable[P, Coroutine[Any, Any, T]]]:
    """Name a durable function: order and decisions only, so that it can be replayed."""
    return DBOS.workflow(name=name)


def step(
    name: str, *, attempts: int = 3, wait_s: float = 1.0
) -> Callable[[Callable[P, Coroutine[Any, Any, T]]], Callable[P, Coroutine[Any, Any, T]]]:
    """Name an effect that is safe to repeat; it is retried with doubling waits."""
    return DBOS.step(
        name=name,
        retries_allowed=attempts > 1,
        max_attempts=attempts,
        interval_seconds=wait_s,
        backoff_rate=2.0,
    )


async def forget_work(names: list[str]) -> None:
    """Cancel what is waiting or running of these, and delete what the engine knows of all of them."""

    def forget() -> None:
        DBOS.cancel_workflows(names)
        DBOS.delete_workflows(names)

    await asyncio.get_running_loop().run_in_executor(None, forget)


async def forget_finished(before: datetime, names: list[str] | None, most: int) -> int:
    """Delete what is left of workflows that ended before this time, the oldest first; return how many."""

    def forget() -> int:
        found = DBOS.list_workflows(
            status=OVER,
            completed_before=before.isoformat(),
            name=names,
            limit=most,
            load_input=False,
            load_output=False,
        )
        if found:
            DBOS.delete_workflows([workflow.workflow_id for workflow in found])
        return len(found)

    # Beside the step that asks: what the engine does with its own rows is no part of any workflow.
    return await asyncio.get_running_loop().run_in_executor(None, forget)
