"""The loop of an experiment, through a real worker.

Iterations, verdicts, suggestions, decisions, and the ways it ends.
"""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from edison.simulator.worlds.support_world import FEATURES
from tests.support.answers import granted, refused
from tests.support.experiments import (
    ExperimentBench,
    an_experiment_bench,
    asking_for,
)
from tests.support.gateway import (
    Gateway,
    a_simulated_world,
    a_worker,
)
from tests.support.postgres import TestServer
from tests.support.sql import execute, rows, value
from tests.support.world import World

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def lab(gateway: Gateway) -> ExperimentBench:
    await gateway.sim.reset()
    return await an_experiment_bench(await gateway.bench())


def states(lab: ExperimentBench, iteration: str) -> list[str]:
    """Which states were told, in order."""
    found = rows(
        lab.bench.world.url,
        "SELECT data ->> 'new' FROM events WHERE type = 'iteration.state_changed' "
        "AND data ->> 'iteration' = %s ORDER BY number",
        iteration,
    )
    return [state for (state,) in found]


async def test_an_approved_suggestion_is_run_by_itself_and_scores_higher(
    gateway: Gateway,
) -> None:
    """FR-EE-001, FR-EE-003, FR-IL-001; users.md 8"""
    await gateway.sim.reset()
    lab = await an_experiment_bench(await gateway.bench(), cases=40)
    url = lab.bench.world.url
    experiment, first = await lab.begin()
    one = await lab.until(first)

    assert one["state"] == "reviewing", one
    assert states(lab, first) == [
        "executing",
        "judging",
        "aggregating",
        "refining",
        "reviewing",
    ]
    assert one["verdict"] is None
    assert 0 < one["composite"]["value"] < 1
    # Of 40 cases 12 are for the refiner.
    assert one["composite"]["clusters"] == 28
    waiting = await lab.experiment(experiment)
    assert (waiting["state"], waiting["suggestion"]) == ("running", one["suggestion"]["id"])
    for state in ("aggregating", "refining", "reviewing"):
        execute(url, f"UPDATE iterations SET state = '{state}' WHERE id = '{first}'")
        answer = await lab.browser.post(f"{lab.path}/iterations/{first}/pause")
        error = refused(answer, 409, "WRONG_STATE")
        assert error["message"] == "Can only pause during execution or judging"

    decided = await lab.approve(one["suggestion"]["id"])
    two = await lab.until(decided["iteration"])

    assert two["state"] == "reviewing", two
    assert (await lab.iteration(first))["state"] == "completed"
    about_it = "SELECT type FROM events WHERE data ->> 'iteration' = %s ORDER BY number"
    told = [kind for (kind,) in rows(url, about_it, first) if kind != "iteration.state_changed"]
    assert told == [
        "iteration.started",
        "suggestion.created",
        "suggestion.decided",
        "iteration.completed",
    ]
    assert two["version"]["number"] == one["version"]["number"] + 1
    assert two["composite"]["value"] > one["composite"]["value"]
    assert (two["verdict"]["against"], two["verdict"]["verdict"]) == (
        1,
        "better_on_these_cases",
    )
    assert two["gained"] is True
    found = await lab.experiment(experiment)
    assert found["champion"]["iteration"] == two["id"]
    assert _cases_of(lab, one["run"]) == _cases_of(lab, two["run"])
    _assert_money_is_true(lab, experiment)
    assert set(lab.ledger(experiment)) == {"target", "judge", "refine"}


async def test_it_ends_after_the_last_iteration_and_looks_at_unseen_cases_once(
    gateway: Gateway,
) -> None:
    await gateway.sim.reset()
    lab = await an_experiment_bench(await gateway.bench(), cases=80)
    experiment, first = await lab.begin(
        holdout_share=0.5, stop_rules={"max_iterations": 2, "prune_weak": False}
    )
    one = await lab.until(first)
    assert one["composite"]["clusters"] == 28
    decided = await lab.approve(one["suggestion"]["id"])
    assert (await lab.until(decided["iteration"], "completed"))["suggestion"] is None

    ended = await lab.ended(experiment)

    assert ended["end"] == {"kind": "max_iterations", "reason": "Maximum iterations reached"}
    checked = await lab.checked(experiment)
    # Which cases are unseen is drawn for each experiment: not every draw shows enough for an unqualified verdict.
    assert checked["check"]["verdict"]["verdict"] in {"better", "better_on_these_cases"}
    assert checked["check"]["verdict"]["cases"] == 40
    seen = _cases_of(lab, one["run"])
    assert not seen & _cases_of(lab, checked["check"]["run"])
    _assert_money_is_true(lab, experiment)


