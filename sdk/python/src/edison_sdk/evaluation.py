"""Evaluate your application: a function runs in your process for each case, and its outputs go to a run."""

import asyncio
import json
import sys
import threading
import time
import uuid
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from inspect import iscoroutinefunction
from typing import Any, TypeVar, cast

from edison_sdk.async_client import AsyncEdison
from edison_sdk.client import Edison
from edison_sdk.connection import Connection
from edison_sdk.requests import OPEN_CELLS_AT_ONCE, Scorer
from edison_sdk.views import OpenCell, Run

T = TypeVar("T")
SUBMIT_AT_ONCE = 500
CONCURRENCY = 8
MOST_ERROR = 2_000

Function = Callable[[OpenCell], Any] | Callable[[OpenCell], Awaitable[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What a function may return instead of a text, to state its cost, usage or metadata."""

    text: str
    cost_usd: float | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The result of an evaluation."""

    run: Run
    url: str
    # Outputs that this call stored, those that another had stored meanwhile, and errors of the function.
    stored: int
    already_there: int
    errors: int

    @property
    def scores(self) -> dict[str, float | None]:
        """Mean score of each scorer."""
        return self.run.scores()


def evaluate(
    dataset: str,
    fn: Function,
    scorers: Sequence[Scorer] = (),
    *,
    client: Edison | None = None,
    key: str | None = None,
    application: str | None = None,
    version: str = "",
    name: str = "",
    dataset_version: int | None = None,
    trials: int = 1,
    concurrency: int = CONCURRENCY,
    wait: bool = True,
    timeout_s: float | None = None,
    progress: Callable[[Run], None] | None = None,
) -> Evaluation:
    """Run a function, synchronous or not, for each case of a dataset and score its outputs.

    With a `key`, a call that was interrupted is continued by the next one: cases whose output was committed are
    not run again. An exception of the function is the output of its case. With `wait`, the result has the scores.
    """
    connection = client.connection if client else None
    return _run_alone(
        evaluate_async(
            dataset,
            fn,
            scorers,
            client=_async_client(connection),
            key=key,
            application=application,
            version=version,
            name=name,
            dataset_version=dataset_version,
            trials=trials,
            concurrency=concurrency,
            wait=wait,
            timeout_s=timeout_s,
            progress=progress,
            close=True,
        )
    )


async def evaluate_async(
    dataset: str,
    fn: Function,
    scorers: Sequence[Scorer] = (),
    *,
    client: AsyncEdison | None = None,
    key: str | None = None,
    application: str | None = None,
    version: str = "",
    name: str = "",
    dataset_version: int | None = None,
    trials: int = 1,
    concurrency: int = CONCURRENCY,
    wait: bool = True,
    timeout_s: float | None = None,
    progress: Callable[[Run], None] | None = None,
    close: bool = False,
) -> Evaluation:
    """Do the same as `evaluate` in a running event loop."""
    edison = client or AsyncEdison()
    try:
        run = await edison.outputs.start(
            dataset,
            application or getattr(fn, "__name__", "application"),
            # Without a key the request could not be repeated after a lost answer.
            key=key or str(uuid.uuid4()),
            version=version,
            scorers=scorers,
            dataset_version=dataset_version,
            trials=trials,
            name=name,
        )
        work = _Work(edison, run.id, fn, max(1, concurrency))
        if not run.ended:
            await work.finish()
        if wait:
            run = await edison.runs.wait(run.id, timeout_s=timeout_s, progress=progress)
        else:
            run = await edison.runs.get(run.id)
        where = edison.connection
        return Evaluation(
            run=run,
            url=f"{where.url}/projects/{where.project}/runs/{run.id}",
            stored=work.stored,
            already_there=work.already_there,
            errors=work.errors,
        )
    finally:
        if close or client is None:
            await edison.close()


class _Work:
    """The open cells of a run: listed, run and submitted at the same time."""

    def __init__(self, edison: AsyncEdison, run: str, fn: Function, concurrency: int) -> None:
        self._edison, self._run, self._fn = edison, run, fn
        self._concurrency = concurrency
        self._cells: asyncio.Queue[OpenCell | None] = asyncio.Queue(concurrency * 2)
        self._outputs: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self.stored = self.already_there = self.errors = 0

    async def finish(self) -> None:
        """Run the function for each open cell. An output is submitted as soon as it exists."""
        with ThreadPoolExecutor(self._concurrency, "edison-evaluate") as threads:
            async with asyncio.TaskGroup() as submitting:
                submitting.create_task(self._submit())
                async with asyncio.TaskGroup() as running:
                    running.create_task(self._list())
                    for _ in range(self._concurrency):
                        running.create_task(self._work(threads))
                self._outputs.put_nowait(None)

    async def _list(self) -> None:
        after: int | None = None
        while True:
            page = await self._edison.outputs.open_cells(self._run, after, OPEN_CELLS_AT_ONCE)
            for cell in page.items:
                await self._cells.put(cell)
            after = page.next_after
            if after is None:
                break
        for _ in range(self._concurrency):
            await self._cells.put(None)

    async def _work(self, threads: ThreadPoolExecutor) -> None:
        while (cell := await self._cells.get()) is not None:
            began = time.perf_counter()
            try:
                if iscoroutinefunction(self._fn):
                    answered: Any = await self._fn(cell)
                else:
                    loop = asyncio.get_running_loop()
                    answered = await loop.run_in_executor(threads, self._fn, cell)
                said = _said(answered)
            except Exception as error:
                self.errors += 1
                said = {"error": f"{type(error).__name__}: {error}"[:MOST_ERROR]}
            took = (time.perf_counter() - began) * 1000
            self._outputs.put_nowait({"cell_id": cell.cell_id, "latency_ms": took, **said})

    async def _submit(self) -> None:
        """Submit what has come while the last request was on its way."""
        ended = False
        while not ended:
            batch = [await self._outputs.get()]
            while len(batch) < SUBMIT_AT_ONCE and not self._outputs.empty():
                batch.append(self._outputs.get_nowait())
            ended = None in batch
            outputs = [output for output in batch if output is not None]
            if outputs:
                done = await self._edison.outputs.submit(self._run, outputs)
                self.stored += len(done.stored)
                self.already_there += len(done.already_there)


def _said(answered: Any) -> dict[str, Any]:
    """Convert what a function returned to the fields of an output."""
    if isinstance(answered, Output):
        usage = {
            "prompt_tokens": answered.prompt_tokens,
            "completion_tokens": answered.completion_tokens,
        }
        return {
            "text": answered.text,
            "cost_usd": answered.cost_usd,
            "usage": usage,
            "metadata": answered.metadata,
        }
    if isinstance(answered, str):
        return {"text": answered}
    return {"text": json.dumps(answered, ensure_ascii=False)}


def _async_client(connection: Connection | None) -> AsyncEdison:
    if connection is None:
        return AsyncEdison()
    return AsyncEdison(
        connection.url, connection.token, connection.project, timeout_s=connection.timeout_s
    )


def _run_alone(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end; in a thread of its own if an event loop runs here, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    results: list[Any] = []

    def run() -> None:
        try:
            results.append(asyncio.run(work))
        except BaseException:
            results.append(sys.exc_info()[1])

    thread = threading.Thread(target=run, name="edison-evaluate")
    thread.start()
    thread.join()
    if isinstance(results[0], BaseException):
        raise results[0]
    return cast(T, results[0])
