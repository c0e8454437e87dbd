"""An event loop with virtual time: waiting takes no real time, and the order is deterministic."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar

Result = TypeVar("Result")

# Time until which the process of a callback gets no CPU; a list, so that its tasks share it.
held_up_until: ContextVar[list[float] | None] = ContextVar("held_up_until", default=None)


class _JumpingSelector(selectors.SelectSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "everyone waits and nothing will ever happen"
            self.now += max(timeout, 0.0)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)
        # The usual half nanosecond is below the precision of large floats.
        self._clock_resolution = 1e-6

    def time(self) -> float:
        return self._jumping.now


class StallingLoop(VirtualLoop):
    """Several simulated processes on one loop; the callbacks of a paused process wait."""

    def call_soon(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        context = context or copy_context()
        until = context.get(held_up_until)
        if until is None:
            return super().call_soon(callback, *args, context=context)
        return super().call_soon(self._when_free, until, callback, args, context, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        context = context or copy_context()
        until = context.get(held_up_until)
        if until is None:
            return super().call_at(when, callback, *args, context=context)
        return super().call_at(
            when, self._when_free, until, callback, args, context, context=context
        )

    def _when_free(
        self,
        until: list[float],
        callback: Callable[..., object],
        args: tuple[Any, ...],
        context: Context,
    ) -> None:
        if self.time() < until[0]:
            super().call_at(
                until[0], self._when_free, until, callback, args, context, context=context
            )
        else:
            callback(*args)


def in_virtual_time(
    work: Coroutine[Any, Any, Result], loop: type[VirtualLoop] = VirtualLoop
) -> Result:
    """Run to completion in virtual time."""
    with asyncio.Runner(loop_factory=loop) as runner:
        return runner.run(work)
