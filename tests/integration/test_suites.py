"""`edison run suite.yaml`: from the file to the exit code, through a real server, worker and simulator."""

import asyncio
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.support.answers import all_items, granted
from tests.support.commands import Command
from tests.support.gateway import Gateway, a_gateway_of_its_own
from tests.support.judging import a_judge_in, a_rubric
from tests.support.people import make_token
from tests.support.postgres import TestServer
from tests.support.suites import SuiteDesk, a_suite, a_suite_desk, documented_example

pytestmark = pytest.mark.asyncio(loop_scope="module")

NewDesk = Callable[[], Awaitable[SuiteDesk]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[tuple[Gateway, str]]:
    async with (
        a_gateway_of_its_own(postgres, tmp_path_factory.mktemp("worker")) as gateway,
        gateway.world.served() as address,
    ):
        yield gateway, address


@pytest_asyncio.fixture(loop_scope="module")
async def desk(served: tuple[Gateway, str], tmp_path: Path) -> AsyncGenerator[SuiteDesk]:
    gateway, address = served
    await gateway.sim.reset()
    yield await a_suite_desk(await gateway.bench(), address, tmp_path)
    await gateway.sim.reset()


async def test_the_example_of_the_documentation_runs(desk: SuiteDesk) -> None:
    """PSM-MODEL-2: several models, and the run shows which."""
    done = await desk.run(documented_example())

    assert done.code == 0, done.err
    head, *lines = done.out.splitlines()
    assert head.split()[:7] == ["target", "answered", "failed", "malformed", "cost", "p50", "p95"]
    targets = [line.split()[0] for line in lines[:3]]
    assert targets == ["sim-small", "sim-large", "sim-large"]
    assert "temperature=0.7" in lines[2]
    assert all(" 6/6 " in line for line in lines[:3])
    assert [line for line in done.out.splitlines() if len(line) > 100] == []
    reached = [line for line in lines if line.startswith("reached")]
    assert len(reached) == 9
    assert lines[-1] == "PASS  9 thresholds reached"
    assert "18 cells, 18 calls" in done.err
    assert f"{desk.server}/projects/{desk.bench.project['slug']}/runs/" in done.err
    assert "\r" not in done.err, "no progress bar without a terminal"


async def test_the_same_suite_again_makes_no_new_versions(desk: SuiteDesk) -> None:
    first = await desk.told(a_suite())
    second = await desk.told(a_suite())

    assert (first["verdict"], second["verdict"]) == ("ok", "ok")
    assert (await desk.prompt("Adder"))["latest"] == 1
    assert (await desk.dataset("Sums"))["version"] == first["run"]["dataset_version"] == 1
    assert second["run"]["number"] == first["run"]["number"] + 1
    assert second["run"]["prompt_version"] == 1


async def test_what_changed_in_the_file_becomes_a_version_and_the_rest_stays(
    desk: SuiteDesk,
) -> None:
    await desk.told(a_suite())
    before = await desk.cases("Sums")
    changed = a_suite(prompt={"name": "Adder", "text": "Just the number. {{question}}"})
    changed["dataset"]["cases"][1]["expected"] = "two"

    document = await desk.told(changed)

    after = await desk.cases("Sums")
    assert document["run"]["prompt_version"] == (await desk.prompt("Adder"))["latest"] == 2
    assert document["run"]["cases"] == len(after) == 4
    same = {case["id"] for case in before} & {case["id"] for case in after}
    assert len(same) == 3, "a case that says the same is the same"
    assert {case["expected"] for case in after} == {"1", "two", "3", "4"}


async def test_the_draft_of_a_person_is_kept(desk: SuiteDesk) -> None:
    await desk.told(a_suite())
    prompt = await desk.prompt("Adder")
    path = f"{desk.bench.path}/prompts/{prompt['id']}"
    now = granted(await desk.bench.browser.get(path))
    draft = {"messages": [{"role": "user", "content": "By hand {{question}}"}]}
    body = {"content": draft, "revision": now["revision"]}
    granted(await desk.bench.browser.patch(path, json=body))

    document = await desk.told(a_suite())

    assert document["verdict"] == "ok"
    kept = granted(await desk.bench.browser.get(f"{path}/versions/2"))
    assert kept["content"]["messages"][0]["content"] == "By hand {{question}}"
    assert document["run"]["prompt_version"] == 3


async def test_a_missed_threshold_is_exit_1(desk: SuiteDesk) -> None:
    suite = a_suite(
        scorers=[{"kind": "exact", "value": "never said"}, {"kind": "length", "at_least": 1}],
        thresholds=[{"scorer": "exact", "mean": 0.1}, {"scorer": "length", "pass_share": 1}],
    )

    done = await desk.run(suite)

    assert done.code == 1, done.err
    assert "MISSED   sim-small: exact mean 0.00, wanted at least 0.10" in done.out
    assert "reached  sim-small: length pass share 100%, wanted at least 100%" in done.out


async def test_too_many_errors_are_inconclusive_and_never_a_missed_threshold(
    desk: SuiteDesk,
) -> None:
    await desk.bench.sim.behave_for("sim-small", faults=[{"kind": "too_long"}])
    suite = a_suite(
        targets=[{"model": "sim-small"}, {"model": "sim-large"}],
        thresholds=[{"scorer": "length", "mean": 1}],
    )

    document = await desk.told(suite)

    assert (document["exit_code"], document["verdict"]) == (2, "inconclusive")
    assert document["doubts"][0] == "sim-small: 4 of 4 cells failed"
    assert [target["failed"] for target in document["targets"]] == [4, 0]


async def test_the_command_says_the_scores_that_the_screens_show(desk: SuiteDesk) -> None:
    """Some cases lose trials to errors: a mean over answers is not the mean over cases."""
    await desk.bench.sim.behave_for("sim-small", faults=[{"kind": "too_long", "first": 4}])
    brief = [{"kind": "length", "name": f"{most}", "at_most": most} for most in range(20, 40, 3)]
    suite = a_suite(trials=3, scorers=brief, max_error_share=0.9)

    document = await desk.told(suite)

    path = f"{desk.bench.path}/runs/{document['run']['id']}"
    shown = {
        each["metric"]["name"]: each["columns"][0]
        for each in granted(await desk.bench.browser.get(path))["figures"]
    }
    [target] = document["targets"]
    assert {name: score["mean"] for name, score in target["scores"].items()} == {
        name: column["figure"]["value"] for name, column in shown.items()
    }


async def test_a_scorer_that_cannot_work_is_inconclusive(desk: SuiteDesk) -> None:
    suite = a_suite(scorers=[{"kind": "field_match"}])
    suite["dataset"]["cases"][0]["expected"] = "{broken"

    document = await desk.told(suite)

    assert document["exit_code"] == 2
    assert "field_match had an error" in document["doubts"][0]
    allowed = await desk.told({**suite, "max_error_share": 1.0})
    assert allowed["exit_code"] == 0


async def test_a_budget_that_is_too_small_is_exit_3_and_partial_results_are_shown(
    desk: SuiteDesk,
) -> None:
    await desk.bench.priced("sim-small", input="2000", output="2000")

    done = await desk.run(a_suite(), "--budget", "0.15")

    assert done.code == 3, done.err
    assert "The run is paused" in done.err
    assert "sim-small" in done.out


async def test_a_server_that_is_not_there_or_does_not_know_us_is_exit_3(
    desk: SuiteDesk, tmp_path: Path
) -> None:
    path = desk.write(a_suite())
    nowhere = await desk.command.run("run", path, "--server", "http://localhost:9")
    stranger = await desk.command.run("run", path, "--token", "edt_nobody")
    elsewhere = await desk.command.run("run", path, "--project", "not-ours")
    no_token = await Command(tmp_path, desk.bench.world.url).run(
        "run", path, "--server", desk.server, "--project", "x"
    )

    assert [done.code for done in (nowhere, stranger, elsewhere, no_token)] == [3, 3, 3, 3]
    assert "cannot be reached" in nowhere.err
    assert "valid API token" in stranger.err
    assert "No such project" in elsewhere.err
    assert "EDISON_TOKEN" in no_token.err


async def test_a_viewer_cannot_run_and_is_told_what_to_do(desk: SuiteDesk) -> None:
    made = await make_token(desk.bench.owner, desk.bench.project["slug"], role="VIEWER")

    done = await desk.command.run("run", desk.write(a_suite()), "--token", made["secret"])

    assert done.code == 3
    assert "Ask an admin of the project" in done.err


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"nonsense": 1}, "nonsense: is not a known field"),
        (
            {"scorers": [{"kind": "sorcery"}, {"kind": "regex", "pattern": "("}]},
            "scorers[1].pattern",
        ),
        ({"prompt": {"name": "P", "text": "{{other}}"}}, "{{other}}"),
    ],
)
async def test_a_file_that_is_wrong_is_exit_64_and_nothing_is_started(
    desk: SuiteDesk, changes: dict[str, Any], words: str
) -> None:
    done = await desk.run(a_suite(**changes))

    assert done.code == 64, done.err
    assert words in done.err
    assert "line " in done.err
    assert await all_items(desk.bench.browser, f"{desk.bench.path}/runs") == []


