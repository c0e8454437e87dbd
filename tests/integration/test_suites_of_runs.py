"""Save as suite: what a run did becomes a recipe."""

from tests.support.answers import granted
from tests.support.finished_runs import a_run_desk
from tests.support.judging import a_judge_in, a_rubric
from tests.support.saved_suites import add_case, saved_version
from tests.support.world import World

EXACT = {"kind": "exact"}


async def test_a_run_is_saved_as_it_was(world: World) -> None:
    """The thin path of the issue: save a run as a suite."""
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    await saved_version(desk)
    run = await desk.start(
        scorers=[EXACT, {"kind": "length", "at_most": 90, "name": "brief"}],
        trials=2,
        choice={"first": 2},
        targets=[{"model": desk.models[0], "grid": {"temperature": [0, 0.5]}}],
    )
    await saved_version(desk, "Another text {{question}}")
    await add_case(desk)
    body = {"run": run["id"], "name": "Of run 1"}

    frozen = granted(await desk.browser.post(f"{desk.path}/suites/from-run", json=body), 201)
    body = {**body, "name": "Follows", "label": "latest", "newest_cases": True}
    follows = granted(await desk.browser.post(f"{desk.path}/suites/from-run", json=body), 201)

    assert frozen["recipe"]["prompts"][0]["version"] == run["plan"]["columns"][0]["version"] == 1
    assert frozen["recipe"]["dataset"]["version"] == 1
    assert frozen["recipe"]["trials"] == 2
    assert (frozen["recipe"]["choice"]["first"], frozen["cases"]) == (2, 2)
    assert [target["parameters"] for target in frozen["targets"]] == [
        {"temperature": 0},
        {"temperature": 0.5},
    ]
    assert frozen["scorer_names"] == ["exact", "brief"]
    assert frozen["problems"] == []
    assert (follows["prompts"][0]["label"], follows["prompts"][0]["resolved"]) == ("latest", 2)
    assert (follows["dataset"]["version"], follows["dataset"]["newest"]) == (None, 2)


async def test_judges_of_a_run_are_taken_over_and_pairs_are_one_judge_again(world: World) -> None:
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    await saved_version(desk)
    rubric = (await a_rubric(desk.browser, desk.path))["id"]
    judge = await a_judge_in(desk.browser, desk.path, desk.models[0], rubric)
    pairs = await a_judge_in(
        desk.browser, desk.path, desk.models[0], rubric, name="Pairs", mode="pairwise"
    )
    scorers = [{"kind": "judge", "judge": judge["id"]}, {"kind": "pairwise", "judge": pairs["id"]}]
    run = await desk.start(scorers=scorers)

    body = {"run": run["id"], "name": "Judged"}
    made = granted(await desk.browser.post(f"{desk.path}/suites/from-run", json=body), 201)

    first, second = made["recipe"]["scorers"]
    assert (first["kind"], first["judge"], first["version"]) == ("judge", judge["id"], 1)
    assert (second["kind"], second["judge"], "a" in second) == ("pairwise", pairs["id"], False)
    assert made["problems"] == []
    assert made["scorer_names"] == [scorer["name"] for scorer in (await desk.read(run))["scorers"]]