@pytest.mark.nightly
async def test_it_stops_by_convergence_when_nothing_can_help(lab: ExperimentBench) -> None:
    """A gain that cannot be told from noise is no gain."""
    experiment, iteration = await lab.begin(
        content=asking_for(*(feature.ask for feature in FEATURES)),
        stop_rules={"convergence_window": 2, "max_iterations": 9},
    )
    for _ in range(2):
        found = await lab.until(iteration)
        assert found["state"] == "reviewing", found
        iteration = (await lab.approve(found["suggestion"]["id"]))["iteration"]
    last = await lab.until(iteration, "completed")

    ended = await lab.ended(experiment)

    assert (last["number"], last["verdict"]["verdict"]) == (3, "cannot_tell")
    assert ended["end"]["kind"] == "converged"
    assert ended["end"]["reason"].startswith("Converged")
    assert ended["champion"]["number"] == 1
    assert ended["check"] is None


async def test_a_spent_budget_pauses_the_iteration_until_it_is_raised_and_ends_the_experiment_when_not(
    lab: ExperimentBench,
) -> None:
    experiment, first = await lab.begin(stop_rules={"max_budget_usd": "0.06"})
    stopped = await lab.until(first)

    assert stopped["state"] == "paused", stopped
    assert "Budget limit reached" in stopped["problem"]
    found = await lab.experiment(experiment)
    assert (found["state"], found["end"]) == ("paused", None)
    assert "Budget limit reached" in found["waiting_for"]
    _assert_money_is_true(lab, experiment)

    path = f"{lab.path}/experiments/{experiment}/budget"
    granted(await lab.browser.put(path, json={"max_budget_usd": "5"}))
    await lab.tell(first, "resume")
    one = await lab.until(first, "reviewing")
    spent = lab.balance(experiment)["settled"]
    granted(await lab.browser.put(path, json={"max_budget_usd": str(spent / 1_000_000)}))
    decided = await lab.approve(one["suggestion"]["id"])

    assert (decided["iteration"], decided["ended"]) == (None, "Budget limit reached")
    assert (await lab.experiment(experiment))["end"]["kind"] == "budget"
    _assert_money_is_true(lab, experiment)


async def test_a_refiner_without_a_usable_diff_is_shown_and_ends_the_experiment(
    lab: ExperimentBench,
) -> None:
    """Seed 12.3"""
    await lab.bench.sim.behave_for("sim-small", faults=[{"kind": "refusal"}])
    experiment, first = await lab.begin(refiner=lab.models["sim-small"])

    ended = await lab.ended(experiment)

    one = await lab.iteration(first)
    assert (one["state"], one["partial"]) == ("completed", False)
    assert one["suggestion"]["state"] == "blocked"
    assert ended["end"] == {
        "kind": "no_refinement",
        "reason": "No refinement suggestions generated",
    }
    path = f"{lab.path}/suggestions/{one['suggestion']['id']}"
    assert len(granted(await lab.browser.get(path))["attempts"]) == 2


async def test_a_refiner_that_does_not_fit_into_the_budget_is_not_asked_and_ends_the_experiment(
    lab: ExperimentBench,
) -> None:
    await lab.bench.priced("sim-small", input="2.5", output="100000")
    experiment, first = await lab.begin(refiner=lab.models["sim-small"])

    ended = await lab.ended(experiment)

    assert ended["end"] == {"kind": "budget", "reason": "Budget limit reached"}
    one = await lab.iteration(first)
    assert (one["state"], one["suggestion"]) == ("completed", None)
    assert any("Budget limit reached" in each["text"] for each in one["notes"])
    assert set(lab.ledger(experiment)) == {"target", "judge"}
    _assert_money_is_true(lab, experiment)


