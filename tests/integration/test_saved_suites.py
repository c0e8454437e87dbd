"""Suites over the API: what is saved, shown, changed, refused and put away."""

from typing import Any
from uuid import uuid4

from tests.support.answers import all_items, granted, refused
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.judging import a_judge_in, a_rubric
from tests.support.people import make_token
from tests.support.saved_suites import add_case, change, read, recipe_body, save, saved_version
from tests.support.sql import execute, rows
from tests.support.world import World

EXACT = {"kind": "exact"}


async def test_a_suite_is_shown_with_names_and_with_what_would_run_now(world: World) -> None:
    """PSM-PROMPT, PSM-BUDGET-1: a dollar a day if nobody says otherwise."""
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    await saved_version(desk)

    made = await save(desk, scorers=[EXACT], trials=2, thresholds={"score": 0.8})

    seen = await read(desk, made)
    assert seen == made
    assert (seen["name"], seen["state"], seen["revision"]) == ("Nightly", "active", 1)
    assert float(seen["daily_limit_usd"]) == 1.0
    assert float(seen["spent_today_usd"]) == 0
    [prompt] = seen["recipe"]["prompts"]
    assert (prompt["prompt"], prompt["version"], prompt["label"]) == (desk.prompt, None, None)
    assert (prompt["prompt_name"], prompt["resolved"]) == (await name_of(desk, "prompts"), 1)
    dataset = seen["recipe"]["dataset"]
    assert (dataset["name"], dataset["version"], dataset["newest"]) == (
        await name_of(desk, "datasets"),
        None,
        1,
    )
    assert [target["model_name"] for target in seen["targets"]] == ["gpt-4o-mini", "gpt-4o"]
    assert (seen["recipe"]["trials"], seen["recipe"]["reuse"]) == (2, False)
    assert seen["recipe"]["thresholds"]["score"] == 0.8
    assert (seen["scorer_names"], seen["cases"], seen["problems"]) == (["exact"], 3, [])
    assert (seen["executions"], seen["last"], seen["recent"], seen["monitors"]) == (0, None, [], 0)


