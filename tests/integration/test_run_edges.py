"""What a run does with what it cannot do: nothing is paid for it, and the rest goes on."""

from typing import Any

import pytest

from edison.domain.errors import RunNotReady
from edison.domain.runs.run_states import RunState
from tests.support.answers import granted
from tests.support.gateway import Gateway
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_without_cases_there_is_no_run(gateway: Gateway) -> None:
    """EDGE-16.1.3"""
    runs = await a_run_bench(await gateway.bench(), cases=0)

    with pytest.raises(RunNotReady) as refused:
        await runs.start()

    problems: Any = refused.value.facts["problems"]
    assert "No test cases found. Upload or add some." in {each["message"] for each in problems}


async def test_a_case_without_a_value_is_shown_and_costs_nothing(gateway: Gateway) -> None:
    """EDGE-16.5.2"""
    runs = await a_run_bench(await gateway.bench(), cases=3, models=1)
    await _add_case(runs, {"other": "There is no question here"})
    await gateway.sim.reset()

    run = await runs.start()
    done = await runs.finished(run.id)

    assert done.state is RunState.COMPLETED
    assert runs.counts(run.id) == {"answered": 3, "failed": 1}
    assert (await gateway.sim.calls())["answered"] == 3
    failed = "SELECT error, cost FROM cells WHERE run_id = %s AND state = 'failed'"
    [(error, cost)] = rows(runs.url, failed, run.id)
    assert "No value for {{question}}" in error
    assert not cost


async def test_a_model_that_never_answers_is_left_and_the_others_go_on(gateway: Gateway) -> None:
    """EDGE-16.4.5"""
    runs = await a_run_bench(await gateway.bench(), cases=4, models=3)
    names = {model["id"]: model["name"] for model in await runs.bench.models()}
    await gateway.sim.reset()
    await gateway.sim.behave_for(names[runs.models[1]], faults=[{"kind": "hang"}])

    run = await runs.start(timeout_s=1.0)
    done = await runs.finished(run.id)

    assert done.state is RunState.COMPLETED
    by_column = rows(
        runs.url,
        "SELECT ordinal %% 3, state, count(*) FROM cells WHERE run_id = %s GROUP BY 1, 2 ORDER BY 1",
        run.id,
    )
    assert by_column == [(0, "answered", 4), (1, "failed", 4), (2, "answered", 4)]


async def _add_case(runs: RunBench, values: dict[str, str]) -> None:
    path = f"{runs.bench.path}/datasets/{runs.dataset}/cases"
    granted(await runs.bench.browser.post(path, json={"cases": [{"values": values}]}), 201)