async def test_after_a_rejection_a_person_asks_again_or_finishes(lab: ExperimentBench) -> None:
    experiment, first = await lab.begin()
    one = await lab.until(first)
    await lab.reject(one["suggestion"]["id"], "It says too much")
    waiting = await lab.experiment(experiment)
    assert waiting["state"] == "paused"
    assert "ask for another suggestion" in waiting["waiting_for"]

    path = f"{lab.path}/experiments/{experiment}"
    granted(await lab.browser.post(f"{path}/suggestions", json={"hint": "Be kinder"}), 202)
    again = await lab.until(first, "reviewing")

    assert again["suggestion"]["id"] != one["suggestion"]["id"]
    assert (await lab.experiment(experiment))["state"] == "running"
    refused(await lab.browser.post(f"{path}/suggestions", json={}), 409, "WRONG_STATE")
    ended = granted(await lab.browser.post(f"{path}/finish"))
    assert (ended["state"], ended["end"]["kind"]) == ("completed", "person")
    assert (await lab.iteration(first))["state"] == "completed"
    left = value(
        lab.bench.world.url,
        "SELECT count(*) FROM suggestions WHERE experiment_id = %s AND state = 'pending'",
        experiment,
    )
    assert left == 0


async def test_judges_that_all_fail_leave_the_answers_and_a_person_decides(
    lab: ExperimentBench,
) -> None:
    """Seed 12.3: still show execution results."""
    await lab.bench.sim.behave_for("sim-judge", faults=[{"kind": "refusal"}])
    experiment, first = await lab.begin()
    one = await lab.until(first)

    assert (one["state"], one["partial"], one["problem"]) == ("completed", True, "Judging failed")
    assert one["composite"] is None
    found = await lab.experiment(experiment)
    assert (found["state"], found["champion"], found["end"]) == ("paused", None, None)
    assert "scores are not reliable" in found["waiting_for"]
    answered = value(
        lab.bench.world.url,
        "SELECT count(*) FROM cells WHERE run_id = %s AND state = 'answered'",
        one["run"],
    )
    assert answered == 20


async def test_an_iteration_is_paused_resumed_and_cancelled_with_its_run(
    gateway: Gateway, lab: ExperimentBench
) -> None:
    """FR-EE-004; PRUI 16.2"""
    await gateway.sim.behave(latency={"kind": "fixed", "ms": 4000})
    experiment, first = await lab.begin()
    await lab.until(first, "executing")
    paused = await lab.tell(first, "pause")
    assert paused["state"] == "paused"
    assert (await lab.experiment(experiment))["state"] == "paused"
    body: dict[str, Any] = {}
    path = f"{lab.path}/experiments/{experiment}/iterations"
    refused(await lab.browser.post(path, json=body), 409, "ALREADY_RUNNING")

    assert (await lab.tell(first, "resume"))["state"] in ("executing", "judging")
    assert (await lab.experiment(experiment))["state"] == "running"
    await lab.tell(first, "cancel")
    cancelled = await lab.iteration(first)
    assert cancelled["state"] == "cancelled"
    found = await lab.experiment(experiment)
    assert found["state"] == "paused"
    assert "cancelled" in found["waiting_for"]
    state = value(lab.bench.world.url, "SELECT state FROM runs WHERE id = %s", cancelled["run"])
    assert state == "cancelled"

    await gateway.sim.reset()
    second = await lab.start(experiment)
    assert (await lab.until(second))["number"] == 2


