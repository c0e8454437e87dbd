"""Simulated money in the browser: marked wherever it is shown, and left out of reports until someone asks for it."""

import re
import time
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.stage import Stage, Visitor
from tests.e2e.triage_story import make_triage

WITHIN_S = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    owner: Visitor
    slug: str
    run: str


@pytest.fixture(scope="module")
def played(stage: Stage) -> Played:
    """Simulated models answered once: nothing of it costs real money."""
    owner = Visitor(stage.url).sign_up("Paula Play")
    slug = owner.call("POST", "/projects", {"name": "Playground"})["slug"]
    at = f"/projects/{slug}"
    task = make_triage(owner, at)
    run = owner.call(
        "POST",
        f"{at}/runs",
        {
            "versions": [{"prompt": task["prompt"]}],
            "targets": [{"model": model, "parameters": {}} for model in task["models"][:2]],
            "dataset": task["dataset"],
            "scorers": [{"kind": "grader", "prompt": task["grader"], "model": task["judge"]}],
        },
    )["id"]
    until = time.monotonic() + WITHIN_S
    while owner.call("GET", f"{at}/runs/{run}")["state"] != "completed":
        assert time.monotonic() < until
        time.sleep(0.2)
    return Played(owner=owner, slug=slug, run=run)


def test_reports_leave_simulated_money_out_until_someone_includes_it(
    open_page: OpenPage, played: Played
) -> None:
    page = open_page(played.owner)
    page.goto(f"/projects/{played.slug}/reports")

    expect(page.get_by_text("No real money spent in these days")).to_be_visible()
    expect(page.get_by_role("figure", name=re.compile("Budget of"))).to_contain_text(
        "$0.00 spent this month"
    )
    switch = page.get_by_role("switch", name="Include simulated models")
    expect(switch).not_to_be_checked()
    expect(page.get_by_role("group", name="Simulated models")).to_contain_text(
        re.compile(r"calls?, \$[\d.]+ left out")
    )

    switch.click()

    expect(page).to_have_url(re.compile("simulated=included"))
    spent = page.get_by_role("region", name="Spent", exact=True)
    expect(spent).to_contain_text(re.compile(r"\$0?[\d.]*[1-9].*simulated"))
    expect(page.get_by_role("table").first).to_contain_text("simulated")

    page.get_by_role("switch", name="Include simulated models").click()
    expect(page.get_by_text("No real money spent in these days")).to_be_visible()


def test_what_simulated_models_cost_is_marked_where_it_is_shown(
    open_page: OpenPage, played: Played
) -> None:
    at = f"/projects/{played.slug}"
    marked = re.compile(r"\$[\d.]+\s*simulated")
    page = open_page(played.owner)

    page.goto(f"{at}/runs")
    expect(page.get_by_role("table")).to_contain_text(marked)

    page.goto(f"{at}/runs/{played.run}")
    expect(page.get_by_role("main")).to_contain_text(marked)
    cell = page.locator("[data-cell='0']")
    expect(cell).to_contain_text(marked)
    cell.click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("region", name="Telemetry")).to_contain_text(marked)
    expect(sheet.get_by_role("region", name="Scores")).to_contain_text(marked)

    page.goto(f"{at}/runs/{played.run}/results?view=models")
    expect(page.get_by_role("table", name="Models of this run")).to_contain_text(marked)

    prompt = played.owner.call("GET", f"{at}/runs/{played.run}")["plan"]["columns"][0]["prompt_id"]
    bench = f"{at}/workbench/{prompt}?run={played.run}"
    page.goto(f"{bench}&compare={played.run}&other_column=1")
    verdict = page.get_by_role("region", name="Verdict on the difference")
    expect(verdict.get_by_role("listitem").filter(has_text="Cost")).to_contain_text(marked)

    page.goto(bench)
    page.get_by_role("button", name="Improve").click()
    costs = re.compile(r"Costs up to \$[\d.]+ simulated")
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text(costs)

    page.goto(f"{at}/runs/{played.run}/results")
    expect(page.get_by_role("region", name="Cost of the run")).to_contain_text(marked)

    page.goto(f"{at}/settings/general")
    limits = page.get_by_role("region", name="Spending limits")
    expect(limits).to_contain_text("$0.00 spent this month")
    expect(limits).to_contain_text(re.compile(r"Simulated models: \$[\d.]+ of the same limit"))
