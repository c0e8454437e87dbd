"""A suite with a monitor that runs every night under a clock that tests move.

Answers and scores are written as a worker writes them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID

from edison.domain.alerts.alert_updates import Followed
from edison.domain.ids import ExecutionId, RunId, SuiteId
from edison.domain.models.model_call import CallOutcome
from edison.domain.people.access import SYSTEM
from edison.domain.runs.run_states import RunState
from edison.domain.suites.execution import ExecutionReason, ExecutionState, Trigger
from edison.engine.monitoring.apply_assessment import apply_assessment
from edison.engine.runs.run_transitions import move_run
from edison.engine.suites.start_execution import record_refused_execution
from tests.support.answers import all_items, granted
from tests.support.datasets import question
from tests.support.finished_runs import (
    RunDesk,
    a_run_desk,
    answer,
    believe_in_a_worker,
    failure,
    scored,
)
from tests.support.saved_suites import save
from tests.support.world import World

EXACT = {"kind": "exact"}
TO_THE_END = (RunState.EXECUTING, RunState.JUDGING, RunState.AGGREGATING, RunState.COMPLETED)
NIGHT = timedelta(days=1)


@dataclass(slots=True, eq=False)
class Nights:
    desk: RunDesk
    suite: dict[str, Any]
    monitor: dict[str, Any]
    cases: int
    dice: Random = field(default_factory=lambda: Random(7))

    @property
    def path(self) -> str:
        return self.desk.path

    async def get(self, path: str, **query: Any) -> Any:
        return granted(await self.desk.browser.get(f"{self.path}{path}", params=query))

    async def alerts(self, **query: Any) -> list[dict[str, Any]]:
        return await all_items(self.desk.browser, f"{self.path}/alerts", **query)

    async def trend(self, **query: Any) -> dict[str, Any]:
        return await self.get(f"/suites/{self.suite['id']}/trend", **query)

    async def change_monitor(self, **changes: Any) -> None:
        path = f"{self.path}/monitors/{self.monitor['id']}"
        body = {"revision": self.monitor["revision"], **changes}
        self.monitor = granted(await self.desk.browser.patch(path, json=body))

    async def begin(self) -> dict[str, Any]:
        """Trigger the monitor; return the execution."""
        path = f"{self.path}/monitors/{self.monitor['id']}/trigger"
        triggered = granted(await self.desk.browser.post(path), 202)
        return await self.get(f"/executions/{triggered['execution_id']}")

    async def night(
        self,
        level: float | Sequence[float] = 0.8,
        *,
        latency_ms: float = 200.0,
        failed: int = 0,
        cost: int = 100,
    ) -> Followed:
        """Write one execution with this share of correct answers by model; then let a day pass."""
        execution = await self.begin()
        await self.finish(execution, level, latency_ms=latency_ms, failed=failed, cost=cost)
        followed = await self.assess(execution["id"])
        await self.pass_time(NIGHT)
        return followed

    async def finish(
        self,
        execution: dict[str, Any],
        level: float | Sequence[float],
        *,
        latency_ms: float = 200.0,
        failed: int = 0,
        cost: int = 100,
    ) -> None:
        run = await self.get(f"/runs/{execution['run_id']}")
        width = len(run["plan"]["columns"])
        levels = [level] * width if isinstance(level, float | int) else list(level)
        outcomes: dict[int, CallOutcome] = {}
        verdicts: dict[tuple[int, int], Any] = {}
        for ordinal in range(self.cases * width):
            if ordinal < failed:
                outcomes[ordinal] = failure()
                continue
            latency = latency_ms * self.dice.uniform(0.8, 1.25)
            outcomes[ordinal] = answer("Yes", latency_ms=latency, cost=cost)
            verdicts[ordinal, 0] = scored(self._grade(ordinal, levels[ordinal % width]))
        await self.desk.finish(run, outcomes)
        await self.desk.score(run, verdicts)
        await self._end(RunId(UUID(run["id"])))

    def _grade(self, ordinal: int, level: float) -> float:
        """Return a random grade; some cases are easier than others, every night the same ones."""
        easy = 0.1 * ((ordinal * 37 % 11) / 5 - 1)
        return min(1.0, max(0.0, level + easy + self.dice.gauss(0, 0.05)))

    async def _end(self, run: RunId) -> None:
        ctx = self.desk.world.ctx
        for state in TO_THE_END:
            async with ctx.change(SYSTEM, self.desk.project) as tx:
                found = await tx.runs.get(self.desk.project, run, lock=True)
                if found.state in (state, RunState.COMPLETED):
                    continue
                await move_run(tx, found, state)

    async def assess(self, execution: str) -> Followed:
        ctx = self.desk.world.ctx
        id_ = ExecutionId(UUID(execution))
        return await apply_assessment(ctx.work, ctx.clock, ctx.launcher, self.desk.project, id_)

    async def without_run(
        self,
        state: ExecutionState = ExecutionState.MISSED,
        reason: ExecutionReason = ExecutionReason.SERVER_DOWN,
        problem: str = "No worker was up",
    ) -> Followed:
        """Write an execution without a run, such as a missed one."""
        ctx = self.desk.world.ctx
        async with ctx.change(SYSTEM, self.desk.project) as tx:
            execution = await record_refused_execution(
                tx,
                SuiteId(UUID(self.suite["id"])),
                state=state,
                reason=reason,
                problem=problem,
                trigger=Trigger.SCHEDULE,
                monitor=UUID(self.monitor["id"]),
                due_at=tx.now,
            )
        return await self.assess(str(execution.id))

    async def pass_time(self, by: timedelta) -> None:
        self.desk.world.clock.move(by)
        await believe_in_a_worker(self.desk.world)


async def some_nights(
    world: World,
    *,
    cases: int = 20,
    models: Sequence[str] = ("gpt-4o-mini",),
    recipe: dict[str, Any] | None = None,
    **monitor: Any,
) -> Nights:
    """Create a suite with a nightly monitor and no executions."""
    desk = await a_run_desk(
        world, *(question(f"Number {number}") for number in range(cases)), models=models
    )
    versions = f"{desk.path}/prompts/{desk.prompt}/versions"
    granted(await desk.browser.post(versions, json={}), 201)
    suite = await save(desk, "Support", **{"scorers": [EXACT], **(recipe or {})})
    # The models of these tests have retirement dates, which have tests of their own.
    rules = {"retirement": False, **monitor.pop("rules", {})}
    body = {
        "suite_id": suite["id"],
        "name": "Nightly",
        "cron": "0 3 * * *",
        "rules": rules,
        **monitor,
    }
    made = granted(await desk.browser.post(f"{desk.path}/monitors", json=body), 201)
    return Nights(desk=desk, suite=suite, monitor=made, cases=cases)