async def test_all_names_that_are_not_there_are_told_at_once(desk: SuiteDesk) -> None:
    document = await desk.told(
        a_suite(
            prompt={"name": "Nobody's"},
            dataset={"name": "Nothing"},
            targets=[{"model": "no-such"}, {"model": "sim-small", "credential": "Other"}],
            scorers=[{"kind": "grader", "prompt": "Nobody", "model": "sim-small"}],
        )
    )

    assert document["verdict"] == "wrong_file"
    assert {problem["where"] for problem in document["problems"]} == {
        "targets[0].model",
        "targets[1].model",
        "scorers[0].prompt",
        "prompt.name",
        "dataset.name",
    }
    lines = [problem["line"] for problem in document["problems"]]
    assert lines == sorted(lines), "in the order of the file"


async def test_a_wrong_option_is_no_inconclusive_result(desk: SuiteDesk) -> None:
    assert (await desk.command.run("run", "--no-such-option")).code == 64
    assert (await desk.command.run("run", desk.write(a_suite()), "--budget", "0")).code == 64
    assert (await desk.command.run("run", "none.yaml")).code == 64


async def test_cases_from_a_file_are_imported_once_and_rows_keep_their_identity(
    desk: SuiteDesk,
) -> None:
    table = desk.folder / "data" / "cases.csv"
    table.parent.mkdir()
    table.write_text("Frage,Antwort\nWhat is 1 plus one?,2\nWhat is 2 plus one?,3\n")
    mapping = {
        "Frage": {"target": "variable", "name": "question"},
        "Antwort": {"target": "expected"},
    }
    suite = a_suite(dataset={"name": "March", "file": "data/cases.csv", "mapping": mapping})

    first, again = await desk.told(suite), await desk.told(suite)
    before = {case["expected"]: case["id"] for case in await desk.cases("March")}
    table.write_text("Frage,Antwort\nWhat is 2 plus one?,3\nWhat is 3 plus one?,4\n")
    third = await desk.told(suite)
    after = {case["expected"]: case["id"] for case in await desk.cases("March")}

    assert (first["verdict"], again["verdict"], third["verdict"]) == ("ok", "ok", "ok")
    assert first["run"]["dataset_version"] == again["run"]["dataset_version"] == 1
    assert (set(before), set(after)) == ({"2", "3"}, {"3", "4"})
    assert before["3"] == after["3"]
    assert third["run"]["cases"] == 2


