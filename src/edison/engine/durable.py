"""Wrappers of DBOS that register workflows and steps, and functions that delete workflow records."""

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
    """Register a durable workflow under a name. It only calls steps and branches, so that DBOS can replay it."""
    return DBOS.workflow(name=name)


def step(
    name: str, *, attempts: int = 3, wait_s: float = 1.0
) -> Callable[[Callable[P, Coroutine[Any, Any, T]]], Callable[P, Coroutine[Any, Any, T]]]:
    """Register a workflow step under a name. The step must be safe to repeat; failures are retried with backoff."""
    return DBOS.step(
        name=name,
        retries_allowed=attempts > 1,
        max_attempts=attempts,
        interval_seconds=wait_s,
        backoff_rate=2.0,
    )


async def forget_work(names: list[str]) -> None:
    """Cancel the workflows with these ids if they are queued or running, and delete their records."""

    def forget() -> None:
        DBOS.cancel_workflows(names)
        DBOS.delete_workflows(names)

    await asyncio.get_running_loop().run_in_executor(None, forget)


async def forget_finished(before: datetime, names: list[str] | None, most: int) -> int:
    """Delete the records of workflows that ended before the given time, oldest first; return their number."""

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

    # Run outside of the calling step: DBOS must not record this as a part of the workflow.
    return await asyncio.get_running_loop().run_in_executor(None, forget)
