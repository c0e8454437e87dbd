"""Application runs through the API: start them, submit or upload outputs, and wait for them."""

import asyncio
from typing import Any
from uuid import UUID

from edison.domain.ids import RunId
from tests.support.answers import granted
from tests.support.runs import RunBench

EXACT: dict[str, Any] = {"kind": "exact"}


def order(**changes: Any) -> dict[str, Any]:
    body = {
        "application": {"name": "Support bot", "version": "1.4"},
        "dataset": "Questions",
        "scorers": [EXACT],
    }
    return {**body, **changes}


async def start(runs: RunBench, **changes: Any) -> dict[str, Any]:
    path = f"{runs.bench.path}/application-runs"
    return granted(await runs.bench.browser.post(path, json=order(**changes)), 202)


async def open_cells(runs: RunBench, run: dict[str, Any], **wanted: Any) -> dict[str, Any]:
    path = f"{runs.bench.path}/application-runs/{run['id']}/open-cells"
    return granted(await runs.bench.browser.get(path, params=wanted))


async def submit(runs: RunBench, run: dict[str, Any], *outputs: dict[str, Any]) -> dict[str, Any]:
    path = f"{runs.bench.path}/application-runs/{run['id']}/outputs"
    return granted(await runs.bench.browser.post(path, json={"outputs": list(outputs)}))


async def finish(runs: RunBench, run: dict[str, Any]) -> dict[str, Any]:
    path = f"{runs.bench.path}/application-runs/{run['id']}/finish"
    return granted(await runs.bench.browser.post(path))


async def read(runs: RunBench, run: dict[str, Any]) -> dict[str, Any]:
    return granted(await runs.bench.browser.get(f"{runs.bench.path}/runs/{run['id']}"))


async def completed(runs: RunBench, run: dict[str, Any]) -> dict[str, Any]:
    await runs.finished(RunId(UUID(run["id"])))
    return await read(runs, run)


async def until_scored(runs: RunBench, run: dict[str, Any], scores: int) -> dict[str, Any]:
    """Wait until the run has this many scores."""
    async with asyncio.timeout(60):
        while True:
            seen = await read(runs, run)
            if seen["scorers"][0]["columns"][0]["scored"] >= scores:
                return seen
            await asyncio.sleep(0.05)


def right(cell: dict[str, Any]) -> dict[str, Any]:
    """Return the output of an application that answers correctly."""
    return {"cell_id": cell["cell_id"], "text": cell["expected"]}


async def upload(runs: RunBench, run: dict[str, Any], name: str, text: str, **more: Any) -> Any:
    path = f"{runs.bench.path}/application-runs/{run['id']}/upload"
    return await runs.bench.browser.post(
        path, params={"filename": name, **more}, content=text.encode()
    )
