"""Whether one column is better than another: paired, fair, and never across what cannot be compared."""

import pytest

from tests.support.answers import granted
from tests.support.datasets import question
from tests.support.finished_runs import a_run_desk, scored
from tests.support.results import EXACT, a_panel, answered, fresh, judged, verdict
from tests.support.world import World


async def test_a_verdict_is_fair_paired_and_counts_what_only_the_judge_changed(
    world: World,
) -> None:
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(30)))
    same = [f"Answer {n}" for n in range(30)]
    before = await answered(desk, same, scorers=[EXACT])
    now = await answered(desk, [*same[:3], *(f"Better {n}" for n in range(3, 30))], scorers=[EXACT])
    await desk.score(before, {(n, 0): scored(0.3 + 0.01 * (n % 7)) for n in range(30)})
    await desk.score(now, {(n, 0): scored(0.8 - 0.01 * (n % 5)) for n in range(30)})

    found = await verdict(desk, now, before, minimum_effect=0.05)

    assert (found["run"], found["other_run"]) == (now["id"], before["id"])
    comparison = found["comparison"]
    assert (comparison["verdict"], comparison["cases"]) == ("better", 30)
    assert comparison["effect"]["low"] > 0.3
    assert found["passes"]["verdict"] == "better"
    assert found["counts"] == {
        "fixed": 30, "broken": 0, "still_failing": 0, "unchanged": 0, "flaky": 0, "incomparable": 0,
    }  # fmt: skip
    # Three answers are word for word what they were: there only the judgement changed.
    assert found["judge_only_flips"] == 3
    assert (found["stale"], found["scale"], found["incomparable"]) == (False, None, {})
    assert found["cost"] == {"this_usd": "0.003", "other_usd": "0.003"}
    assert found["sentence"]
    assert found["next_step"]
    back = await verdict(desk, before, now, minimum_effect=0.05)
    assert (back["comparison"]["verdict"], back["counts"]["broken"]) == ("worse", 30)
    # A difference too small to matter is no improvement.
    picky = await verdict(desk, now, before, minimum_effect=0.9)
    assert picky["comparison"]["verdict"] == "cannot_tell"


async def test_nothing_is_compared_across_other_wordings_or_other_judges(world: World) -> None:
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(8)))
    panel = await a_panel(desk, 1)
    first = await answered(desk, ["Yes"] * 8, scorers=panel)
    await desk.score(first, {(n, 0): judged(0.4, 0.4) for n in range(8)})
    judge = panel[0]["judge"]
    told = granted(await desk.browser.get(f"{desk.path}/judges/{judge}"))
    body = {"name": told["name"], "mode": "pointwise", "model": told["model"], "goal": "Be strict",
            "rubric": told["rubric"]["id"]}  # fmt: skip
    granted(await desk.browser.post(f"{desk.path}/judges/{judge}/versions", json=body), 201)
    newer = await answered(desk, ["Yes"] * 8, scorers=panel)
    await desk.score(newer, {(n, 0): judged(0.9, 0.9) for n in range(8)})

    found = await verdict(desk, newer, first)

    assert (found["comparison"]["verdict"], found["comparison"]["why"]) == (
        "inconclusive",
        "judged_differently",
    )
    assert found["incomparable"] == {"scored_differently": 8}
    assert (await fresh(desk, newer))["previous"] is None

    [case, *_] = await desk.dataset.cases()
    at = f"{desk.dataset.path}/cases/{case['id']}"
    granted(await desk.browser.patch(at, json={"values": {"question": "Another"}}))
    reworded = await answered(desk, ["Yes"] * 8, scorers=panel)
    await desk.score(reworded, {(n, 0): judged(0.9, 0.9) for n in range(8)})
    found = await verdict(desk, reworded, newer)
    assert found["incomparable"] == {"case_changed": 1}
    assert found["comparison"]["cases"] == 7


async def test_trials_are_summed_by_case_and_flaky_ones_say_nothing(world: World) -> None:
    desk = await a_run_desk(world, *(question(f"Case {n}") for n in range(6)))
    before = await answered(desk, ["No"] * 12, scorers=[EXACT], trials=2)
    now = await answered(desk, ["Yes"] * 12, scorers=[EXACT], trials=2)
    await desk.score(before, {(n, 0): scored(0.0) for n in range(12)})
    # Of six cases the first two pass once of twice, the others both times.
    await desk.score(now, {(n, 0): scored(0.0 if n in (0, 2) else 1.0) for n in range(12)})

    found = await fresh(desk, now)
    said = await verdict(desk, now, before)

    repeats = found["columns"][0]["repeats"]
    assert repeats["trials"] == 2
    assert repeats["pass_at_k"]["value"] == 1.0
    assert repeats["pass_hat_k"]["value"] == pytest.approx(4 / 6)
    assert repeats["flip_rate"]["value"] == pytest.approx(2 / 6)
    assert found["columns"][0]["composite"]["clusters"] == 6
    assert (said["counts"]["flaky"], said["counts"]["fixed"]) == (4, 8)
    assert said["comparison"]["cases"] == 6
