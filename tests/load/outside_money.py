"""Two figures that an outsider would ask for: is a wrong price noticed, and is an overrun shown?

Each is 1 or 0, for a show to print.
"""

import asyncio
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

from tools.seeded_faults import FAULTS
from tools.seeded_faults.prove import Outcome, prove

from tests.load.run_stage import Stage, a_stage
from tests.support.answers import granted
from tests.support.runs import RunBench, a_run_bench

ROOT = Path(__file__).parents[2]
TENTH = "price_at_a_tenth"
# Each answer is billed for so many tokens more than it has; 100 are asked for at most.
OVERBILLED = {"kind": "overbilled", "tokens": 5_000}


def tenth_price_noticed(say: Callable[[str], None]) -> int:
    """Book every price at a tenth in a copy of the tree; 1 if the tests notice, and pass without it."""
    [finding] = prove([fault for fault in FAULTS if fault.name == TENTH], ROOT, 1, say)
    say(f"{TENTH}: {finding.outcome}, {finding.by}")
    return int(finding.outcome is Outcome.CAUGHT)


def overrun_shown(say: Callable[[str], None], cases: int = 20) -> int:
    """Let a provider bill more than was reserved; 1 if run, report, alert and balance all say how much."""
    found = asyncio.run(_overrun(cases))
    say(f"overrun in micro-dollars: {found}")
    told = found.pop("alert")
    return int(len(set(found.values())) == 1 and found["bill"] > 0 and told == 1)


async def _overrun(cases: int) -> dict[str, int]:
    async with a_stage(latency_ms=20) as stage:
        runs = await a_run_bench(await stage.gateway.bench(), cases=cases, models=1, billed=True)
        await stage.sim.reset()
        await stage.sim.behave(faults=[OVERBILLED])
        run = await runs.start()
        await runs.finished(run.id)
        return await _seen(stage, runs, str(run.id))


async def _seen(stage: Stage, runs: RunBench, run: str) -> dict[str, int]:
    async def read(path: str, **query: Any) -> Any:
        return granted(await runs.bench.browser.get(f"{runs.bench.path}{path}", params=query))

    bill = await stage.sim.bill(Decimal("2.5"), Decimal(10))
    report = await read("/reports/spending", group="run")
    return {
        # Every call was billed above its worst case, so all of the difference is overrun.
        "bill": bill - runs.reserved(run),
        "run": _micro((await read(f"/runs/{run}"))["overrun_usd"]),
        "report": _micro(report["total"]["overrun_usd"]),
        "alert": len(runs.bench.told("reservation.exceeded")),
    }


def _micro(dollars: str) -> int:
    return int(Decimal(dollars) * 1_000_000)
