"""Imports from other tools over the API: the preview, the report, and what is created."""

import base64
import io
from typing import Any
from zipfile import ZipFile

import yaml

from tests.support.answers import granted, refused
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.world import World

CHAT = '[{"role": "system", "content": "Be short."}, {"role": "user", "content": "Capital of {{ country }}?"}]'
CONFIG: dict[str, Any] = {
    "description": "Capitals",
    "prompts": ["What is the capital of {{ country }}?", "file://chat.json"],
    "providers": ["openai:target", {"id": "exec:./run.sh"}],
    "defaultTest": {"assert": [{"type": "latency", "threshold": 5000}]},
    "tests": [
        {
            "vars": {"country": "France"},
            "assert": [
                {"type": "icontains", "value": "paris"},
                {"type": "llm-rubric", "value": "Is polite to people from {{country}}"},
            ],
        },
        {
            "vars": {"country": ["Spain", "Italy"]},
            "assert": [
                {"type": "regex", "value": "Madrid|Rome"},
                {"type": "webhook", "value": "x"},
            ],
        },
        "file://more.csv",
    ],
}
MORE = "country,__expected\nPeru,icontains: lima\n"


def files(config: dict[str, Any] = CONFIG) -> list[dict[str, str]]:
    return [
        {"path": "promptfooconfig.yaml", "text": yaml.safe_dump(config)},
        {"path": "chat.json", "text": CHAT},
        {"path": "more.csv", "text": MORE},
    ]


def body(desk: RunDesk, **more: Any) -> dict[str, Any]:
    models = {"openai:target": desk.models[0], "grader": desk.models[1]}
    return {"kind": "promptfoo", "files": files(), "models": models, **more}


async def previewed(desk: RunDesk, **more: Any) -> dict[str, Any]:
    return granted(await desk.browser.post(f"{desk.path}/imports/preview", json=body(desk, **more)))


async def applied(desk: RunDesk, **more: Any) -> dict[str, Any]:
    return granted(
        await desk.browser.post(f"{desk.path}/imports/apply", json=body(desk, **more)), 201
    )


def counts(report: dict[str, Any], part: str) -> tuple[int, int, int]:
    [found] = [each for each in report["counts"] if each["part"] == part]
    return found["mapped"], found["approximated"], found["skipped"]


async def test_a_preview_reports_and_stores_nothing(world: World) -> None:
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    before = granted(await desk.browser.get(f"{desk.path}/prompts"))

    report = await previewed(desk)

    assert counts(report, "assertion") == (9, 0, 2)
    assert counts(report, "prompt") == (2, 0, 0)
    assert counts(report, "model") == (1, 0, 1)
    skipped = {each["name"]: each for each in report["entries"] if each["fidelity"] == "skipped"}
    assert skipped["webhook"]["place"] == "tests[1].assert[1]"
    assert "Python" in skipped["webhook"]["reason"]
    assert [each["cases"] for each in report["datasets"]] == [4]
    assert granted(await desk.browser.get(f"{desk.path}/prompts")) == before


async def test_an_import_creates_prompts_cases_and_a_suite_that_can_run(world: World) -> None:
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))

    made = await applied(desk)

    assert made["missing"] == []
    assert [each["name"] for each in made["prompts"]] == ["Prompt 1", "chat", "Rubric"]
    suite = granted(await desk.browser.get(f"{desk.path}/suites/{made['suite']['id']}"))
    assert suite["problems"] == []
    assert suite["cases"] == 4
    kinds = [spec["kind"] for spec in suite["recipe"]["scorers"]]
    assert kinds == ["case_checks", "latency", "grader"]
    dataset = made["datasets"][0]["id"]
    cases = granted(await desk.browser.get(f"{desk.path}/datasets/{dataset}/cases"))["items"]
    by_country = {case["values"]["country"]: case for case in cases}
    assert by_country["France"]["values"]["criterion"] == "Is polite to people from France"
    assert by_country["Peru"]["metadata"]["checks"][0]["spec"]["values"] == ["lima"]
    chat = granted(await desk.browser.get(f"{desk.path}/prompts/{made['prompts'][1]['id']}"))
    assert chat["draft"]["system"] == "Be short."
    assert chat["draft"]["messages"][0]["content"] == "Capital of {{country}}?"
    assert chat["latest"] == 1


async def test_an_archive_is_the_same_as_its_files_and_names_stay_unique(world: World) -> None:
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for file in files():
            archive.writestr("evals/" + file["path"], file["text"])
    archived = [{"path": "evals.zip", "base64": base64.b64encode(packed.getvalue()).decode()}]

    first, second = await applied(desk), await applied(desk, files=archived)

    assert first["report"]["counts"] == second["report"]["counts"]
    assert second["prompts"][0]["name"] == "Prompt 1 (2)"
    assert second["suite"]["name"] == "Capitals (2)"


async def test_without_a_model_there_is_no_suite_and_the_report_says_so(world: World) -> None:
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))

    made = await applied(desk, models={})

    assert made["suite"] is None
    assert any("openai:target" in line for line in made["missing"])
    assert len(made["datasets"]) == 1


async def test_unreadable_files_are_refused_with_the_place(world: World) -> None:
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    broken = [{"path": "promptfooconfig.yaml", "text": "prompts: [\n  - a: b: c\n"}]
    other = [{"path": "promptfooconfig.yaml", "text": "name: something\n"}]

    for given, words in ((broken, "line 2"), (other, "no prompts")):
        answer = await desk.browser.post(f"{desk.path}/imports/apply", json=body(desk, files=given))
        assert words in refused(answer, 400, "INVALID_FORMAT")["message"], answer.text


async def test_an_imported_suite_is_exported_to_promptfoo(world: World) -> None:
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    made = await applied(desk)

    path = f"{desk.path}/suites/{made['suite']['id']}/file"
    answer = await desk.browser.get(path, params={"format": "promptfoo"})

    assert answer.status_code == 200, answer.text
    assert "-promptfoo.yaml" in answer.headers["content-disposition"]
    written = yaml.safe_load(answer.text)
    assert written["prompts"][0] == CONFIG["prompts"][0].replace("{{ country }}", "{{country}}")
    assert [test["vars"]["country"] for test in written["tests"]] == [
        "France",
        "Spain",
        "Italy",
        "Peru",
    ]
    assert {"type": "icontains", "value": "paris"} in written["tests"][0]["assert"]
    assert written["defaultTest"]["assert"] == [{"type": "latency", "threshold": 5000.0}]
