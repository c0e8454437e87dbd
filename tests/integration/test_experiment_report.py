"""The final report of an experiment: true to the loop and to the ledger, and the same in every format."""

import asyncio
import csv
import io
import re
import subprocess
import sys
import zipfile
from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import pytest
import pytest_asyncio

from edison.services.experiments.report.report_files import to_csv
from edison.services.experiments.report.report_markdown import to_markdown
from edison.services.experiments.report.report_pdf import to_pdf
from tests.support.answers import granted, refused
from tests.support.experiments import PATIENCE_S, ExperimentBench, an_experiment_bench
from tests.support.gateway import a_gateway_of_its_own
from tests.support.postgres import TestServer
from tests.support.reports import a_report, an_empty_report, an_iteration
from tests.support.sql import rows

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """Two iterations on two models, the second one better, checked on the hold-out."""

    lab: ExperimentBench
    experiment: str
    prompt: str

    @property
    def path(self) -> str:
        return f"{self.lab.path}/experiments/{self.experiment}"

    async def report(self) -> dict[str, Any]:
        return granted(await self.lab.browser.get(f"{self.path}/report"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def finished(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Finished]:
    async with a_gateway_of_its_own(postgres, tmp_path_factory.mktemp("worker")) as gateway:
        lab = await an_experiment_bench(await gateway.bench(), cases=40)
        await lab.bench.priced("sim-small", input="0.25", output="1")
        experiment, first = await lab.begin(
            holdout_share=0.5,
            targets=[lab.target("sim-small"), lab.target("sim-medium")],
            stop_rules={"max_iterations": 2, "prune_weak": False},
        )
        one = await lab.until(first)
        decided = await lab.approve(one["suggestion"]["id"])
        await lab.until(decided["iteration"], "completed")
        ended = await lab.ended(experiment)
        await _checked(lab, experiment)
        yield Finished(lab=lab, experiment=experiment, prompt=ended["prompt"]["id"])


async def _checked(lab: ExperimentBench, experiment: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            found = await lab.experiment(experiment)
            if found["check"] and found["check"]["verdict"]:
                return
            await asyncio.sleep(0.05)


async def test_the_cost_of_an_experiment_is_a_row_of_the_spending(finished: Finished) -> None:
    """NFR-4.5.13"""
    path = f"{finished.lab.path}/reports/spending"
    spending = granted(
        await finished.lab.browser.get(path, params={"group": "experiment", "simulated": True})
    )

    [of_it] = [row for row in spending["rows"] if row["key"] == finished.experiment]
    assert of_it["label"].startswith("Experiment 1")
    ledger = finished.lab.ledger(finished.experiment)
    assert int(Decimal(of_it["cost_usd"]) * 1_000_000) == sum(ledger.values()) > 0


async def test_the_report_says_what_happened_what_was_better_and_what_to_do(
    finished: Finished,
) -> None:
    """FR-IL-002.1, FR-IL-002.2, FR-IL-002.3, FR-IL-002.6"""
    report = await finished.report()

    assert report["summary"]["iterations"] == 2
    assert report["summary"]["seconds"] > 0
    assert report["summary"]["sentence"].endswith("Maximum iterations reached.")
    assert report["experiment"]["cases"] == 20
    assert report["best"]["number"] == 2
    assert report["content"]["messages"]
    compared = report["first_last"]
    assert (compared["first"]["number"], compared["last"]["number"]) == (1, 2)
    # Twenty cases cannot speak for what is not among them.
    assert compared["verdict"] == "better_on_these_cases"
    assert "may be missing from 14 cases" in compared["sentence"]
    assert compared["effect"]["low"] > 0
    assert compared["last"]["composite"]["value"] > compared["first"]["composite"]["value"]
    assert report["check"]["verdict"] == "better_on_these_cases"
    assert report["check"]["cases"] == 20
    [one, two] = report["iterations"]
    assert (one["verdict"], two["verdict"], two["against"]) == (None, "better_on_these_cases", 1)
    assert two["changelog"], "the refiner's note is what changed"
    assert "Give version 2 the label production only if" in report["next_steps"][0]
    assert "on these 20 cases, but maybe not on others" in report["next_steps"][0]


async def test_the_page_and_the_report_show_the_same_figures_in_the_same_digits(
    finished: Finished,
) -> None:
    page, report = await finished.lab.experiment(finished.experiment), await finished.report()
    markdown = (await finished.lab.browser.get(f"{finished.path}/report.md")).text
    iterations = granted(await finished.lab.browser.get(f"{finished.path}/iterations"))["items"]

    assert page["gain"] == report["gain"]
    assert page["gain"]["effect"] == report["first_last"]["effect"]
    assert page["champion"]["composite"] == page["best"] == report["best"]["composite"]
    lines = [(one["number"], one["composite"], one["cost_usd"]) for one in reversed(iterations)]
    assert [
        (one["number"], one["composite"], one["cost_usd"]) for one in report["iterations"]
    ] == lines
    # The scores of models are over the cases that the scores of iterations are over.
    cases = {one["composite"]["clusters"] for one in report["models"]}
    assert cases == {page["best"]["clusters"]}
    best = page["best"]
    value, low, high = (f"{best[name] * 5:.1f}" for name in ("value", "low", "high"))
    assert f": {value} ({low} to {high})." in markdown
    effect = page["gain"]["effect"]
    value, low, high = (f"{effect[name] * 5:+.1f}" for name in ("value", "low", "high"))
    assert f"Gain: {value} ({low} to {high})" in markdown


async def test_what_it_cost_by_phase_is_what_the_ledger_says_to_the_cent(
    finished: Finished,
) -> None:
    """FR-IL-002.4, FR-IL-002.5"""
    report = await finished.report()

    costs = {cost["phase"]: cost for cost in report["costs"]}
    ledger = finished.lab.ledger(finished.experiment)
    assert {phase: round(Decimal(cost["usd"]) * 1_000_000) for phase, cost in costs.items()} == {
        "target": ledger["target"],
        "judge": ledger["judge"],
        "refine": ledger["refine"],
        "assist": 0,
    }
    assert sum(Decimal(cost["usd"]) for cost in costs.values()) == Decimal(
        report["summary"]["cost_usd"]
    )
    # Two iterations over 20 cases, and first and best over the 20 of the hold-out, on two models.
    assert costs["target"]["calls"] == 2 * 20 * 2 + 2 * 20 * 2
    [(tokens,)] = rows(
        finished.lab.bench.world.url,
        "SELECT sum(prompt_tokens + completion_tokens) FROM ledger WHERE experiment_id = %s",
        finished.experiment,
    )
    told = sum(one["prompt"] + one["completion"] for one in report["tokens"])
    assert told == report["summary"]["tokens"] == int(tokens)
    assert {one["model"] for one in report["tokens"]} == {
        "sim-small",
        "sim-medium",
        "sim-judge",
        "sim-large",
    }


async def test_a_model_is_recommended_by_quality_and_price_with_a_reason(
    finished: Finished,
) -> None:
    report = await finished.report()

    [chosen] = [model for model in report["models"] if model["recommended"]]
    prices = {model["model_name"]: Decimal(model["usd_per_case"]) for model in report["models"]}
    assert set(prices) == {"sim-small", "sim-medium"}
    assert prices["sim-small"] < prices["sim-medium"]
    assert chosen["why"]
    for weak in report["weaknesses"]:
        assert weak["mean"] < 0.85
        assert weak["criterion"] in weak["sentence"]


async def test_it_is_downloaded_as_pdf_markdown_and_csv(finished: Finished) -> None:
    """FR-IL-002.7, FR-IL-002.9"""
    browser = finished.lab.browser

    pdf = await browser.get(f"{finished.path}/report.pdf")
    markdown = await browser.get(f"{finished.path}/report.md")
    table = await browser.get(f"{finished.path}/report.csv")

    assert pdf.status_code == markdown.status_code == table.status_code == 200
    assert pdf.headers["content-type"] == "application/pdf"
    assert pdf.content.startswith(b"%PDF-")
    assert pages_of(pdf.content) >= 2
    name = re.search(r'filename="(experiment-\d+-[a-z0-9-]+)\.pdf"', str(pdf.headers))
    assert name is not None
    text = markdown.text
    assert "## Which model to use" in text
    assert "Maximum iterations reached" in text
    lines = list(csv.DictReader(io.StringIO(table.text.removeprefix("\ufeff"))))
    assert [(line["iteration"], line["verdict"]) for line in lines] == [
        ("1", ""),
        ("2", "better_on_these_cases"),
    ]
    assert 0 < float(lines[1]["score_low"]) < float(lines[1]["score"]) <= 5


async def test_the_prompt_of_the_best_version_is_downloaded_as_markdown(
    finished: Finished,
) -> None:
    """FR-IL-002.8"""
    report = await finished.report()
    number = report["best"]["version_number"]

    file = await finished.lab.browser.get(
        f"{finished.lab.path}/prompts/{finished.prompt}/versions/{number}/markdown"
    )

    assert file.headers["content-type"].startswith("text/markdown")
    assert report["content"]["messages"][0]["content"] in file.text


async def test_the_bundle_holds_every_answer_and_no_secret(finished: Finished) -> None:
    """FR-IL-002.10, API-19.2.6"""
    answer = await finished.lab.browser.get(f"{finished.path}/bundle")

    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    names = set(archive.namelist())
    assert {"experiment.yaml", "rubric.yaml", "cases.jsonl", "results.csv", "report.md"} <= names
    assert {"prompts/version-1.md", "prompts/version-2.json"} <= names
    assert len(archive.read("cases.jsonl").splitlines()) == 40
    results = list(
        csv.DictReader(io.StringIO(archive.read("results.csv").decode().removeprefix("\ufeff")))
    )
    assert {line["iteration"] for line in results} == {"1", "2"}
    assert len(results) == 2 * 20 * 2
    everything = b"".join(archive.read(name) for name in names).decode()
    for (local,) in rows(
        finished.lab.bench.world.url,
        "SELECT id::text FROM credentials UNION ALL SELECT id::text FROM models",
    ):
        assert local not in everything
    assert "credential" not in everything.casefold()


async def test_versions_of_the_experiment_have_scores_and_a_verdict_between_them(
    finished: Finished,
) -> None:
    graph = granted(
        await finished.lab.browser.get(f"{finished.lab.path}/prompts/{finished.prompt}/lineage")
    )

    [first, second] = graph["nodes"]
    assert (second["origin"], second["scale"]) == ("suggested", 5)
    assert second["composite"]["value"] > first["composite"]["value"]
    [edge] = graph["edges"]
    assert (edge["from"], edge["to"]) == (first["version"], second["version"])
    assert (edge["verdict"], edge["against"], edge["iteration_number"]) == (
        "better_on_these_cases",
        1,
        2,
    )
    assert edge["effect"]["low"] > 0
    assert edge["suggestion"] is not None
    assert edge["experiment"] == finished.experiment


async def test_a_report_of_another_project_is_nowhere(finished: Finished) -> None:
    stranger = await finished.lab.bench.world.person("Stranger")
    other = await stranger.create_project()

    path = f"/api/v1/projects/{other['slug']}/experiments/{finished.experiment}"

    for rest in ("report", "report.pdf", "report.md", "report.csv", "bundle"):
        refused(await stranger.browser.get(f"{path}/{rest}"), 404, "NOT_FOUND")


async def test_a_pdf_is_drawn_whatever_the_texts_are() -> None:
    hostile = a_report(
        120,
        name="<b>&amp;</b> </para> " * 9,
        text="<font size=99>\n" * 300 + "w" * 5_000 + "\n中文 кириллица \u202e\u200b\x07 🎉",
    )

    for report in (a_report(), an_empty_report(), a_report(1), hostile):
        assert pages_of(to_pdf(report)) >= 1
    assert to_pdf(a_report(2, name="x")).startswith(b"%PDF-")


async def test_nothing_in_a_text_is_taken_for_markdown_or_for_a_formula() -> None:
    line = replace(an_iteration(1, 0.5, None), changelog="=HYPERLINK(1)|**x** <img src=y>\n# head")
    report = replace(a_report(1, name="# [x](y) ![z](w)", text="```\n# out"), iterations=(line,))

    markdown, table = to_markdown(report), to_csv(report)

    assert r"\[x\](y) \!\[z\](w)" in markdown
    assert r"=HYPERLINK(1)\|\*\*x\*\* \<img src=y\> \# head" in markdown
    assert markdown.rstrip().endswith("````\n```\n# out\n````")
    assert "\"'=HYPERLINK" in table


@pytest.mark.nightly
async def test_starting_edison_does_not_load_what_draws_pdfs() -> None:
    code = "import sys, edison.api.app; print(any(m.startswith('reportlab') for m in sys.modules))"

    said = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert said.stdout.strip() == "False"


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))
