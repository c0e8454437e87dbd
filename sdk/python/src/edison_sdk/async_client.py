"""The asynchronous client. Its methods are those of the synchronous one, to be awaited."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Self, TypeVar

import httpx

from edison_sdk import requests
from edison_sdk.calls import Attempts, Call, check
from edison_sdk.client import CASES_AT_ONCE, POLL_S, to_answer
from edison_sdk.connection import TIMEOUT_S, Connection
from edison_sdk.errors import EdisonError, ServerError, ServerUnreachable
from edison_sdk.prompt_cache import STALE_FOR_S, TTL_S, PromptCache, PromptKey
from edison_sdk.prompts import Prompt, RenderedPrompt
from edison_sdk.requests import DatasetVersion, OpenCells, Scorer, Submitted
from edison_sdk.views import Case, Cell, Dataset, Page, Run, View, cells_of_row

T = TypeVar("T")


class AsyncEdison:
    """Client of one project. Arguments that are left out come from EDISON_SERVER, EDISON_TOKEN, EDISON_PROJECT."""

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        project: str | None = None,
        *,
        timeout_s: float = TIMEOUT_S,
        cache_ttl_s: float = TTL_S,
        cache_stale_s: float = STALE_FOR_S,
        fallback_file: str | os.PathLike[str] | None = None,
    ) -> None:
        self.connection = Connection.of(url, token, project, timeout_s)
        # A redirect could send the token to another host.
        self._http = httpx.AsyncClient(
            headers=self.connection.headers, timeout=timeout_s, follow_redirects=False
        )
        self.prompts = AsyncPrompts(self, PromptCache(cache_ttl_s, cache_stale_s, fallback_file))
        self.datasets = AsyncDatasets(self)
        self.runs = AsyncRuns(self)
        self.scores = AsyncScores(self)
        self.outputs = AsyncOutputs(self)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, call: Call[T]) -> T:
        """Send a request, again if it failed for a passing reason."""
        attempts = Attempts(repeatable=call.repeatable)
        while True:
            try:
                response = await self._http.request(
                    call.method,
                    self.connection.base + call.path,
                    params=call.parameters,
                    json=call.body,
                    headers=dict(call.headers),
                )
            except httpx.HTTPError as error:
                await asyncio.sleep(attempts.after_failure(error, self.connection.url))
                continue
            answer = to_answer(response, self.connection.url)
            wait = attempts.after_answer(answer)
            if wait is None:
                return call.parse(check(answer, self.connection.url))
            await asyncio.sleep(wait)


class AsyncPrompts:
    """Prompts by name."""

    def __init__(self, client: AsyncEdison, cache: PromptCache) -> None:
        self._client = client
        self.cache = cache
        self._tasks: set[asyncio.Task[None]] = set()

    async def get(
        self, name: str, *, label: str | None = None, version: int | None = None
    ) -> Prompt:
        """Return a version of a prompt: by label, by number, or `production`.

        A prompt from the cache is returned at once. If the server cannot be asked, the last known copy is
        returned with `stale` set.
        """
        key = PromptKey(name=name, label=label, version=version)
        freshness, entry = self.cache.find(key)
        if entry is not None and freshness == "fresh":
            return entry.prompt
        if entry is not None and freshness == "stale":
            if self.cache.begin_refresh(key):
                task = asyncio.create_task(self._refresh(key))
                # The loop keeps only weak references of tasks.
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            return entry.prompt
        try:
            return await self._load(key, entry.etag if entry else None)
        except (ServerUnreachable, ServerError):
            known = self.cache.last_known(key)
            if known is None:
                raise
            return known

    async def render(
        self,
        name: str,
        values: Mapping[str, Any] | None = None,
        *,
        label: str | None = None,
        version: int | None = None,
    ) -> RenderedPrompt:
        """Render a prompt on the server."""
        key = PromptKey(name=name, label=label, version=version)
        return await self._client.send(requests.render_prompt(key, values or {}))

    async def _load(self, key: PromptKey, etag: str | None) -> Prompt:
        return self.cache.store(key, await self._client.send(requests.get_prompt(key, etag)))

    async def _refresh(self, key: PromptKey) -> None:
        _, entry = self.cache.find(key)
        try:
            await self._load(key, entry.etag if entry else None)
        except (EdisonError, RuntimeError):
            pass  # The next call decides; the client may be closed by now.
        finally:
            self.cache.end_refresh(key)


class AsyncDatasets:
    def __init__(self, client: AsyncEdison) -> None:
        self._client = client

    def list(self, search: str | None = None) -> AsyncIterator[Dataset]:
        """Iterate over all datasets, newest first."""
        return self._every(lambda cursor: requests.list_datasets(search, cursor))

    async def get(self, name: str) -> Dataset:
        """Return the dataset with this name."""
        return requests.named_dataset([each async for each in self.list(name[:100])], name)

    async def create(self, name: str, *, kind: str = "golden", description: str = "") -> Dataset:
        return await self._client.send(requests.create_dataset(name, kind, description))

    async def add_cases(
        self, dataset: str, cases: Sequence[Mapping[str, Any]]
    ) -> DatasetVersion | None:
        """Add cases, each with `values` and optionally `expected`, `tags`, `difficulty` and `metadata`."""
        made = None
        for begin in range(0, len(cases), CASES_AT_ONCE):
            batch = cases[begin : begin + CASES_AT_ONCE]
            made = await self._client.send(requests.add_cases(dataset, batch))
        return made

    def cases(self, dataset: str, version: int | None = None) -> AsyncIterator[Case]:
        """Iterate over the cases of a dataset version, by default the newest."""
        return self._every(lambda cursor: requests.list_cases(dataset, version, cursor))

    def _every(self, page: Callable[[str | None], Call[Page[T]]]) -> AsyncIterator[T]:
        return every(self._client, page)


class AsyncRuns:
    def __init__(self, client: AsyncEdison) -> None:
        self._client = client

    def list(self, dataset: str | None = None) -> AsyncIterator[Run]:
        """Iterate over runs, newest first."""
        return every(self._client, lambda cursor: requests.list_runs(dataset, cursor))

    async def get(self, run: str) -> Run:
        return await self._client.send(requests.read_run(run))

    async def start(self, body: Mapping[str, Any]) -> Run:
        """Start a run. `body` is the body of `POST /runs`: see the reference of the API."""
        return await self._client.send(requests.start_run(body))

    async def pause(self, run: str) -> Run:
        return await self._client.send(requests.change_run(run, "pause"))

    async def resume(self, run: str) -> Run:
        return await self._client.send(requests.change_run(run, "resume"))

    async def cancel(self, run: str) -> Run:
        return await self._client.send(requests.change_run(run, "cancel"))

    async def wait(
        self,
        run: str,
        *,
        timeout_s: float | None = None,
        progress: Callable[[Run], None] | None = None,
    ) -> Run:
        """Wait until a run has ended. Raise TimeoutError after `timeout_s`."""
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        while True:
            seen = await self.get(run)
            if progress is not None:
                progress(seen)
            if seen.ended:
                return seen
            if deadline is not None and time.monotonic() > deadline:
                raise TimeoutError(
                    f"Run {seen.number} is still {seen.state} after {timeout_s:g} s."
                )
            await asyncio.sleep(POLL_S)

    async def cells(self, run: str) -> AsyncIterator[Cell]:
        """Iterate over the answers of a run with their scores. Long outputs are shortened."""
        async for row in every(self._client, lambda cursor: requests.list_rows(run, cursor)):
            for cell in cells_of_row(row):
                yield cell


class AsyncScores:
    def __init__(self, client: AsyncEdison) -> None:
        self._client = client

    async def get(self, run: str, column: int = 0) -> dict[str, float | None]:
        """Return the mean score of each scorer of a run."""
        return (await self._client.runs.get(run)).scores(column)

    async def add(self, run: str, scorers: Sequence[Scorer]) -> Run:
        """Add scorers to a run and score its answers with them."""
        return await self._client.send(requests.add_scorers(run, scorers))

    async def grade(self, run: str, cell: int, grade: float | None, note: str = "") -> View:
        """Label an answer with a grade from 0 to 1; None removes the label."""
        return await self._client.send(requests.grade_cell(run, cell, grade, note))


class AsyncOutputs:
    """Outputs of your own application."""

    def __init__(self, client: AsyncEdison) -> None:
        self._client = client

    async def start(
        self,
        dataset: str,
        application: str,
        *,
        key: str,
        version: str = "",
        scorers: Sequence[Scorer] = (),
        dataset_version: int | None = None,
        trials: int = 1,
        name: str = "",
    ) -> Run:
        """Start a run that waits for outputs, or return the one that was started with the same key."""
        return await self._client.send(
            requests.start_application_run(
                dataset=dataset,
                dataset_version=dataset_version,
                application=application,
                application_version=version,
                scorers=scorers,
                trials=trials,
                name=name,
                key=key,
            )
        )

    async def open_cells(self, run: str, after: int | None = None, limit: int = 100) -> OpenCells:
        """Return a page of the cells that have no output yet."""
        return await self._client.send(requests.list_open_cells(run, after, limit))

    async def submit(self, run: str, outputs: Sequence[Mapping[str, Any]]) -> Submitted:
        """Submit outputs, each with `cell_id` and `text` or `error`. They are stored when this returns."""
        return await self._client.send(requests.submit_outputs(run, outputs))

    async def finish(self, run: str) -> Run:
        """End a run. Cells without an output fail."""
        return await self._client.send(requests.finish_application_run(run))


async def every(
    client: AsyncEdison, page: Callable[[str | None], Call[Page[T]]]
) -> AsyncIterator[T]:
    """Iterate over the items of all pages."""
    cursor: str | None = None
    while True:
        found = await client.send(page(cursor))
        for item in found.items:
            yield item
        cursor = found.next_cursor
        if cursor is None:
            return
