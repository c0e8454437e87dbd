"""The synchronous client."""

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Self, TypeVar

import httpx

from edison_sdk import requests
from edison_sdk.calls import Answer, Attempts, Call, check
from edison_sdk.connection import TIMEOUT_S, Connection
from edison_sdk.errors import EdisonError, ServerError, ServerUnreachable
from edison_sdk.prompt_cache import STALE_FOR_S, TTL_S, PromptCache, PromptKey
from edison_sdk.prompts import Prompt, RenderedPrompt
from edison_sdk.requests import DatasetVersion, OpenCells, Scorer, Submitted
from edison_sdk.views import Case, Cell, Dataset, Page, Run, View, cells_of_row

T = TypeVar("T")
POLL_S = 0.5
CASES_AT_ONCE = 1_000


class Edison:
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
        self._http = httpx.Client(
            headers=self.connection.headers, timeout=timeout_s, follow_redirects=False
        )
        self.prompts = Prompts(self, PromptCache(cache_ttl_s, cache_stale_s, fallback_file))
        self.datasets = Datasets(self)
        self.runs = Runs(self)
        self.scores = Scores(self)
        self.outputs = Outputs(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def send(self, call: Call[T]) -> T:
        """Send a request, again if it failed for a passing reason."""
        attempts = Attempts(repeatable=call.repeatable)
        while True:
            try:
                response = self._http.request(
                    call.method,
                    self.connection.base + call.path,
                    params=call.parameters,
                    json=call.body,
                    headers=dict(call.headers),
                )
            except httpx.HTTPError as error:
                time.sleep(attempts.after_failure(error, self.connection.url))
                continue
            answer = to_answer(response, self.connection.url)
            wait = attempts.after_answer(answer)
            if wait is None:
                return call.parse(check(answer, self.connection.url))
            time.sleep(wait)


class Prompts:
    """Prompts by name."""

    def __init__(self, client: Edison, cache: PromptCache) -> None:
        self._client = client
        self.cache = cache

    def get(self, name: str, *, label: str | None = None, version: int | None = None) -> Prompt:
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
                threading.Thread(target=self._refresh, args=(key,), daemon=True).start()
            return entry.prompt
        try:
            return self._load(key, entry.etag if entry else None)
        except (ServerUnreachable, ServerError):
            known = self.cache.last_known(key)
            if known is None:
                raise
            return known

    def render(
        self,
        name: str,
        values: Mapping[str, Any] | None = None,
        *,
        label: str | None = None,
        version: int | None = None,
    ) -> RenderedPrompt:
        """Render a prompt on the server."""
        key = PromptKey(name=name, label=label, version=version)
        return self._client.send(requests.render_prompt(key, values or {}))

    def _load(self, key: PromptKey, etag: str | None) -> Prompt:
        return self.cache.store(key, self._client.send(requests.get_prompt(key, etag)))

    def _refresh(self, key: PromptKey) -> None:
        _, entry = self.cache.find(key)
        try:
            self._load(key, entry.etag if entry else None)
        except (EdisonError, RuntimeError):
            pass  # The next call decides; the client may be closed by now.
        finally:
            self.cache.end_refresh(key)


class Datasets:
    def __init__(self, client: Edison) -> None:
        self._client = client

    def list(self, search: str | None = None) -> Iterator[Dataset]:
        """Iterate over all datasets, newest first."""
        return self._every(lambda cursor: requests.list_datasets(search, cursor))

    def get(self, name: str) -> Dataset:
        """Return the dataset with this name."""
        return requests.named_dataset(list(self.list(name[:100])), name)

    def create(self, name: str, *, kind: str = "golden", description: str = "") -> Dataset:
        return self._client.send(requests.create_dataset(name, kind, description))

    def add_cases(self, dataset: str, cases: Sequence[Mapping[str, Any]]) -> DatasetVersion | None:
        """Add cases, each with `values` and optionally `expected`, `tags`, `difficulty` and `metadata`."""
        made = None
        for begin in range(0, len(cases), CASES_AT_ONCE):
            batch = cases[begin : begin + CASES_AT_ONCE]
            made = self._client.send(requests.add_cases(dataset, batch))
        return made

    def cases(self, dataset: str, version: int | None = None) -> Iterator[Case]:
        """Iterate over the cases of a dataset version, by default the newest."""
        return self._every(lambda cursor: requests.list_cases(dataset, version, cursor))

    def _every(self, page: Callable[[str | None], Call[Page[T]]]) -> Iterator[T]:
        return every(self._client, page)


class Runs:
    def __init__(self, client: Edison) -> None:
        self._client = client

    def list(self, dataset: str | None = None) -> Iterator[Run]:
        """Iterate over runs, newest first."""
        return every(self._client, lambda cursor: requests.list_runs(dataset, cursor))

    def get(self, run: str) -> Run:
        return self._client.send(requests.read_run(run))

    def start(self, body: Mapping[str, Any]) -> Run:
        """Start a run. `body` is the body of `POST /runs`: see the reference of the API."""
        return self._client.send(requests.start_run(body))

    def pause(self, run: str) -> Run:
        return self._client.send(requests.change_run(run, "pause"))

    def resume(self, run: str) -> Run:
        return self._client.send(requests.change_run(run, "resume"))

    def cancel(self, run: str) -> Run:
        return self._client.send(requests.change_run(run, "cancel"))

    def wait(
        self,
        run: str,
        *,
        timeout_s: float | None = None,
        progress: Callable[[Run], None] | None = None,
    ) -> Run:
        """Wait until a run has ended. Raise TimeoutError after `timeout_s`."""
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        while True:
            seen = self.get(run)
            if progress is not None:
                progress(seen)
            if seen.ended:
                return seen
            if deadline is not None and time.monotonic() > deadline:
                raise TimeoutError(
                    f"Run {seen.number} is still {seen.state} after {timeout_s:g} s."
                )
            time.sleep(POLL_S)

    def cells(self, run: str) -> Iterator[Cell]:
        """Iterate over the answers of a run with their scores. Long outputs are shortened."""
        for row in every(self._client, lambda cursor: requests.list_rows(run, cursor)):
            yield from cells_of_row(row)


class Scores:
    def __init__(self, client: Edison) -> None:
        self._client = client

    def get(self, run: str, column: int = 0) -> dict[str, float | None]:
        """Return the mean score of each scorer of a run."""
        return self._client.runs.get(run).scores(column)

    def add(self, run: str, scorers: Sequence[Scorer]) -> Run:
        """Add scorers to a run and score its answers with them."""
        return self._client.send(requests.add_scorers(run, scorers))

    def grade(self, run: str, cell: int, grade: float | None, note: str = "") -> View:
        """Label an answer with a grade from 0 to 1; None removes the label."""
        return self._client.send(requests.grade_cell(run, cell, grade, note))


class Outputs:
    """Outputs of your own application."""

    def __init__(self, client: Edison) -> None:
        self._client = client

    def start(
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
        return self._client.send(
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

    def open_cells(self, run: str, after: int | None = None, limit: int = 100) -> OpenCells:
        """Return a page of the cells that have no output yet."""
        return self._client.send(requests.list_open_cells(run, after, limit))

    def submit(self, run: str, outputs: Sequence[Mapping[str, Any]]) -> Submitted:
        """Submit outputs, each with `cell_id` and `text` or `error`. They are stored when this returns."""
        return self._client.send(requests.submit_outputs(run, outputs))

    def finish(self, run: str) -> Run:
        """End a run. Cells without an output fail."""
        return self._client.send(requests.finish_application_run(run))


def every(client: Edison, page: Callable[[str | None], Call[Page[T]]]) -> Iterator[T]:
    """Iterate over the items of all pages."""
    cursor: str | None = None
    while True:
        found = client.send(page(cursor))
        yield from found.items
        cursor = found.next_cursor
        if cursor is None:
            return


def to_answer(response: httpx.Response, address: str) -> Answer:
    """Convert a response of httpx."""
    try:
        body = response.json() if response.content else None
    except ValueError:
        # A proxy answers for a server that is down with a page of its own.
        if response.status_code < 500:
            raise ServerUnreachable(f"{address} is not an Edison server.") from None
        body = None
    return Answer(status=response.status_code, headers=response.headers, body=body)
