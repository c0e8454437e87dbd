"""Experiments over the API: drafts and plans, what is refused and in which words, and what a start makes."""

import asyncio
from typing import Any

from edison.domain.experiments.experiment_states import ExperimentState
from tests.support.answers import granted, refused
from tests.support.drafted_experiments import a_desk, draft, edit, lead, read, start
from tests.support.experiment_plans import criteria_body
from tests.support.judging import a_judge_in, a_rubric
from tests.support.sql import execute, rows, value
from tests.support.world import World


async def test_a_draft_may_lack_everything_and_is_told_what(world: World) -> None:
    desk = await a_desk(world)

    made = granted(await desk.browser.post(f"{desk.path}/experiments", json={}), 201)

    assert (made["name"], made["state"], made["number"]) == ("Untitled experiment", "draft", 1)
    assert [(each["step"], each["message"]) for each in made["problems"]] == [
        (1, "Objective must be at least 20 characters"),
        (2, "At least 2 criteria required"),
        (3, "No prompt version found. Create a prompt first."),
        (4, "No test cases found. Upload or generate test data."),
        (5, "Select at least one model"),
        (6, "Select at least one judge"),
    ]
    assert (made["revision"], made["step"], made["locked_because"]) == (1, 1, None)
    # The project's own limits.
    assert made["plan"]["stop_rules"]["max_iterations"] == 10
    assert float(made["plan"]["stop_rules"]["max_budget_usd"]) == 100


async def test_a_template_fills_the_plan_and_brings_its_cases(world: World) -> None:
    desk = await a_desk(world)
    templates = granted(await desk.browser.get(f"{desk.path}/experiment-templates"))
    names = [template["id"] for template in templates]
    assert names == ["customer-support", "creative-writing", "data-extraction", "code-generation"]

    for template in [*templates, templates[0]]:
        body = {"template": template["id"]}
        made = granted(await desk.browser.post(f"{desk.path}/experiments", json=body), 201)
        assert made["name"] == template["name"]
        assert made["plan"]["goal"] == template["goal"]
        assert made["plan"]["content"] == template["content"]
        assert (made["dataset"]["cases"], len(template["cases"])) == (20, 20)
        assert [each["step"] for each in made["problems"]] == [5, 6]
    # The same template again has cases of its own.
    datasets = rows(
        world.url, "SELECT name FROM datasets WHERE name LIKE 'Customer support%' ORDER BY 1"
    )
    assert [name for (name,) in datasets] == ["Customer support cases", "Customer support cases 2"]
    missing = await desk.browser.post(f"{desk.path}/experiments", json={"template": "poems"})
    assert refused(missing, 400, "BAD_REQUEST")["path"] == "template"


async def test_an_edit_changes_what_is_given_and_names_the_revision_it_was_made_on(
    world: World,
) -> None:
    desk = await a_desk(world)
    made = await draft(desk)

    changed = granted(
        await edit(
            desk,
            made,
            name="Guide",
            step=3,
            plan={"goal": "x" * 30, "stop_rules": {"max_iterations": 4}},
        )
    )

    assert (changed["name"], changed["step"], changed["revision"]) == ("Guide", 3, 2)
    assert changed["plan"]["goal"] == "x" * 30
    assert changed["plan"]["stop_rules"]["max_iterations"] == 4
    # What was not given stays, inside of stop_rules too.
    assert changed["plan"]["stop_rules"]["convergence_window"] == 3
    assert changed["plan"]["criteria"] == made["plan"]["criteria"]
    conflict = refused(await edit(desk, made, name="Mine"), 409, "EDIT_CONFLICT")
    assert conflict["details"]["revision"] == 2
    assert (await read(desk, made))["name"] == "Guide"
    foreign = await edit(desk, changed, plan={"dataset": made["id"]})
    assert refused(foreign, 400, "BAD_REQUEST")["path"] == "plan.dataset"
    told = rows(
        world.url, "SELECT type, data ->> 'name' FROM events WHERE type LIKE 'experiment.%%'"
    )
    assert told == [("experiment.created", "Museum"), ("experiment.changed", "Guide")]
    written = "SELECT action FROM audit_log WHERE entity_type = 'experiment' ORDER BY number"
    assert rows(world.url, written) == [("experiment.created",), ("experiment.changed",)]


async def test_a_prompt_that_is_to_be_improved_brings_its_text(world: World) -> None:
    long = "Answer the question of a visitor in one sentence: {{question}}"
    desk = await a_desk(world, content=long)
    made = await draft(desk, content={}, prompt={"id": desk.prompt})

    assert made["plan"]["content"]["messages"][0]["content"] == long
    assert (made["prompt"]["id"], made["plan"]["prompt_name"]) == (desk.prompt, "Greeter")
    begun = granted(await start(desk, made), 201)

    assert begun["version"]["number"] == 1
    assert value(world.url, "SELECT count(*) FROM prompts") == 1


