"""Wrappers of DBOS for workflows and steps, and the deletion of its records."""

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
    """Register a durable workflow under a name. It only orders steps and decides, so that it can be replayed."""
    return DBOS.workflow(name=name)


def step(
    name: str, *, attempts: int = 3, wait_s: float = 1.0
) -> Callable[[Callable[P, Coroutine[Any, Any, T]]], Callable[P, Coroutine[Any, Any, T]]]:
    """Register a step under a name. It must be safe to repeat; it is retried with exponential backoff."""
    return DBOS.step(
        name=name,
        retries_allowed=attempts > 1,
        max_attempts=attempts,
        interval_seconds=wait_s,
        backoff_rate=2.0,
    )


async def forget_work(names: list[str]) -> None:
    """Cancel these workflows if they are queued or running, and delete their records."""

    def forget() -> None:
        DBOS.cancel_workflows(names)
        DBOS.delete_workflows(names)

    await asyncio.get_running_loop().run_in_executor(None, forget)


async def forget_finished(before: datetime, names: list[str] | None, most: int) -> int:
    """Delete the records of workflows that ended before this time, oldest first; return how many."""

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
