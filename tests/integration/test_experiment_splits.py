"""An experiment draws train, validation and hold-out when it starts, and keeps to them."""

from typing import Any

import pytest
import pytest_asyncio

from tests.support.answers import granted
from tests.support.experiments import ExperimentBench, an_experiment_bench
from tests.support.gateway import Gateway
from tests.support.sql import rows

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXTS = """
    SELECT e.case_id, e.split, c.values ->> 'message' FROM experiment_cases e
    JOIN cases c ON c.id = e.revision WHERE e.experiment_id = %s
"""
ASKED = "SELECT call::text FROM asks WHERE experiment_id = %s AND purpose = 'refine'"
CASES_OF_RUN = """
    SELECT c.case_id FROM run_cases r JOIN cases c ON c.id = r.revision WHERE r.run_id = %s
"""


@pytest_asyncio.fixture(loop_scope="module")
async def lab(gateway: Gateway) -> ExperimentBench:
    await gateway.sim.reset()
    return await an_experiment_bench(await gateway.bench(), cases=80)


async def test_the_refiner_sees_training_cases_and_validation_decides(lab: ExperimentBench) -> None:
    experiment, first = await lab.begin(holdout_share=0.5, stop_rules={"max_iterations": 2})
    one = await lab.until(first)
    splits = (await lab.experiment(experiment))["splits"]
    assert (splits["train"], splits["validation"], splits["holdout"]) == (12, 28, 40)
    assert splits["validation_uses"] == 0
    found = rows(lab.bench.world.url, TEXTS, experiment)
    by_split = {name: {text for _, split, text in found if split == name} for name in SPLITS}

    asked = " ".join(call for (call,) in rows(lab.bench.world.url, ASKED, experiment))
    shown = {text for text in by_split["train"] if f"({_number(text)})" in asked}
    assert shown
    for unseen in (*by_split["validation"], *by_split["holdout"]):
        assert f"({_number(unseen)})" not in asked

    # A changed dataset moves no case.
    everything = {"holdout_share": 0.5, "seed": 99}
    await _deal(lab, everything)
    decided = await lab.approve(one["suggestion"]["id"])
    two = await lab.until(decided["iteration"], "completed")

    verdict = two["verdict"]
    assert (verdict["evidence"], verdict["use"], verdict["cases"]) == ("validation", 1, 28)
    assert verdict["alpha"] == pytest.approx(0.05 / 3)
    assert two["composite"]["clusters"] == 28
    assert "28 validation cases that the refiner has not seen" in verdict["sentence"]
    ended = await lab.ended(experiment)
    assert ended["splits"] == {**splits, **USED_ONCE, "sentence": ended["splits"]["sentence"]}
    held = {case for case, split, _ in found if split == "holdout"}
    assert {
        case for (case,) in rows(lab.bench.world.url, CASES_OF_RUN, ended["check"]["run"])
    } == held


async def test_anybody_can_see_which_case_is_in_which_split(lab: ExperimentBench) -> None:
    experiment, first = await lab.begin(holdout_share=0.5)
    path = f"{lab.path}/experiments/{experiment}/cases"

    every = granted(await lab.browser.get(path, params={"limit": 100}))["items"]
    some = granted(await lab.browser.get(path, params={"limit": 5, "split": "validation"}))

    assert [case["position"] for case in every] == list(range(80))
    assert len([case for case in every if case["split"] == "validation"]) == 28
    assert {case["split"] for case in some["items"]} == {"validation"}
    assert some["next_cursor"]
    assert all("(" in case["text"] for case in every)
    await lab.tell(first, "cancel")


SPLITS = ("train", "validation", "holdout")
USED_ONCE = {"validation_uses": 1, "next_alpha": pytest.approx(0.05 / 3 * 2 / 3)}


def _number(text: str) -> str:
    """Each message ends with a number of its own."""
    return text.rsplit("(", 1)[1].rstrip(")")


async def _deal(lab: ExperimentBench, body: dict[str, Any]) -> None:
    granted(await lab.browser.post(f"{lab.path}/datasets/{lab.dataset}/splits", json=body))
