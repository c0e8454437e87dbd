"""Runs with prepared scores, and their results from the API."""

from typing import Any
from uuid import UUID

from edison.domain.ids import RunId
from edison.domain.judging.score import Scored, ScoreProblem
from edison.domain.results.build_summary import summarise_metrics
from edison.engine.runs.describe_run import describe_run
from tests.support.answers import granted
from tests.support.finished_runs import RunDesk, answer, not_scored
from tests.support.judging import a_criterion, a_judge_in, a_rubric, as_scorer

EXACT = {"kind": "exact"}
TWO = ("gpt-4o-mini", "gpt-4o")
OUTAGE = not_scored(ScoreProblem.JUDGE_ERROR, "The judge did not answer")


async def computed(desk: RunDesk, run: dict[str, Any]) -> None:
    """Compute results as the step of a worker does; tests/load/test_results.py uses a real worker."""
    world, id_ = desk.world, RunId(UUID(run["id"]))
    now = world.clock.now()
    async with world.ctx.write() as tx:
        order = await tx.run_statistics.ask(desk.project, id_, now, at_once=True)
        assert order is not None
        seen = await tx.run_statistics.seen(desk.project, id_)
        about = await describe_run(tx, desk.project, id_)
        arrays = await tx.result_arrays.read(
            desk.project,
            id_,
            about.plan,
            panel=about.scorers,
            pairwise=[pairing.scorer for pairing in about.pairings],
            criteria=len(about.rubric.criteria) if about.rubric else 0,
        )
        summaries, kept = summarise_metrics(arrays, about)
        await tx.run_statistics.put(
            desk.project, id_, order, summaries=summaries, kept=kept, seen=seen, at=now, took_s=0.0
        )


async def results(desk: RunDesk, run: dict[str, Any], **query: Any) -> dict[str, Any]:
    return granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/results", params=query))


async def fresh(desk: RunDesk, run: dict[str, Any], **query: Any) -> dict[str, Any]:
    await computed(desk, run)
    return await results(desk, run, **query)


async def cells(desk: RunDesk, run: dict[str, Any], **query: Any) -> list[dict[str, Any]]:
    """Return all cells behind a figure, read in pages of three."""
    path, found = f"{desk.path}/runs/{run['id']}/results/cells", []
    cursor: dict[str, Any] = {}
    while True:
        page = granted(await desk.browser.get(path, params={"limit": 3, **query, **cursor}))
        found += page["items"]
        if page["next_cursor"] is None:
            return found
        cursor = {"cursor": page["next_cursor"]}


async def verdict(
    desk: RunDesk, run: dict[str, Any], other: dict[str, Any], **query: Any
) -> dict[str, Any]:
    path = f"{desk.path}/runs/{run['id']}/verdict"
    return granted(await desk.browser.get(path, params={"with": other["id"], **query}))


async def a_panel(desk: RunDesk, judges: int = 2) -> list[dict[str, Any]]:
    criteria = [
        a_criterion("Accuracy", weight=0.75, scale=10, levels={}),
        a_criterion("Brevity", weight=0.25, scale=10, levels={}),
    ]
    rubric = await a_rubric(desk.browser, desk.path, criteria=criteria)
    return [
        as_scorer(
            await a_judge_in(
                desk.browser, desk.path, desk.models[0], rubric["id"], name=f"Judge {number}"
            )
        )
        for number in range(judges)
    ]


def judged(accuracy: float, brevity: float) -> Scored:
    value = 0.75 * accuracy + 0.25 * brevity
    return Scored(
        value=value,
        passed=value >= 0.5,
        reason=f"On the whole {value:.2f}",
        details={"criteria": {"Accuracy": {"why": "A fact is off"}, "Brevity": {"why": "Wordy"}}},
        criteria=(accuracy, brevity),
    )


async def answered(desk: RunDesk, texts: list[str], **order: Any) -> dict[str, Any]:
    run = await desk.start(**order)
    await desk.finish(run, {n: answer(text) for n, text in enumerate(texts)})
    return run
