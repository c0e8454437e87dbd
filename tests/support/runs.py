"""A project with a prompt, a dataset and simulated models, ready to run.

Also reads results of runs from the database.
"""

import asyncio
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from edison.domain.budgets.budget import Scope
from edison.domain.ids import DatasetId, ModelId, ProjectId, PromptId, RunId, UserId
from edison.domain.models.model_call import Message
from edison.domain.models.parameters import Parameters
from edison.domain.money import MicroUsd
from edison.domain.people.access import Actor, Role
from edison.domain.runs.run_order import RunOrder, TargetChoice, VersionChoice
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_states import ENDED, RunState
from edison.services.runs.run_control import start_run
from tests.support.answers import granted
from tests.support.gateway import Bench
from tests.support.sql import rows, value
from tests.support.world import World

PATIENCE_S = 120.0
SIMULATED_MODEL = "sim-medium"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunBench:
    """One project in which runs can be started."""

    bench: Bench
    prompt: str
    dataset: str
    models: tuple[str, ...]

    @property
    def project(self) -> ProjectId:
        return ProjectId(UUID(self.bench.project["id"]))

    @property
    def url(self) -> str:
        return self.bench.world.url

    @property
    def who(self) -> Actor:
        owner = UserId(UUID(self.bench.owner.id))
        return Actor(
            kind="user",
            id=owner,
            user=owner,
            label=self.bench.owner.email,
            roles={self.project: Role.OWNER},
        )

    def order(self, **changes: Any) -> RunOrder:
        parameters = changes.pop("parameters", Parameters(max_tokens=100))
        values: dict[str, Any] = {
            "project": self.project,
            "versions": (VersionChoice(prompt=PromptId(UUID(self.prompt))),),
            "targets": tuple(
                TargetChoice(model=ModelId(UUID(model)), parameters=parameters)
                for model in self.models
            ),
            "dataset": DatasetId(UUID(self.dataset)),
            "reuse": False,
        }
        return RunOrder(**{**values, **changes})

    async def start(self, **changes: Any) -> Run:
        return await start_run(self.bench.world.ctx, self.who, self.order(**changes))

    async def a_grader(self, text: str, model: str | None = None) -> dict[str, Any]:
        """Create a grader prompt with one version; return it as a scorer."""
        path = f"{self.bench.path}/prompts"
        body = {
            "name": f"Grader {text[:20]}",
            "kind": "grader",
            "content": {
                "messages": [{"role": "user", "content": text}],
                "parameters": {"max_tokens": 50},
            },
        }
        prompt = granted(await self.bench.browser.post(path, json=body), 201)
        saved = await self.bench.browser.post(
            f"{path}/{prompt['id']}/versions", json={"changelog": "First"}
        )
        assert saved.status_code in (200, 201), saved.text
        return {"kind": "grader", "prompt": prompt["id"], "model": model or self.models[0]}

    async def read(self, run: RunId) -> Run:
        async with self.bench.world.ctx.read() as tx:
            return await tx.runs.get(self.project, run)

    async def until(self, run: RunId, *states: RunState, within_s: float = PATIENCE_S) -> Run:
        """Wait until the run is in one of these states, or has ended."""
        wanted = set(states) or set(ENDED)
        try:
            async with asyncio.timeout(within_s):
                while True:
                    found = await self.read(run)
                    if found.state in wanted:
                        return found
                    assert found.state not in ENDED, f"{found.state}: {found.problem}"
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"{await self.read(run)}: {self.counts(run)}") from None

    async def finished(self, run: RunId, within_s: float = PATIENCE_S) -> Run:
        return await self.until(run, RunState.COMPLETED, within_s=within_s)

    def counts(self, run: RunId) -> dict[str, int]:
        """Count the cells by state."""
        return dict(
            rows(self.url, "SELECT state, count(*) FROM cells WHERE run_id = %s GROUP BY 1", run)
        )

    def budget(self, run: RunId) -> dict[str, int]:
        names = ("settled", "held", "doubt", "overrun", "tokens", "held_tokens")
        [row] = rows(
            self.url,
            f"SELECT {', '.join(names)} FROM budgets WHERE scope = %s AND subject = %s",
            str(Scope.RUN),
            run,
        )
        return dict(zip(names, row, strict=True))

    def used(self, run: RunId) -> int:
        """Return the spent, reserved and in-doubt amounts of the run's balance, including those beyond its limit."""
        budget = self.budget(run)
        return sum(budget[name] for name in ("settled", "held", "doubt", "overrun"))

    def reserved(self, run: RunId | str) -> int:
        """Return the total reservation of all calls of the run."""
        lines = "SELECT sum(held) FROM ledger WHERE run_id = %s AND kind = 'reserve'"
        return int(value(self.url, lines, run))

    def ledger(self, run: RunId) -> dict[str, int]:
        names = ("held", "settled", "doubt")
        [row] = rows(
            self.url,
            f"SELECT {', '.join(f'coalesce(sum({name}), 0)' for name in names)} FROM ledger WHERE run_id = %s",
            run,
        )
        return {name: int(found) for name, found in zip(names, row, strict=True)}

    def spent(self, run: RunId) -> MicroUsd:
        """Return the total cost stored in cells and scores."""
        cells = value(self.url, "SELECT coalesce(sum(cost), 0) FROM cells WHERE run_id = %s", run)
        scores = value(self.url, "SELECT coalesce(sum(cost), 0) FROM scores WHERE run_id = %s", run)
        return MicroUsd(int(cells) + int(scores))

    async def assert_sums_are_true(self, run: RunId) -> None:
        await assert_sums_are_true(self.bench.world, self.project, run)


