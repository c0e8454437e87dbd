"""Runs without a worker: started through the API, with cells written as a worker writes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx

from edison.domain.ids import ProjectId, RunId, UserId
from edison.domain.judging.score import NotScored, Scored, ScoreOutcome
from edison.domain.models.model_call import (
    Answered,
    CallOutcome,
    Failed,
    FailureCode,
    FinishReason,
    ReusedFrom,
    ToolCall,
)
from edison.domain.models.token_usage import Usage
from edison.domain.money import ZERO, MicroUsd
from edison.domain.runs.cell import CellState, Result, ScoreResult, Worst, bill_of
from edison.domain.runs.run_sums import column_sums, score_sums
from edison.store.repositories.runs.cell_arrays import FinishedCell, FinishedScore
from tests.support.answers import granted
from tests.support.catalog import a_credential, a_model
from tests.support.datasets import DatasetOf, a_dataset, question
from tests.support.world import API, Person, World

NO_WORST = Worst(cost=ZERO, tokens=0)


def answer(
    text: str,
    *,
    cost: int = 100,
    latency_ms: float = 50.0,
    prompt: int = 10,
    completion: int = 5,
    reused: bool = False,
    tool_calls: tuple[ToolCall, ...] = (),
) -> Answered:
    return Answered(
        text=text,
        finish=FinishReason.STOP,
        usage=Usage(input=prompt, output=completion, raw={"prompt_tokens": prompt}),
        cost=MicroUsd(cost),
        latency_ms=float(latency_ms),
        attempts=1,
        tool_calls=tool_calls,
        model="gpt-4o-mini-2024",
        reused=ReusedFrom(answered_at="2026-01-01T00:00:00Z", origin="run") if reused else None,
    )


def failure(message: str = "Too long", code: FailureCode = FailureCode.TOO_LONG) -> Failed:
    return Failed(code=code, message=message)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDesk:
    """A project with a prompt, a dataset and models; a worker is reported as alive but does not run."""

    world: World
    owner: Person
    project: ProjectId
    slug: str
    prompt: str
    dataset: DatasetOf
    models: tuple[str, ...]

    @property
    def browser(self) -> httpx.AsyncClient:
        return self.owner.browser

    @property
    def path(self) -> str:
        return f"{API}/projects/{self.slug}"

    def order(self, **changes: Any) -> dict[str, Any]:
        body: dict[str, Any] = {
            "versions": [{"prompt": self.prompt}],
            "targets": [{"model": model} for model in self.models],
            "dataset": self.dataset.id,
        }
        return {**body, **changes}

    async def start(self, **changes: Any) -> dict[str, Any]:
        return granted(
            await self.browser.post(f"{self.path}/runs", json=self.order(**changes)), 202
        )

    async def read(self, run: dict[str, Any]) -> dict[str, Any]:
        return granted(await self.browser.get(f"{self.path}/runs/{run['id']}"))

    async def page(self, run: dict[str, Any], **query: Any) -> dict[str, Any]:
        return granted(await self.browser.get(f"{self.path}/runs/{run['id']}/rows", params=query))

    async def finish(
        self, run: dict[str, Any], outcomes: dict[int, CallOutcome], malformed: Sequence[int] = ()
    ) -> None:
        """Write cells and their totals."""
        results = {
            ordinal: Result(
                state=CellState.FAILED
                if isinstance(outcome, Failed)
                else CellState.MALFORMED
                if ordinal in malformed
                else CellState.ANSWERED,
                outcome=outcome,
                parsed=outcome.text if isinstance(outcome, Answered) else None,
                malformed="No <response> found" if ordinal in malformed else None,
                bill=bill_of(outcome, NO_WORST),
            )
            for ordinal, outcome in outcomes.items()
        }
        id_, columns = RunId(UUID(run["id"])), len(run["plan"]["columns"])
        async with self.world.ctx.write() as tx:
            items = [
                FinishedCell(ordinal=ordinal, claim=0, result=result)
                for ordinal, result in results.items()
            ]
            written = await tx.cells.finish(self.project, id_, items, self.world.clock.now())
            assert written == set(outcomes)
            sums = column_sums((ordinal % columns, results[ordinal]) for ordinal in results)
            await tx.run_sums.add(self.project, id_, sums, {})

    async def score(
        self, run: dict[str, Any], verdicts: dict[tuple[int, int], ScoreOutcome]
    ) -> None:
        """Write scores by (ordinal, scorer), and their totals."""
        id_, columns = RunId(UUID(run["id"])), len(run["plan"]["columns"])
        async with self.world.ctx.write() as tx:
            cells = await tx.run_rows.cells(self.project, id_, [ordinal for ordinal, _ in verdicts])
            items = [
                FinishedScore(
                    ordinal=ordinal,
                    scorer=scorer,
                    claim=0,
                    result=ScoreResult(
                        verdict=verdict, malformed=cells[ordinal].state is CellState.MALFORMED
                    ),
                )
                for (ordinal, scorer), verdict in verdicts.items()
            ]
            await tx.cells.finish_scores(self.project, id_, items, self.world.clock.now())
            sums = score_sums((item.ordinal % columns, item.scorer, item.result) for item in items)
            await tx.run_sums.add(self.project, id_, {}, sums)


def scored(value: float, reason: str = "", *, passed: bool | None = None) -> Scored:
    return Scored(value=value, passed=value >= 0.5 if passed is None else passed, reason=reason)


def not_scored(problem: Any, reason: str = "No") -> NotScored:
    return NotScored(problem=problem, reason=reason)


async def believe_in_a_worker(world: World) -> None:
    async with world.ctx.write() as tx:
        await tx.workers.report("believed", "test", world.clock.now() + timedelta(hours=1))


async def a_run_desk(
    world: World,
    *cases: dict[str, Any],
    models: Sequence[str] = ("gpt-4o-mini",),
    content: str = "Answer {{question}}",
) -> RunDesk:
    owner = await world.person()
    project = await owner.create_project()
    slug, project_id = project["slug"], ProjectId(UUID(project["id"]))
    body = {"name": "Greeter", "content": {"messages": [{"role": "user", "content": content}]}}
    prompt = granted(await owner.browser.post(f"{API}/projects/{slug}/prompts", json=body), 201)
    dataset = await a_dataset(owner, slug)
    await dataset.add(*(cases or (question("One"), question("Two"), question("Three"))))
    async with world.ctx.write() as tx:
        credential = await a_credential(tx, project_id, UserId(UUID(owner.id)))
        names = [str(await a_model(tx, project_id, credential, name)) for name in models]
    await believe_in_a_worker(world)
    return RunDesk(
        world=world,
        owner=owner,
        project=project_id,
        slug=slug,
        prompt=prompt["id"],
        dataset=dataset,
        models=tuple(names),
    )