async def test_bad_rows_of_a_file_are_listed_and_nothing_is_imported(desk: SuiteDesk) -> None:
    (desk.folder / "cases.csv").write_text("question,difficulty\nOne?,1\nTwo?,nine\n")
    suite = a_suite(dataset={"name": "Bad", "file": "cases.csv"})

    done = await desk.run(suite)

    assert done.code == 64
    assert "cases.csv line 3, column difficulty" in done.err
    assert (await desk.dataset("Bad"))["cases"] == 0


async def test_a_dataset_that_someone_made_by_hand_is_never_changed(desk: SuiteDesk) -> None:
    path = f"{desk.bench.path}/datasets"
    made = granted(await desk.bench.browser.post(path, json={"name": "Sums"}), 201)
    case = {"values": {"question": "Why?"}}
    granted(
        await desk.bench.browser.post(f"{path}/{made['id']}/cases", json={"cases": [case]}), 201
    )

    done = await desk.run(a_suite())
    used = await desk.told(a_suite(dataset={"name": "Sums"}))

    assert (done.code, "was not created by a suite" in done.err) == (64, True)
    assert (used["verdict"], used["run"]["cases"]) == ("ok", 1)
    assert (await desk.dataset("Sums"))["version"] == 1


async def test_prompt_by_label_grader_by_name_and_chosen_cases(desk: SuiteDesk) -> None:
    await desk.told(a_suite())
    prompt = await desk.prompt("Adder")
    label = f"{desk.bench.path}/prompts/{prompt['id']}/labels/production"
    granted(await desk.bench.browser.put(label, json={"number": 1}))
    grading = {
        "name": "Judge",
        "kind": "grader",
        "content": {"messages": [{"role": "user", "content": "Grade 0 to 1. {{output}}"}]},
    }
    path = f"{desk.bench.path}/prompts"
    judge = granted(await desk.bench.browser.post(path, json=grading), 201)
    granted(await desk.bench.browser.post(f"{path}/{judge['id']}/versions", json={}), 201)

    document = await desk.told(
        a_suite(
            prompt={"name": "Adder", "label": "production"},
            dataset={"name": "Sums", "version": 1, "only": {"first": 2}},
            scorers=[{"kind": "grader", "prompt": "Judge", "model": "sim-large"}],
            thresholds=[{"scorer": "Judge", "mean": 0}],
            max_error_share=1.0,
        )
    )

    assert document["run"]["cells"] == 2
    assert document["run"]["prompt_version"] == 1
    assert "Judge" in document["targets"][0]["scores"]