async def assert_sums_are_true(world: World, project: ProjectId, run: RunId) -> None:
    """Check that the totals updated with each batch equal a count of all cells and scores."""
    async with world.ctx.read() as tx:
        found = await tx.runs.get(project, run)
        columns, scores = await tx.run_sums.read(project, run)
        counted, counted_scores = await tx.run_sums.counted(project, run, len(found.plan.columns))
    for number, sums in columns.items():
        for name, counted_one in counted.get(number, {}).items():
            true = float(counted_one)
            assert abs(float(getattr(sums, name)) - true) < 1e-3 * max(1, abs(true)), (
                number,
                name,
                getattr(sums, name),
                true,
            )
    for place, sums in scores.items():
        for name, counted_one in counted_scores.get(place, {}).items():
            true = float(counted_one)
            assert abs(float(getattr(sums, name)) - true) < 1e-6 * max(1, abs(true)), (
                place,
                name,
            )


async def a_run_bench(
    bench: Bench,
    *,
    cases: int = 50,
    models: int = 2,
    text: str = "Answer in one word. {{question}}",
    input: str = "2.5",
    output: str = "10",
    billed: bool = False,
) -> RunBench:
    """Create a prompt, this many cases, and models of the simulator with a price.

    Their cost is simulated money; `billed`: real money, because they are called with a key of OpenAI.
    """
    granted(await (bench.add_openai() if billed else bench.add()), 201)
    known = [model for model in await bench.models() if model["name"].startswith("sim-")]
    if billed:
        # A provider lists all models of the simulator, including those that fail.
        known = [model for model in known if model["name"] in ("sim-small", "sim-medium")]
    known = known[:models]
    for model in known:
        await bench.priced(model["name"], input=input, output=output)
    prompt = granted(
        await bench.browser.post(
            f"{bench.path}/prompts",
            json={
                "name": "Answers",
                "kind": "generator",
                "content": {"messages": [{"role": "user", "content": text}]},
            },
        ),
        201,
    )
    dataset = granted(
        await bench.browser.post(
            f"{bench.path}/datasets", json={"name": "Questions", "kind": "golden"}
        ),
        201,
    )
    for start in range(0, cases, 500):
        granted(
            await bench.browser.post(
                f"{bench.path}/datasets/{dataset['id']}/cases",
                json={
                    "cases": [
                        {
                            "values": {"question": f"What is {number} plus one?"},
                            "expected": str(number + 1),
                            "tags": ["even" if number % 2 == 0 else "odd"],
                        }
                        for number in range(start, min(start + 500, cases))
                    ]
                },
            ),
            201,
        )
    return RunBench(
        bench=bench,
        prompt=prompt["id"],
        dataset=dataset["id"],
        models=tuple(model["id"] for model in known),
    )


def user(text: str) -> Message:
    return Message(role="user", content=text)
