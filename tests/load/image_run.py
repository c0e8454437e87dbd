"""Measure a run whose cases have large images: the memory of the worker, the first rows, and the comparison."""

import asyncio
import time
from typing import Any

import psutil

from edison.domain.runs.run_states import ENDED
from tests.load.run_stage import a_stage
from tests.support.answers import granted
from tests.support.datasets import DatasetOf, stored
from tests.support.media import noisy_png
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows

# 590 x 590 pixels of noise are 1.04 MB, and 19 x 19 patches of the simulator.
SIDE = 590
PATCHES = 19 * 19
TEXT = "Say what you see in {{image}}. {{question}}"


async def image_run(cases: int = 200) -> dict[str, Any]:
    """Run this many cases with an image each against two models, score them, and compare the models."""
    async with a_stage(calls_at_once=100, latency_ms=200) as stage:
        runs = await a_run_bench(await stage.gateway.bench(), cases=0, text=TEXT, billed=True)
        digests = await _add_cases(runs, cases)
        worker = psutil.Process(stage.workers[0].pid)
        await _warm_up(runs)
        await stage.sim.reset()
        at_first = worker.memory_info().rss
        run = await runs.start(scorers=({"kind": "contains", "part": "raw"},))
        highest, seen = at_first, 0.0
        while (await runs.read(run.id)).state not in ENDED:
            highest = max(highest, worker.memory_info().rss)
            seen = max(seen, await _first_rows(runs, str(run.id)))
            await asyncio.sleep(0.1)
        done = await runs.finished(run.id)
        found = rows(
            runs.url,
            "SELECT ordinal, output, prompt_tokens FROM cells WHERE run_id = %s ORDER BY 1",
            run.id,
        )
        right = sum(digests[ordinal // 2] in output for ordinal, output, _ in found)
        return {
            "cells": done.plan.cells,
            "right_images": right,
            "least_prompt_tokens": min(tokens for *_, tokens in found),
            "passed": rows(
                runs.url, "SELECT count(*) FROM scores WHERE run_id = %s AND passed", run.id
            )[0][0],
            "compared": await _compared(runs, str(run.id)),
            "worker_rss_growth_mb": round((highest - at_first) / 2**20, 1),
            "image_run_first_rows_s": round(seen, 3),
            "image_mb_in_all": round(cases * 2 * 1.04, 1),
        }


async def _add_cases(runs: RunBench, cases: int) -> list[str]:
    """Store the images and add a case for each; return what an answer must name."""
    dataset = DatasetOf(runs.bench.browser, runs.bench.project["slug"], runs.dataset)
    digests: list[str] = []
    for number in range(cases):
        file = await stored(dataset, noisy_png(SIDE, seed=number), f"{number}.png")
        digests.append(file["file"][:12])
        values = {"image": {"file": file["file"]}, "question": f"Number {number}?"}
        await dataset.add({"values": values, "expected": digests[-1]})
    return digests


async def _warm_up(runs: RunBench) -> None:
    """Run a few cases, so that what is imported and opened once does not count."""
    from edison.domain.runs.run_plan import CaseChoice

    run = await runs.start(choice=CaseChoice(first=20))
    await runs.finished(run.id)


async def _first_rows(runs: RunBench, run: str) -> float:
    began = time.perf_counter()
    page = granted(await runs.bench.browser.get(f"{runs.bench.path}/runs/{run}/rows?limit=50"))
    assert len(page["items"]) == 50
    assert page["items"][0]["values"]["image"]["file"]["kind"] == "image"
    return time.perf_counter() - began


async def _compared(runs: RunBench, run: str) -> int:
    """Return the number of cases on which the two models were compared."""
    path = f"{runs.bench.path}/runs/{run}/verdict?with={run}&column=0&other_column=1"
    found = granted(await runs.bench.browser.get(path))
    return int(found["answers"])