async def test_judges_by_name_and_one_that_is_not_there(desk: SuiteDesk) -> None:
    bench = desk.bench
    rubric = await a_rubric(bench.browser, bench.path)
    await bench.priced("sim-judge")
    model = (await bench.model("sim-judge"))["id"]
    await a_judge_in(bench.browser, bench.path, model, rubric["id"])
    await a_judge_in(bench.browser, bench.path, model, rubric["id"], name="Pairs", mode="pairwise")
    strict, pairs = {"kind": "judge", "judge": "Strict"}, {"kind": "pairwise", "judge": "Pairs"}

    nobody = await desk.run(a_suite(scorers=[{"kind": "judge", "judge": "Nobody"}]))
    document = await desk.told(
        a_suite(
            targets=[{"model": "sim-small"}, {"model": "sim-large"}],
            scorers=[strict, pairs],
            thresholds=[{"scorer": "Strict", "mean": 0}],
        )
    )

    assert (nobody.code, "There is no judge Nobody" in nobody.err) == (64, True)
    assert document["verdict"] == "ok"
    assert set(document["targets"][1]["scores"]) == {"Strict", "Pairs: column 2 against 1"}


async def test_without_waiting_the_run_is_started_and_its_address_is_told(
    desk: SuiteDesk,
) -> None:
    document = await desk.told(a_suite(), "--no-wait")

    assert (document["exit_code"], document["run"]["state"]) == (0, "pending")
    assert document["run"]["address"].endswith(document["run"]["id"])


@pytest.mark.nightly
async def test_ctrl_c_leaves_the_run_going_and_says_where(desk: SuiteDesk) -> None:
    await desk.bench.sim.behave(latency={"ms": 3000})
    path = desk.write(a_suite())

    async with desk.command.running("run", path, ready="Run ") as process:
        await asyncio.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), 60) == 130

    await desk.bench.sim.reset()
    [run] = await all_items(desk.bench.browser, f"{desk.bench.path}/runs")
    assert run["state"] != "cancelled"
    async with asyncio.timeout(60):
        while run["state"] != "completed":
            await asyncio.sleep(0.2)
            run = granted(await desk.bench.browser.get(f"{desk.bench.path}/runs/{run['id']}"))