async def test_a_start_makes_what_is_missing_and_freezes_the_plan(world: World) -> None:
    desk = await a_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    other = {"model": desk.models[1], "parameters": {"temperature": 0.5}}
    made = await draft(
        desk,
        holdout_share=0.3,
        targets=[{"model": desk.models[0]}, other],
        judges=[{"model": desk.models[1]}],
        pairwise={"enabled": True, "model": desk.models[1]},
    )
    assert made["problems"] == []

    begun = granted(await start(desk, made), 201)

    assert (begun["number"], begun["state"], begun["version"]["number"]) == (1, "pending", 1)
    assert [target["total"] for target in begun["targets"]] == [7, 7]
    assert begun["judging"] == {"done": 0, "total": 14}
    assert [stage["state"] for stage in begun["stages"]] == ["running", *["waiting"] * 5]
    now = await read(desk, made)
    assert (now["state"], now["iterations"], now["locked_because"]) == (
        "running",
        1,
        "Cannot update running experiment",
    )
    assert now["dataset"] == {**now["dataset"], "cases": 10, "holdout": 3}
    assert [target["model_name"] for target in now["targets"]] == ["gpt-4o-mini", "gpt-4o"]
    assert float(now["balance"]["limit_usd"]) == 100
    plan = now["plan"]
    rubric = granted(await desk.browser.get(f"{desk.path}/rubrics/{plan['rubric']['id']}"))
    assert (rubric["name"], rubric["version"]) == ("Museum rubric", plan["rubric"]["version"])
    assert [each["name"] for each in rubric["criteria"]] == ["Accuracy", "Clarity"]
    judge = granted(await desk.browser.get(f"{desk.path}/judges/{plan['judges'][0]['judge']}"))
    assert (judge["mode"], judge["goal"]) == ("pointwise", plan["goal"])
    assert judge["parameters"] == {"temperature": 0.3, "seed": 42}
    run = granted(await desk.browser.get(f"{desk.path}/runs/{begun['run']}"))
    assert run["trigger"] == "experiment"
    assert run["plan"]["choice"]["split"] == "train"
    kinds = [scorer["kind"] for scorer in run["scorers"]]
    assert kinds == ["judge", "pairwise", "pii", "jailbreak", "toxicity"]
    prompt = granted(await desk.browser.get(f"{desk.path}/prompts/{now['prompt']['id']}"))
    assert (prompt["name"], prompt["latest"]) == ("Museum guide", 1)


async def test_every_reason_against_a_start_is_told_at_once_and_nothing_is_made(
    world: World,
) -> None:
    desk = await a_desk(world)
    made = granted(await desk.browser.post(f"{desk.path}/experiments", json={}), 201)

    error = refused(await start(desk, made), 422, "EXPERIMENT_NOT_READY")

    assert [problem["message"] for problem in error["details"]["problems"]] == [
        "Objective must be at least 20 characters",
        "At least 2 criteria required",
        "No prompt version found. Create a prompt first.",
        "No test cases found. Upload or generate test data.",
        "No active model configs. Add at least one model.",
        "No active judge configs. Add at least one judge.",
    ]
    assert error["message"].startswith("Objective must be at least 20 characters; At least 2")
    assert (await read(desk, made))["state"] == "draft"
    assert value(world.url, "SELECT count(*) FROM rubrics") == 0


async def test_what_a_plan_refers_to_is_looked_up_before_the_start(world: World) -> None:
    desk = await a_desk(world, models=("gpt-4o-mini", "a-model-nobody-prices"))
    empty = granted(
        await desk.browser.post(f"{desk.path}/datasets", json={"name": "Nothing in it"}), 201
    )
    rubric = await a_rubric(desk.browser, desk.path)
    judge = await a_judge_in(desk.browser, desk.path, desk.models[0], rubric["id"])
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({"dataset": empty["id"]}, ["No test cases found. Upload or generate test data."]),
        (
            {"content": {"messages": [{"role": "user", "content": "Say {{name}}: " + "x" * 50}]}},
            ["{{name}} of the prompt is not a column of Questions"],
        ),
        (
            {"targets": [{"model": desk.models[1]}]},
            ["a-model-nobody-prices has no price. Set a price in the catalog, or mark it as free"],
        ),
        ({"targets": [{"model": made_up()}]}, ["This model is not in the catalog"]),
        (
            {"judges": [{"judge": judge["id"]}]},
            [
                "Strict uses Quality v1, which is not this experiment's rubric: copy its criteria, "
                "or choose its model as a new judge"
            ],
        ),
        (
            {"safety": {"moderation": True}},
            [
                "Content moderation needs a moderation model in the catalog, such as omni-moderation-latest: "
                "add one, or turn moderation off"
            ],
        ),
        ({"stop_rules": {"max_budget_usd": 0}}, ["Budget must be at least $0.01"]),
    ]  # fmt: skip
    for changes, messages in cases:
        error = refused(
            await start(desk, await draft(desk, **changes)), 422, "EXPERIMENT_NOT_READY"
        )
        assert [problem["message"] for problem in error["details"]["problems"]] == messages
    execute(world.url, "UPDATE credentials SET status = 'invalid'")
    error = refused(await start(desk, await draft(desk)), 422, "EXPERIMENT_NOT_READY")
    assert {problem["step"] for problem in error["details"]["problems"]} == {5, 6, 7}
    assert "is invalid" in error["message"]


