"""Questions, answers and scores with a known truth, written as rows of real runs."""

from typing import Any

import numpy as np

from edison.domain.judging.score import ScoreOutcome
from edison.domain.models.model_call import CallOutcome
from tests.support.answers import granted
from tests.support.datasets import question
from tests.support.finished_runs import RunDesk, a_run_desk, answer, scored
from tests.support.judging import a_judge_in, as_scorer
from tests.support.sql import execute
from tests.support.world import World
from tests.unit.domain.psychometrics.planted import Planted

WAY = ("executing", "judging", "aggregating", "completed")
EXACT = {"kind": "exact"}
AT_ONCE = 2_000
# Models with a published price.
MODELS = (
    "gpt-4o-mini",
    "gpt-4o",
    "gpt-4.1",
    "gpt-4.1-mini",
    "gpt-4.1-nano",
    "gpt-4",
    "gpt-4-turbo",
    "gpt-3.5-turbo",
)


def complete(world: World, run: dict[str, Any]) -> None:
    """End the run as a worker does."""
    moves = [f"UPDATE runs SET state = '{state}' WHERE id = '{run['id']}'" for state in WAY]
    execute(world.url, *moves, f"UPDATE runs SET finished_at = created_at WHERE id = '{run['id']}'")


async def in_words(desk: RunDesk, count: int) -> list[dict[str, Any]]:
    """Add judges whose scores are not grades: the grade is still the first scorer's."""
    return [
        as_scorer(
            await a_judge_in(desk.browser, desk.path, desk.models[0], None, name=f"Words {number}")
        )
        for number in range(count)
    ]


async def a_planted_desk(world: World, plan: Planted) -> RunDesk:
    """Create a dataset of these questions, each with the expected answer `key`."""
    cases = [question(text, expected="key") for text in plan.texts]
    return await a_run_desk(world, *cases, models=MODELS[: plan.evidence.columns])


async def answered_by_all(desk: RunDesk, plan: Planted) -> dict[str, Any]:
    """Create a finished run, graded by letters and judged by all judges."""
    judges = await in_words(desk, plan.told.shape[3])
    trials = plan.told.shape[2]
    run = await desk.start(trials=trials, scorers=[EXACT, *judges])
    columns = plan.evidence.columns
    said: dict[int, str] = {}
    verdicts: dict[tuple[int, int], ScoreOutcome] = {}
    for place, row in enumerate(plan.answers):
        for column, texts in enumerate(row):
            for trial, text in enumerate(texts):
                ordinal = (place * trials + trial) * columns + column
                said[ordinal] = text
                verdicts[ordinal, 0] = scored(float(text == "key"))
                for judge, value in enumerate(plan.told[place, column, trial]):
                    verdicts[ordinal, judge + 1] = scored(float(value))
    # In batches, as workers do.
    cells, scores = list(said.items()), list(verdicts.items())
    for first in range(0, len(cells), AT_ONCE):
        part = cells[first : first + AT_ONCE]
        await desk.finish(run, {ordinal: answer(text) for ordinal, text in part})
    for first in range(0, len(scores), AT_ONCE):
        await desk.score(run, dict(scores[first : first + AT_ONCE]))
    complete(desk.world, run)
    return run


async def graded_run(
    desk: RunDesk, grades: np.ndarray, texts: dict[int, str] | None = None, **order: Any
) -> dict[str, Any]:
    """Create a finished run with these grades by question and column."""
    run = await desk.start(scorers=[EXACT], **order)
    flat = grades.reshape(-1)
    said = texts or {}
    cells: dict[int, CallOutcome] = {
        place: answer(said.get(place, f"text {place}")) for place in range(flat.size)
    }
    await desk.finish(run, cells)
    await desk.score(run, {(place, 0): scored(float(grade)) for place, grade in enumerate(flat)})
    complete(desk.world, run)
    return run


async def quality(desk: RunDesk, **query: Any) -> dict[str, Any]:
    return granted(await desk.browser.get(f"{desk.dataset.path}/quality", params=query))


async def suspicions(desk: RunDesk, **query: Any) -> dict[str, set[int]]:
    """Return the positions of questions by kind, from 0, over all pages, without dismissed ones."""
    found: dict[str, set[int]] = {}
    cursor: dict[str, Any] = {}
    while True:
        page = await quality(desk, limit=40, **query, **cursor)
        for item in page["items"]:
            for each in item["suspicions"]:
                if not each["dismissed"]:
                    found.setdefault(each["kind"], set()).add(item["position"] - 1)
        if page["next_cursor"] is None:
            return found
        cursor = {"cursor": page["next_cursor"]}