async def test_a_label_and_the_newest_cases_are_followed_without_a_change(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    await label(desk, "production", 1)
    made = await save(desk, prompts=[{"prompt": desk.prompt, "label": "production"}])
    assert made["prompts"][0]["resolved"] == 1

    await saved_version(desk, "Answer briefly: {{question}}")
    await label(desk, "production", 2)
    await add_case(desk)
    seen = await read(desk, made)

    assert seen["prompts"][0]["resolved"] == 2
    assert (seen["dataset"]["newest"], seen["cases"]) == (2, 4)
    assert seen["revision"] == made["revision"]


async def test_every_reason_against_a_recipe_is_told_at_once(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    recipe = recipe_body(
        desk.order(),
        prompts=[{"prompt": desk.prompt, "version": 9}, {"prompt": str(uuid4())}],
        targets=[{"model": str(uuid4())}],
        trials=99,
        scorers=[{"kind": "no such"}],
        thresholds={"cost_usd": 1},
        fallback={"model": str(uuid4())},
        timeout_s=1e9,
    )

    error = refused(
        await desk.browser.post(f"{desk.path}/suites", json={"name": "Bad", "recipe": recipe}),
        422,
        "SUITE_NOT_READY",
    )

    found = {(each["code"], each["field"]) for each in error["details"]["problems"]}
    assert {
        ("no_version", "versions.0"),
        ("no_version", "versions.1"),
        ("no_such_model", "targets.0"),
        ("no_such_model", "fallback"),
        ("bad_trials", "trials"),
        ("bad_timeout", "timeout_s"),
    } <= found
    assert any(code == "bad_scorer" for code, _ in found)
    assert granted(await desk.browser.get(f"{desk.path}/suites"))["total"] == 0


async def test_a_threshold_names_a_scorer_of_the_suite_and_needs_one(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    by_scorer = {"scorers": [{"scorer": "tone", "mean": 0.5}]}

    for recipe, words in (
        (
            recipe_body(desk.order(), scorers=[EXACT], thresholds=by_scorer),
            "The scorer tone does not exist. Scorers: exact",
        ),
        (recipe_body(desk.order(), thresholds={"pass_rate": 0.5}), "has no scorer"),
    ):
        answer = await desk.browser.post(
            f"{desk.path}/suites", json={"name": "Bad", "recipe": recipe}
        )
        assert words in refused(answer, 422, "SUITE_NOT_READY")["message"]


async def test_what_may_come_right_by_itself_is_saved_and_shown(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    made = await save(desk)
    execute(
        world.url,
        f"UPDATE credentials SET status = 'invalid' WHERE project_id = '{desk.project}'",
    )

    seen = await read(desk, made)
    again = await save(desk, "Another")

    assert [each["code"] for each in seen["problems"]] == ["credential_not_ready"]
    assert [each["code"] for each in again["problems"]] == ["credential_not_ready"]


async def test_an_edit_names_the_revision_it_was_made_on(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    made = await save(desk)

    changed = await change(
        desk, made, name=" Each night ", daily_limit_usd=None, description="Watches production"
    )

    assert (changed["name"], changed["revision"]) == ("Each night", 2)
    assert changed["daily_limit_usd"] is None
    assert changed["recipe"] == made["recipe"]
    path = f"{desk.path}/suites/{made['id']}"
    late = await desk.browser.patch(path, json={"revision": 1, "name": "Mine"})
    assert refused(late, 409, "EDIT_CONFLICT")["details"]["revision"] == 2
    recipe = recipe_body(desk.order(), trials=3)
    third = await change(desk, changed, recipe=recipe)
    assert (third["recipe"]["trials"], third["revision"]) == (3, 3)
    assert third["daily_limit_usd"] is None, "what is left out stays"
    same = await change(desk, third, name="Each night")
    assert same["revision"] == 3, "nothing changed"
    cents = await desk.browser.patch(path, json={"revision": 3, "daily_limit_usd": "0.001"})
    assert refused(cents, 400, "BAD_REQUEST")["path"] == "daily_limit_usd"


async def test_each_change_is_told_and_recorded(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    made = await save(desk)
    await change(desk, made, daily_limit_usd="2.50")

    events = rows(
        world.url,
        "SELECT type, data FROM events WHERE topic = %s AND type LIKE 'suite.%%' ORDER BY number",
        f"project:{desk.project}",
    )
    assert [(kind, data["name"], data["changed"]) for kind, data in events] == [
        ("suite.created", "Nightly", ["name"]),
        ("suite.changed", "Nightly", ["daily_limit_usd"]),
    ]
    audit = granted(await desk.browser.get(f"{desk.path}/audit", params={"limit": 2}))["items"]
    assert audit[0]["action"] == "suite.changed"
    assert audit[0]["changes"]["daily_limit_usd"] == {"old": "1", "new": "2.5"}


async def test_names_are_taken_whatever_their_letters_case(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    made, other = await save(desk), await save(desk, "Weekly")

    body = {"name": "NIGHTLY", "recipe": recipe_body(desk.order())}
    again = await desk.browser.post(f"{desk.path}/suites", json=body)
    renamed = await desk.browser.patch(
        f"{desk.path}/suites/{other['id']}", json={"revision": 1, "name": "nightly"}
    )
    upper = await change(desk, made, name="NIGHTLY")

    assert refused(again, 409, "DUPLICATE_NAME")["path"] == "name"
    assert refused(renamed, 409, "DUPLICATE_NAME")["path"] == "name"
    assert upper["name"] == "NIGHTLY"


async def test_lists_filter_by_prompt_state_and_text_and_page(world: World) -> None:
    """PSM-TREND-3: by the prompt."""
    desk = await a_run_desk(world)
    await saved_version(desk)
    for number in range(5):
        await save(desk, f"Suite {number}")
    other = await another_prompt(desk)
    special = await save(desk, "Special 100%", prompts=[{"prompt": desk.prompt}, {"prompt": other}])
    path = f"{desk.path}/suites"
    await desk.browser.post(f"{path}/{special['id']}/archive")

    first = granted(await desk.browser.get(path, params={"limit": 2}))
    every = await all_items(desk.browser, path, limit=2)
    archived = granted(await desk.browser.get(path, params={"state": "archived"}))
    both = {"prompt": other, "state": ["active", "archived"]}
    of_prompt = granted(await desk.browser.get(path, params=both))
    found = granted(await desk.browser.get(path, params={"search": "e 3"}))
    percent = granted(await desk.browser.get(path, params={"search": "%"}))

    assert (first["total"], len(first["items"])) == (5, 2)
    assert [item["name"] for item in every] == [f"Suite {number}" for number in (4, 3, 2, 1, 0)]
    assert [item["name"] for item in archived["items"]] == ["Special 100%"]
    assert [item["id"] for item in of_prompt["items"]] == [special["id"]]
    assert [item["name"] for item in found["items"]] == ["Suite 3"]
    assert percent["items"] == [], "a sign is a sign, and archived ones are not asked for"


async def test_archived_ones_are_restored_and_not_edited(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    made = await save(desk)
    path = f"{desk.path}/suites/{made['id']}"

    archived = granted(await desk.browser.post(f"{path}/archive"))
    edit = await desk.browser.patch(path, json={"revision": 1, "name": "New"})
    restored = granted(await desk.browser.post(f"{path}/restore"))
    again = await desk.browser.post(f"{path}/restore")

    assert archived["state"] == "archived"
    assert "archived" in refused(edit, 409, "WRONG_STATE")["message"]
    assert restored["state"] == "active"
    refused(again, 409, "WRONG_STATE")


async def test_only_what_was_never_executed_is_deleted(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    made, executed = await save(desk), await save(desk, "Executed")
    run = await desk.start()
    execute(
        world.url,
        "INSERT INTO executions (id, project_id, suite_id, number, trigger, state, run_id, changes,"
        " created_by_label, created_at)"
        f" VALUES ('{uuid4()}', '{desk.project}', '{executed['id']}', 1, 'manual', 'running',"
        f" '{run['id']}', '[]', 'Someone', now())",
    )

    path = f"{desk.path}/suites"
    gone = await desk.browser.delete(f"{path}/{made['id']}")
    kept = await desk.browser.delete(f"{path}/{executed['id']}")

    assert gone.status_code == 204
    refused(await desk.browser.get(f"{path}/{made['id']}"), 404, "NOT_FOUND")
    assert "has executions" in refused(kept, 409, "WRONG_STATE")["message"]
    seen = await read(desk, executed)
    assert (seen["executions"], seen["last"]["state"], seen["last"]["run"]) == (
        1,
        "running",
        run["id"],
    )


async def test_the_recent_scores_leave_out_what_another_model_did_once(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    made = await save(desk)
    for number, score in enumerate((0.9, 0.8, 0.1), 1):
        run = await desk.start()
        override = "'{}'" if number == 3 else "NULL"
        execution = uuid4()
        execute(
            world.url,
            "INSERT INTO executions (id, project_id, suite_id, number, trigger, state, run_id, changes,"
            " override, created_by_label, created_at, finished_at)"
            f" VALUES ('{execution}', '{desk.project}', '{made['id']}', {number}, 'manual', 'completed',"
            f" '{run['id']}', '[]', {override}, 'Someone', now(), now())",
            "INSERT INTO points (execution_id, target, project_id, suite_id, run_id, number, at,"
            " target_key, label, score, n_cases, answered, failed, cost_micro, judge_cost_micro, changes, healthy)"
            f" VALUES ('{execution}', -1, '{desk.project}', '{made['id']}', '{run['id']}', {number},"
            f" now(), 'all', 'All targets', {score}, 3, 3, 0, 0, 0, '[]', true)",
        )

    seen = await read(desk, made)

    assert seen["recent"] == [0.9, 0.8]
    assert (seen["executions"], seen["last"]["number"], seen["last"]["override"]) == (3, 3, True)
    assert seen["last"]["score"] == 0.1


async def test_a_copy_has_the_same_recipe_and_a_name_of_its_own(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    made = await save(desk, scorers=[EXACT])
    path = f"{desk.path}/suites/{made['id']}/duplicate"

    copies = [granted(await desk.browser.post(path, json={}), 201) for _ in range(2)]
    named = granted(await desk.browser.post(path, json={"name": "Mine"}), 201)

    assert [copy["name"] for copy in copies] == ["Nightly copy", "Nightly copy 2"]
    assert named["name"] == "Mine"
    assert all(copy["recipe"] == made["recipe"] for copy in (*copies, named))


async def test_nothing_of_another_project_becomes_part_of_a_suite(world: World) -> None:
    mine, theirs = await a_run_desk(world), await a_run_desk(world)
    await saved_version(mine)
    await saved_version(theirs)
    rubric = (await a_rubric(theirs.browser, theirs.path))["id"]
    judge = await a_judge_in(theirs.browser, theirs.path, theirs.models[0], rubric)
    foreign = {
        "prompts": [{"prompt": theirs.prompt}],
        "targets": [{"model": theirs.models[0]}],
        "dataset": {"id": theirs.dataset.id},
        "scorers": [{"kind": "judge", "judge": judge["id"]}],
        "fallback": {"model": theirs.models[0]},
    }
    run = await theirs.start()

    for part, value in foreign.items():
        recipe = recipe_body(mine.order(), **{part: value})
        answer = await mine.browser.post(
            f"{mine.path}/suites", json={"name": f"With {part}", "recipe": recipe}
        )
        refused(answer, 422, "SUITE_NOT_READY")
    body = {"run": run["id"], "name": "Theirs"}
    refused(await mine.browser.post(f"{mine.path}/suites/from-run", json=body), 404, "NOT_FOUND")


async def test_a_viewer_reads_and_an_editors_token_saves(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    made = await make_token(desk.owner, desk.slug)
    machine = world.client(authorization=f"Bearer {made['secret']}")
    body = {"name": "By a machine", "recipe": recipe_body(desk.order())}

    saved = granted(await machine.post(f"{desk.path}/suites", json=body), 201)

    assert saved["created_by"] == made["token"]["name"]


async def label(desk: RunDesk, name: str, number: int) -> None:
    path = f"{desk.path}/prompts/{desk.prompt}/labels/{name}"
    granted(await desk.browser.put(path, json={"number": number}))


async def another_prompt(desk: RunDesk) -> str:
    content = {"messages": [{"role": "user", "content": "Say {{question}}"}]}
    body = {"name": "Another", "content": content}
    made: dict[str, Any] = granted(await desk.browser.post(f"{desk.path}/prompts", json=body), 201)
    granted(await desk.browser.post(f"{desk.path}/prompts/{made['id']}/versions", json={}), 201)
    return made["id"]


async def name_of(desk: RunDesk, what: str) -> str:
    own = desk.prompt if what == "prompts" else desk.dataset.id
    return granted(await desk.browser.get(f"{desk.path}/{what}/{own}"))["name"]