async def test_a_judge_that_goes_by_the_same_rubric_is_taken_as_it_is(world: World) -> None:
    desk = await a_desk(world)
    criteria = criteria_body()
    rubric = await a_rubric(desk.browser, desk.path, criteria=criteria)
    judge = await a_judge_in(desk.browser, desk.path, desk.models[0], rubric["id"])
    made = await draft(desk, judges=[{"judge": judge["id"]}], criteria=criteria)

    granted(await start(desk, made), 201)

    plan = (await read(desk, made))["plan"]
    assert plan["rubric"] == {"id": rubric["id"], "version": 1}
    assert [(each["judge"], each["version"]) for each in plan["judges"]] == [(judge["id"], 1)]
    assert value(world.url, "SELECT count(*) FROM rubrics") == 1


async def test_of_many_who_start_at_once_one_wins(world: World) -> None:
    desk = await a_desk(world)
    made = await draft(desk)

    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(start(desk, made)) for _ in range(5)]
    answers = [task.result() for task in asked]

    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]
    lost = next(answer for answer in answers if answer.status_code == 409)
    message = refused(lost, 409, "ALREADY_RUNNING")["message"]
    assert message == "Experiment is already running. Wait for it to complete."
    for table in ("iterations", "runs", "rubrics", "judges"):
        assert value(world.url, f"SELECT count(*) FROM {table}") == 1, table


async def test_a_running_experiment_is_neither_edited_nor_deleted(world: World) -> None:
    desk = await a_desk(world)
    made = await draft(desk)
    begun = granted(await start(desk, made), 201)
    now = await read(desk, made)
    path = f"{desk.path}/experiments/{made['id']}"

    error = refused(await edit(desk, now, name="Other"), 409, "WRONG_STATE")
    assert error["message"] == "Cannot update running experiment"
    error = refused(await desk.browser.delete(path), 409, "WRONG_STATE")
    assert error["message"] == "Cannot delete running experiment. Pause it first."
    editor = await world.member(desk.owner, desk.slug, "EDITOR")
    refused(await editor.browser.delete(path), 403, "FORBIDDEN")

    lead(desk, begun, "cancelled", "paused")
    granted(await desk.browser.delete(path), 204)

    assert (await read(desk, made))["state"] == str(ExperimentState.ARCHIVED)
    assert granted(await desk.browser.get(f"{desk.path}/experiments"))["total"] == 0
    archived = granted(await desk.browser.get(f"{desk.path}/experiments?state=archived"))
    assert [each["id"] for each in archived["items"]] == [made["id"]]
    assert refused(await edit(desk, now, name="Other"), 409, "WRONG_STATE")
    assert refused(await start(desk, made), 409, "WRONG_STATE")
    actions = rows(
        world.url, "SELECT action FROM audit_log WHERE entity_type = 'experiment' ORDER BY number"
    )
    assert [action for (action,) in actions] == [
        "experiment.created",
        "experiment.started",
        "experiment.deleted",
    ]


async def test_lists_come_in_pages_and_say_how_many_there_are(world: World) -> None:
    desk = await a_desk(world)
    made = [await draft(desk, name=f"Number {n}") for n in range(25)]
    await draft(desk, name="50% off")
    granted(await start(desk, made[3]), 201)

    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        query = {"search": "number", **cursor}
        page = granted(await desk.browser.get(f"{desk.path}/experiments", params=query))
        assert page["total"] == 25
        seen += [each["name"] for each in page["items"]]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}
    # The latest change first.
    assert seen[0] == "Number 3"
    assert sorted(seen) == sorted(f"Number {n}" for n in range(25))
    running = granted(await desk.browser.get(f"{desk.path}/experiments?state=running"))
    assert [(each["name"], each["iterations"]) for each in running["items"]] == [("Number 3", 1)]
    odd = granted(await desk.browser.get(f"{desk.path}/experiments", params={"search": "50%"}))
    assert [each["name"] for each in odd["items"]] == ["50% off"]
    refused(await desk.browser.get(f"{desk.path}/experiments?cursor=x"), 400, "BAD_REQUEST")


def made_up() -> str:
    return "01890000-0000-7000-8000-00000000000f"
