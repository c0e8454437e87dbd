"""Suites as files over the API: out, in again, in another project, and everything that is wrong at once."""

from typing import Any

import yaml

from tests.support.answers import granted, refused
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.judging import a_judge_in, a_rubric
from tests.support.saved_suites import read, save, saved_version
from tests.support.world import World


async def exported(desk: RunDesk, suite: dict[str, Any]) -> str:
    answer = await desk.browser.get(f"{desk.path}/suites/{suite['id']}/file")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/yaml")
    assert answer.headers["content-disposition"] == 'attachment; filename="nightly.yaml"'
    return answer.text


async def imported(desk: RunDesk, text: str, *, dry_run: bool = False) -> dict[str, Any]:
    body = {"text": text, "dry_run": dry_run}
    return granted(await desk.browser.post(f"{desk.path}/suites/file", json=body))


async def a_judged_suite(desk: RunDesk) -> dict[str, Any]:
    await saved_version(desk)
    rubric = (await a_rubric(desk.browser, desk.path))["id"]
    judge = await a_judge_in(desk.browser, desk.path, desk.models[0], rubric)
    return await save(
        desk,
        scorers=[{"kind": "exact"}, {"kind": "judge", "judge": judge["id"]}],
        targets=[{"model": desk.models[0], "parameters": {"temperature": 0.2}}],
        thresholds={"score": 0.7, "scorers": [{"scorer": "exact", "mean": 0.5}]},
        choice={"first": 2},
    )


async def test_a_file_goes_out_and_in_and_changes_nothing(world: World) -> None:
    desk = await a_run_desk(world)
    made = await a_judged_suite(desk)
    text = await exported(desk, made)

    again = await imported(desk, text)

    assert (again["created"], again["changed"], again["problems"]) == (False, [], [])
    assert again["suite"] == await read(desk, made) == made


async def test_a_file_changes_the_suite_of_its_name_or_makes_one(world: World) -> None:
    desk = await a_run_desk(world)
    made = await a_judged_suite(desk)
    document = yaml.safe_load(await exported(desk, made))
    document |= {"name": "NIGHTLY", "trials": 3, "daily_limit_usd": None}
    text = yaml.safe_dump(document)

    looked = await imported(desk, text, dry_run=True)
    before = await read(desk, made)
    changed = await imported(desk, text)
    new = await imported(desk, yaml.safe_dump({**document, "name": "Weekly"}))

    assert looked["changed"] == changed["changed"] == ["daily_limit_usd", "name", "trials"]
    assert before == made, "a dry run changes nothing"
    assert (changed["suite"]["id"], changed["suite"]["revision"]) == (made["id"], 2)
    assert (changed["suite"]["name"], changed["suite"]["recipe"]["trials"]) == ("NIGHTLY", 3)
    assert changed["suite"]["daily_limit_usd"] is None
    assert (new["created"], new["suite"]["name"]) == (True, "Weekly")
    assert new["suite"]["recipe"] == changed["suite"]["recipe"]


async def test_a_dry_run_lists_every_problem_with_its_line(world: World) -> None:
    desk = await a_run_desk(world)
    await saved_version(desk)
    text = (
        "name: Bad\n"
        "prompt: {name: Nobody}\n"
        "dataset: {name: Nothing}\n"
        "targets:\n"
        "  - model: gpt-99\n"
        "scorers:\n"
        "  - {kind: judge, judge: Nobody}\n"
        "  - {kind: grader, prompt: Nobody, model: gpt-98}\n"
        "fallback: {model: gpt-97}\n"
    )

    found = await imported(desk, text, dry_run=True)
    real = await desk.browser.post(f"{desk.path}/suites/file", json={"text": text})

    lines = {(each["where"], each["line"]) for each in found["problems"]}
    assert lines == {
        ("prompt.name", 2),
        ("dataset.name", 3),
        ("targets[0].model", 5),
        ("scorers[0].judge", 7),
        ("scorers[1].prompt", 8),
        ("scorers[1].model", 8),
        ("fallback.model", 9),
    }
    assert (found["suite"], found["created"]) == (None, False)
    error = refused(real, 422, "SUITE_NOT_READY")
    assert error["details"]["problems"] == found["problems"]
    assert granted(await desk.browser.get(f"{desk.path}/suites"))["total"] == 0


async def test_what_the_recipe_lacks_is_told_at_its_place(world: World) -> None:
    desk = await a_run_desk(world)
    made = await a_judged_suite(desk)
    document = yaml.safe_load(await exported(desk, made))
    document["prompt"] = {"name": document["prompt"]["name"], "version": 7}
    document["targets"][0]["parameters"] = {"temperature": 9}
    document["name"] = "Other"

    found = await imported(desk, yaml.safe_dump(document), dry_run=True)

    assert {each["where"] for each in found["problems"]} == {
        "prompt",
        "targets[0].parameters.temperature",
    }


async def test_no_yaml_and_texts_in_the_file_are_refused_in_words(world: World) -> None:
    desk = await a_run_desk(world)
    inline = "name: A\nprompt: {name: P, text: Hello}\ntargets: [{model: gpt-4o-mini}]\n"

    broken = await imported(desk, "name: [", dry_run=True)
    written = await imported(desk, inline, dry_run=True)
    misspelled = await imported(desk, "nome: A\n", dry_run=True)

    assert broken["problems"][0]["message"].startswith("Not valid YAML")
    assert "edison run --save" in written["problems"][0]["message"]
    assert {each["where"] for each in misspelled["problems"]} >= {"name", "targets", "nome"}


async def test_an_archived_suite_is_not_changed_by_a_file(world: World) -> None:
    desk = await a_run_desk(world)
    made = await a_judged_suite(desk)
    text = await exported(desk, made)
    granted(await desk.browser.post(f"{desk.path}/suites/{made['id']}/archive"))

    found = await imported(desk, text, dry_run=True)

    assert [each["where"] for each in found["problems"]] == ["name"]
    assert "is archived" in found["problems"][0]["message"]


async def test_a_file_names_what_is_called_the_same_in_another_project(world: World) -> None:
    mine, theirs = await a_run_desk(world), await a_run_desk(world)
    made = await a_judged_suite(mine)
    text = await exported(mine, made)
    await a_judged_suite(theirs)

    found = await imported(theirs, text.replace("name: Nightly", "name: From elsewhere"))

    assert found["created"] is True
    recipe = found["suite"]["recipe"]
    assert recipe["prompts"][0]["prompt"] == theirs.prompt
    assert recipe["targets"][0]["model"] == theirs.models[0]
    assert mine.prompt != theirs.prompt
