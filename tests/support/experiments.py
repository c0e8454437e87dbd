"""An experiment through the API: from a template, with simulated models, a judge and a refiner; and its results."""

import asyncio
from dataclasses import dataclass
from typing import Any

import httpx

from edison.domain.experiments.templates.customer_support import CUSTOMER_SUPPORT
from tests.support.answers import granted
from tests.support.gateway import Bench
from tests.support.sql import rows

PATIENCE_S = 120.0
AT_REST = ("reviewing", "completed", "failed", "cancelled", "paused")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentBench:
    """One project with models, judge, refiner and a dataset of support messages."""

    bench: Bench
    dataset: str
    models: dict[str, str]

    @property
    def browser(self) -> httpx.AsyncClient:
        return self.bench.browser

    @property
    def path(self) -> str:
        return self.bench.path

    def plan(self, **changes: Any) -> dict[str, Any]:
        content = CUSTOMER_SUPPORT.content
        body: dict[str, Any] = {
            "goal": CUSTOMER_SUPPORT.goal,
            "criteria": [
                {
                    "name": each.name,
                    "description": each.description,
                    "weight": each.weight,
                    "scale": each.scale,
                }
                for each in CUSTOMER_SUPPORT.criteria
            ],
            "prompt_name": "Support replies",
            "content": {
                "system": content.system,
                "messages": [{"role": m.role, "content": m.content} for m in content.messages],
            },
            "dataset": self.dataset,
            "holdout_share": 0,
            "targets": [self.target("sim-medium")],
            "judges": [{"model": self.models["sim-judge"]}],
            "safety": {"pii": False, "jailbreak": False, "toxicity": False},
            "refiner": self.models["sim-large"],
        }
        return {**body, **changes}

    def target(self, name: str) -> dict[str, Any]:
        return {"model": self.models[name], "parameters": {"max_tokens": 200}}

    async def begin(self, **changes: Any) -> tuple[str, str]:
        """Start an experiment; return it with its first iteration."""
        made = await self.draft(**changes)
        return made, await self.start(made)

    async def draft(self, **changes: Any) -> str:
        body = {"name": "Kinder replies", "plan": self.plan(**changes)}
        made = granted(await self.browser.post(f"{self.path}/experiments", json=body), 201)
        return str(made["id"])

    async def start(self, experiment: str, **body: Any) -> str:
        path = f"{self.path}/experiments/{experiment}/iterations"
        return str(granted(await self.browser.post(path, json=body), 201)["id"])

    async def experiment(self, experiment: str) -> dict[str, Any]:
        return granted(await self.browser.get(f"{self.path}/experiments/{experiment}"))

    async def iteration(self, iteration: str) -> dict[str, Any]:
        return granted(await self.browser.get(f"{self.path}/iterations/{iteration}"))

    async def tell(self, iteration: str, verb: str) -> dict[str, Any]:
        return granted(await self.browser.post(f"{self.path}/iterations/{iteration}/{verb}"))

    async def until(self, iteration: str, *states: str) -> dict[str, Any]:
        """Wait until the iteration is in one of these states, or idle."""
        wanted = states or AT_REST
        found: dict[str, Any] = {}
        try:
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    found = await self.iteration(iteration)
                    if found["state"] in wanted:
                        return found
                    assert found["state"] not in ("completed", "failed", "cancelled"), found
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(found) from None

    async def ended(self, experiment: str) -> dict[str, Any]:
        try:
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    found = await self.experiment(experiment)
                    if found["state"] == "completed":
                        return found
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(await self.experiment(experiment)) from None

    async def checked(self, experiment: str) -> dict[str, Any]:
        """Wait for the verdict on the holdout cases."""
        await self.ended(experiment)
        async with asyncio.timeout(PATIENCE_S):
            while True:
                found = await self.experiment(experiment)
                assert found["check"], found
                if found["check"]["verdict"]:
                    return found
                await asyncio.sleep(0.05)

    async def approve(self, suggestion: str) -> dict[str, Any]:
        path = f"{self.path}/suggestions/{suggestion}"
        found = granted(await self.browser.get(path))
        return granted(
            await self.browser.post(f"{path}/approve", json={"revision": found["revision"]})
        )

    async def reject(self, suggestion: str, reason: str = "Not this one") -> None:
        path = f"{self.path}/suggestions/{suggestion}"
        found = granted(await self.browser.get(path))
        body = {"revision": found["revision"], "reason": reason}
        granted(await self.browser.post(f"{path}/reject", json=body), 204)

    def balance(self, experiment: str) -> dict[str, int]:
        names = ("settled", "held", "doubt", "overrun")
        [row] = rows(
            self.bench.world.url,
            f"SELECT {', '.join(names)} FROM budgets WHERE scope = 'experiment' AND subject = %s",
            experiment,
        )
        return dict(zip(names, row, strict=True))

    def ledger(self, experiment: str) -> dict[str, int]:
        """Return the settled cost by phase."""
        found = rows(
            self.bench.world.url,
            "SELECT phase, sum(settled) FROM ledger WHERE experiment_id = %s GROUP BY 1",
            experiment,
        )
        return {phase: int(settled) for phase, settled in found}


async def an_experiment_bench(bench: Bench, *, cases: int = 20) -> ExperimentBench:
    granted(await bench.add(), 201)
    names = ("sim-small", "sim-medium", "sim-large", "sim-judge")
    known = {model["name"]: model["id"] for model in await bench.models()}
    for name in names:
        await bench.priced(name, input="2.5", output="10")
    dataset = granted(
        await bench.browser.post(
            f"{bench.path}/datasets", json={"name": "Messages", "kind": "golden"}
        ),
        201,
    )
    some = [
        {"values": {"message": f"{CUSTOMER_SUPPORT.cases[n % 20].values['message']} ({n})"}}
        for n in range(cases)
    ]
    path = f"{bench.path}/datasets/{dataset['id']}/cases"
    granted(await bench.browser.post(path, json={"cases": some}), 201)
    return ExperimentBench(
        bench=bench, dataset=dataset["id"], models={name: known[name] for name in names}
    )


def asking_for(*wishes: str) -> dict[str, Any]:
    """Return the prompt of the template with these sentences added to its instructions."""
    [message] = CUSTOMER_SUPPORT.content.messages
    head, tail = message.content.split("<message>")
    text = f"{head.rstrip()}\n{chr(10).join(wishes)}\n\n<message>{tail}"
    return {"messages": [{"role": "user", "content": text}]}
