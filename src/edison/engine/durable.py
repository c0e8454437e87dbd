"""The door to DBOS for workflows and steps."""

from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

from dbos import DBOS

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
