"""Whole experiments, through a real worker and over HTTP, in worlds where an edit can overfit or help."""

from typing import Any

import numpy as np
import pytest

from tests.load.edit_worlds import EditWorld, draw_cases, quoted_orders
from tests.load.experiment_worlds import NOTHING_HELPS
from tests.load.simulated_experiments import world_named
from tests.support.answers import granted
from tests.support.edit_world_models import (
    ANSWERS,
    JUDGES,
    REFINES,
    EditWorldModels,
    edit_world_models,
)
from tests.support.experiments import ExperimentBench, an_experiment_bench
from tests.support.gateway import Gateway
from tests.support.sql import rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

CASES = 60
# Long enough for an edit to be a small change.
PROMPT = NOTHING_HELPS.prompt
UNSEEN = """
    SELECT c.values ->> 'text' FROM experiment_cases e JOIN cases c ON c.id = e.revision
    WHERE e.experiment_id = %s AND e.split <> 'train'
"""


def _always_helps(line: str, cases: Any, draw: Any) -> Any:
    return np.full(len(cases.ids), 0.15)


HELPS = EditWorld(name="helps", told="every edit raises the score", effect=_always_helps)


@pytest.mark.nightly
async def test_an_edit_that_helps_only_the_cases_it_quotes_is_refused(gateway: Gateway) -> None:
    with edit_world_models(world_named("overfit"), PROMPT) as models:
        lab, experiment, iterations = await _two_iterations(gateway, models)
        read = " ".join(models.refiner_read)

    verdict = iterations[1]["verdict"]
    assert verdict["train_effect"] > 0.1
    assert verdict["verdict"] == "cannot_tell"
    assert iterations[1]["gained"] is False
    found = await lab.ended(experiment)
    assert found["champion"]["number"] == 1
    assert found["splits"]["validation_uses"] == 1
    assert found["check"] is None
    unseen = [text for (text,) in rows(lab.bench.world.url, UNSEEN, experiment)]
    assert len(unseen) == 47
    assert not quoted_orders(read) & quoted_orders(" ".join(unseen))


@pytest.mark.nightly
async def test_an_edit_that_helps_everywhere_is_accepted_and_confirmed(gateway: Gateway) -> None:
    with edit_world_models(HELPS, PROMPT) as models:
        lab, experiment, iterations = await _two_iterations(gateway, models)
        found = await lab.checked(experiment)

    assert iterations[1]["verdict"]["verdict"] in ("better", "better_on_these_cases")
    assert iterations[1]["gained"] is True
    assert found["champion"]["number"] == 2
    assert found["check"]["verdict"]["cases"] == 18
    assert found["check"]["verdict"]["verdict"] in ("better", "better_on_these_cases")


async def _two_iterations(
    gateway: Gateway, models: EditWorldModels
) -> tuple[ExperimentBench, str, list[dict[str, Any]]]:
    await gateway.sim.reset()
    lab = await an_experiment_bench(await gateway.bench(), cases=1)
    granted(await lab.bench.add_at(models.url, "COMPATIBLE", "World"), 201)
    known = {name: str((await lab.bench.priced(name))["id"]) for name in (ANSWERS, JUDGES, REFINES)}
    experiment, first = await lab.begin(
        dataset=await _dataset(lab),
        content={"messages": [{"role": "user", "content": PROMPT}]},
        holdout_share=0.3,
        targets=[{"model": known[ANSWERS]}],
        judges=[{"model": known[JUDGES]}],
        refiner=known[REFINES],
        stop_rules={"max_iterations": 2},
    )
    one = await lab.until(first)
    decided = await lab.approve(one["suggestion"]["id"])
    two = await lab.until(decided["iteration"], "completed")
    return lab, experiment, [one, two]


async def _dataset(lab: ExperimentBench) -> str:
    body = {"name": "World", "kind": "golden"}
    dataset = granted(await lab.browser.post(f"{lab.path}/datasets", json=body), 201)
    cases = [
        {"values": {"text": text}} for text in draw_cases(np.random.default_rng(5), CASES).texts
    ]
    path = f"{lab.path}/datasets/{dataset['id']}/cases"
    granted(await lab.browser.post(path, json={"cases": cases}), 201)
    return str(dataset["id"])
