"""The next iteration because a person wants it: what may be changed before, which text runs, and what holds it back."""

from tests.support.answers import granted, refused
from tests.support.drafted_experiments import a_desk, draft, edit, lead, read, start
from tests.support.sql import execute, value
from tests.support.world import World


async def test_a_paused_experiment_takes_new_limits_and_targets_but_no_other_measure(
    world: World,
) -> None:
    desk = await a_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    made = await draft(desk)
    begun = granted(await start(desk, made), 201)
    lead(desk, begun, "cancelled", "paused")
    # What the prompt is called has no part in what is measured.
    execute(world.url, "UPDATE prompts SET name = name || ' (renamed)'")
    now = await read(desk, made)

    error = refused(
        await edit(desk, now, plan={"goal": "Another goal entirely, and long"}), 409, "WRONG_STATE"
    )
    assert "cannot be changed: iterations would not be comparable" in error["message"]
    error = refused(await edit(desk, now, plan={"stop_rules": {"max_iterations": 0}}), 409, "WRONG_STATE")  # fmt: skip
    assert error["message"] == "Max iterations must be between 1 and 100"
    granted(
        await edit(
            desk,
            now,
            plan={
                "targets": [{"model": desk.models[1]}],
                "stop_rules": {"max_iterations": 2, "max_budget_usd": 7},
            },
        )
    )
    now = await read(desk, made)
    assert [(each["model_name"], each["active"]) for each in now["targets"]] == [
        ("gpt-4o", True),
        ("gpt-4o-mini", False),
    ]
    assert float(now["balance"]["limit_usd"]) == 7

    second = granted(await start(desk, made), 201)

    assert (second["number"], second["version"]["number"]) == (2, 1)
    assert [each["model_name"] for each in second["targets"]] == ["gpt-4o"]
    assert second["previous"] == begun["id"]
    same = "SELECT array_agg(revision ORDER BY position) FROM run_cases WHERE run_id = %s"
    assert value(world.url, same, second["run"]) == value(world.url, same, begun["run"])
    lead(desk, second, "cancelled", "paused")
    error = refused(await start(desk, made), 422, "EXPERIMENT_NOT_READY")
    assert error["message"] == "Maximum iterations reached. Raise the limit to continue"


async def test_an_edit_by_hand_is_what_the_next_iteration_runs(world: World) -> None:
    desk = await a_desk(world)
    made = await draft(desk)
    begun = granted(await start(desk, made), 201)
    lead(desk, begun, "cancelled", "paused")
    prompt = (await read(desk, made))["prompt"]["id"]
    path = f"{desk.path}/prompts/{prompt}"
    now = granted(await desk.browser.get(path))
    text = "Answer the visitor of the museum in one short sentence, please: {{question}}"
    body = {
        "content": {"messages": [{"role": "user", "content": text}]},
        "revision": now["revision"],
    }
    granted(await desk.browser.patch(path, json=body))

    refused(await start(desk, made, version=9), 404, "NOT_FOUND")
    second = granted(await start(desk, made), 201)

    assert second["version"]["number"] == 2
    lead(desk, second, "cancelled", "paused")
    third = granted(await start(desk, made, version=1), 201)
    assert (third["number"], third["version"]["number"]) == (3, 1)
    listed = granted(await desk.browser.get(f"{desk.path}/experiments/{made['id']}/iterations"))
    assert [each["number"] for each in listed["items"]] == [3, 2, 1]


async def test_money_that_is_gone_and_reviews_that_wait_hold_the_next_iteration_back(
    world: World,
) -> None:
    desk = await a_desk(world)
    made = await draft(desk, stop_rules={"max_budget_usd": 2})
    begun = granted(await start(desk, made), 201)
    lead(desk, begun, "reviewing", "running")
    error = refused(await start(desk, made), 409, "WRONG_STATE")
    assert error["message"] == "A suggestion is waiting for review. Approve or reject it first"
    lead(desk, begun, "failed", "paused")
    execute(world.url, "UPDATE budgets SET settled = 2000000 WHERE scope = 'experiment'")

    error = refused(await start(desk, made), 422, "EXPERIMENT_NOT_READY")

    assert error["message"] == "Budget exceeded: $2.00 / $2.00"