async def test_a_small_change_is_approved_by_itself_where_a_project_allows_it(
    lab: ExperimentBench,
) -> None:
    settings = {"settings": {"require_review_approval": False}}
    granted(await lab.browser.patch(lab.path, json=settings))
    padding = (f"Rule {number} of the house is that nobody is in a hurry." for number in range(40))
    experiment, first = await lab.begin(
        content=asking_for(*padding), stop_rules={"max_iterations": 2}
    )

    ended = await lab.ended(experiment)

    assert ended["end"]["kind"] == "max_iterations"
    one = await lab.iteration(first)
    path = f"{lab.path}/suggestions/{one['suggestion']['id']}"
    suggestion = granted(await lab.browser.get(path))
    assert (suggestion["state"], suggestion["automatic"]) == ("applied", True)
    assert suggestion["reviews"] == []
    told = rows(
        lab.bench.world.url,
        "SELECT actor_kind FROM audit_log WHERE action = 'suggestion.approved' AND entity_id = %s",
        one["suggestion"]["id"],
    )
    assert told == [("system",)]


@pytest.mark.nightly
async def test_a_target_that_is_clearly_behind_takes_no_part_in_later_iterations(
    gateway: Gateway,
) -> None:
    await gateway.sim.reset()
    lab = await an_experiment_bench(await gateway.bench(), cases=40)
    experiment, iteration = await lab.begin(
        targets=[lab.target("sim-small"), lab.target("sim-large")],
        stop_rules={"max_iterations": 3},
    )
    for _ in range(2):
        found = await lab.until(iteration)
        iteration = (await lab.approve(found["suggestion"]["id"]))["iteration"]
    last = await lab.until(iteration, "completed")

    targets = (await lab.experiment(experiment))["targets"]
    assert [(each["model_name"], each["active"]) for each in targets] == [
        ("sim-small", False),
        ("sim-large", True),
    ]
    assert "clearly behind" in targets[0]["pruned_because"]
    assert [each["model_name"] for each in last["targets"]] == ["sim-large"]
    assert last["verdict"]["verdict"] in ("better_on_these_cases", "cannot_tell")


@pytest.mark.nightly
async def test_an_experiment_waits_for_its_review_while_workers_come_and_go(
    postgres: TestServer, tmp_path: Path
) -> None:
    """Waiting is a state: nobody holds it, and whoever is there goes on with it."""
    with postgres.database() as url:
        world = World(url)
        async with a_simulated_world(world) as gateway:
            async with a_worker(gateway, tmp_path / "first"):
                lab = await an_experiment_bench(await gateway.bench())
                _, first = await lab.begin()
                one = await lab.until(first, "reviewing")
            waiting = (
                "SELECT count(*) FROM dbos.workflow_status WHERE status IN ('PENDING', 'ENQUEUED') "
                "AND name <> 'tick_monitors'"
            )
            assert value(url, waiting) == 0
            # Decided while nobody is there to work: it is on the queue, and nothing is lost.
            decided = await lab.approve(one["suggestion"]["id"])
            assert (await lab.iteration(decided["iteration"]))["state"] == "pending"
            world.clock.move(timedelta(days=1))
            async with a_worker(gateway, tmp_path / "second"):
                two = await lab.until(decided["iteration"], "reviewing")
            assert two["verdict"]["against"] == 1
        await world.close()


def _cases_of(lab: ExperimentBench, run: str) -> set[object]:
    found = rows(lab.bench.world.url, "SELECT revision FROM run_cases WHERE run_id = %s", run)
    return {revision for (revision,) in found}


def _assert_money_is_true(lab: ExperimentBench, experiment: str) -> None:
    """The balance, the ledger and the rows that were paid for say the same."""
    balance = lab.balance(experiment)
    assert balance["held"] == 0
    assert balance["settled"] == sum(lab.ledger(experiment).values())
    url = lab.bench.world.url
    runs = "SELECT id FROM runs WHERE series LIKE %s"
    series = f"experiment:{experiment}%"
    cells = value(url, f"SELECT coalesce(sum(cost), 0) FROM cells WHERE run_id IN ({runs})", series)
    scores = value(
        url, f"SELECT coalesce(sum(cost), 0) FROM scores WHERE run_id IN ({runs})", series
    )
    asks = value(
        url, "SELECT coalesce(sum(cost_micro), 0) FROM asks WHERE experiment_id = %s", experiment
    )
    assert balance["settled"] == int(cells) + int(scores) + int(asks)
