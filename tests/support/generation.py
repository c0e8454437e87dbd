"""Generates questions through a real worker."""

import asyncio
from typing import Any

from tests.support.answers import granted
from tests.support.gateway import PATIENCE_S, Bench


async def generated(bench: Bench, model: str | None = None, **wish: Any) -> dict[str, Any]:
    """Start generating questions and wait until the assist has ended: done, failed or cancelled."""
    body = {"kind": "generate_cases", "model": model, "input": wish}
    started = granted(await bench.browser.post(f"{bench.path}/assists", json=body), 202)
    async with asyncio.timeout(PATIENCE_S):
        while True:
            seen = granted(await bench.browser.get(f"{bench.path}/assists/{started['id']}"))
            if seen["state"] not in ("waiting", "working"):
                return seen
            await asyncio.sleep(0.05)


async def saved(bench: Bench, assist: dict[str, Any], **body: Any) -> dict[str, Any]:
    """Save the generated cases."""
    answer = await bench.browser.post(
        f"{bench.path}/datasets/generated", json={"assist": assist["id"], **body}
    )
    return granted(answer, 201)
